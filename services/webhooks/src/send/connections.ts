import { Connection, type ConnectionLimits, type Route } from "./connection.ts";
import type { Deadline } from "./deadline.ts";

export interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /** Connections of one endpoint, idle ones included. */
  readonly perEndpoint: number;
  /** Idle connections of all endpoints; the oldest is closed first. */
  readonly maxIdle: number;
}

export interface Wanted {
  readonly endpointId: string;
  /** Where a new connection goes. */
  readonly route: Route;
  /** The addresses that were checked just now: an idle connection to another one is not used. */
  readonly addresses: readonly string[];
  /** True: no idle connection, whatever there is. */
  readonly fresh: boolean;
}

interface EndpointConnections {
  readonly busy: Set<Connection>;
  readonly idle: Set<Connection>;
  readonly waiting: Set<() => void>;
}

/**
 * The open connections, kept apart by endpoint: a hanging receiver holds only its own, and an answer that a receiver smuggles
 * behind another one can only meet a request of the same endpoint.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #endpoints = new Map<string, EndpointConnections>();
  // insertion order: the first one has been idle for longest
  readonly #idle = new Map<Connection, string>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /**
   * A connection of the endpoint: an idle one to one of the addresses, else a new one to `address` as soon as the endpoint may have
   * one more; null when the deadline passed before.
   */
  async take(wanted: Wanted, deadline: Deadline): Promise<Connection | null> {
    for (;;) {
      const connection = this.takeNow(wanted, deadline);
      if (connection !== null) return connection;
      if (deadline.expired) {
        this.#forgetIfEmpty(wanted.endpointId);
        return null;
      }
      await waitForTurn(this.#endpoint(wanted.endpointId), deadline);
    }
  }

  /** As `take`, without waiting: null when all connections of the endpoint are busy, or it is too late. */
  takeNow(wanted: Wanted, deadline: Deadline): Connection | null {
    if (deadline.expired) return null;
    const endpoint = this.#endpoint(wanted.endpointId);
    return this.#takeIdle(endpoint, wanted) ?? this.#open(endpoint, wanted);
  }

  /** Gives a connection back after a request; `reusable` when its answer ended as it should. */
  release(endpointId: string, connection: Connection, reusable: boolean): void {
    const endpoint = this.#endpoint(endpointId);
    if (!reusable || !connection.isOpen) {
      this.#drop(endpointId, connection);
    } else {
      endpoint.busy.delete(connection);
      endpoint.idle.add(connection);
      this.#idle.set(connection, endpointId);
      this.#closeOldestIdle();
    }
    const [next] = endpoint.waiting;
    next?.();
  }

  /** Closes the idle connections of an endpoint. */
  dropIdle(endpointId: string): void {
    for (const connection of this.#endpoints.get(endpointId)?.idle ?? []) {
      this.#drop(endpointId, connection);
    }
  }

  counts(): { readonly endpoints: number; readonly busy: number; readonly idle: number } {
    let busy = 0;
    for (const endpoint of this.#endpoints.values()) busy += endpoint.busy.size;
    return { endpoints: this.#endpoints.size, busy, idle: this.#idle.size };
  }

  async close(): Promise<void> {
    const all = [...this.#endpoints.values()].flatMap(({ busy, idle }) => [...busy, ...idle]);
    this.#endpoints.clear();
    this.#idle.clear();
    await Promise.all(all.map((connection) => connection.destroy()));
  }

  #takeIdle(endpoint: EndpointConnections, wanted: Wanted): Connection | null {
    if (wanted.fresh) return null;
    for (const connection of endpoint.idle) {
      const { origin, address } = connection.route;
      if (!connection.isOpen || origin !== wanted.route.origin) continue;
      if (!wanted.addresses.includes(address)) continue;
      endpoint.idle.delete(connection);
      endpoint.busy.add(connection);
      this.#idle.delete(connection);
      return connection;
    }
    return null;
  }

  #open(endpoint: EndpointConnections, wanted: Wanted): Connection | null {
    if (endpoint.busy.size >= this.#options.perEndpoint) return null;
    const [replaced] = endpoint.idle;
    const full = endpoint.busy.size + endpoint.idle.size >= this.#options.perEndpoint;
    const connection = new Connection(wanted.route, this.#options.limits, (self) => {
      if (this.#idle.has(self)) this.#drop(wanted.endpointId, self);
    });
    endpoint.busy.add(connection);
    if (full && replaced !== undefined) this.#drop(wanted.endpointId, replaced);
    return connection;
  }

  #endpoint(endpointId: string): EndpointConnections {
    const known = this.#endpoints.get(endpointId);
    if (known !== undefined) return known;
    const created = {
      busy: new Set<Connection>(),
      idle: new Set<Connection>(),
      waiting: new Set<() => void>(),
    };
    this.#endpoints.set(endpointId, created);
    return created;
  }

  #drop(endpointId: string, connection: Connection): void {
    this.#idle.delete(connection);
    const endpoint = this.#endpoints.get(endpointId);
    endpoint?.busy.delete(connection);
    endpoint?.idle.delete(connection);
    this.#forgetIfEmpty(endpointId);
    void connection.destroy();
  }

  #forgetIfEmpty(endpointId: string): void {
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint === undefined) return;
    const { busy, idle, waiting } = endpoint;
    if (busy.size + idle.size + waiting.size === 0) this.#endpoints.delete(endpointId);
  }

  #closeOldestIdle(): void {
    const [oldest] = this.#idle;
    if (oldest === undefined || this.#idle.size <= this.#options.maxIdle) return;
    this.#drop(oldest[1], oldest[0]);
  }
}

function waitForTurn(endpoint: EndpointConnections, deadline: Deadline): Promise<void> {
  return new Promise((resolve) => {
    const turn = () => {
      endpoint.waiting.delete(turn);
      deadline.watch(null);
      resolve();
    };
    endpoint.waiting.add(turn);
    deadline.watch(turn);
  });
}
