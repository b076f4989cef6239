import type { EventRecord, Position } from "@shipment-tracking/contracts";

/**
 * What was seen of the system from outside while faults were injected: everything a check needs, nothing it has to ask for. Times are milliseconds
 * of one monotonic clock.
 */
export interface History {
  /** Ids of the events that were in the log before the load began. */
  readonly given: ReadonlySet<string>;
  readonly commands: readonly Command[];
  /** The whole log, in no particular order. */
  readonly log: readonly EventRecord[];
  /** Highest position per part as the log itself counts them. */
  readonly heads: ReadonlyMap<number, number>;
  /** What the read API answers once nothing moves any more; null when it was not asked. */
  readonly answers: readonly TenantAnswers[] | null;
  readonly sightings: readonly Sighting[];
  readonly failures: readonly Failure[];
  readonly faults: readonly Fault[];
  readonly exits: readonly Exit[];
}

/** A command sent to the web application, with all its repetitions under one Idempotency-Key. */
export interface Command {
  /** Text that the command leaves in its events and no other command uses; see `markerOf`. */
  readonly marker: string;
  readonly tenantId: string;
  /** The shipments it names; null for a creation, whose shipment is named by the answer. */
  readonly streamIds: readonly string[] | null;
  readonly outcome: Outcome;
}

export type Outcome =
  /** No answer, or one that says that the server failed: its events may be there, once, or not. */
  | { readonly kind: "unknown" }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "accepted"; readonly effects: readonly Effect[] };

/** What the answer says about one shipment. */
export interface Effect {
  readonly streamId: string;
  /** Null when the command turned out to be a repeat of an earlier try. */
  readonly version: number | null;
  readonly position: Position | null;
}

/** The read API as one client saw it when everything had come to rest. */
export interface TenantAnswers {
  readonly tenantId: string;
  /** The whole list, as the texts of its items, newest first. */
  readonly items: readonly { readonly id: string; readonly text: string }[];
  /** By shipment id. */
  readonly details: ReadonlyMap<string, string>;
  /** By the hash of the tracking token, for the tokens that are known; null where a token opened nothing. */
  readonly publicViews: ReadonlyMap<string, string | null>;
}

/** One look at one shipment through the read API. */
export interface Sighting {
  readonly shipmentId: string;
  readonly view: "item" | "detail";
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Null: the API knew no such shipment. */
  readonly text: string | null;
  /** The version that the answer must show at least, when the client named a position and the API said that it is applied. */
  readonly atLeast: number | null;
}

export type Component = "web" | "api" | "projector" | "relay" | "webhooks" | "postgres" | "kafka";

/** A request that was answered with 5xx, or not at all (`status` null). */
export interface Failure {
  readonly door: "web" | "api";
  readonly status: number | null;
  readonly endedAt: number;
  readonly what: string;
}

export interface Fault {
  readonly component: Component;
  readonly name: string;
  readonly beganAt: number;
  /** When the component worked again. */
  readonly healedAt: number;
  /** How long readers then needed to catch up with what the log held when it healed; null: they never did. */
  readonly lagHealedMs: number | null;
  /** The same for the relay and the topic; absent where there is none. */
  readonly topicHealedMs?: number | null;
  /** How many times longer things may take here, from 1: the machine was that busy. */
  readonly patience: number;
}

export interface Exit {
  readonly component: Component;
  readonly at: number;
  readonly how: string;
  /** Killed or stopped by the test. */
  readonly wanted: boolean;
}

/** The promises that a history can break, as named in docs/operations.md. */
export type Invariant = "I1" | "I2" | "I3" | "I4" | "I5" | "I9" | "I10";

export interface Violation {
  readonly invariant: Invariant;
  readonly what: string;
}
