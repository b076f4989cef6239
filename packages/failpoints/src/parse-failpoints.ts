import { FailpointsRefused } from "./failpoints-refused.ts";

/** `kill`: SIGKILL to the process itself. `stop`: SIGSTOP, until somebody continues it. `throw`: an error out of that line. */
type FailpointAction = "kill" | "stop" | "throw";

export interface Failpoint {
  readonly name: string;
  readonly action: FailpointAction;
  /** On which passage it acts, from 1. It acts once. */
  readonly passage: number;
}

/** Reads `relay.after-ack=kill:3,projector.after-offset=stop`. @throws FailpointsRefused */
export function parseFailpoints(text: string): readonly Failpoint[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseEntry);
}

const entryPattern = /^([a-z]+(?:[.-][a-z0-9]+)+)=(kill|stop|throw)(?::([1-9]\d{0,8}))?$/;

function parseEntry(entry: string): Failpoint {
  const [, name, action, passage] = entryPattern.exec(entry) ?? [];
  if (name === undefined || !isAction(action)) {
    throw new FailpointsRefused(
      `FAILPOINTS is not valid: set it to entries such as relay.after-ack=kill:3 (kill, stop or throw, then the number of the passage), separated by commas.`,
    );
  }
  return { name, action, passage: Number(passage ?? "1") };
}

function isAction(text: string | undefined): text is FailpointAction {
  return text === "kill" || text === "stop" || text === "throw";
}
