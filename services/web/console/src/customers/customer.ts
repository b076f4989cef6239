import { api, type components, queryKeys, read } from "../api/index.ts";

export type Customer = components["schemas"]["Customer"];
export type CustomerStatus = components["schemas"]["CustomerStatus"];

export const customerStatusWords: Readonly<Record<CustomerStatus, string>> = {
  active: "Active",
  inactive: "Inactive",
};

export function customerQuery(id: string) {
  return {
    queryKey: queryKeys.customer(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read(api.GET("/api/customers/{id}", { params: { path: { id } }, signal })),
  };
}
