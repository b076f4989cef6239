import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateSecret } from "@shipment-tracking/webhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReceiver, type TestReceiver } from "../fixtures/receiver.ts";
import { createSender, type Sender } from "../send/sender.ts";
import { deliveryHeaders } from "./delivery-headers.ts";

const root = join(import.meta.dirname, "../../../..");
const scratch = mkdtempSync(join(tmpdir(), "webhook-examples-"));
const built = join(scratch, "verify");

/** The examples of docs/webhooks.md: what runs them, and how to find out whether it is here. */
const examples = [
  {
    file: "verify.ts",
    run: ["node_modules/.bin/tsx"],
    probe: ["node_modules/.bin/tsx", "--version"],
  },
  { file: "verify.py", run: ["python3"], probe: ["python3", "--version"] },
  { file: "verify.php", run: ["php"], probe: ["php", "--version"] },
  { file: "verify.go", run: null, probe: ["go", "version"] },
  { file: "verify.sh", run: ["sh"], probe: ["openssl", "version"] },
] as const;

let receiver: TestReceiver;
let sender: Sender;
beforeAll(async () => {
  receiver = await startReceiver();
  sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
});
afterAll(async () => {
  await sender.close();
  await receiver.close();
  rmSync(scratch, { recursive: true, force: true });
});

const body = Buffer.from(
  '{"type":"shipment.status_changed","data":{"originCity":"Zürich","destCity":"東京"}}',
);

/** A webhook as it arrives, sent by the sender itself. */
async function arrived(secrets: readonly string[], nowMs = Date.now()) {
  const headers = deliveryHeaders({
    messageId: randomUUID(),
    attempt: 1,
    nowMs,
    body,
    secrets,
    customHeaders: [],
  });
  const sent = await sender.send({ endpointId: randomUUID(), url: receiver.url, headers, body });
  expect(sent.outcome).toBe("delivered");
  const got = receiver.received.at(-1);
  if (got === undefined) throw new Error("nothing arrived");
  return got;
}

for (const { file, run, probe } of examples) {
  const [runtime, ...arguments_] = probe;
  const isHere = spawnSync(runtime, arguments_, { cwd: root }).status === 0;
  describe.skipIf(!isHere)(
    `${file}${isHere ? "" : ` (skipped: there is no ${runtime} on this machine)`}`,
    { timeout: 120_000 },
    () => {
      const path = join(root, "docs/webhooks", file);
      beforeAll(() => {
        if (run !== null) return;
        const build = spawnSync("go", ["build", "-o", built, path], {
          cwd: scratch,
          encoding: "utf8",
          env: { ...process.env, GOFLAGS: "", GOCACHE: join(scratch, "cache") },
        });
        expect(build.stderr).toBe("");
      }, 120_000);

      function verify(
        { headers, body: bytes }: Awaited<ReturnType<typeof arrived>>,
        secret: string,
      ): string {
        const [command, ...before] = run === null ? [built] : [...run, path];
        const given = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        const result = spawnSync(
          command ?? "",
          [...before, secret, ...given.map((name) => String(headers[name] ?? ""))],
          { cwd: root, input: bytes, encoding: "utf8" },
        );
        expect(result.stderr).toBe("");
        expect(result.status).toBe(result.stdout === "verified\n" ? 0 : 1);
        return result.stdout.trim().replace(/^refused: .*$/, "refused");
      }

      it("verifies what was sent, also under the older of two secrets, and refuses everything else", async () => {
        const [secret, older] = [generateSecret(), generateSecret()];
        const plain = await arrived([secret]);
        expect(verify(plain, secret)).toBe("verified");
        expect(verify(await arrived([secret, older]), older)).toBe("verified");
        expect(verify(plain, older)).toBe("refused");
        expect(verify({ ...plain, body: Buffer.from("{}") }, secret)).toBe("refused");
        const otherId = { ...plain.headers, "webhook-id": randomUUID() };
        expect(verify({ ...plain, headers: otherId }, secret)).toBe("refused");
        expect(verify(await arrived([secret], Date.now() - 310_000), secret)).toBe("refused");
        expect(verify(await arrived([secret], Date.now() + 310_000), secret)).toBe("refused");
        const unsigned = { ...plain.headers, "webhook-signature": "" };
        expect(verify({ ...plain, headers: unsigned }, secret)).toBe("refused");
      });
    },
  );
}
