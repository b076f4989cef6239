import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { StartupError } from "../startup-error.ts";

/**
 * Writes JSON that only the owner may read (mode 0600), all or nothing: a crash leaves the old file or the new one. Durable when it resolves.
 */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The file's JSON, undefined when there is no such file. Throws a StartupError when it cannot be read. */
export function readPrivateJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new StartupError(
      `${file} cannot be read (${code}). Give this user the right to read it, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartupError(
      `${file} is damaged (not JSON). Restore ${basename(file)} from a backup, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
}
