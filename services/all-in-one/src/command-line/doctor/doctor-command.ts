import { systemCode } from "../command-failure.ts";
import type { CommandWorld } from "../import-command.ts";
import type { ExitCode } from "../import-summary.ts";
import { findInstallation, type Installation } from "../installation.ts";
import { print, type OutputOptions } from "../output.ts";
import { type Check, checkLines, type CheckName, fail } from "./check.ts";
import { checkClock } from "./check-clock.ts";
import { openConnections, type Connections } from "./check-connections.ts";
import { checkDataDirectory } from "./check-data-directory.ts";
import { checkEncryption, checkMigrations, checkVersion } from "./check-database.ts";
import { checkProjector } from "./check-projector.ts";
import { checkService, checkSettings } from "./check-settings.ts";

/** `tracking doctor`: exit code 0 when nothing fails, else 1. Changes nothing. */
export async function doctorCommand(
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const installation = findInstallation(world.env);
  const connections = await openConnections(installation);
  try {
    const checks = [
      ...checkSettings(world.env),
      checkService(installation),
      ...checkDataDirectory(installation.dataDir),
      ...connections.checks,
      ...(await checkDatabase(connections, installation, world)),
    ];
    const failed = checks.filter(({ status }) => status === "fail").length;
    const warned = checks.filter(({ status }) => status === "warn").length;
    print(world, options, {
      json: { ok: failed === 0, checks },
      lines: [...checks.flatMap(checkLines), verdict(failed, warned)],
    });
    return failed === 0 ? 0 : 1;
  } finally {
    await connections.end();
  }
}

async function checkDatabase(
  { pools }: Connections,
  installation: Installation,
  { env }: CommandWorld,
): Promise<readonly Check[]> {
  const { dataDir } = installation;
  const any = [...pools.values()][0];
  const web = pools.get("web");
  const projector = pools.get("projector") ?? pools.get("owner");
  const checks: Check[] = [];
  const run = async (name: CheckName, check: () => Promise<Check | readonly Check[]>) => {
    checks.push(...[await guarded(name, check)].flat());
  };
  if (any !== undefined) await run("postgres_version", () => checkVersion(any));
  if (any !== undefined) await run("clock", () => checkClock(any));
  if (any !== undefined) await run("migrations", () => checkMigrations(installation));
  if (web !== undefined) {
    await run("encryption_keys", () => checkEncryption(web, { env, dataDir }));
  }
  if (projector !== undefined) await run("projector_heartbeat", () => checkProjector(projector));
  return checks;
}

/** A check that cannot be made is a failed one: the others still are. */
async function guarded(
  name: CheckName,
  check: () => Promise<Check | readonly Check[]>,
): Promise<Check | readonly Check[]> {
  try {
    return await check();
  } catch (error) {
    const code = systemCode(error);
    const message = `It cannot be checked (${code ?? String(error)}).`;
    const remedy =
      code === "42P01" || code === "3F000"
        ? "Run `tracking migrate`: the database is not set up."
        : "Look into the database's log.";
    return fail(name, message, remedy);
  }
}

function verdict(failed: number, warned: number): string {
  if (failed > 0) return `${count(failed, "problem")} to be solved.`;
  return warned === 0 ? "All is well." : `${count(warned, "warning")}, no problem.`;
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${String(number)} ${noun}s`;
}
