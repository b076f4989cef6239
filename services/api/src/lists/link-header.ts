import type { ListParameters } from "./list-parameters.ts";

/** What lies around a page. */
export interface Neighbours {
  readonly hasNext: boolean;
  /** False for an empty page: what precedes it may be beyond the end as well. */
  readonly hasRows: boolean;
}

/**
 * The `Link` header of a page (RFC 8288), null when there is neither a next nor a previous one. The references are relative to the origin
 * and spell out the page's real limit and offset.
 */
export function linkHeader(
  path: string,
  page: ListParameters,
  { hasNext, hasRows }: Neighbours,
): string | null {
  const { limit, offset } = page;
  const links: string[] = [];
  if (hasNext) links.push(link(path, { ...page, offset: offset + limit }, "next"));
  if (hasRows && offset > 0) {
    links.push(link(path, { ...page, offset: Math.max(offset - limit, 0) }, "prev"));
  }
  return links.length === 0 ? null : links.join(", ");
}

function link(path: string, { limit, offset, status }: ListParameters, rel: string): string {
  const filter = status === null ? "" : `&${new URLSearchParams({ status }).toString()}`;
  return `<${path}?limit=${String(limit)}&offset=${String(offset)}${filter}>; rel="${rel}"`;
}
