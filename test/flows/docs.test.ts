import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDataDir, readDemo, root, startInstance, type Instance } from "./support/instance.ts";

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** Shell blocks under the mark `<!-- tested -->`, in their order. */
function testedSnippets(page: string): readonly string[] {
  return [...textOf(page).matchAll(/<!-- tested -->\n+```sh\n(.*?)```/gs)].map(
    (match) => match[1] ?? "",
  );
}

describe("the documentation", () => {
  it.each(pages)("%s links only to what exists", (page) => {
    const targets = [...textOf(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? "",
    );
    const local = targets.filter((target) => !/^https?:/.test(target));
    const missing = local.filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it("names every setting of npm start", () => {
    const sources = [
      "services/all-in-one/src/config.ts",
      "services/web/src/mail/mail-config.ts",
      "packages/runtime/src/config/kafka-settings.ts",
      "packages/runtime/src/config/webhook-settings.ts",
      "services/webhooks/src/config.ts",
    ];
    const config = sources.map(textOf).join("\n");
    const names = [...config.matchAll(/^ {2,4}([A-Z_]+): /gm)].map((match) => match[1] ?? "");
    // of the worker that runs apart
    const apart = new Set(["WEBHOOKS_DATABASE_URL", "SECRET_KEYS"]);
    const settings = [...new Set(names)].filter((name) => !apart.has(name));
    const documented = [...textOf("README.md").matchAll(/^\| `([A-Z_]+)` /gm)].map(
      (match) => match[1] ?? "",
    );
    expect(settings.length).toBeGreaterThan(5);
    expect(documented.toSorted()).toEqual(settings.toSorted());
  });

  it("names every column of an import file", () => {
    const source = textOf("services/web/src/imports/columns.ts");
    const lists = [...source.matchAll(/^const \w+Columns = \[(.*?)\] as const/gms)];
    const columns = lists.flatMap((list) => [...(list[1] ?? "").matchAll(/"(\w+)"/g)]);
    expect(columns.length).toBeGreaterThan(20);
    const page = textOf("docs/importing.md");
    const missing = columns.filter((column) => !page.includes(`\`${column[1] ?? ""}\``));
    expect(missing).toEqual([]);
  });

  it("keeps a decision record under 60 lines", () => {
    const records = pages.filter((page) => page.startsWith(join("docs", "decisions")));
    expect(records.length).toBeGreaterThan(0);
    const long = records.filter((page) => textOf(page).split("\n").length > 60);
    expect(long.map((page) => relative("docs", page))).toEqual([]);
  });
});

describe("the first ten minutes of the README", { timeout: 180_000 }, () => {
  let dataDir: ReturnType<typeof makeDataDir>;
  let instance: Instance;

  beforeAll(async () => {
    dataDir = makeDataDir();
    instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
    await instance.ready();
  }, 60_000);

  afterAll(async () => {
    instance.kill("SIGTERM");
    await instance.exited;
    dataDir.remove();
  });

  /** Runs the page's marked snippets one after the other, in one shell. */
  function runSnippets(page: string) {
    const { consoleUrl } = readDemo(dataDir.path);
    const script = ["set -eu", ...testedSnippets(page)]
      .join("\n")
      .replaceAll("./data/", `${dataDir.path}/`)
      .replaceAll("http://localhost:8080", consoleUrl);
    return spawnSync("sh", ["-c", script], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: dataDir.path },
    });
  }

  it("work as they are written", () => {
    expect(testedSnippets("README.md").length).toBeGreaterThanOrEqual(6);
    const run = runSnippets("README.md");
    expect(run.stderr).not.toMatch(/error/i);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("14 imported");
    expect(run.stdout).toContain('"status":"picked_up","previousStatus":"pickup_scheduled"');
    // the last answer is the recipient's view
    expect(run.stdout.trimEnd()).toMatch(/^\{"shipmentNumber":"SHP-\d+",.*"events":\[\{.*\}\]\}$/m);
    expect(run.stdout).toContain("Created the tenant My Company (");
  });

  it("and the commands of docs/operations.md do, too", () => {
    expect(testedSnippets("docs/operations.md").length).toBeGreaterThanOrEqual(4);
    const run = runSnippets("docs/operations.md");
    // where no terminal shows a line of progress a rebuild names its steps, and how far it is when one takes long
    const steps = /^(Loading(: .*)?|Making indexes|Verifying|Catching up and switching)\n/gm;
    expect(run.stderr.replaceAll(steps, "")).toBe("");
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("/set-up?token=");
    expect(run.stdout).toMatch(/^ {2}stk_[0-9A-Za-z]{49}$/m);
    expect(run.stdout).toMatch(/^The API key .* is revoked\.$/m);
    expect(run.stdout).not.toMatch(/^fail /m);
  });

  it("and so do those of docs/integrating.md", () => {
    const page = "docs/integrating.md";
    expect(testedSnippets(page).length).toBeGreaterThanOrEqual(5);
    const run = runForIntegrator("sh", ["-c", ["set -eu", ...testedSnippets(page)].join("\n")]);
    expect([run.status, run.stderr]).toEqual([0, ""]);
    // curl ends no line by itself
    const [polled, written, shared] = run.stdout.split("\n");
    expect(polled).toMatch(/^\[\{.*"status":"in_transit".*\}\]304$/);
    expect(written).toMatch(
      /^\[\{.*"originCity":"Bern","destCity":"Lyon".*\}\]\{"error":"Invalid API key"\} 401$/,
    );
    expect(shared).toMatch(/^\{"shipmentNumber":"SHP-\d+".*"events":\[\]\}$/);
  });

  it("and its program reads every shipment once, on one page or on many", () => {
    const program =
      /<!-- tested: sync\.mjs -->\n+```js\n(.*?)```/s.exec(textOf("docs/integrating.md"))?.[1] ??
      "";
    const outputs = ["limit=200", "limit=20"].map((limit) => {
      const source = program.replace("limit=200", limit);
      const run = runForIntegrator(process.execPath, ["--input-type=module", "-e", source]);
      expect([run.status, run.stderr]).toEqual([0, ""]);
      return run.stdout;
    });
    expect(outputs[0]).toMatch(/^\d+ shipments\n$/);
    expect(outputs[1]).toBe(outputs[0]);
    expect(Number.parseInt(outputs[0] ?? "", 10)).toBeGreaterThan(40);
  });

  /** In a directory of its own, with what the page asks for. */
  function runForIntegrator(program: string, args: readonly string[]) {
    const { consoleUrl, tenants } = readDemo(dataDir.path);
    const [tenant] = tenants;
    const directory = mkdtempSync(join(tmpdir(), "integrating-"));
    try {
      return spawnSync(program, args, {
        cwd: directory,
        encoding: "utf8",
        env: {
          ...process.env,
          BASE: consoleUrl,
          KEY: tenant?.apiKey,
          LOGIN: JSON.stringify(tenant?.dispatcher),
        },
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  it("docs/operations.md names every check of the doctor", () => {
    const page = textOf("docs/operations.md");
    const source = textOf("services/all-in-one/src/command-line/doctor/check.ts");
    const names = [...source.matchAll(/^ {2}\| "([a-z_]+)"/gm)].map((match) => match[1] ?? "");
    const checks = names.map((name) => name.replace(/^connection_.*/, "connection_…"));
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
