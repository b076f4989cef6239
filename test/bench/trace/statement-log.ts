import pg from "pg";

/** One statement as a client of the database saw it; times by `performance.now()`. */
export interface Statement {
  /** Its name, or how it begins. */
  readonly name: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Notes each statement of every connection of this process, until the process ends. */
export function logStatements(note: (statement: Statement) => void): void {
  // as: the pool calls it with a callback or awaits it; both reach the original
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = client.query;
  client.query = function query(this: unknown, ...args: unknown[]): unknown {
    const sentAt = performance.now();
    const name = nameOf(args[0]);
    const answered = (): void => {
      note({ name, sentAt, answeredAt: performance.now() });
    };
    const callbackAt = args.findIndex((argument) => typeof argument === "function");
    if (callbackAt === -1) {
      const result = original.apply(this, args);
      if (result instanceof Promise) result.then(answered, answered);
      return result;
    }
    // as: it was found to be a function
    const callback = args[callbackAt] as (...results: unknown[]) => unknown;
    const watched = args.with(callbackAt, (...results: unknown[]) => {
      answered();
      return callback(...results);
    });
    return original.apply(this, watched);
  };
}

function nameOf(query: unknown): string {
  if (typeof query === "string") return firstWords(query);
  // as: the configuration form, which all our statements have
  const { name, text } = query as { readonly name?: string; readonly text?: string };
  return name ?? firstWords(text ?? "");
}

function firstWords(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(0, 40);
}
