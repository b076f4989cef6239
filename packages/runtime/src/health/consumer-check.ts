import type { HealthCheck } from "./health-server.ts";

/** How long a consumer may be silent before its process counts as not ready, in ms: it gives a sign at least once a second. */
const consumerSilenceMs = 10_000;

/** Ready while the consumer gives signs of life; one that hangs in a delivery, or was stopped, is not. */
export function checkConsumer(member: { lastHeartbeatAt(): number }): HealthCheck {
  return () => {
    const silentMs = Date.now() - member.lastHeartbeatAt();
    if (silentMs > consumerSilenceMs) {
      return Promise.reject(new Error(`The consumer was silent for ${String(silentMs)} ms`));
    }
    return Promise.resolve();
  };
}
