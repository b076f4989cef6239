import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { waitFor } from "./run.mjs";

const samples = fileURLToPath(new URL("../../test/data/", import.meta.url));

/** Nobody runs as root or can write the image's files; one port is published, on the loopback address. */
export async function checkConfinement({ installation, services }) {
  for (const service of services) {
    const container = installation.containerOf(service);
    const user = (await installation.docker("exec", container, "id", "-u")).trim();
    assert.notEqual(user, "0", `${service} runs as root`);
    await assert.rejects(
      installation.docker("exec", container, "touch", "/app/x", "/etc/x"),
      /Read-only file system/,
      `${service} can write its image`,
    );
  }
  const ports = await installation.docker(
    "ps",
    "--format={{.Names}} {{.Ports}}",
    `--filter=name=^${installation.containerOf("")}`.replace(/--1$/, "-"),
  );
  const published = ports.split("\n").filter((line) => line.includes("->"));
  assert.equal(published.length, 1, ports);
  assert.match(published[0], /edge-1 127\.0\.0\.1:\d+->8080\/tcp$/);
}

/** A change reaches an open page at once: the edge does not hold events back. Answers the milliseconds, those of three commands included. */
export async function checkStream(job) {
  await job.signIn();
  const { chunks, end } = await job.http.stream("/api/stream", job.asDispatcher());
  let text = "";
  const read = async (wanted) => {
    while (!text.includes(wanted)) {
      const { value, done } = await chunks.next();
      assert.ok(!done, `the stream ended: ${text}`);
      text += value;
    }
  };
  await read("event: ready");
  const startedAt = performance.now();
  const { id } = await job.writeOne();
  await read(id);
  const took = performance.now() - startedAt;
  assert.ok(took < 2_000, `the event took ${took} ms`);
  end();
  return took;
}

/** The edge's own refusals have the form of the services'. */
export async function checkRefusals({ installation, job }) {
  const tooLarge = await rawPost(installation.baseUrl, "/api/shipments", 23 * 1024 * 1024);
  assert.deepEqual(tooLarge, { status: 413, body: '{"error":"The body is too large."}' });
  const headers = await job.http.get("/api/v1/shipments", { "x-large": "a".repeat(15_000) });
  assert.equal(headers.status, 401, "headers of 15 KB reach the service");
  const unknown = await job.http.get("/api/v1/nonsense", { authorization: "Bearer x" });
  assert.equal(unknown.status, 401);
}

/** A real carrier's file through the command line's standard input. */
export async function checkImport(installation, login) {
  const file = createReadStream(`${samples}carrier-scans-shipments.csv`);
  const out = await installation.compose(
    [
      "run",
      "--rm",
      "-T",
      "-e",
      "TRACKING_PASSWORD",
      "tracking",
      "import",
      "--kind",
      "shipments",
      "--email",
      login.email,
      "-",
    ],
    { input: file, env: { TRACKING_PASSWORD: login.password } },
  );
  assert.match(out, /14 imported/);
}

/** What the edge says while a service is away: JSON for programs, a page for people. */
export async function checkAway({ service, http }) {
  const path = service === "web" ? "/api/auth/me" : "/api/v1/shipments";
  const answer = await http.get(path);
  assert.ok([502, 503, 504].includes(answer.status), `${path}: ${answer.status}`);
  assert.equal(typeof answer.json().error, "string");
  if (service !== "web") return;
  const page = await http.get("/");
  assert.ok(page.status >= 502);
  assert.match(page.headers.get("content-type"), /^text\/html/);
}

/** No log of any container holds a password, key, token or session. */
export async function checkLogs({ installation, secrets }) {
  const logs = await installation.compose(["--profile=*", "logs", "--no-color"]);
  const found = secrets.filter((secret) => logs.includes(secret));
  assert.equal(found.length, 0, `${found.length} secrets are in the logs`);
  return logs.split("\n").length;
}

/** Prometheus reaches each of the services. */
export function checkPrometheus({ installation, services, signal }) {
  const look = `fetch("http://prometheus:9090/api/v1/targets").then((answer) => answer.text()).then((text) => console.log(text))`;
  return waitFor(
    "Prometheus reaches its targets",
    { withinMs: 60_000, everyMs: 1_000, signal },
    async () => {
      const out = await installation.docker(
        "exec",
        installation.containerOf("web"),
        "node",
        "-e",
        look,
      );
      const targets = JSON.parse(out).data.activeTargets.filter((target) =>
        services.includes(target.labels.job),
      );
      const down = targets.filter((target) => target.health !== "up");
      if (targets.length === services.length && down.length === 0) return targets.length;
      throw new Error(
        down
          .map((target) => `${target.scrapeUrl}: ${target.lastError || target.health}`)
          .join("; "),
      );
    },
  );
}

function rawPost(baseUrl, path, bytes) {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${baseUrl}${path}`,
      { method: "POST", headers: { "content-type": "application/json", "content-length": bytes } },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => (body += text));
        response.once("end", () => {
          resolve({ status: response.statusCode, body });
          sent.destroy();
        });
      },
    );
    sent.once("error", reject);
    sent.flushHeaders();
  });
}
