export { readPublished, readRelayLag } from "./read-relay-lag.ts";
export { type Relay, relayConsumer, type RelayOptions, startRelay } from "./start-relay.ts";
