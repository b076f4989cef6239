import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createEdgeServer,
  stopServer,
  type Dispatch,
  type Logger,
} from "@shipment-tracking/runtime";
import { StartupError } from "./startup-error.ts";

/** The one port of the service. It is taken first, so that a taken port is noticed before anything else is started. */
export interface FrontDoor {
  readonly port: number;
  /** From now on requests are answered; those that came earlier were waiting for it. */
  open(dispatch: Dispatch): void;
  /** Stops accepting, lets requests at hand finish, then closes the applications. */
  close(apps: readonly { close(): PromiseLike<unknown> }[]): Promise<void>;
}

export interface FrontDoorOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly log: Logger;
}

// the database still has to be stopped within the 10 s that a stop may take
const drainLimitMs = 5_000;

/** Listens. Throws a StartupError when the address cannot be had. */
export async function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let dispatch: Dispatch = (request, response) => {
    waiting.push([request, response]);
  };
  const server = createEdgeServer((request, response) => dispatch(request, response), {
    log: options.log,
  });
  await listen(server, options);
  // a listening TCP server's address is an AddressInfo
  const { port } = server.address() as AddressInfo;
  return {
    port,
    open(target) {
      dispatch = target;
      for (const [request, response] of waiting.splice(0)) target(request, response);
    },
    close: async (apps) => {
      for (const [, response] of waiting.splice(0)) response.destroy();
      await stopServer(server, { apps, hardLimitMs: drainLimitMs });
    },
  };
}

async function listen(server: Server, { host, port }: FrontDoorOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    throw new StartupError(refusal(code, host, port), { cause });
  }
}

function refusal(code: string, host: string, port: number): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${String(port)} on ${host} is taken by another program: stop it, or choose another port, for example PORT=${String(port + 1)} npm start.`;
    case "EACCES":
      return `This user may not listen on port ${String(port)}: choose a port above 1023, for example PORT=8080 npm start.`;
    default:
      return `Cannot listen on ${host} port ${String(port)} (${code}): set HOST to an address of this machine, for example 127.0.0.1.`;
  }
}
