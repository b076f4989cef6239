import { api, queryKeys, read } from "../api/index.ts";
import { type PickerProps, RemotePicker } from "./remote-picker.tsx";

/** An active customer, found by name, number or reference. */
export function CustomerPicker(props: PickerProps) {
  return (
    <RemotePicker
      {...props}
      queryKey={queryKeys.customers}
      find={async (typed, signal) => {
        const query = {
          status: "active" as const,
          limit: 20,
          ...(typed === "" ? {} : { q: typed }),
        };
        const { items } = await read(api.GET("/api/customers", { params: { query }, signal }));
        return items.map((customer) => ({
          value: customer.id,
          label: `${customer.name} (${customer.customerNumber})`,
        }));
      }}
    />
  );
}
