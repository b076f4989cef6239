export type Presented =
  | { readonly kind: "missing" }
  | { readonly kind: "malformed" }
  | { readonly kind: "token"; readonly token: string };

/**
 * What a request presents as its API key: the one token of one `Authorization: Bearer <token>` header, scheme in any case. Reads the raw
 * headers: node keeps only the first of two Authorization headers, and two are malformed.
 */
export function presentedKey(rawHeaders: readonly string[]): Presented {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== headerName.length || name.toLowerCase() !== headerName) continue;
    if (value !== undefined) return { kind: "malformed" };
    value = rawHeaders[i + 1] ?? "";
  }
  if (value === undefined) return { kind: "missing" };
  const token = /^bearer +([^\s]+) *$/i.exec(value)?.[1];
  return token === undefined ? { kind: "malformed" } : { kind: "token", token };
}

const headerName = "authorization";
