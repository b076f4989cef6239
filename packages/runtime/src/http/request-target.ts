/**
 * The origin form of a request target: an absolute target (`GET http://host/path`, which RFC 9112 3.2.2 obliges a server to accept)
 * loses its scheme and authority. Null when the target is neither a path, an absolute http address nor `*`.
 */
export function originForm(target: string): string | null {
  if (target.startsWith("/") || target === "*") return target;
  const absolute = /^https?:\/\/[^/?#]+/i.exec(target);
  if (absolute === null) return null;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * The path of a request target as the router will see it: without query, and with percent-encoded unreserved characters decoded, so
 * that `/api/v%31/x` is recognised as `/api/v1/x`. Faulty encodings stay as they are; never throws.
 */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.includes("%")) return path;
  return path.replace(/%[0-9A-Fa-f]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded;
  });
}
