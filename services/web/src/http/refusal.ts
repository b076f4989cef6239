/** An answer other than success that is decided at the door, before any command: it travels as an error because hooks and parsers have no other way out. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  /** `message` is the sentence of the answer. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
