import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@shipment-tracking/runtime";
import type { Mail, MailTransport } from "./mail.ts";

export interface PostOfficeOptions {
  readonly transport: MailTransport;
  readonly log: Logger;
  /** Waits between the attempts; there is one attempt more than waits. */
  readonly waitsMs?: readonly number[];
}

/** Sends mails in the background: nobody waits for a mail server, and no request fails with it. */
export interface PostOffice {
  /** Returns at once. `kind` names the mail in the log, where its text never is. */
  post(kind: string, mail: Mail): void;
  /** One attempt, awaited, for whoever keeps by himself what is to be sent. False when it failed, which the log says. To be over before `close`. */
  send(kind: string, mail: Mail): Promise<boolean>;
  /** Lets attempts that are under way end; those that wait for another one are given up. */
  close(): Promise<void>;
}

const usualWaitsMs = [1_000, 10_000, 60_000];
// more are only waiting when the mail server is down: then memory must not fill
const waitingAtMost = 1_000;

export function createPostOffice({ transport, log, waitsMs }: PostOfficeOptions): PostOffice {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const waits = waitsMs ?? usualWaitsMs;

  async function deliver(kind: string, mail: Mail): Promise<void> {
    for (const [index, waitMs] of [...waits, null].entries()) {
      const attempt = index + 1;
      try {
        await transport.send(mail);
        log.info({ mail: kind, attempt }, "mail sent");
        return;
      } catch (error) {
        if (waitMs === null) {
          log.error({ mail: kind, attempt, reason: reasonOf(error) }, "mail was not sent");
          return;
        }
        log.warn({ mail: kind, attempt, reason: reasonOf(error) }, "mail will be sent again");
      }
      if (!(await waited(waitMs, closing.signal))) {
        log.error({ mail: kind, attempt }, "mail was not sent: the service stops");
        return;
      }
    }
  }

  async function attemptOnce(kind: string, mail: Mail): Promise<boolean> {
    try {
      await transport.send(mail);
      log.info({ mail: kind }, "mail sent");
      return true;
    } catch (error) {
      log.warn(
        { mail: kind, reason: reasonOf(error) },
        "mail was not sent, it will be tried later",
      );
      return false;
    }
  }

  return {
    send: attemptOnce,
    post: (kind, mail) => {
      if (underWay.size >= waitingAtMost) {
        log.error({ mail: kind }, "mail was not sent: too many are waiting");
        return;
      }
      const delivery = deliver(kind, mail).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
      transport.close();
    },
  };
}

/** False when the service stops first. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, true, { signal });
    return true;
  } catch {
    return false;
  }
}

/** What the server or the network said, in a line; never the mail. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : String(error).slice(0, 200);
}
