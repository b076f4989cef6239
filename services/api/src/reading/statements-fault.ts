/**
 * Whether an error says something of the statement, not of the server (shutting down, no more connections): SQLSTATE classes 22, 54, XX, and a
 * timeout. One question of a batch may then be at fault.
 */
export function isStatementsFault(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && /^(22|54|XX)[0-9A-Z]{3}$|^57014$/.test(error.code);
}
