import { expect, test } from "vitest";
import { checkConsumer } from "./consumer-check.ts";

test("a consumer is ready while it gave a sign in the last ten seconds", async () => {
  const silentFor = (ms: number) => checkConsumer({ lastHeartbeatAt: () => Date.now() - ms })();
  await expect(silentFor(0)).resolves.toBeUndefined();
  await expect(silentFor(9_000)).resolves.toBeUndefined();
  await expect(silentFor(11_000)).rejects.toThrow(/was silent for 1[01]\d{3} ms/);
});
