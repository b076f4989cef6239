import { listApiKeys } from "@shipment-tracking/web-service";
import { requireTenant } from "./administration.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { print, type OutputOptions } from "./output.ts";
import { writeLine } from "./terminal.ts";
import { withWebDatabase } from "./with-database.ts";

type ListedKey = Awaited<ReturnType<typeof listApiKeys>>[number];

/** `tracking key list`: the newest first, with `--json` a line for each. */
export async function listKeysCommand(
  options: OutputOptions & { readonly tenant: string },
  world: CommandWorld,
): Promise<ExitCode> {
  const keys = await withWebDatabase(world.env, async (pool) => {
    const tenant = await requireTenant(pool, options.tenant);
    return listApiKeys(pool, tenant.id);
  });
  if (keys.length === 0 && options.json !== true) {
    writeLine(world.terminal.out, "There is no API key: `tracking key create` makes one.");
  }
  const now = new Date().toISOString();
  for (const key of keys) print(world, options, { json: keyJson(key), lines: [keyLine(key, now)] });
  return 0;
}

function keyJson(key: ListedKey): object {
  const { id, name, prefix, lastFour, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  return { id, name, prefix, lastFour, createdAt, lastUsedAt, expiresAt, revokedAt };
}

function keyLine(key: ListedKey, now: string): string {
  const used = key.lastUsedAt === null ? "never used" : `used ${key.lastUsedAt.slice(0, 16)}Z`;
  return `${key.id}  ${stateOf(key, now).padEnd(7)}  ${key.prefix}…${key.lastFour}  ${used}  ${key.name}`;
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: string): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "valid";
}
