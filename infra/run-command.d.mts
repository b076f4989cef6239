/** For the tests, which are TypeScript; see run-command.mjs. */
export interface CommandRun {
  /** Null after a signal. */
  readonly code: number | null;
  /** What it printed, when that was captured. */
  readonly output: string;
  readonly interrupted: boolean;
}

export declare function runCommand(
  file: string,
  args: readonly string[],
  options?: {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly capture?: boolean;
  },
): Promise<CommandRun>;
