import { claimDisabledNews, countWaiting, noteToldNews } from "@shipment-tracking/webhooks";
import type { WebContext } from "../context.ts";
import type { MailDesk } from "../mail/mail-desk.ts";
import { type Admin, listActiveAdmins } from "../people/active-admins.ts";
import { type DisabledEndpoint, disabledMail } from "./disabled-mail.ts";

/** What telling needs of the application. */
export interface TellContext extends Pick<WebContext, "pool" | "log" | "publicUrl"> {
  readonly mail: Pick<MailDesk, "canSend" | "send">;
}

// an attempt ends within half a minute or so, and claimed news is nobody else's for two minutes
const beginMailsForMs = 60_000;

/**
 * Mails the next news of a disabled endpoint to the administrators of its tenant who have not been told; false when there is none now. Who
 * could not be told is tried again later, so that everybody is told at least once: a process that ends between a mail and its note sends it
 * again. Without a mail server the news waits for one.
 */
export async function tellNext(web: TellContext, signal?: AbortSignal): Promise<boolean> {
  if (!web.mail.canSend) return false;
  const news = await claimDisabledNews(web.pool);
  if (news === null) return false;
  const { endpointId, tenantId, reason } = news;
  if (reason === null) {
    await noteToldNews(web.pool, news, { to: [], done: true });
    return true;
  }
  const admins = await listActiveAdmins(web.pool, tenantId);
  const untold = admins.filter(({ id }) => !news.toldTo.includes(id));
  const waiting = await countWaiting(web.pool, endpointId);
  const told = await mailTo(web, untold, { endpoint: { ...news, reason, waiting }, signal });
  const left = untold.length - told.length;
  await noteToldNews(web.pool, news, { to: told, done: left === 0 });
  const facts = { endpointId, tenantId, told: told.length, left };
  if (admins.length === 0) web.log.warn(facts, "a disabled webhook endpoint has nobody to be told");
  else web.log.info(facts, "administrators told of a disabled webhook endpoint");
  return true;
}

/** The ids of those whose mail was taken. */
async function mailTo(
  { mail, publicUrl }: TellContext,
  admins: readonly Admin[],
  { endpoint, signal }: Telling,
): Promise<readonly string[]> {
  const began = performance.now();
  const told: string[] = [];
  for (const admin of admins) {
    if (signal?.aborted === true || performance.now() - began > beginMailsForMs) break;
    const letter = disabledMail(admin, endpoint, publicUrl);
    if (await mail.send("webhook endpoint disabled", letter)) told.push(admin.id);
  }
  return told;
}

interface Telling {
  readonly endpoint: DisabledEndpoint;
  readonly signal: AbortSignal | undefined;
}
