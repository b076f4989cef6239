/** The service cannot start (or go on): `message` is one sentence with the remedy for the person at the terminal, printed without a stack. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
