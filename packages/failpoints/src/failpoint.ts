import { FailpointsRefused } from "./failpoints-refused.ts";
import { parseFailpoints, type Failpoint } from "./parse-failpoints.ts";

interface Armed extends Failpoint {
  passed: number;
}

let armed: ReadonlyMap<string, Armed> | null = null;

/**
 * Arms the failpoints that the variable FAILPOINTS of `env` names; without it every failpoint does nothing. To be called
 * once, at a process's start.
 *
 * @throws FailpointsRefused when FAILPOINTS is not valid, and always when it is set while NODE_ENV is `production`.
 */
export function configureFailpoints(env: Readonly<Record<string, string | undefined>>): void {
  const text = env["FAILPOINTS"] ?? "";
  if (text !== "" && env["NODE_ENV"] === "production") {
    throw new FailpointsRefused(
      "FAILPOINTS makes the process crash on purpose and is refused while NODE_ENV is production: unset it.",
    );
  }
  const found = parseFailpoints(text).map((one) => [one.name, { ...one, passed: 0 }] as const);
  armed = found.length === 0 ? null : new Map(found);
}

/** A named place where a test may make the process die, freeze or fail; it costs one comparison when nothing is armed. */
export function failpoint(name: string): Promise<void> {
  const point = armed?.get(name);
  if (point === undefined) return passed;
  point.passed += 1;
  return point.passed === point.passage ? act(point) : passed;
}

const passed = Promise.resolve();

async function act({ name, action, passage }: Armed): Promise<void> {
  process.stderr.write(`failpoint ${name} (passage ${passage}): ${action}\n`);
  switch (action) {
    case "kill":
      process.kill(process.pid, "SIGKILL");
      return await new Promise(() => {});
    case "stop":
      process.kill(process.pid, "SIGSTOP");
      return;
    case "throw":
      throw new Error(`Failpoint ${name}`);
  }
}
