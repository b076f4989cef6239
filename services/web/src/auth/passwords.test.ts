import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { hashPassword, passwordFault, PasswordQueueFull, verifyPassword } from "./passwords.ts";

// another test file may have loaded the module with the library as it is
vi.hoisted(() => vi.resetModules());
// counted, not replaced: the real one still runs
vi.mock("@node-rs/argon2", { spy: true });

test("a hash is argon2id with the chosen cost and fits its password only", async () => {
  const phc = await hashPassword("correct horse battery");
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("correct horse battery", phc)).toBe(true);
  expect(await verifyPassword("correct horse batterY", phc)).toBe(false);
});

test("nobody's password fits nobody, and finding out is one verification at the same cost", async () => {
  const phc = await hashPassword("correct horse battery");
  vi.mocked(verify).mockClear();
  expect(await verifyPassword("wrong", phc)).toBe(false);
  expect(await verifyPassword("wrong", null)).toBe(false);
  const hashes = vi.mocked(verify).mock.calls.map(([hash]) => hash);
  expect(hashes).toEqual([phc, expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
});

test("passwords have 12 to 128 characters after NFKC", () => {
  expect(passwordFault("x".repeat(11))).toBe("must have 12 to 128 characters");
  expect(passwordFault("x".repeat(12))).toBeNull();
  expect(passwordFault("😀".repeat(128))).toBeNull();
  expect(passwordFault("x".repeat(129))).not.toBeNull();
});

test.each([
  "anna.meier@example.com",
  "ANNA.MEIER@example.com",
  "Anna.Meier-2026",
  "annameier1234",
  "zoë brändli!!!",
  "AnnaMeierAnnaMeier",
])("%s is what everybody tries first", (password) => {
  const owner = { email: "anna.meier@example.com", name: "Zoë Brändli" };
  expect(passwordFault(password, owner)).toBe("must not be made of the e-mail address or the name");
});

test.each(["anna meier likes horses", "correct horse battery", "!!!!????....----"])(
  "%s is not refused for its owner's sake",
  (password) => {
    const owner = { email: "anna.meier@example.com", name: "Li" };
    expect(passwordFault(password, owner)).toBeNull();
  },
);

test("more than 50 waiting verifications are turned away instead of queued", async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => verifyPassword("wrong", null)),
  );
  const turnedAway = all.filter((one) => one.status === "rejected");
  expect(turnedAway).toHaveLength(8);
  expect(turnedAway.every((one) => one.reason instanceof PasswordQueueFull)).toBe(true);
  expect(await verifyPassword("wrong", null)).toBe(false);
}, 60_000);
