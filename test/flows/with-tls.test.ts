import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { createTestAuthority } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { keyClient, signIn } from "./support/client.ts";
import { type Instance, makeDataDir, readDemo, startInstance } from "./support/instance.ts";

let directory: string;
let server: EmbeddedPostgres;
let admin: Pool;
let dataDir: ReturnType<typeof makeDataDir>;
let instance: Instance;
/** What was begun, to be ended in the opposite order, also when what came after it failed. */
const ends: (() => unknown)[] = [];

describe("npm start with a DATABASE_URL that wants TLS", () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "tracking-tls-"));
    ends.push(() => {
      rmSync(directory, { recursive: true, force: true });
    });
    // root's PostgreSQL runs as another user, which has to get in
    chmodSync(directory, 0o711);
    const nativeDir = process.env["TEST_POSTGRES_NATIVE_DIR"];
    server = await startEmbeddedPostgres({
      dataDir: directory,
      logFile: join(directory, "postgres.log"),
      password: "tls",
      settings: { fsync: "off" },
      ...(nativeDir !== undefined && { nativeDir }),
    });
    ends.push(() => server.stop());
    admin = createPool({ url: server.url, applicationName: "test" });
    ends.push(() => admin.end());
    await turnTlsOn();
    dataDir = makeDataDir();
    ends.push(() => {
      dataDir.remove();
    });
    instance = startInstance({
      dataDir: dataDir.path,
      arguments: ["--no-simulator"],
      env: { DATABASE_URL: tlsUrl(join(directory, "authority.pem")) },
    });
    ends.push(async () => {
      instance.kill("SIGKILL");
      await instance.exited;
    });
    await instance.ready();
  }, 120_000);

  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  it("shows commands to readers, long pages included", async () => {
    const demo = readDemo(dataDir.path);
    const [tenant] = demo.tenants;
    if (tenant === undefined) throw new Error("no demo tenant");
    const dispatcher = await signIn(demo, tenant.dispatcher);
    const integrator = keyClient(demo, tenant.apiKey);
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    expect(created.status).toBe(201);
    const list = () => integrator.send("GET", "/v1/shipments?limit=200");
    await expect
      .poll(async () => (await list()).json[0]?.id, { timeout: 10_000 })
      .toBe(created.json.shipment.id);
    const { headers, text, json } = await list();
    // more than a record of TLS
    expect(text.length).toBeGreaterThan(16_384);
    expect(Number(headers.get("content-length"))).toBe(Buffer.byteLength(text));
    expect(json.length).toBeGreaterThan(50);
  });

  it("encrypts each of its connections", async () => {
    const { rows } = await admin.query<{ application: string; ssl: boolean }>({
      text: `
        select application_name as application, bool_and(ssl) as ssl
        from pg_stat_activity join pg_stat_ssl using (pid)
        where backend_type = 'client backend' and pid <> pg_backend_pid()
        group by application_name`,
    });
    expect(rows.map(({ application }) => application)).toEqual(
      expect.arrayContaining(["tracking-api", "tracking-projector", "tracking-web"]),
    );
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
  });

  it("starts nowhere whose certificate nobody vouches for", async () => {
    const stranger = join(directory, "stranger.pem");
    writeFileSync(stranger, createTestAuthority().ca);
    const other = makeDataDir();
    const refused = startInstance({
      dataDir: other.path,
      arguments: ["--no-simulator"],
      env: { DATABASE_URL: tlsUrl(stranger) },
    });
    try {
      expect((await refused.exited).code).not.toBe(0);
      expect(refused.stderr()).toContain(
        `The certificate of PostgreSQL at 127.0.0.1:${String(server.port)} cannot be trusted`,
      );
      expect(refused.stderr()).not.toContain("    at ");
    } finally {
      other.remove();
    }
  }, 60_000);
});

function tlsUrl(authority: string): string {
  const url = new URL(server.url);
  url.searchParams.set("sslmode", "verify-full");
  url.searchParams.set("sslrootcert", authority);
  return url.href;
}

/** A certificate for 127.0.0.1, of an authority in `authority.pem`. */
async function turnTlsOn(): Promise<void> {
  const authority = createTestAuthority();
  const { cert, key } = authority.issue({ names: ["127.0.0.1"] });
  writeFileSync(join(directory, "authority.pem"), authority.ca);
  const { uid, gid } = statSync(server.clusterDir);
  for (const [name, text] of [
    ["server.crt", cert],
    ["server.key", key],
  ] as const) {
    const file = join(server.clusterDir, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  await admin.query({ text: "alter system set ssl = on" });
  await admin.query({ text: "select pg_reload_conf()" });
  await vi.waitFor(async () => {
    const { rows } = await admin.query<{ ssl: string }>({ text: "show ssl" });
    expect(rows[0]?.ssl).toBe("on");
  });
}
