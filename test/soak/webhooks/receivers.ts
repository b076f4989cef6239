import type { AddressInfo } from "node:net";
import { Peer } from "./peer.ts";

/** What arrived since the last time it was asked for. */
export interface Received {
  /** Ids of the messages, in the order of their arrival. */
  readonly accepted: string[];
  readonly failed: number;
  readonly unanswered: number;
  readonly throttled: number;
}

export interface Receivers {
  readonly url: string;
  take(): Promise<Received>;
  close(): Promise<void>;
}

/** `file`: the bundle of receiver-process.ts. */
export async function startReceivers(file: string): Promise<Receivers> {
  const peer = new Peer(file, {});
  // as: what the process sends first, and after each question
  const { port } = (await peer.next()) as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    take: async () => (await peer.ask()) as Received,
    close: () => peer.close(),
  };
}
