import { useEffect, useState } from "react";
import { ApiError, sentenceFor } from "../api/index.ts";
import classes from "./card.module.css";

/** Why it did not work; counts down when the service asks to wait. */
export function Problem({ error }: { readonly error: unknown }) {
  const seconds = useSecondsLeft(error);
  if (error === null || error === undefined) return null;
  return (
    <p role="alert" className={classes.problem}>
      {problemSentence(error)}
      {seconds > 0 && <> You can try again in {waitOf(seconds)}.</>}
    </p>
  );
}

function problemSentence(error: unknown): string {
  if (error instanceof ApiError && error.field === "token") return `This link ${error.message}`;
  if (error instanceof ApiError && error.field === "password") {
    return `The password ${error.message}`;
  }
  return sentenceFor(error);
}

function waitOf(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.ceil(seconds / 60))} min`;
}

/** Seconds until another try makes sense; 0: now. */
export function useSecondsLeft(error: unknown): number {
  const wait = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  const [left, setLeft] = useState(wait);
  useEffect(() => {
    setLeft(wait);
    if (wait === 0) return undefined;
    const until = Date.now() + wait * 1_000;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1_000))),
      1_000,
    );
    return () => clearInterval(timer);
  }, [wait]);
  return left;
}
