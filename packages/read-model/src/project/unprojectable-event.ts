/** A well-formed event that does not fit the row it applies to: its stream is parked, nothing is guessed. */
export class UnprojectableEvent extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "UnprojectableEvent";
  }
}
