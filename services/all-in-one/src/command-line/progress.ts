import cliProgress from "cli-progress";
import { writeLine, type Terminal } from "./terminal.ts";

/** Shows how far something is. */
export interface Progress {
  /** `done` of `total`, null when the total is not known yet. */
  update(done: number, total: number | null): void;
  /** Takes the bar away, or writes the last line. */
  end(): void;
}

export interface ProgressText {
  /** What is going on, for example `Importing`. */
  readonly activity: string;
  /** What is counted, for example `lines`. */
  readonly unit: string;
}

/** A bar on a terminal, a plain line now and then elsewhere. Writes to standard error: the result alone is on standard output. */
export function createProgress({ err }: Terminal, text: ProgressText): Progress {
  return err.isTTY === true ? bar(err, text) : lines(err, text);
}

/** No progress at all. */
export const silentProgress: Progress = { update: () => undefined, end: () => undefined };

function bar(err: NodeJS.WritableStream, { activity, unit }: ProgressText): Progress {
  const shown = new cliProgress.SingleBar(
    {
      stream: err,
      format: `${activity} {bar} {percentage}% | {value}/{total} ${unit} | {duration_formatted}`,
      hideCursor: true,
      clearOnComplete: true,
      formatValue: (value, _options, type) =>
        type === "value" || type === "total" ? value.toLocaleString("en") : String(value),
    },
    cliProgress.Presets.shades_classic,
  );
  shown.start(0, 0);
  return {
    update(done, total) {
      if (total !== null) shown.setTotal(total);
      shown.update(done);
    },
    end: () => shown.stop(),
  };
}

const lineEveryMs = 2_000;

function lines(err: NodeJS.WritableStream, { activity, unit }: ProgressText): Progress {
  let writtenAt = performance.now();
  return {
    update(done, total) {
      if (performance.now() - writtenAt < lineEveryMs) return;
      writtenAt = performance.now();
      const ofTotal = total === null ? "" : ` of ${total.toLocaleString("en")}`;
      writeLine(err, `${activity}: ${done.toLocaleString("en")}${ofTotal} ${unit}`);
    },
    end: () => undefined,
  };
}
