import fc from "fast-check";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { generateSecret, secretKey } from "./secret.ts";
import { sign } from "./sign.ts";

const nowSeconds = () => Math.floor(Date.now() / 1000);

function verify(secret: string, sent: { id: string; at: number; body: Buffer; header: string }) {
  new Webhook(secret).verify(
    sent.body,
    {
      "webhook-id": sent.id,
      "webhook-timestamp": String(sent.at),
      "webhook-signature": sent.header,
    },
    { jsonParse: false },
  );
}

const ids = fc.string({ minLength: 1, maxLength: 40 }).filter((id) => !id.includes("."));

describe("signatures", () => {
  test("are accepted by the standardwebhooks package, whatever the id and the text", () => {
    fc.assert(
      fc.property(ids, fc.string({ unit: "binary" }), (id, text) => {
        const secret = generateSecret();
        const body = Buffer.from(text);
        const at = nowSeconds();
        const header = sign({ id, timestampSeconds: at, body }, [secret]);
        expect(header).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/u);
        expect(() => verify(secret, { id, at, body, header })).not.toThrow();
      }),
    );
  });

  test("change with every byte of the body, the id, the time and the secret", () => {
    const secret = generateSecret();
    const sent = { id: "msg_1", at: nowSeconds(), body: Buffer.from('{"a":1}') };
    const header = sign({ id: sent.id, timestampSeconds: sent.at, body: sent.body }, [secret]);
    const changed = [
      { ...sent, body: Buffer.from('{"a":2}') },
      { ...sent, id: "msg_2" },
      { ...sent, at: sent.at - 1 },
    ];
    for (const other of changed) {
      expect(() => verify(secret, { ...other, header })).toThrow(WebhookVerificationError);
    }
    expect(() => verify(generateSecret(), { ...sent, header })).toThrow(WebhookVerificationError);
  });

  test("verify with the old and the new secret while a rotation overlaps, the newest first", () => {
    const [newest, older] = [generateSecret(), generateSecret()];
    const sent = { id: "msg_1", at: nowSeconds(), body: Buffer.from("{}") };
    const message = { id: sent.id, timestampSeconds: sent.at, body: sent.body };
    const header = sign(message, [newest, older]);
    expect(header).toBe(`${sign(message, [newest])} ${sign(message, [older])}`);
    for (const secret of [newest, older]) {
      expect(() => verify(secret, { ...sent, header })).not.toThrow();
    }
    expect(() => verify(generateSecret(), { ...sent, header })).toThrow(WebhookVerificationError);
  });

  test("cover bytes, not text: broken UTF-8 is signed as it is", () => {
    const secret = generateSecret();
    const [one, other] = [Buffer.from([0xff, 0x00]), Buffer.from([0xfe, 0x00])];
    const at = nowSeconds();
    expect(sign({ id: "a", timestampSeconds: at, body: one }, [secret])).not.toBe(
      sign({ id: "a", timestampSeconds: at, body: other }, [secret]),
    );
  });

  test("refuse an id with a full stop, a broken time and no secret", () => {
    const message = { id: "a", timestampSeconds: 1, body: Buffer.from("") };
    const secrets = [generateSecret()];
    expect(() => sign({ ...message, id: "a.b" }, secrets)).toThrow(/full stop/u);
    expect(() => sign({ ...message, timestampSeconds: 1.5 }, secrets)).toThrow(/whole seconds/u);
    expect(() => sign(message, [])).toThrow(/without a secret/u);
  });
});

describe("secrets", () => {
  test("hold 32 random bytes", () => {
    const made = Array.from({ length: 50 }, () => generateSecret());
    expect(new Set(made).size).toBe(50);
    for (const secret of made) expect(secretKey(secret)).toHaveLength(32);
  });

  test.each([
    "",
    "whsec_",
    "whsec_AAAA",
    `whsec_${"A".repeat(43)}`,
    `whsec_ ${generateSecret().slice(6)}`,
    generateSecret().slice(6),
    `${generateSecret()}=`,
  ])("a damaged one does not sign: %s", (secret) => {
    expect(() => secretKey(secret)).toThrow(/not whsec_/u);
  });
});
