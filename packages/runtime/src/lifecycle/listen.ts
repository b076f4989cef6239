import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigurationError } from "../config/configuration-error.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** The setting that an error names, `PORT` by default. */
  readonly setting?: string;
}

/**
 * Starts listening and resolves with the port.
 *
 * @throws ConfigurationError when the port is taken or not allowed, or the address is not this machine's.
 */
export function listen(server: Server, options: ListenOptions): Promise<number> {
  const { host, port } = options;
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      reject(explained(error, options));
    };
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      // a listening TCP server's address is an AddressInfo
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function explained(error: NodeJS.ErrnoException, options: ListenOptions): Error {
  const { host, port, setting = "PORT" } = options;
  switch (error.code) {
    case "EADDRINUSE":
      return new ConfigurationError([
        `Port ${String(port)} on ${host} is taken: stop what uses it, or set ${setting} to another port.`,
      ]);
    case "EACCES":
      return new ConfigurationError([
        `Port ${String(port)} may not be opened by this user: set ${setting} to a port above 1023.`,
      ]);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new ConfigurationError([
        `${host} is not an address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for every interface.`,
      ]);
    case undefined:
    default:
      return error;
  }
}
