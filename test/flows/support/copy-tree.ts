import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Copies a directory with owners and modes while programs write in it: what vanishes meanwhile is left out. Of the directories named in `emptied`, which lie at
 * the top, only the directory is made; files of these names are left out.
 */
export function copyTree(from: string, to: string, emptied: readonly string[]): void {
  makeLike(from, to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const isLeftOut = emptied.includes(entry.name);
    if (entry.isDirectory()) {
      if (isLeftOut) makeLike(source, target);
      else unlessGone(() => copyTree(source, target, []));
    } else if (entry.isFile() && !isLeftOut) {
      unlessGone(() => {
        copyFileSync(source, target);
        ownLike(source, target);
      });
    }
  }
}

function makeLike(source: string, target: string): void {
  mkdirSync(target);
  ownLike(source, target);
}

function ownLike(source: string, target: string): void {
  const { uid, gid, mode } = statSync(source);
  chownSync(target, uid, gid);
  chmodSync(target, mode);
}

function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
