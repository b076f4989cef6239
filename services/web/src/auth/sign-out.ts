import { inTransaction, type Pool } from "@shipment-tracking/postgres";
import { type AuditOrigin, recordAudit } from "../audit/record-audit.ts";
import { deleteSession, type SignedIn } from "./sessions.ts";

/** Ends the session that the user is signed in with. */
export async function signOut(pool: Pool, user: SignedIn, origin: AuditOrigin): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await deleteSession(tx, user.sessionId);
    await recordAudit(tx, [
      {
        tenantId: user.tenant.id,
        actor: { kind: "user", id: user.userId },
        action: "session.ended",
        subject: { type: "user", id: user.userId },
        origin,
      },
    ]);
  });
}
