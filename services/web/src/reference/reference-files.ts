import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json } from "./model/json.ts";

const root = join(import.meta.dirname, "../../../..");

/** Where the files of the reference lie in this repository; an image carries them at the same places. */
const paths = {
  readApi: "docs/openapi/read-api.json",
  guide: "docs/integrating.md",
  webhooks: "docs/webhooks.md",
  script: "node_modules/@scalar/fastify-api-reference/dist/js/standalone.js",
} as const;

/** Programs that receive or verify a webhook, in the order of the page. */
const samples = [
  ["receiver.ts", "TypeScript, a whole receiver"],
  ["verify.ts", "TypeScript"],
  ["verify.py", "Python"],
  ["verify.php", "PHP"],
  ["verify.go", "Go"],
  ["verify.sh", "Shell"],
] as const;

/** Every file, from the root of the repository. */
export const referencePaths: readonly string[] = [
  ...Object.values(paths),
  ...samples.map(([file]) => `docs/webhooks/${file}`),
];

export interface ReferenceFiles {
  /** The read API's document as it is committed; a check holds it against the routes. */
  readonly readApi: Json;
  /** Markdown. */
  readonly guide: string;
  readonly webhooks: string;
  readonly samples: readonly Sample[];
  /** The interactive reference's code for browsers. */
  readonly script: Buffer;
}

interface Sample {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** Throws, naming the file, when one is not there: better at the start than at a request. */
export function readReferenceFiles(directory = root): ReferenceFiles {
  const bytesOf = (path: string): Buffer => readOne(directory, path);
  const textOf = (path: string): string => bytesOf(path).toString("utf8");
  const readApi: unknown = JSON.parse(textOf(paths.readApi));
  if (!isObject(readApi)) throw new Error(`${paths.readApi} is no OpenAPI document`);
  return {
    readApi,
    guide: textOf(paths.guide),
    webhooks: textOf(paths.webhooks),
    samples: samples.map(([file, language]) => ({
      file,
      language,
      text: textOf(`docs/webhooks/${file}`),
    })),
    script: bytesOf(paths.script),
  };
}

function readOne(directory: string, path: string): Buffer {
  try {
    return readFileSync(join(directory, path));
  } catch (cause) {
    throw new Error(
      `${path} cannot be read, and the API reference at /docs needs it: install or build the service again`,
      { cause },
    );
  }
}
