/** The switch has to step back and try again. */
export class CannotSwitchYet extends Error {
  override readonly name = "CannotSwitchYet";
}

// lock not available, statement cancelled by its time limit, deadlock
const passing = new Set(["55P03", "57014", "40P01"]);

/** Whether an attempt to switch failed for a reason that passes. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CannotSwitchYet) return true;
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && passing.has(error.code);
}
