/**
 * Whether the database refused a statement because of the values in it (SQLSTATE classes 22 data exception, 23 integrity constraint, 54
 * limit exceeded). Only these are an event's fault; a lost connection, a deadlock, a timeout or a missing right are not.
 */
export function isDataError(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && /^(22|23|54)[0-9A-Z]{3}$/.test(error.code);
}
