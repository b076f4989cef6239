import { api, type components, queryKeys, read } from "../api/index.ts";

export type Import = components["schemas"]["Import"];
export type WholeImport = components["schemas"]["WholeImport"];
export type RejectedLine = components["schemas"]["RejectedLine"];
export type ImportKind = Import["kind"];

export const stateWords: Readonly<Record<Import["state"], string>> = {
  running: "Running",
  done: "Done",
  failed: "Failed",
};

export const kindWords: Readonly<Record<ImportKind, string>> = {
  shipments: "Shipments",
  events: "Events",
};

const pollMs = 700;

/** Asked again while it runs. */
export function importQuery(id: string) {
  return {
    queryKey: queryKeys.import(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read(api.GET("/api/imports/{id}", { params: { path: { id } }, signal })),
    refetchInterval: (query: { readonly state: { readonly data?: WholeImport | undefined } }) =>
      query.state.data?.state === "running" ? pollMs : (false as const),
  };
}

/** Every rejected line, page by page. */
export async function loadRejectedLines(id: string): Promise<readonly RejectedLine[]> {
  const lines: RejectedLine[] = [];
  for (;;) {
    const query = { afterLine: lines.at(-1)?.line ?? 0 };
    const page = await read(api.GET("/api/imports/{id}", { params: { path: { id }, query } }));
    lines.push(...page.rejected);
    if (page.rejected.length === 0 || lines.length >= page.rejectedCount) return lines;
  }
}
