import { Placeholder } from "../ui/index.ts";

export function CustomersScreen() {
  return <Placeholder title="Customers" />;
}

export function NewCustomerScreen() {
  return <Placeholder title="New customer" />;
}

export function CustomerScreen() {
  return <Placeholder title="Customer" />;
}
