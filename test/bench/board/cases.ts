import type { CDPSession, Page } from "playwright-core";
import { addSample, newSamples, type Noted, type Samples } from "./samples.ts";
import type { BoardSite } from "./site.ts";

interface Bench {
  readonly page: Page;
  /** Of the page, with the times of its main thread counted in CPU time. */
  readonly session: CDPSession;
  readonly site: BoardSite;
  readonly samples: Map<string, Samples>;
}

/** What a user does on the board, once round. */
export async function playRound(bench: Bench, round: number): Promise<void> {
  await playViews(bench);
  await playSorting(bench);
  await playSearches(bench, round);
  await playPaste(bench, round);
  await playPages(bench);
}

const view = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });

async function playViews(bench: Bench): Promise<void> {
  await open(bench, "/");
  for (const name of ["Late", "Exceptions", "Today"]) {
    await timed(bench, `view ${name}, first time`, () => view(bench.page, name).click());
  }
  for (const name of ["All", "Late", "Exceptions", "Today"]) {
    await timed(bench, `view ${name}, again`, () => view(bench.page, name).click());
  }
  await open(bench, "/?view=today");
  await timed(bench, "view All, first time", () => view(bench.page, "All").click());
}

/** Each header twice: up, then down. */
async function playSorting(bench: Bench): Promise<void> {
  await open(bench, "/");
  for (const name of ["Number", "Status", "Delivery due", "Last event", "Changed"]) {
    const header = bench.page.getByRole("button", { name, exact: true });
    if ((await header.count()) === 0) continue;
    await timed(bench, `sort by ${name}`, () => header.click());
    await timed(bench, `sort by ${name}`, () => header.click());
  }
}

const searches: readonly (readonly [string, (round: number) => string])[] = [
  ["a number", (round) => numberOf(round)],
  ["a city of 0.16 %", (round) => `city${String(100 + round)}`],
  ["a city of 20 %", () => "rotterdam"],
  ["a city and a carrier", (round) => `rotterdam carrier${String(round % 29)}`],
  ["a customer", (round) => `käufer ${(round % 16).toString(16)}${(round % 7).toString(16)}`],
  ["nothing that is there", (round) => `nowhere${String(round)}`],
];

async function playSearches(bench: Bench, round: number): Promise<void> {
  const { page } = bench;
  for (const [name, textOf] of searches) {
    const field = page.getByLabel("Search shipments");
    await field.fill("");
    await settled(bench, "");
    await field.focus();
    // a quick typist's, another one each time
    const delay = 60 + ((round * 17) % 41);
    const text = textOf(round);
    await timed(bench, `type ${name}`, () => page.keyboard.type(text, { delay }), text);
  }
  // sorted and filtered, as a view that somebody works in
  await open(bench, "/?status=delivered&sort=-delivery");
  await page.getByLabel("Search shipments").focus();
  const text = `city${String(100 + round)}`;
  await timed(
    bench,
    "type, of a status, sorted",
    () => page.keyboard.type(text, { delay: 80 }),
    text,
  );
}

async function playPaste(bench: Bench, round: number): Promise<void> {
  await open(bench, "/");
  const { page } = bench;
  await page.getByLabel("Search shipments").focus();
  const text = Array.from({ length: 50 }, (_, index) => numberOf(round * 50 + index)).join(" ");
  await timed(bench, "paste 50 numbers", () => page.keyboard.insertText(text), text);
}

/** Loads four more pages and goes through all of them with the wheel and by keys. */
async function playPages(bench: Bench): Promise<void> {
  await open(bench, "/");
  const { page } = bench;
  for (let pages = 0; pages < 4; pages += 1) {
    const more = page.getByRole("button", { name: "Load more" });
    await timed(bench, "load another page", () => more.click());
  }
  await page.locator("tbody tr[data-row]").first().hover();
  await timed(bench, "scroll through 500 rows", async () => {
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 300);
  });
}

async function open(bench: Bench, path: string): Promise<void> {
  await bench.page.goto(bench.site.url + path);
  await bench.page.locator("tbody tr[data-row]").first().waitFor();
  await settled(bench, null);
}

/** `q`: the text that the address must have in the end. */
async function timed(
  bench: Bench,
  name: string,
  act: () => Promise<unknown>,
  q: string | null = null,
): Promise<void> {
  await bench.page.evaluate("boardBench.begin()");
  bench.site.takeServiceTimes();
  const before = await pageCpuMs(bench);
  await act();
  const noted = await settled(bench, q);
  const cpuMs = (await pageCpuMs(bench)) - before;
  const samples = bench.samples.get(name) ?? newSamples(name);
  bench.samples.set(name, samples);
  addSample(samples, { ...noted, cpuMs }, bench.site.takeServiceTimes());
}

/** CPU time of the page's main thread so far. */
async function pageCpuMs({ session }: Bench): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

function settled({ page }: Bench, q: string | null): Promise<Noted> {
  return page.evaluate(`boardBench.settled(${JSON.stringify(q)})`);
}

function numberOf(n: number): string {
  return `SHP-${String(1 + ((n * 7919) % 200_000)).padStart(6, "0")}`;
}
