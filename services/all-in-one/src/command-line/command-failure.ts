/** The command cannot do what was asked; the message is for the person at the terminal and names the remedy. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

/** `CODE` of a system error (`ENOENT`, `ECONNREFUSED`…), looked up through the causes; null for any other error. */
export function systemCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    const [first] = cause instanceof AggregateError ? cause.errors : [];
    if (first instanceof Error) return systemCode(first);
  }
  return null;
}
