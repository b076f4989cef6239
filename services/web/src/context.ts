import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import type { AppliedPositions } from "./applied/applied-positions.ts";
import type { SessionCookie } from "./auth/session-cookie.ts";
import type { Background } from "./background.ts";
import type { SecretBox } from "@shipment-tracking/secrets";
import type { Inboxes } from "./dev-webhooks/inboxes.ts";
import type { MailDesk } from "./mail/mail-desk.ts";
import type { FetchTracking } from "./pages/fetch-tracking.ts";
import type { StreamHub } from "./stream/stream-hub.ts";
import type { WebhookContext } from "./webhooks/webhook-context.ts";

/** What the routes work with; made once by `buildWeb`. */
export interface WebContext {
  readonly pool: Pool;
  readonly log: Logger;
  /** Where users reach the application, without a slash at the end; links are made from it, never from `Host`. */
  readonly publicUrl: string;
  readonly cookie: SessionCookie;
  readonly box: SecretBox;
  readonly applied: AppliedPositions;
  readonly fetchTracking: FetchTracking;
  readonly mail: MailDesk;
  /** The receiver of webhooks of a demonstration; null: this is none. */
  readonly inboxes: Inboxes | null;
  /** For work whose time an answer must not tell. */
  readonly background: Background;
  /** The open streams of this process. */
  readonly stream: StreamHub;
  readonly webhooks: WebhookContext;
  /** Called after each commit that has appended to the log: readers in the same process look at once. */
  wakeLog(): void;
}
