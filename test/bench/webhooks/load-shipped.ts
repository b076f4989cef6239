import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as shippedWorker from "./shipped-worker.ts";

const root = join(import.meta.dirname, "..", "..", "..");

type ShippedWorker = typeof shippedWorker;

/** The worker's code with all packages in one file, as the service is shipped. */
export async function loadShippedWorker(): Promise<ShippedWorker> {
  // as: plain JavaScript without declarations, the way `npm start` builds, too
  const { bundle } = (await import(pathToFileURL(join(root, "infra", "bundle.mjs")).href)) as {
    bundle(what: { readonly name: string; readonly entry: string }): Promise<string>;
  };
  const file = await bundle({
    name: "bench-webhooks-worker",
    entry: "test/bench/webhooks/shipped-worker.ts",
  });
  // as: what was bundled
  return (await import(pathToFileURL(file).href)) as ShippedWorker;
}
