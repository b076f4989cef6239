/** Told the exit code of the command that ran. */
export type ExitListener = (exitCode: number) => void;
