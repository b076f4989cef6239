import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { LoadedScreen, PageHeader, useEditing } from "../ui/index.ts";
import { CustomerBusiness } from "./customer-business.tsx";
import { CustomerFacts } from "./customer-facts.tsx";
import { type CustomerBody, CustomerForm } from "./customer-form.tsx";
import { type Customer, customerQuery } from "./customer.ts";
import { CustomerStatusMark } from "./customers-screen.tsx";
import classes from "./customers.module.css";

export function CustomerScreen() {
  const { id = "" } = useParams();
  const query = useQuery(customerQuery(id));
  return (
    <LoadedScreen query={query} title="Customer" what="customer">
      {({ customer }, loaded) => <WholeCustomer customer={customer} {...loaded} />}
    </LoadedScreen>
  );
}

function WholeCustomer({
  customer,
  stale,
  reload,
}: {
  readonly customer: Customer;
  readonly stale: ReactNode;
  reload(): void;
}) {
  const session = useSession();
  const { edited, conflict, begin, end } = useEditing(customer, "customer");
  const change = useCommand({
    done: "Customer changed",
    changes: [queryKeys.customers],
    send: (body: CustomerBody, options) => patch(edited ?? customer, { ...options, body }),
    onDone: end,
  });
  const status = customer.status === "active" ? "inactive" : "active";
  const toggle = useCommand({
    done: status === "active" ? "Customer activated" : "Customer deactivated",
    changes: [queryKeys.customers],
    saysErrors: true,
    send: (_: null, options) => patch(customer, { ...options, body: { status } }),
  });
  return (
    <>
      <PageHeader
        title={customer.name}
        mark={<CustomerStatusMark status={customer.status} />}
        subtitle={<span className="st-number">{customer.customerNumber}</span>}
        actions={
          session.may("customers:write") && edited === null ? (
            <>
              <Button variant="default" onClick={begin}>
                Edit
              </Button>
              <Button
                variant="default"
                loading={toggle.isPending}
                onClick={() => toggle.mutate(null)}
              >
                {status === "active" ? "Activate" : "Deactivate"}
              </Button>
            </>
          ) : undefined
        }
      />
      {stale}
      {conflict}
      {edited !== null ? (
        <CustomerForm
          customer={edited}
          saveLabel="Save"
          saving={change.isPending}
          error={change.error}
          onSave={(body) =>
            change.mutate(body, {
              onError: (error) => {
                if (isStatus(error, 409)) reload();
              },
            })
          }
          onCancel={() => {
            change.reset();
            end();
          }}
        />
      ) : (
        <div className={classes.columns}>
          <CustomerFacts customer={customer} />
          <CustomerBusiness customer={customer} />
        </div>
      )}
    </>
  );
}

type Changes = Partial<CustomerBody>;

function patch(
  customer: Customer,
  {
    body,
    headers,
  }: { readonly body: Changes; readonly headers: { readonly "Idempotency-Key": string } },
) {
  return api.PATCH("/api/customers/{id}", {
    headers,
    params: { path: { id: customer.id } },
    body: { ...body, version: customer.version },
  });
}
