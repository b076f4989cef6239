/** Which messages were accepted, and which of them more than once. */
export class Ledger {
  readonly #accepted = new Set<string>();
  #repeated = 0;

  get count(): number {
    return this.#accepted.size;
  }

  get repeated(): number {
    return this.#repeated;
  }

  add(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#accepted.has(id)) this.#repeated += 1;
      this.#accepted.add(id);
    }
  }

  missing(ids: readonly string[]): number {
    return ids.filter((id) => !this.#accepted.has(id)).length;
  }
}
