// npm run bench:board -- [shipments=200000] [rounds=10] [--json file]: what a dispatcher feels at the board of a tenant with so many shipments, in a real
// browser: from the last key or click to the new rows on the screen, the service's own time beside it, how long keys wait, long tasks. One round is every
// view, order, search and page once (board/cases.ts). Browser, web application and PostgreSQL share the machine.
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { ensureBrowser } from "../../infra/browser.mjs";
import { playRound } from "./board/cases.ts";
import { figuresOf, lineOf, type Samples } from "./board/samples.ts";
import { type BoardSite, openBoardSite, startBoardDatabase } from "./board/site.ts";
import { writeFigures } from "./figure.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const [shipments = "200000", rounds = "10"] = positionals;

const found = ensureBrowser();
if ("skipped" in found) throw new Error(found.skipped);
say(`load before: ${loadText()}`);
const database = await startBoardDatabase(Number(shipments));
try {
  const site = await openBoardSite(database);
  try {
    const samples = await measure(site, found.executable);
    say(
      `${shipments} shipments, ${rounds} rounds, ${String(cpus().length)} cores, Node.js ${process.versions.node}; p50 / p95 / max`,
    );
    for (const one of samples) say(lineOf(one));
    say(`load after: ${loadText()}`);
    if (flags.json !== undefined) {
      const figures = samples.flatMap((one, index) => figuresOf(one, `B${String(index + 1)}`));
      writeFigures(flags.json, figures);
    }
  } finally {
    await site.close();
  }
} finally {
  await database.stop();
}

async function measure(site: BoardSite, executablePath: string): Promise<readonly Samples[]> {
  const browser = await chromium.launch({
    executablePath,
    // its sandbox refuses root; the pages are our own
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    say(`Chromium ${browser.version()}`);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ ...site.cookie, url: site.url }]);
    await context.addInitScript({ path: join(import.meta.dirname, "board", "in-page.mjs") });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const warmUp = new Map<string, Samples>();
    await playRound({ page, session, site, samples: warmUp }, Number(rounds));
    const samples = new Map<string, Samples>();
    for (let round = 0; round < Number(rounds); round += 1) {
      await playRound({ page, session, site, samples }, round);
      say(`round ${String(round + 1)} of ${rounds}, load ${loadText()}`);
    }
    return [...samples.values()];
  } finally {
    await browser.close();
  }
}

function loadText(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(", ");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
