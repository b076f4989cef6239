import { resolveConnection, type ConnectionOptions, type Environment } from "./connection.ts";
import { followImport } from "./follow-import.ts";
import { openSource, type ImportSource } from "./import-source.ts";
import { exitCodeOf, summaryJson, summaryLines, type ExitCode } from "./import-summary.ts";
import { createProgress, silentProgress, type Progress, type ProgressText } from "./progress.ts";
import { writeLine, type Terminal } from "./terminal.ts";
import { signIn, type ImportStatus } from "./web-client.ts";

export interface ImportOptions extends ConnectionOptions {
  readonly kind: ImportStatus["kind"];
  readonly json?: boolean | undefined;
}

export interface CommandWorld {
  readonly env: Environment;
  readonly terminal: Terminal;
  readonly stdin: AsyncIterable<Buffer>;
}

/** `tracking import`: uploads a file to the running service and follows the import to its end. */
export async function importCommand(
  path: string,
  options: ImportOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const source = openSource(path, world.stdin);
  const client = await signIn(resolveConnection(options, world.env));
  const startedAt = performance.now();
  const show = (text: ProgressText) =>
    options.json === true ? silentProgress : createProgress(world.terminal, text);
  const importId = await during(show({ activity: "Uploading", unit: "bytes" }), (progress) =>
    client.upload(options.kind, reported(source, progress)),
  );
  const status = await during(show({ activity: "Importing", unit: "lines" }), (progress) =>
    followImport({ client, importId, progress }),
  );
  await client.logout();
  const finished = { source: source.name, status, durationMs: performance.now() - startedAt };
  const lines = options.json === true ? [summaryJson(finished)] : summaryLines(finished);
  for (const line of lines) writeLine(world.terminal.out, line);
  return exitCodeOf(status);
}

async function during<Result>(
  progress: Progress,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

async function* reported(source: ImportSource, progress: Progress): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source.read()) {
    yield chunk;
    bytes += chunk.length;
    progress.update(bytes, source.bytes);
  }
}
