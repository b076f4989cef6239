import { readFileSync } from "node:fs";
import type { z } from "zod";
import { ConfigurationError } from "./configuration-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings that `schema` names from the environment. A setting NAME can also come from the file that NAME_FILE
 * names (how secrets are mounted); an empty value counts as not set.
 *
 * @throws ConfigurationError whose message has one sentence, with the remedy, for every setting that is missing or wrong. The
 * remedy is the setting's `.describe()` text. Values are never repeated: they can be secrets.
 */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): z.output<Schema> {
  const problems: string[] = [];
  const values = new Map<string, string>();
  for (const name of Object.keys(schema.shape)) {
    const found = readSetting(name, env);
    if (found.kind === "problem") problems.push(found.sentence);
    else if (found.kind === "value") values.set(name, found.value);
  }
  const parsed = schema.safeParse(Object.fromEntries(values));
  const sentences = parsed.success
    ? problems
    : [...problems, ...complaints({ schema, values, issues: parsed.error.issues, problems })];
  if (sentences.length > 0 || !parsed.success) throw new ConfigurationError(sentences);
  return parsed.data;
}

type Setting =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "unset" }
  | { readonly kind: "problem"; readonly sentence: string };

function readSetting(name: string, env: Environment): Setting {
  const direct = env[name] === "" ? undefined : env[name];
  const file = env[`${name}_FILE`] === "" ? undefined : env[`${name}_FILE`];
  if (direct !== undefined && file !== undefined) {
    return problem(`${name} and ${name}_FILE are both set: unset one of them.`);
  }
  if (direct !== undefined) return { kind: "value", value: direct };
  if (file === undefined) return { kind: "unset" };
  return readSettingFile(name, file);
}

function readSettingFile(name: string, file: string): Setting {
  try {
    // editors and `echo` end a file with a line break that is not part of the secret
    return { kind: "value", value: readFileSync(file, "utf8").replace(/\r?\n$/, "") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return problem(
      `${name}_FILE names the file ${file}, which cannot be read (${code}): create it or correct the path.`,
    );
  }
}

interface Complaint {
  readonly schema: z.ZodObject;
  readonly values: ReadonlyMap<string, string>;
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
  readonly problems: readonly string[];
}

function complaints({ schema, values, issues, problems }: Complaint): string[] {
  const named = new Map<string, string>();
  for (const issue of issues) {
    const name = String(issue.path[0] ?? "");
    // already explained: its file could not be read
    if (problems.some((sentence) => sentence.startsWith(`${name}_FILE `))) continue;
    if (problems.some((sentence) => sentence.startsWith(`${name} and `))) continue;
    if (!named.has(name)) named.set(name, complaint(schema, values.has(name), name));
  }
  return [...named.values()];
}

function complaint(schema: z.ZodObject, isSet: boolean, name: string): string {
  const wanted = schema.shape[name];
  const remedy = wanted === undefined ? "a valid value" : (describe(wanted) ?? "a valid value");
  return isSet
    ? `${name} is not valid: set it to ${remedy}.`
    : `${name} is missing: set it (or ${name}_FILE) to ${remedy}.`;
}

function describe(type: unknown): string | undefined {
  if (typeof type !== "object" || type === null || !("description" in type)) return undefined;
  return typeof type.description === "string" ? type.description : undefined;
}

function problem(sentence: string): Setting {
  return { kind: "problem", sentence };
}
