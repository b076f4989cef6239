/** A sleep that can be cut short. A wake between two sleeps counts for the next one, so that no wake is lost. */
export class Pause {
  #woken = false;
  #end: (() => void) | null = null;

  async sleep(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#end = null;
    }
    this.#woken = false;
  }

  wake(): void {
    this.#woken = true;
    this.#end?.();
  }
}
