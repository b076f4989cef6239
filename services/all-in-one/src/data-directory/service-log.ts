import { createWriteStream, fstatSync, openSync, renameSync, type WriteStream } from "node:fs";
import { StartupError } from "../startup-error.ts";

export interface ServiceLog {
  /** Takes one finished line. */
  write(line: string): void;
  /** Resolves once everything written is handed to the file. */
  close(): Promise<void>;
}

export interface ServiceLogOptions {
  readonly file: string;
  /** When the file reaches this size it becomes `<file>.1`, which replaces the one before; default 50 MB. */
  readonly maxBytes?: number;
  /** Gets warnings and errors as one readable line each. */
  onWarning(line: string): void;
}

/**
 * Log lines go to a file that cannot grow without bound; what somebody should see goes to the terminal too. Throws a StartupError when the
 * file cannot be written.
 */
export function openServiceLog(options: ServiceLogOptions): ServiceLog {
  const maxBytes = options.maxBytes ?? 50_000_000;
  const warn = thinOut(options.onWarning);
  let { stream, size } = open(options);
  return {
    write(line) {
      size += Buffer.byteLength(line);
      stream.write(line);
      if (isWarning(line)) warn(readable(line));
      if (size < maxBytes) return;
      stream.end();
      ({ stream, size } = startAnew(options));
    },
    close: () =>
      new Promise((resolve) => {
        stream.end(() => resolve());
      }),
  };
}

interface OpenFile {
  readonly stream: WriteStream;
  /** Bytes in the file. */
  readonly size: number;
}

function open({ file, onWarning }: ServiceLogOptions): OpenFile {
  try {
    const fd = openSync(file, "a", 0o600);
    const stream = createWriteStream(file, { fd });
    // a full disk must not end the service; the terminal hears of it
    stream.on("error", (error) => onWarning(`The log cannot be written: ${error.message}`));
    return { stream, size: fstatSync(fd).size };
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
    throw new StartupError(
      `The log ${file} cannot be written (${code}): remove it or give this user the right to write it.`,
      { cause },
    );
  }
}

function startAnew(options: ServiceLogOptions): OpenFile {
  try {
    renameSync(options.file, `${options.file}.1`);
    return open(options);
  } catch (error) {
    options.onWarning(`The log cannot be put aside: ${String(error)}`);
    return { ...open(options), size: 0 };
  }
}

function isWarning(line: string): boolean {
  return /"level":"(?:warn|error|fatal)"/.test(line);
}

interface Warning {
  /** Constant per kind of warning. */
  readonly sentence: string;
  readonly detail: string;
}

function readable(line: string): Warning {
  try {
    // pino writes objects
    const { level, service, msg, err } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const cause = err instanceof Object && "message" in err ? err.message : undefined;
    const sentence = `${String(level)} (${String(service)}) ${String(msg)}`;
    return { sentence, detail: typeof cause === "string" ? `: ${cause}` : "" };
  } catch {
    return { sentence: line.trim(), detail: "" };
  }
}

const repeatMs = 10_000;

/** Shows each sentence at most once in 10 s: a database that is away for a minute is news once, not a thousand times. */
function thinOut(show: (line: string) => void): (warning: Warning) => void {
  const shown = new Map<string, { readonly at: number; skipped: number }>();
  return ({ sentence, detail }) => {
    const now = performance.now();
    const last = shown.get(sentence);
    if (last !== undefined && now - last.at < repeatMs) {
      last.skipped += 1;
      return;
    }
    const more = last === undefined || last.skipped === 0 ? "" : ` (${String(last.skipped)} more)`;
    shown.set(sentence, { at: now, skipped: 0 });
    show(`${sentence}${detail}${more}`);
  };
}
