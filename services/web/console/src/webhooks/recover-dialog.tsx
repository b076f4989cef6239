import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { instantOf, localNow } from "../events/local-time.ts";
import { say, useCommand } from "../live/index.ts";
import { ConfirmDialog, counted } from "../ui/index.ts";
import type { Endpoint } from "./webhook.ts";

const dayMs = 24 * 60 * 60 * 1_000;

export function RecoverDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  onClose(): void;
}) {
  const [since, setSince] = useState(() => localNow(new Date(Date.now() - dayMs)));
  const [until, setUntil] = useState("");
  const [includeDelivered, setInclude] = useState(false);
  const recover = useCommand({
    done: "Queued again",
    changes: [queryKeys.webhooks],
    send: (from: string, options) => {
      const to = instantOf(until);
      return api.POST("/api/webhook-endpoints/{id}/recover", {
        ...options,
        params: { path: { id: endpoint.id } },
        body: { since: from, includeDelivered, ...(to === null ? {} : { until: to }) },
      });
    },
    onDone: ({ data }) => {
      say(`Sending again, behind what is new: ${counted(data.queued, "message")}.`);
      if (data.nextSince === null) onClose();
      else recover.mutate(data.nextSince);
    },
  });
  return (
    <ConfirmDialog
      opened
      title="Send messages again"
      confirmLabel="Send again"
      pending={recover.isPending}
      error={recover.error}
      onConfirm={() => {
        const from = instantOf(since);
        if (from !== null) recover.mutate(from);
      }}
      onClose={onClose}
    >
      <TextInput
        label="Since"
        type="datetime-local"
        required
        value={since}
        error={instantOf(since) === null ? "Say since when" : null}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <TextInput
        label="Until"
        description="Empty: now"
        type="datetime-local"
        mt={10}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Checkbox
        label="Those that were delivered, too"
        mt={12}
        checked={includeDelivered}
        onChange={(event) => setInclude(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
