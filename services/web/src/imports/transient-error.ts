import { TransactionConflict } from "../commands/transaction.ts";

/** SQLSTATE classes of troubles that pass: connection, rollback, resources, locks, operator intervention, system. */
const passingClasses = new Set(["08", "40", "53", "55", "57", "58"]);

/** True for a failure of the database or of the way to it that goes away by itself; a wrong value or statement does not. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransactionConflict) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  if (code !== null && /^[0-9A-Z]{5}$/.test(code)) return passingClasses.has(code.slice(0, 2));
  // node's own codes (ECONNREFUSED…) and pg's sentences about lost and missing connections
  return (
    (code !== null && /^E(?!RR_)/.test(code)) || /connection|timeout exceeded/i.test(error.message)
  );
}
