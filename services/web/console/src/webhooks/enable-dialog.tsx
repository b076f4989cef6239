import { Radio } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog } from "../ui/index.ts";
import type { Endpoint } from "./webhook.ts";

export function EnableDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  onClose(): void;
}) {
  const [backlog, setBacklog] = useState<"deliver" | "skip">("deliver");
  const waiting = endpoint.health?.waiting ?? 0;
  const enable = useCommand({
    done: "Endpoint enabled",
    changes: [queryKeys.webhooks],
    send: (_: null, options) =>
      api.POST("/api/webhook-endpoints/{id}/enable", {
        ...options,
        params: { path: { id: endpoint.id } },
        body: { backlog },
      }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title="Enable the endpoint?"
      confirmLabel="Enable"
      pending={enable.isPending}
      error={enable.error}
      onConfirm={() => enable.mutate(null)}
      onClose={onClose}
    >
      <Radio.Group
        label={
          waiting === 0
            ? "Nothing waits."
            : `${waiting.toLocaleString("en")} ${waiting === 1 ? "delivery waits" : "deliveries wait"}.`
        }
        value={backlog}
        onChange={(value) => setBacklog(value === "skip" ? "skip" : "deliver")}
      >
        <Radio value="deliver" label="Deliver what has waited" mt={8} />
        <Radio value="skip" label="Skip to now: cancel what has waited" mt={8} />
      </Radio.Group>
    </ConfirmDialog>
  );
}
