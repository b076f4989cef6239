import { useNavigate } from "react-router";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { PageHeader } from "../ui/index.ts";
import { type CustomerBody, CustomerForm } from "./customer-form.tsx";

export function NewCustomerScreen() {
  const navigate = useNavigate();
  const create = useCommand({
    done: "Customer created",
    changes: [queryKeys.customers],
    send: (body: CustomerBody, options) => api.POST("/api/customers", { ...options, body }),
    onDone: ({ data }) => void navigate(`/customers/${data.customer.id}`),
  });
  return (
    <>
      <PageHeader title="New customer" />
      <CustomerForm
        customer={null}
        saveLabel="Create customer"
        saving={create.isPending}
        error={create.error}
        onSave={(body) => create.mutate(body)}
        onCancel={() => void navigate("/customers")}
      />
    </>
  );
}
