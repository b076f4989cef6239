import { ApiError, sentenceFor } from "../api/index.ts";
import { fieldErrors } from "./field-errors.ts";
import classes from "./confirm-dialog.module.css";

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
