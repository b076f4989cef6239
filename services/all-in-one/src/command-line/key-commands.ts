import { isUuid } from "@shipment-tracking/contracts";
import {
  createApiKey,
  findKeyTenant,
  inRepeatedTransaction,
  readKeyExpiry,
  readKeyName,
  revokeApiKey,
} from "@shipment-tracking/web-service";
import {
  accepted,
  contextOf,
  isVisible,
  notVisibleYet,
  requireActiveTenant,
} from "./administration.ts";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { print, type OutputOptions } from "./output.ts";
import { withWebDatabase } from "./with-database.ts";

export interface CreateKeyOptions extends OutputOptions {
  /** Id or name. */
  readonly tenant: string;
  readonly name: string;
  readonly expiresAt?: string;
}

/** `tracking key create`: prints the key, which nothing can show again. Exit code 2 when the read API does not know it yet. */
export async function createKeyCommand(
  options: CreateKeyOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const name = accepted(readKeyName(options.name));
  const expiresAt =
    options.expiresAt === undefined ? null : accepted(readKeyExpiry(options.expiresAt));
  return withWebDatabase<ExitCode>(world.env, async (pool) => {
    const tenant = await requireActiveTenant(pool, options.tenant);
    const wanted = { name, expiresAt, createdBy: null };
    const made = await createApiKey(pool, contextOf(tenant.id), wanted);
    const visible = await isVisible(pool, made.position);
    const { id, key, prefix, lastFour } = made;
    print(world, options, {
      json: {
        apiKey: { id, name, prefix, lastFour, expiresAt },
        tenant: { id: tenant.id, name: tenant.name },
        key,
        visible,
      },
      lines: [
        `API key ${name} of ${tenant.name} (${id}), ${expiresAt === null ? "without an end" : `until ${expiresAt}`}. It is shown this once:`,
        `  ${key}`,
        ...(visible ? [] : [notVisibleYet]),
      ],
    });
    return visible ? 0 : 2;
  });
}

/** `tracking key revoke`: for good. Exit code 2 when the read API does not know of it yet. */
export async function revokeKeyCommand(
  keyId: string,
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  if (!isUuid(keyId)) {
    // not repeated: somebody may have given the key itself
    throw new CommandFailure(
      "This is not an API key's id: `tracking key list` lists the ids. The key itself is never to be given.",
    );
  }
  return withWebDatabase<ExitCode>(world.env, async (pool) => {
    const id = keyId.toLowerCase();
    const tenantId = await findKeyTenant(pool, id);
    const position =
      tenantId === null
        ? null
        : await inRepeatedTransaction(pool, (tx) => revokeApiKey(tx, contextOf(tenantId), id));
    if (position === null) {
      throw new CommandFailure(`There is no API key ${id}: \`tracking key list\` lists them.`);
    }
    const visible = await isVisible(pool, position);
    print(world, options, {
      json: { apiKey: { id, revoked: true }, tenant: { id: tenantId }, visible },
      lines: [`The API key ${id} is revoked.`, ...(visible ? [] : [notVisibleYet])],
    });
    return visible ? 0 : 2;
  });
}
