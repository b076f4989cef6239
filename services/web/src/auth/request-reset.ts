import { type AuditOrigin, recordAudit } from "../audit/record-audit.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import type { WebContext } from "../context.ts";
import { passwordLinkUrl, resetMail } from "../mail/password-mails.ts";
import { findLogin } from "./find-login.ts";
import { countLinks, insertLink } from "./password-links.ts";

// whoever asks from many addresses does not fill somebody's mailbox: more work at the same time for nobody's benefit
const linksAtMost = 5;

/** Mails a reset link to the user with this address, if there is one. Not to be awaited by a request: its time tells whether there is. */
export async function requestReset(
  web: WebContext,
  email: string,
  origin: AuditOrigin,
): Promise<void> {
  const login = await findLogin(web.pool, email);
  if (login === null) return;
  const token = await inRepeatedTransaction(web.pool, async (tx) => {
    if ((await countLinks(tx, login.userId, "reset")) >= linksAtMost) return null;
    await recordAudit(tx, [
      {
        tenantId: login.tenant.id,
        // anybody can ask for anybody
        actor: { kind: "system", id: null },
        action: "password.reset_requested",
        subject: { type: "user", id: login.userId },
        origin,
      },
    ]);
    return insertLink(tx, login.userId, "reset");
  });
  if (token === null) {
    web.log.warn(
      { userId: login.userId },
      "no more reset links are mailed until the last ones expire",
    );
    return;
  }
  const url = passwordLinkUrl(web.publicUrl, { purpose: "reset", token });
  web.mail.post("password reset", resetMail(login, url));
}
