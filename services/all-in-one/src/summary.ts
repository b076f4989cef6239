import { resolve } from "node:path";
import type { DataDirectory } from "./data-directory/open-data-directory.ts";
import type { DemoFile } from "./demo/demo-file.ts";

export interface SummaryInput {
  readonly publicUrl: string;
  /** Null without demo data. */
  readonly demo: DemoFile | null;
  readonly directory: Pick<DataDirectory, "path" | "demoFile" | "logFile">;
  readonly simulator: boolean;
  readonly startMs: number;
}

/** What the person who typed `npm start` reads: where to click, with what, and how to stop. */
export function summary(input: SummaryInput): string {
  const { publicUrl, demo, directory, startMs } = input;
  return [
    "",
    `Shipment tracking is running (started in ${(startMs / 1_000).toFixed(1)} s).`,
    "",
    ...(demo === null ? withoutDemo(publicUrl) : withDemo(demo, input)),
    "",
    `  Data         ${directory.path}`,
    `  Log          ${directory.logFile}`,
    "  Stop         Ctrl-C",
    "",
    "",
  ].join("\n");
}

function withDemo(demo: DemoFile, { directory, simulator }: SummaryInput): readonly string[] {
  const [tenant] = demo.tenants;
  if (tenant === undefined) return withoutDemo(demo.consoleUrl);
  return [
    `  Console      ${demo.consoleUrl}`,
    `  Login        ${tenant.dispatcher.email}  ${tenant.dispatcher.password}`,
    `  Tracking     ${demo.trackingUrl}`,
    `  All logins and keys: ${directory.demoFile}`,
    "",
    "  Read shipments with an API key:",
    `    ${curl(demo.baseUrl, tenant.apiKey)}`,
    "",
    "  Import a file (samples lie in test/data):",
    `    ${importCommand(directory.path)} --kind shipments FILE.csv`,
    `    ${importCommand(directory.path)} --kind events FILE.csv`,
    "",
    simulator
      ? "  A simulator moves a demo shipment every few seconds (npm start -- --no-simulator: none)."
      : "  The simulator is off.",
  ];
}

function withoutDemo(publicUrl: string): readonly string[] {
  return [
    `  Address      ${publicUrl}`,
    "  There is no demo data. Tenants are created by a command that this version does not have yet:",
    "  start with DEMO=true to get two demo tenants with users and API keys.",
  ];
}

/** The command line looks into ./data unless it is told otherwise. */
function importCommand(dataDir: string): string {
  const elsewhere = dataDir === resolve("data") ? "" : `DATA_DIR='${dataDir}' `;
  return `${elsewhere}npx tracking import`;
}

/** A command that works as printed in any POSIX shell. */
function curl(baseUrl: string, apiKey: string): string {
  return `curl -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/v1/shipments?limit=3'`;
}
