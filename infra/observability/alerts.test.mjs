import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (path) => readFileSync(join(root, path), "utf8");
const alerts = read("infra/observability/alerts.yml");
const page = read("docs/operations.md");
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

/** As a heading's anchor is made. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(/\s/g, "-");

describe("the alarms", () => {
  test("each have a section of docs/operations.md that names them", () => {
    expect(names.length).toBeGreaterThan(10);
    const sections = new Map(
      page.split(/^### /m).map((part) => [anchorOf(part.split("\n", 1)[0]), part]),
    );
    const wrong = alerts
      .split("- alert: ")
      .slice(1)
      .map((rule) => [
        /^\w+/.exec(rule)?.[0],
        /runbook: docs\/operations\.md#(\S+)/.exec(rule)?.[1],
      ])
      .filter(([name, anchor]) => !sections.get(anchor ?? "")?.includes(`\`${name}\``));
    expect(wrong).toEqual([]);
  });

  test("ask for metrics that the services have", () => {
    const health = "packages/runtime/src/health";
    const files = readdirSync(join(root, health)).filter((file) => file.endsWith(".ts"));
    const code = [
      ...files.filter((file) => !file.includes(".test.")).map((file) => join(health, file)),
      "services/webhooks/src/metrics.ts",
    ]
      .map(read)
      .join("\n");
    const own = [...alerts.matchAll(/\b((?:log|relay|http|pg|parked|webhook)_\w+)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(own).size).toBeGreaterThan(8);
    const unknown = own.filter((name) => !code.includes(`"${name.replace(/_count$/, "")}"`));
    expect(unknown).toEqual([]);
  });

  test("are scraped where the services have their private ports", () => {
    const scraped = read("infra/observability/prometheus.yml");
    const targets = [...scraped.matchAll(/targets: \["(\w+):(\d+)"\]/g)];
    expect(targets.length).toBeGreaterThanOrEqual(4);
    for (const [, service, port] of targets) {
      const config = `services/${service}/src/config.ts`;
      // a service that is still to come
      if (!existsSync(join(root, config))) continue;
      expect(read(config)).toContain(`HEALTH_PORT: settings.port(${port})`);
    }
  });

  // without Prometheus's tool the tests above must do
  if (spawnSync("promtool", ["--version"]).status !== 0) return;
  test("sound when they should and not otherwise (promtool)", () => {
    const options = { cwd: import.meta.dirname, encoding: "utf8" };
    const config = spawnSync("promtool", ["check", "config", "prometheus.yml"], options);
    expect([config.status, config.stderr]).toEqual([0, ""]);
    const rules = spawnSync("promtool", ["test", "rules", "alerts.test.yml"], options);
    expect([rules.status, rules.stderr]).toEqual([0, ""]);
  });
});
