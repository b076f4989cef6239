import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import type { AppliedPositions } from "./applied/applied-positions.ts";
import type { SessionCookie } from "./auth/session-cookie.ts";
import type { SecretBox } from "./crypto/secret-box.ts";
import type { FetchTracking } from "./pages/fetch-tracking.ts";

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
  /** Called after each commit that has appended to the log: readers in the same process look at once. */
  wakeLog(): void;
}
