/** Builds the console when its sources have changed. Resolves with the directory of the build. */
export function buildConsole(): Promise<string>;
