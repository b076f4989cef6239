import { useQuery } from "@tanstack/react-query";
import { api, queryKeys, read } from "../api/index.ts";
import { customerQuery } from "../customers/customer.ts";
import { type PickerProps, RemotePicker } from "./remote-picker.tsx";

/** An active customer, found by name, number or reference. */
export function CustomerPicker(props: PickerProps) {
  const { value, valueLabel } = props;
  const { data } = useQuery({
    ...customerQuery(value ?? ""),
    enabled: value !== null && valueLabel === undefined,
  });
  return (
    <RemotePicker
      {...props}
      valueLabel={valueLabel ?? (data === undefined ? "Chosen customer" : labelOf(data.customer))}
      queryKey={queryKeys.customers}
      find={async (typed, signal) => {
        const query = {
          status: "active" as const,
          limit: 20,
          ...(typed === "" ? {} : { q: typed }),
        };
        const { items } = await read(api.GET("/api/customers", { params: { query }, signal }));
        return items.map((customer) => ({ value: customer.id, label: labelOf(customer) }));
      }}
    />
  );
}

function labelOf(customer: { readonly name: string; readonly customerNumber: string }): string {
  return `${customer.name} (${customer.customerNumber})`;
}
