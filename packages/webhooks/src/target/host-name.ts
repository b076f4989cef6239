/** `localhost` and the names under it are the machine itself (RFC 6761); never asked of a name server. */
export function isLoopbackName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/**
 * Whether a host name, as the WHATWG URL parser writes it (lower case, punycode), can be a public one: at least two labels, no
 * dot at its end, and not in a domain that only inner networks use. Its addresses are checked besides: this only keeps names
 * of inner networks from being asked of the name servers, whose answers would tell which of them exist.
 */
export function isPublicName(host: string): boolean {
  const labels = host.split(".");
  if (host.length > 253 || labels.length < 2) return false;
  if (labels.some((label) => label === "" || label.length > 63)) return false;
  return !innerDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

const innerDomains = [
  "arpa",
  "cluster.local",
  "corp",
  "domain",
  "home",
  "internal",
  "intranet",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "mail",
  "onion",
  "private",
];
