import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, read } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { Facts, Loaded, Time } from "../ui/index.ts";

const tenantKey = ["tenant"];
const zones = Intl.supportedValuesOf("timeZone");

export function CompanySettings({ mayChange }: { readonly mayChange: boolean }) {
  const query = useQuery({
    queryKey: tenantKey,
    queryFn: ({ signal }) => read(api.GET("/api/tenant", { signal })),
  });
  const change = useCommand({
    done: "Time zone changed",
    changes: [tenantKey],
    saysErrors: true,
    send: (timeZone: string | null, options) =>
      api.PATCH("/api/tenant", { ...options, body: { timeZone } }),
  });
  return (
    <Loaded query={query} what="your company" rows={3}>
      {({ tenant }) => (
        <Facts
          items={[
            ["Name", tenant.name],
            ["Since", <Time at={tenant.createdAt} format="date" key="since" />],
            [
              "Time zone",
              mayChange ? (
                <Select
                  key="zone"
                  aria-label="Time zone"
                  description="For the times of shipments that have no zone of their own"
                  searchable
                  placeholder="Each reader's own"
                  clearable
                  maw={340}
                  limit={50}
                  data={zones}
                  value={tenant.timeZone}
                  onChange={(zone) => change.mutate(zone)}
                />
              ) : (
                (tenant.timeZone ?? "each reader's own")
              ),
            ],
          ]}
        />
      )}
    </Loaded>
  );
}
