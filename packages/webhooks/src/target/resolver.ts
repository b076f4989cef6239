import { Resolver } from "node:dns/promises";

/**
 * The IPv4 and IPv6 addresses of a host name, without duplicates; empty when the name does not exist or has none. Rejects when
 * the name servers gave no usable answer.
 */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers of the system for A and AAAA records, without the hosts file and without search domains. Never by
 * `getaddrinfo`: a name server that is silent would hold one of Node's four worker threads, and with them everybody's sends.
 * `servers`: other name servers than the system's, as `address:port`.
 */
export function createResolver(options: {
  readonly timeoutMs: number;
  readonly servers?: readonly string[];
}): Resolve {
  // two tries inside the time: the second one doubles its time-out and helps against a lost packet
  const resolver = new Resolver({ timeout: Math.ceil(options.timeoutMs / 3), tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  return shareInFlight((hostname) =>
    bothFamilies(settled(resolver.resolve4(hostname)), settled(resolver.resolve6(hostname))),
  );
}

/** Questions for the same name at the same time are asked once. */
export function shareInFlight(resolve: Resolve): Resolve {
  const inFlight = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const running = inFlight.get(hostname);
    if (running !== undefined) return running;
    const started = resolve(hostname).finally(() => inFlight.delete(hostname));
    inFlight.set(hostname, started);
    return started;
  };
}

type Answer =
  { readonly addresses: readonly string[] } | { readonly addresses: null; readonly error: unknown };

// what an answer with addresses waits for the other family: a name server that drops AAAA must not cost its time-out
const otherFamilyMs = 250;

async function bothFamilies(v4: Promise<Answer>, v6: Promise<Answer>): Promise<readonly string[]> {
  const answers = await new Promise<readonly Answer[]>((resolve) => {
    const taken: Answer[] = [];
    const take = (answer: Answer) => {
      taken.push(answer);
      if (taken.length === 2) resolve(taken);
      else if ((answer.addresses ?? []).length > 0) setTimeout(resolve, otherFamilyMs, taken);
    };
    void v4.then(take);
    void v6.then(take);
  });
  const addresses = [...new Set(answers.flatMap((answer) => answer.addresses ?? []))];
  const failed = answers.find((answer) => answer.addresses === null);
  if (addresses.length > 0 || failed === undefined) return addresses;
  throw new Error("The name servers gave no usable answer", { cause: failed.error });
}

function settled(query: Promise<string[]>): Promise<Answer> {
  return query.then(
    (addresses) => ({ addresses }),
    (error: unknown) => (isAbsent(error) ? { addresses: [] } : { addresses: null, error }),
  );
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ENOTFOUND" || error.code === "ENODATA";
}
