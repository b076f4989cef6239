import { setTimeout as delay } from "node:timers/promises";
import type { TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import type { SecretBox } from "@shipment-tracking/secrets";
import { aliveSessions } from "./alive-sessions.ts";
import type { Connection } from "./connection.ts";
import { changeFrames, frame } from "./frames.ts";
import { catchUp, readPlace, stepForward } from "./log-follower.ts";
import type { LogChange } from "./read-changes.ts";
import { type LogPlace, sealPlace } from "./stream-token.ts";
import { createUnappliedPositions } from "./unapplied-positions.ts";

export interface StreamHubOptions {
  readonly pool: Pool;
  readonly box: SecretBox;
  readonly log: Logger;
  readonly heartbeatMs?: number | undefined;
}

/** All open streams of this process; they share one reader of the log, which runs while there are any. */
export interface StreamHub {
  /** Refused: the user, or the process, has as many as it may. */
  join(connection: Connection): "joined" | "user_full" | "full" | "closed";
  leave(connection: Connection): void;
  /** Something was committed: look now instead of at the next poll. */
  wake(): void;
  /** Ends all streams; resolves when nothing runs any more. */
  close(): Promise<void>;
}

const maxPerUser = 10;
const maxPerProcess = 1_000;
/** Other processes' commits are noticed by this poll, in ms. */
const pollMs = 500;
/** While clients wait for the read model. */
const appliedPollMs = 50;
/** A signed-out user's streams end within two of these, in ms. */
const sessionCheckMs = 800;
const retryMs = 1_000;

export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { pool, box, log, heartbeatMs = 15_000 } = options;
  const connections = new Set<Connection>();
  const joining = new Set<Connection>();
  const unapplied = createUnappliedPositions();
  let place: LogPlace | null = null;
  let following: Promise<void> | null = null;
  let awake = new AbortController();
  let closed = false;
  let timers: readonly NodeJS.Timeout[] = [];

  const tokenFor = (tenantId: TenantId, at: LogPlace): string => sealPlace(box, tenantId, at);

  async function follow(): Promise<void> {
    place = null;
    while (!closed && all().length > 0) {
      try {
        await advance();
        await announceApplied();
        await pause(unapplied.waiting ? appliedPollMs : pollMs);
      } catch (error) {
        log.warn({ err: error }, "the log was not read for the open streams; it is tried again");
        await pause(retryMs);
      }
    }
    following = null;
    // somebody may have come while the last look was ending
    if (!closed && all().length > 0) start();
  }

  /** Brings everybody to the log's heads of now, in steps; then lets in who is waiting. */
  async function advance(): Promise<void> {
    const heads = await readPlace(pool);
    place ??= heads;
    while (connections.size > 0) {
      const tenantIds = [...new Set([...connections].map((connection) => connection.tenantId))];
      const step = await stepForward(pool, tenantIds, { from: place, to: heads });
      place = step.place;
      broadcast(step.changes, step.place);
      if (step.complete) break;
    }
    place = heads;
    for (const connection of joining) await admit(connection, heads);
  }

  function broadcast(changes: readonly LogChange[], at: LogPlace): void {
    unapplied.add(changes);
    for (const tenantId of new Set(changes.map((change) => change.tenantId))) {
      const own = changes.filter((change) => change.tenantId === tenantId);
      const frames = changeFrames(own, tokenFor(tenantId, at));
      if (frames !== "") sendTo(tenantId, frames);
    }
  }

  async function admit(connection: Connection, heads: LogPlace): Promise<void> {
    const { tenantId, resumeFrom } = connection;
    const missed =
      resumeFrom === null || resumeFrom === "unknown"
        ? null
        : await catchUp(pool, tenantId, { from: resumeFrom, to: heads });
    // it may have left meanwhile
    if (!joining.delete(connection)) return;
    connections.add(connection);
    const id = tokenFor(tenantId, heads);
    if (resumeFrom === null) connection.send(frame({ event: "ready", data: {}, id }));
    else if (missed === null) connection.send(frame({ event: "reset", data: {}, id }));
    else {
      unapplied.add(missed);
      const ready = frame({ event: "ready", data: { resumed: true }, id });
      connection.send(changeFrames(missed, id) + ready);
    }
  }

  async function announceApplied(): Promise<void> {
    for (const [tenantId, applied] of await unapplied.takeApplied(pool)) {
      sendTo(tenantId, frame({ event: "position", data: { applied } }));
    }
  }

  function sendTo(tenantId: TenantId, frames: string): void {
    for (const connection of connections) {
      if (connection.tenantId === tenantId) connection.send(frames);
    }
  }

  /** A heartbeat has an id too: in a quiet company the last one would grow too old to resume from. */
  function beat(): void {
    for (const connection of connections) {
      const id = place === null ? undefined : tokenFor(connection.tenantId, place);
      connection.send(frame({ event: "heartbeat", data: {}, id }));
    }
  }

  async function endSignedOut(): Promise<void> {
    const open = all();
    if (open.length === 0) return;
    const alive = await aliveSessions(pool, [...new Set(open.map((one) => one.sessionId))]);
    for (const connection of open) {
      if (alive.has(connection.sessionId)) continue;
      remove(connection);
      connection.end(frame({ event: "signed_out", data: {} }));
    }
  }

  function checkSessions(): void {
    endSignedOut().catch((error: unknown) => {
      log.warn({ err: error }, "the sessions of the open streams were not checked");
    });
  }

  function all(): readonly Connection[] {
    return [...connections, ...joining];
  }

  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: awake.signal }).catch(() => {});
    awake = new AbortController();
  }

  function start(): void {
    if (following !== null) return awake.abort();
    if (timers.length === 0) {
      timers = [setInterval(beat, heartbeatMs), setInterval(checkSessions, sessionCheckMs)];
    }
    following = follow();
  }

  function remove(connection: Connection): void {
    connections.delete(connection);
    joining.delete(connection);
    if (!all().some((one) => one.tenantId === connection.tenantId)) {
      unapplied.forget(connection.tenantId);
    }
    if (all().length > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    join(connection) {
      if (closed) return "closed";
      const open = all();
      if (open.length >= maxPerProcess) return "full";
      const ofUser = open.filter((one) => one.userId === connection.userId);
      if (ofUser.length >= maxPerUser) return "user_full";
      joining.add(connection);
      start();
      return "joined";
    },
    leave: remove,
    wake: () => {
      if (following !== null) awake.abort();
    },
    async close() {
      closed = true;
      for (const connection of all()) {
        remove(connection);
        connection.end();
      }
      awake.abort();
      await following;
    },
  };
}
