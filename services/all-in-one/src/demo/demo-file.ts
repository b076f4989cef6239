import { rmSync } from "node:fs";
import { readPrivateJson } from "../data-directory/private-file.ts";
import type { DemoRole } from "./companies.ts";

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface DemoTenant extends Readonly<Record<DemoRole, Login>> {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
}

/** What DATA_DIR/demo.json says: everything to use the demo with. */
export interface DemoFile {
  /** The base address of the interface specification: `GET {baseUrl}/v1/shipments`. */
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly trackingUrl: string;
  readonly tenants: readonly DemoTenant[];
}

export interface DemoFileInput {
  readonly publicUrl: string;
  readonly trackingToken: string;
  readonly tenants: readonly DemoTenant[];
}

export function demoFile({ publicUrl, trackingToken, tenants }: DemoFileInput): DemoFile {
  return {
    baseUrl: `${publicUrl}/api`,
    consoleUrl: publicUrl,
    trackingUrl: `${publicUrl}/track/${trackingToken}`,
    tenants,
  };
}

/** Takes away a demo.json of an earlier start whose addresses are wrong by now: whoever waits for the file gets the right one. */
export function removeOutdatedDemoFile(file: string, publicUrl: string): void {
  const found = readPrivateJson(file);
  if (typeof found === "object" && found !== null && "consoleUrl" in found) {
    if (found.consoleUrl === publicUrl) return;
  }
  rmSync(file, { force: true });
}
