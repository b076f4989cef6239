/** A reason why the embedded database cannot run: `message` is a sentence for the person at the terminal, with the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
