import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** A built console on this disk. */
export interface ConsoleFiles {
  /** Absolute path of the folder with the hashed files. */
  readonly assets: string;
  /** The page, with this nonce for its styles. */
  page(nonce: string): string;
}

const noncePlace = "__CSP_NONCE__";

/** Null when nothing was built there. A later build at the same place does not change what this process serves. */
export function openConsoleFiles(directory: string): ConsoleFiles | null {
  try {
    // `dist/console` is a link to the newest build
    const real = realpathSync(directory);
    const html = readFileSync(join(real, "index.html"), "utf8");
    const assets = join(real, "assets");
    if (!statSync(assets).isDirectory()) return null;
    return { assets, page: (nonce) => html.replaceAll(noncePlace, nonce) };
  } catch {
    return null;
  }
}
