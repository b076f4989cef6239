import type { FastifyRequest } from "fastify";
import { originOf } from "../audit/origin-of.ts";
import { type AuditEntry, type AuditOrigin, recordAudit } from "../audit/record-audit.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import type { WebContext } from "../context.ts";
import { clientAddress } from "../http/client-address.ts";
import { occurred } from "../metrics/occurrences.ts";
import { type CountedAttempt, countSignIn, discountAttempt, forgetAttempts } from "./attempts.ts";
import { findLogin, holdLogin, type Login } from "./find-login.ts";
import { verifyPassword } from "./passwords.ts";
import { deleteSession, insertSession, newSessionId, type SessionOwner } from "./sessions.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface StartedSession {
  readonly login: Login;
  readonly sessionId: string;
}

/**
 * Signs in; null when e-mail address and password do not fit. An unknown address takes the same way up to there as a known one: one count, one
 * look-up, one verification. Throws `TooManyAttempts`.
 */
export async function signIn(
  web: WebContext,
  { email, password }: Credentials,
  request: FastifyRequest,
): Promise<StartedSession | null> {
  const proof = await provePassword(web, { email, password }, request);
  if (proof.outcome === "proven") {
    const sessionId = await startSession(web, proof, request);
    if (sessionId !== null) {
      occurred({ kind: "sign_in", outcome: "started" });
      return { login: proof.login, sessionId };
    }
  }
  occurred({ kind: "sign_in", outcome: "failed" });
  const { login } = proof;
  if (login !== null) {
    const entry = auditOf(login, "session.failed", originOf(request));
    // after the answer, which would otherwise take longer for a known address
    web.background.run("audit a failed sign-in", () => recordAudit(web.pool, [entry]));
  }
  return null;
}

export type Proof =
  | { readonly outcome: "proven"; readonly login: Login; readonly counted: CountedAttempt }
  /** `login` is whose password it is not, null for an unknown address: nothing that the client may learn. */
  | { readonly outcome: "failed"; readonly login: Login | null };

/** Verifies a password under the limits of signing in. Throws `TooManyAttempts`. */
export async function provePassword(
  { pool }: Pick<WebContext, "pool">,
  { email, password }: Credentials,
  request: FastifyRequest,
): Promise<Proof> {
  const counted = await countSignIn(pool, { account: email, address: clientAddress(request) });
  try {
    const login = await findLogin(pool, email);
    const fits = await verifyPassword(password, login?.passwordHash ?? null);
    return login !== null && fits
      ? { outcome: "proven", login, counted }
      : { outcome: "failed", login };
  } catch (error) {
    await discountAttempt(pool, counted);
    throw error;
  }
}

/** Null when the password was changed or the user deactivated since it was verified. */
async function startSession(
  web: WebContext,
  { login, counted }: Extract<Proof, { outcome: "proven" }>,
  request: FastifyRequest,
): Promise<string | null> {
  const sessionId = newSessionId();
  // a session that somebody may have planted does not live on beside the new one
  const former = web.cookie.read(request);
  return inRepeatedTransaction(web.pool, async (tx) => {
    if (!(await holdLogin(tx, login))) return null;
    await forgetAttempts(tx, counted);
    await insertSession(tx, sessionId, { userId: login.userId, ...seenOf(request) });
    if (former !== null) await deleteSession(tx, former);
    await recordAudit(tx, [auditOf(login, "session.started", originOf(request))]);
    return sessionId;
  });
}

/** What came with the request, as far as it can be stored and shown. */
function seenOf(request: FastifyRequest): Pick<SessionOwner, "address" | "userAgent"> {
  const agent = request.headers["user-agent"]?.replace(/[^\u0020-\u007e]/g, "").slice(0, 300);
  const { address } = originOf(request);
  return { address, userAgent: agent === undefined || agent === "" ? null : agent };
}

function auditOf(login: Login, action: string, origin: AuditOrigin): AuditEntry {
  const started = action === "session.started";
  return {
    tenantId: login.tenant.id,
    // a failed sign-in is nobody's: who it was is what is not known
    actor: started ? { kind: "user", id: login.userId } : { kind: "system", id: null },
    action,
    subject: { type: "user", id: login.userId },
    origin,
  };
}
