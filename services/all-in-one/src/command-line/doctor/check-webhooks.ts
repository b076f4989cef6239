import { readBacklog } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import {
  listParkedShipments,
  readIngested,
  readQueue,
  type WebhookQueue,
  webhooksConsumer,
} from "@shipment-tracking/webhooks-service";
import { type Check, fail, ok, warn } from "./check.ts";
import { checkHeartbeat, seconds } from "./check-heartbeat.ts";
import { judgeBacklog } from "./judge-backlog.ts";

const heartbeat = {
  check: "webhooks_heartbeat",
  consumer: webhooksConsumer,
  title: "webhook worker",
  remedy:
    "Start the service with npm start (or the webhook worker): until then no webhook is sent.",
} as const;

/** Whether a webhook worker runs, how far it is behind the log, and whether it keeps up with what is due. `db`: webhooks or owner. */
export async function checkWebhooks(db: Queryable): Promise<readonly Check[]> {
  return [await checkHeartbeat(db, heartbeat), await checkLag(db), judgeQueue(await readQueue(db))];
}

async function checkLag(db: Queryable): Promise<Check> {
  const lag = judgeBacklog(await readBacklog(db, await readIngested(db)), {
    check: "webhooks_lag",
    none: "Every event has become its webhooks.",
    participle: "turned into webhooks",
    remedy:
      "Look for errors of the webhook worker in its log; wait if it is working through an import.",
  });
  const parked = (await listParkedShipments(db)).length;
  if (parked === 0 || lag.status !== "ok") return lag;
  const count = parked === 1 ? "1 shipment sends" : `${String(parked)} shipments send`;
  return warn(
    "webhooks_lag",
    `${count} no webhooks because of an event that could not be read.`,
    "`tracking parked --consumer webhooks` lists them; once the cause is gone, `tracking unpark --consumer webhooks` lets them flow.",
  );
}

/** Each claim takes what is due within a moment; half a minute is a lease of a worker that died. */
const lateMs = 60_000;
const tooLateMs = 300_000;
/** Every delivery waits for some milliseconds while another one of its endpoint is under way. */
const notableSeconds = 1;

export function judgeQueue({ open, readySeconds, waitingSeconds }: WebhookQueue): Check {
  const deliveries = open === 1 ? "1 delivery is open" : `${String(open)} deliveries are open`;
  const held =
    waitingSeconds < notableSeconds
      ? ""
      : `; endpoints that fail or are paused have held some back, for ${seconds(waitingSeconds * 1_000)} at most`;
  if (readySeconds === 0) return ok("webhooks_queue", `${deliveries}${held}.`);
  const readyMs = readySeconds * 1_000;
  const message = `${deliveries}, the oldest that could be sent has waited for a worker for ${seconds(readyMs)}${held}.`;
  if (readyMs < lateMs) return ok("webhooks_queue", message);
  const remedy =
    "Look for errors of the webhook worker in its log; start another one if it is busy.";
  return readyMs < tooLateMs
    ? warn("webhooks_queue", message, remedy)
    : fail("webhooks_queue", message, remedy);
}
