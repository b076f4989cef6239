import { ApiError, sentenceFor } from "../api/index.ts";
import classes from "./confirm-dialog.module.css";

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

/** What went wrong, when no field of the form shows it. */
export function FormProblem({
  error,
  fields = [],
}: {
  readonly error: unknown;
  /** The form's own fields. */
  readonly fields?: readonly string[];
}) {
  if (error === null || error === undefined) return null;
  if (Object.keys(fieldErrors(error, fields)).length > 0) return null;
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null;
  return (
    <p role="alert" className={classes.problem}>
      {sentenceFor(error)}
      {requestId !== null && <> Request {requestId}</>}
    </p>
  );
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
