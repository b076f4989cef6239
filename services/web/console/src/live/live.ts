import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { api, isStatus, queryKeys, read } from "../api/index.ts";
import { signedOut } from "../api/signed-out.ts";
import { createCollector } from "./collector.ts";
import type { Message, OtherChange, ShipmentChange } from "./messages.ts";
import { createStream, type StreamState } from "./stream.ts";
import { createWriteTracker, type WriteTracker } from "./writes.ts";

export interface Live {
  readonly tracker: WriteTracker;
  state(): StreamState;
  subscribe(listener: () => void): () => void;
  /** Told of each change at once; queries follow a moment later. */
  onShipmentChange(listener: (change: ShipmentChange) => void): () => void;
  start(queryClient: QueryClient): () => void;
}

/** A tab that nobody looks at gives its connection back: a browser has few, and the service allows a user ten. */
const hiddenForMs = 60_000;

function createLive(): Live {
  const tracker = createWriteTracker(() => performance.now());
  const listeners = new Set<() => void>();
  const shipmentListeners = new Set<(change: ShipmentChange) => void>();
  let state: StreamState = "connecting";
  const setState = (next: StreamState): void => {
    if (next === state) return;
    state = next;
    if (next === "cut") tracker.forgetExpected();
    for (const listener of listeners) listener();
  };
  return {
    tracker,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onShipmentChange(listener) {
      shipmentListeners.add(listener);
      return () => void shipmentListeners.delete(listener);
    },
    start(queryClient) {
      const receive = receiver({ queryClient, tracker, shipmentListeners });
      const stream = createStream({
        open: (url) => new EventSource(url),
        onMessage: receive.message,
        onState: setState,
        onFailure: checkSession,
      });
      stream.start();
      const forgetVisibility = whileVisible(stream);
      return () => {
        forgetVisibility();
        stream.stop();
        receive.stop();
      };
    },
  };
}

/** An EventSource does not tell a refused session from a broken line. */
function checkSession(): void {
  read(api.GET("/api/auth/me")).catch((error: unknown) => {
    if (isStatus(error, 401)) signedOut.tell();
  });
}

function receiver({
  queryClient,
  tracker,
  shipmentListeners,
}: {
  readonly queryClient: QueryClient;
  readonly tracker: WriteTracker;
  readonly shipmentListeners: ReadonlySet<(change: ShipmentChange) => void>;
}) {
  const stale = createCollector<QueryKey>((keys) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  });
  const message = (one: Message): void => {
    switch (one.type) {
      case "ready":
      case "heartbeat":
        return;
      case "reset":
        tracker.forgetExpected();
        void queryClient.invalidateQueries();
        return;
      case "signed_out":
        signedOut.tell();
        return;
      case "position":
        tracker.applied(one.applied);
        return;
      case "shipment":
        tracker.expect(one.change.position);
        for (const listener of shipmentListeners) listener(one.change);
        stale.add(queryKeys.shipments);
        stale.add(queryKeys.shipment(one.change.id));
        return;
      case "change":
        tracker.expect(one.change.position);
        for (const key of keysOf(one.change)) stale.add(key);
        return;
    }
  };
  return { message, stop: stale.stop };
}

/** `invoice.issued` makes the invoices stale. */
function keysOf({ kind }: OtherChange): readonly QueryKey[] {
  const stale = new Map<string, QueryKey>([
    ["customer", queryKeys.customers],
    ["invoice", queryKeys.invoices],
    ["api_key", queryKeys.apiKeys],
  ]).get(kind.split(".")[0] ?? "");
  return stale === undefined ? [] : [stale];
}

function whileVisible(stream: { start(): void; stop(): void }): () => void {
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(hidden);
    if (document.visibilityState === "visible") stream.start();
    else hidden = setTimeout(stream.stop, hiddenForMs);
  };
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(hidden);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Of this page. */
export const live = createLive();
