import { ApiError } from "../api/index.ts";

/** The service's sentence on the field that it names, if the form has it: `origin.city` is found as such, then as `city`, then as `origin`. */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.field === null) return {};
  const path = error.field.replaceAll(/\[(\d+)\]/g, ".$1");
  const parts = path.split(".");
  const candidates = [path, parts.at(-1) ?? "", parts[0] ?? ""];
  const field = candidates.find((candidate) => fields.includes(candidate));
  return field === undefined ? {} : { [field]: capitalized(error.message) };
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
