// npm run bench:freshness -- [rounds]: from a command's answer to its effect in the list, over HTTP, beside the time of one list request.
import { keyClient, signIn } from "../flows/support/client.ts";
import { makeDataDir, readDemo, startInstance } from "../flows/support/instance.ts";

const [rounds = "300"] = process.argv.slice(2);
// a reader that waits longer than this has found a fault
const patienceMs = 5_000;

const dataDir = makeDataDir();
const instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
try {
  await instance.ready();
  await measure(Number(rounds));
} finally {
  instance.kill("SIGTERM");
  await instance.exited;
  dataDir.remove();
}

async function measure(count: number): Promise<void> {
  const demo = readDemo(dataDir.path);
  const [tenant] = demo.tenants;
  if (tenant === undefined) throw new Error("no demo tenant");
  const dispatcher = await signIn(demo, tenant.dispatcher);
  const integrator = keyClient(demo, tenant.apiKey);
  const visible: number[] = [];
  const baseline: number[] = [];
  const newest = async (): Promise<unknown> =>
    (await integrator.send("GET", "/v1/shipments?limit=1")).json[0]?.id;
  for (let round = 0; round < count; round += 1) {
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    if (created.status !== 201) throw new Error(`the command failed: ${created.text}`);
    const answered = performance.now();
    while ((await newest()) !== created.json.shipment.id) {
      if (performance.now() - answered > patienceMs) throw new Error("never visible");
    }
    visible.push(performance.now() - answered);
    const before = performance.now();
    await newest();
    baseline.push(performance.now() - before);
  }
  process.stdout.write(
    `${line("answered → visible", visible)}\n${line("one list request", baseline)}\n`,
  );
}

function line(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(1);
  return `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${String(times.length)} rounds)`;
}
