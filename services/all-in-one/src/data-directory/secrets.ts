import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { forEachRole } from "@shipment-tracking/postgres";
import type { SecretKey } from "@shipment-tracking/secrets";
import { z } from "zod";
import { StartupError } from "../startup-error.ts";
import type { DataDirectory } from "./open-data-directory.ts";
import { readPrivateJson, writePrivateJson } from "./private-file.ts";

const rolePasswords = z.strictObject({
  web: z.string(),
  projector: z.string(),
  api: z.string(),
  usage: z.string(),
  // not in the files of versions that had no such roles: the next start of this one makes and keeps them
  relay: z.string().default(randomSecret),
  webhooks: z.string().default(randomSecret),
});

const demoTenantSecrets = z.strictObject({
  tenantId: z.uuid(),
  apiKey: z.string(),
  passwords: z.strictObject({
    admin: z.string(),
    dispatcher: z.string(),
    billing: z.string(),
    viewer: z.string(),
  }),
});

const schema = z.strictObject({
  /** Part of the database's login roles, so that two installations can share a cluster. */
  installationId: z.string().regex(/^[0-9a-f]{12}$/),
  /** AES-256 key for what the write side must be able to read again, base64. */
  encryptionKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  embeddedDatabasePassword: z.string(),
  rolePasswords,
  /** By the company's slug; made with the first demo data. */
  demo: z.record(z.string(), demoTenantSecrets),
});

export type DemoTenantSecrets = z.output<typeof demoTenantSecrets>;

/** Random per installation, kept in secrets.json (mode 0600). */
export type Secrets = z.output<typeof schema>;

/** The installation's secrets, made by the first start. Throws a StartupError when the file is damaged or lost. */
export async function loadSecrets(directory: DataDirectory): Promise<Secrets> {
  const found = readPrivateJson(directory.secretsFile);
  if (found === undefined) {
    refuseWithoutSecrets(directory);
    const made = makeSecrets();
    await saveSecrets(directory, made);
    return made;
  }
  const parsed = schema.safeParse(found);
  if (parsed.success) {
    if (!isDeepStrictEqual(parsed.data, found)) await saveSecrets(directory, parsed.data);
    return parsed.data;
  }
  throw new StartupError(
    `${directory.secretsFile} is damaged (${parsed.error.issues[0]?.path.join(".") ?? "no object"}). Restore it from a backup, or set DATA_DIR to another directory.`,
  );
}

/** The content of secrets.json; null when it is something else. */
export function parseSecrets(content: unknown): Secrets | null {
  return schema.safeParse(content).data ?? null;
}

export async function saveSecrets(
  directory: Pick<DataDirectory, "secretsFile">,
  secrets: Secrets,
): Promise<void> {
  await writePrivateJson(directory.secretsFile, secrets);
}

/** The key under which the write side encrypts tokens, named after the installation: another data directory's key has another name. */
export function secretKeyOf({ installationId, encryptionKey }: Secrets): SecretKey {
  return { id: `installation-${installationId}`, key: Buffer.from(encryptionKey, "base64") };
}

/** A password that can be typed: 4 x 5 letters and digits, 100 bits. */
export function randomPassword(): string {
  // 32 characters, without those that look alike: each takes 5 bits
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  const characters = [...randomBytes(20)].map((byte) => alphabet[byte % 32] ?? "a").join("");
  return (characters.match(/.{5}/g) ?? []).join("-");
}

function makeSecrets(): Secrets {
  return {
    installationId: randomBytes(6).toString("hex"),
    encryptionKey: randomBytes(32).toString("base64"),
    embeddedDatabasePassword: randomSecret(),
    rolePasswords: forEachRole(randomSecret),
    demo: {},
  };
}

function randomSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The database's password and the key of its tokens are in the lost file: new ones would not fit. */
function refuseWithoutSecrets({ path, secretsFile }: DataDirectory): void {
  const marks = ["cluster", "cluster-location"].map((name) => join(path, name));
  if (!marks.some((mark) => existsSync(mark))) return;
  throw new StartupError(
    `${path} holds a database but ${secretsFile} is missing: restore that file from a backup, or set DATA_DIR to another directory.`,
  );
}
