import type { ServerResponse } from "node:http";
import type { TenantId } from "@shipment-tracking/domain";
import type { LogPlace } from "./stream-token.ts";

/** One open stream. */
export interface Connection {
  readonly tenantId: TenantId;
  readonly userId: string;
  readonly sessionId: string;
  /** Where the client broke off; null for one that is new. `unknown`: it named a place that cannot be read. */
  readonly resumeFrom: LogPlace | "unknown" | null;
  /** Sends frames; a client that does not take them is dropped, and resumes when it comes back. */
  send(frames: string): void;
  /** Ends the answer, after a last frame. */
  end(lastFrame?: string): void;
}

/** What may wait for a client, in bytes; above all of one tick of a large import. */
const maxWaitingBytes = 1024 * 1024;

export function openConnection(
  response: ServerResponse,
  who: Omit<Connection, "send" | "end">,
): Connection {
  return {
    ...who,
    send(frames) {
      if (response.writableEnded || response.destroyed) return;
      response.write(frames);
      if (response.writableLength > maxWaitingBytes) response.destroy();
    },
    end(lastFrame) {
      if (!response.writableEnded) response.end(lastFrame);
    },
  };
}
