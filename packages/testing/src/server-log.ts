import { open, stat } from "node:fs/promises";

/** Bytes of the log so far; 0 when there is none to read. */
export async function logSizeOf(logFile: string | null): Promise<number> {
  return logFile === null ? 0 : (await stat(logFile)).size;
}

/** ERROR, FATAL and PANIC lines of one database behind an offset. The server writes the line before it answers the client. */
export async function serverErrorsOf(
  logFile: string | null,
  start: number,
  database: string,
): Promise<string[]> {
  if (logFile === null) return [];
  const text = await readFrom(logFile, start);
  return text.split("\n").filter((line) => isErrorOf(line, database));
}

/** Lines begin with the embedded server's log_line_prefix, `%m [%p] db=%d user=%u `. */
export function isErrorOf(line: string, database: string): boolean {
  const match = /^\S+ \S+ \S+ \[\d+\] db=(\S*) user=\S* (?:ERROR|FATAL|PANIC): /.exec(line);
  return match?.[1] === database;
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.max(size - start, 0));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
