import { expect, test } from "vitest";
import { hashPassword, passwordFault, PasswordQueueFull, verifyPassword } from "./passwords.ts";

test("a hash is argon2id with the chosen cost and fits its password only", async () => {
  const phc = await hashPassword("correct horse battery");
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("correct horse battery", phc)).toBe(true);
  expect(await verifyPassword("correct horse batterY", phc)).toBe(false);
});

test("nobody's password fits nobody, and finding out takes as long as with a hash", async () => {
  const phc = await hashPassword("correct horse battery");
  const time = async (hash: string | null): Promise<number> => {
    const started = performance.now();
    expect(await verifyPassword("wrong", hash)).toBe(false);
    return performance.now() - started;
  };
  await time(null);
  const known = Math.min(await time(phc), await time(phc), await time(phc));
  const unknown = Math.min(await time(null), await time(null), await time(null));
  expect(unknown).toBeGreaterThan(known / 3);
});

test("passwords have 12 to 128 characters after NFKC", () => {
  expect(passwordFault("x".repeat(11))).toBe("must have 12 to 128 characters");
  expect(passwordFault("x".repeat(12))).toBeNull();
  expect(passwordFault("😀".repeat(128))).toBeNull();
  expect(passwordFault("x".repeat(129))).not.toBeNull();
});

test("more than 50 waiting verifications are turned away instead of queued", async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => verifyPassword("wrong", null)),
  );
  const turnedAway = all.filter((one) => one.status === "rejected");
  expect(turnedAway).toHaveLength(8);
  expect(turnedAway.every((one) => one.reason instanceof PasswordQueueFull)).toBe(true);
  expect(await verifyPassword("wrong", null)).toBe(false);
}, 60_000);
