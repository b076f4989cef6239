import { resolve } from "node:path";
import type { DataDirectory } from "./data-directory/open-data-directory.ts";
import type { DemoFile } from "./demo/demo-file.ts";

export interface SummaryInput {
  readonly publicUrl: string;
  /** Null without demo data. */
  readonly demo: DemoFile | null;
  readonly directory: Pick<DataDirectory, "path" | "demoFile" | "logFile">;
  readonly simulator: boolean;
  /** No mail server: what would have been sent can be read in the browser. */
  readonly mailbox: boolean;
  readonly startMs: number;
}

/** What the person who typed `npm start` reads: where to click, with what, and how to stop. */
export function summary(input: SummaryInput): string {
  const { demo, directory, startMs } = input;
  return [
    "",
    `Shipment tracking is running (started in ${(startMs / 1_000).toFixed(1)} s).`,
    "",
    ...(demo === null ? withoutDemo(input) : withDemo(demo, input)),
    "",
    `  Data         ${directory.path}`,
    `  Log          ${directory.logFile}`,
    "  Stop         Ctrl-C",
    "",
    "",
  ].join("\n");
}

function withDemo(demo: DemoFile, input: SummaryInput): readonly string[] {
  const { directory, simulator, mailbox } = input;
  const [tenant] = demo.tenants;
  if (tenant === undefined) return withoutDemo(input);
  return [
    `  Console      ${demo.consoleUrl}`,
    `  Login        ${tenant.dispatcher.email}  ${tenant.dispatcher.password}`,
    `  Tracking     ${demo.trackingUrl}`,
    `  All logins and keys: ${directory.demoFile}`,
    `  Webhooks     ${demo.consoleUrl}/dev/webhooks`,
    ...(mailbox ? [`  Sent mails   ${demo.consoleUrl}/dev/mail`] : []),
    "",
    "  Read shipments with an API key:",
    `    ${curl(demo.baseUrl, tenant.apiKey)}`,
    "",
    "  Import a file (samples lie in test/data):",
    `    ${tracking(directory.path)} import --kind shipments FILE.csv`,
    `    ${tracking(directory.path)} import --kind events FILE.csv`,
    "",
    simulator
      ? "  A simulator moves a demo shipment every few seconds (npm start -- --no-simulator: none)."
      : "  The simulator is off.",
  ];
}

function withoutDemo({ publicUrl, directory }: SummaryInput): readonly string[] {
  return [
    `  Address      ${publicUrl}`,
    "",
    "  There is no demo data. Make a tenant with its first administrator:",
    `    ${tracking(directory.path)} tenant create --name 'My Company' --admin-email me@example.com`,
  ];
}

/** The command line looks into ./data unless it is told otherwise. */
function tracking(dataDir: string): string {
  const elsewhere = dataDir === resolve("data") ? "" : `DATA_DIR='${dataDir}' `;
  return `${elsewhere}npx tracking`;
}

/** A command that works as printed in any POSIX shell. */
function curl(baseUrl: string, apiKey: string): string {
  return `curl -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/v1/shipments?limit=3'`;
}
