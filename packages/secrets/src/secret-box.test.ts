import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSecretBox, parseSecretKeys } from "./secret-box.ts";

const one = { id: "one", key: randomBytes(32) };
const unreadable = "unable to authenticate data";
const two = { id: "two", key: randomBytes(32) };

describe("a secret box", () => {
  test("opens what it sealed, and never seals twice alike", () => {
    const box = createSecretBox([one]);
    const sealed = box.seal("tökén", "here");
    expect(sealed.keyId).toBe("one");
    expect(box.open(sealed, "here")).toBe("tökén");
    expect(box.seal("tökén", "here").ciphertext.equals(sealed.ciphertext)).toBe(false);
  });

  test("does not open in another context, changed, cut, or under another key", () => {
    const box = createSecretBox([one, two]);
    const sealed = box.seal("secret", "here");
    expect(() => box.open(sealed, "there")).toThrow(unreadable);
    expect(() => box.open({ ...sealed, keyId: "two" }, "here")).toThrow(unreadable);
    expect(() => box.open({ ...sealed, keyId: "three" }, "here")).toThrow(
      "There is no encryption key three",
    );
    for (let index = 0; index < sealed.ciphertext.length; index += 1) {
      const changed = Buffer.from(sealed.ciphertext);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open({ ...sealed, ciphertext: changed }, "here")).toThrow(unreadable);
    }
    expect(() =>
      box.open({ ...sealed, ciphertext: sealed.ciphertext.subarray(0, -1) }, "here"),
    ).toThrow(unreadable);
    expect(() => box.open({ ...sealed, ciphertext: Buffer.alloc(0) }, "here")).toThrow(/Invalid/);
  });

  test("opens what the former key sealed after a rotation, and seals under the new one", () => {
    const sealed = createSecretBox([one]).seal("secret", "here");
    const rotated = createSecretBox([two, one]);
    expect(rotated.open(sealed, "here")).toBe("secret");
    expect(rotated.seal("secret", "here").keyId).toBe("two");
  });

  test("has fingerprints that tell keys apart and are stable", () => {
    const [first] = createSecretBox([one]).fingerprints;
    const [again] = createSecretBox([one]).fingerprints;
    const [other] = createSecretBox([two]).fingerprints;
    expect(first).toEqual(again);
    expect(first?.fingerprint.equals(other?.fingerprint ?? Buffer.alloc(0))).toBe(false);
  });
});

describe("SECRET_KEYS", () => {
  const base64 = one.key.toString("base64");
  test("are read in order, spaces around them ignored", () => {
    expect(parseSecretKeys(`a:${base64}, b-2:${base64}`)).toEqual({
      ok: true,
      keys: [
        { id: "a", key: one.key },
        { id: "b-2", key: one.key },
      ],
    });
  });
  test.each([
    ["", /^each key is written/],
    [base64, /^each key is written/],
    [`a:${randomBytes(16).toString("base64")}`, /^each key is written/],
    [`a:${base64},`, /^each key is written/],
    [`a:${base64},a:${base64}`, /^key a is given twice$/],
  ])("refuses %j", (text, reason) => {
    expect(parseSecretKeys(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
});
