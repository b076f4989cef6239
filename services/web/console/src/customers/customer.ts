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

/** As on an envelope, without the name. */
export function addressLines({
  billingAddress: address,
}: Pick<Customer, "billingAddress">): readonly string[] {
  if (address === null) return [];
  return [
    address.line1,
    address.line2,
    [address.postalCode, address.city].filter((part) => part !== null).join(" "),
    [address.region, address.countryCode].filter((part) => part !== null).join(", "),
  ].flatMap((line) => (line === null || line === "" ? [] : [line]));
}
