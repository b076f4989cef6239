import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, newIdempotencyKey, type Sent, send, sentenceFor } from "../api/index.ts";
import { live } from "./live.ts";
import { say } from "./toasts.ts";

interface Fetched<Data> {
  readonly data?: Data;
  readonly response: Response;
}

interface CommandOptions<Variables, Data> {
  /** For the corner, as the past of a verb: `Pickup recorded`. */
  readonly done: string | ((variables: Variables) => string);
  /** Spread `options` into the call: they hold the Idempotency-Key. */
  send(
    variables: Variables,
    options: { readonly headers: { readonly "Idempotency-Key": string } },
  ): Promise<Fetched<Data>>;
  /** Loaded again once it is saved. */
  readonly changes?: readonly QueryKey[] | ((variables: Variables) => readonly QueryKey[]);
  onDone?(sent: Sent<Data>, variables: Variables): void;
  /** An error is said in the corner, too; for commands without a form that shows it. */
  readonly saysErrors?: boolean;
}

/**
 * A command to the service. The corner shows how far it has come: saving, saved, visible in the API. When nobody knows whether it was done, sending it
 * again sends the same Idempotency-Key, so that it is not done twice.
 */
export function useCommand<Variables, Data>(options: CommandOptions<Variables, Data>) {
  const queryClient = useQueryClient();
  const unknown = useRef<{ readonly variables: string; readonly key: string } | null>(null);
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const text = JSON.stringify(variables) ?? "";
      const key = unknown.current?.variables === text ? unknown.current.key : newIdempotencyKey();
      const id = live.tracker.begin(
        typeof options.done === "string" ? options.done : options.done(variables),
      );
      try {
        const sent = await send(options.send(variables, { headers: { "Idempotency-Key": key } }));
        unknown.current = null;
        live.tracker.saved(id, sent.position);
        return sent;
      } catch (error) {
        live.tracker.drop(id);
        if (isUnknown(error)) unknown.current = { variables: text, key };
        throw error;
      }
    },
    onSuccess: (sent, variables) => {
      const { changes = [] } = options;
      for (const queryKey of typeof changes === "function" ? changes(variables) : changes) {
        void queryClient.invalidateQueries({ queryKey });
      }
      options.onDone?.(sent, variables);
    },
    onError: (error) => {
      if (options.saysErrors === true) say(sentenceFor(error), { tone: "bad" });
    },
  });
}

/** It may have been done although no answer came. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
