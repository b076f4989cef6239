import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..", "..", "..");

/** The two processes of the soak as files that start without a loader: what they keep in memory is their own. */
export async function bundleProcesses(
  directory: string,
): Promise<{ readonly worker: string; readonly receiver: string }> {
  // as: plain JavaScript without declarations, the way `npm start` builds, too
  const { bundleTogether } = (await import(
    pathToFileURL(join(root, "infra", "bundle.mjs")).href
  )) as Bundler;
  await bundleTogether({
    entries: {
      worker: "test/soak/webhooks/worker-process.ts",
      receiver: "test/soak/webhooks/receiver-process.ts",
    },
    directory,
  });
  return { worker: join(directory, "worker.mjs"), receiver: join(directory, "receiver.mjs") };
}

interface Bundler {
  bundleTogether(what: {
    readonly entries: Readonly<Record<string, string>>;
    readonly directory: string;
  }): Promise<void>;
}
