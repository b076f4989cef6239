import { startControl, type ControlProcess, type ControlRequest } from "./control-process.ts";

export interface LocalKafka {
  /** `host:port` of each node, node 1 first. */
  readonly brokers: readonly string[];
  readonly version: string;
  /** Process ids of the JVMs as started, node 1 first. */
  readonly pids: readonly number[];
  /** The process that holds the JVMs; they end with it. */
  readonly controlPid: number | undefined;
  /** Nodes count from 1, as in Kafka's own metadata. */
  node(id: number): LocalKafkaNode;
  /** Ends all nodes and removes their data (unless `dir` was given). */
  stop(): Promise<void>;
}

export interface LocalKafkaNode {
  /** SIGKILL. Resolves when it is gone. */
  kill(): Promise<void>;
  /** In order. */
  stop(): Promise<void>;
  /** On the data that it has, on the same port; resolves when it answers clients again. */
  start(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing answers. */
  pause(): Promise<void>;
  /** SIGCONT. */
  resume(): Promise<void>;
  /** Kills it and removes all that it stored; `start` then begins with nothing. */
  wipe(): Promise<void>;
}

export interface LocalKafkaOptions {
  readonly nodes?: 1 | 3;
  readonly version?: string;
  /** Where the data are kept; by default a temporary directory that `stop` removes. */
  readonly dir?: string;
}

/** TEST_KAFKA_VERSION, by default the newest tried one. */
function localKafkaVersion(): string {
  return process.env["TEST_KAFKA_VERSION"] ?? "4.3.1";
}

/** Brokers of the caller alone, for tests that break them. For all else there is `testBroker`. Rejects with the reason when there is no Java or no Maven. */
export async function startLocalKafka(options: LocalKafkaOptions = {}): Promise<LocalKafka> {
  const { nodes = 1, version = localKafkaVersion(), dir } = options;
  const control = startControl((sentence) => process.stderr.write(`${sentence}\n`));
  try {
    const started = await control.ask({
      action: "start",
      options: { nodes, version, ...(dir === undefined ? {} : { dir }) },
    });
    // as: the answer of control.mjs to "start"
    const { brokers, pids } = started as { brokers: string[]; pids: number[] };
    return localKafkaOf({ control, version, brokers, pids });
  } catch (error) {
    await control.end();
    throw error;
  }
}

/** Why `startLocalKafka` would be refused here; null when it would not. */
export async function localKafkaReason(): Promise<string | null> {
  const control = startControl(() => undefined);
  try {
    const reason = await control.ask({
      action: "check",
      options: { version: localKafkaVersion() },
    });
    return typeof reason === "string" ? reason : null;
  } finally {
    await control.end();
  }
}

function localKafkaOf({
  control,
  ...facts
}: Pick<LocalKafka, "version" | "brokers" | "pids"> & { control: ControlProcess }): LocalKafka {
  return {
    ...facts,
    controlPid: control.pid,
    node: (id) => {
      const ask = async (action: ControlRequest["action"]): Promise<void> => {
        await control.ask({ action, node: id });
      };
      return {
        kill: () => ask("killNode"),
        stop: () => ask("stopNode"),
        start: () => ask("startNode"),
        pause: () => ask("pauseNode"),
        resume: () => ask("resumeNode"),
        wipe: () => ask("wipeNode"),
      };
    },
    stop: async () => {
      try {
        await control.ask({ action: "stop" });
      } finally {
        await control.end();
      }
    },
  };
}
