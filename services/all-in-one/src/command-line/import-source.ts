import { createReadStream, statSync, type Stats } from "node:fs";
import { CommandFailure, systemCode } from "./command-failure.ts";

/** Largest file that the service takes, in bytes. */
const maxFileBytes = 20 * 1024 * 1024;

/** What is to be uploaded. */
export interface ImportSource {
  /** How messages call it. */
  readonly name: string;
  /** Null when it is not known before the end. */
  readonly bytes: number | null;
  /** Opens it; to be read once. Throws a CommandFailure when it cannot be read, or grows beyond the limit. */
  read(): AsyncIterable<Buffer>;
}

/** A file, or standard input for `-`. Throws a CommandFailure for a file that cannot be imported. */
export function openSource(path: string, stdin: AsyncIterable<Buffer>): ImportSource {
  if (path === "-") {
    return { name: "standard input", bytes: null, read: () => limited("standard input", stdin) };
  }
  const stats = statOf(path);
  if (!stats.isFile() && !stats.isFIFO()) {
    throw new CommandFailure(`${path} is not a file: name a CSV file, or - for standard input.`);
  }
  if (stats.isFile() && stats.size === 0) throw new CommandFailure(`${path} is empty.`);
  if (stats.size > maxFileBytes) throw tooLarge(path);
  const bytes = stats.isFile() ? stats.size : null;
  return { name: path, bytes, read: () => limited(path, fileChunks(path)) };
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  try {
    yield* stream;
  } catch (cause) {
    throw systemCode(cause) === null ? cause : unreadable(path, cause);
  }
}

async function* limited(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxFileBytes) throw tooLarge(name);
    yield chunk;
  }
}

function tooLarge(name: string): CommandFailure {
  return new CommandFailure(
    `${name} is larger than 20 MB, the most one import takes: split it, each part with the header line.`,
  );
}

function unreadable(path: string, cause: unknown): CommandFailure {
  const code = systemCode(cause);
  const sentence =
    code === "ENOENT" || code === "ENOTDIR"
      ? `There is no file ${path}: check the path.`
      : `${path} cannot be read (${code ?? "unknown reason"}): let this user read it.`;
  return new CommandFailure(sentence, { cause });
}
