import type { KafkaConnection } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { systemCode } from "../command-failure.ts";
import type { CommandWorld } from "../import-command.ts";
import type { ExitCode } from "../import-summary.ts";
import { findInstallation, type Installation } from "../installation.ts";
import { print, type OutputOptions } from "../output.ts";
import { type Check, checkLines, type CheckName, fail, warn } from "./check.ts";
import { checkClock } from "./check-clock.ts";
import { openConnections, type Connections } from "./check-connections.ts";
import { checkDataDirectory } from "./check-data-directory.ts";
import { checkEncryption, checkMigrations, checkText, checkVersion } from "./check-database.ts";
import { checkBrokers, checkRelay, kafkaOf } from "./check-kafka.ts";
import { checkProjector } from "./check-projector.ts";
import { checkWebhooks } from "./check-webhooks.ts";
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

/** What is looked at through one connection. */
interface Look {
  readonly names: readonly [CheckName, ...CheckName[]];
  readonly pool: Pool | undefined;
  run(pool: Pool): Promise<Check | readonly Check[]>;
}

async function checkDatabase(
  { pools }: Connections,
  installation: Installation,
  { env }: CommandWorld,
): Promise<readonly Check[]> {
  const { dataDir } = installation;
  const [any] = pools.values();
  const kafka = kafkaOf(env);
  const looks: readonly Look[] = [
    { names: ["postgres_version"], pool: any, run: checkVersion },
    { names: ["postgres_text"], pool: any, run: checkText },
    { names: ["clock"], pool: any, run: checkClock },
    { names: ["migrations"], pool: any, run: () => checkMigrations(installation) },
    {
      names: ["encryption_keys"],
      pool: pools.get("web"),
      run: (pool) => checkEncryption(pool, { env, dataDir }),
    },
    {
      names: ["projector_heartbeat", "projector_lag", "parked_streams"],
      pool: pools.get("projector") ?? pools.get("owner"),
      run: checkProjector,
    },
    {
      names: ["webhooks_heartbeat", "webhooks_lag", "webhooks_queue"],
      pool: pools.get("webhooks") ?? pools.get("owner"),
      run: checkWebhooks,
    },
    ...(kafka === null ? [] : kafkaLooks(pools, kafka)),
  ];
  const checks: Check[] = [];
  for (const { names, pool, run } of looks) {
    if (pool === undefined) checks.push(...names.map(unseen));
    else checks.push(...[await guarded(names[0], () => run(pool))].flat());
  }
  return checks;
}

function kafkaLooks(pools: Connections["pools"], kafka: KafkaConnection): readonly Look[] {
  const pool = pools.get("relay") ?? pools.get("owner");
  return [
    { names: ["kafka"], pool, run: (db) => checkBrokers(db, kafka) },
    { names: ["relay_heartbeat", "relay_lag"], pool, run: (db) => checkRelay(db, kafka) },
  ];
}

function unseen(name: CheckName): Check {
  return warn(
    name,
    "It cannot be seen without a connection.",
    "Solve what is said of the connections above.",
  );
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
