import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog } from "../ui/index.ts";
import { EnableDialog } from "./enable-dialog.tsx";
import { RecoverDialog } from "./recover-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import type { Endpoint } from "./webhook.ts";

type Dialog = "enable" | "rotate" | "recover" | "delete";

export function EndpointActions({
  endpoint,
  onEdit,
}: {
  readonly endpoint: Endpoint;
  onEdit(): void;
}) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const path = { params: { path: { id: endpoint.id } } };
  const test = useCommand({
    done: "Test message sent",
    changes: [queryKeys.webhooks],
    saysErrors: true,
    send: (_: null, options) =>
      api.POST("/api/webhook-endpoints/{id}/test", { ...options, ...path }),
    onDone: ({ data }) => void navigate(`/webhooks/deliveries/${data.deliveryId}`),
  });
  const pause = useCommand({
    done: "Endpoint paused",
    changes: [queryKeys.webhooks],
    saysErrors: true,
    send: (_: null, options) =>
      api.POST("/api/webhook-endpoints/{id}/pause", { ...options, ...path }),
  });
  return (
    <>
      <Button variant="default" onClick={() => setDialog("delete")}>
        Delete
      </Button>
      <Button variant="default" onClick={onEdit}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setDialog("rotate")}>
        New secret
      </Button>
      <Button variant="default" onClick={() => setDialog("recover")}>
        Send again
      </Button>
      {endpoint.state === "active" ? (
        <>
          <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(null)}>
            Pause
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate(null)}>
            Send a test
          </Button>
        </>
      ) : (
        <Button onClick={() => setDialog("enable")}>Enable</Button>
      )}
      {dialog === "enable" && <EnableDialog endpoint={endpoint} onClose={close} />}
      {dialog === "rotate" && <RotateDialog endpoint={endpoint} onClose={close} />}
      {dialog === "recover" && <RecoverDialog endpoint={endpoint} onClose={close} />}
      {dialog === "delete" && <DeleteDialog endpoint={endpoint} onClose={close} />}
    </>
  );
}

function DeleteDialog({ endpoint, onClose }: { readonly endpoint: Endpoint; onClose(): void }) {
  const navigate = useNavigate();
  const remove = useCommand({
    done: "Endpoint deleted",
    changes: [[...queryKeys.webhooks, "list"]],
    send: (_: null, options) =>
      api.DELETE("/api/webhook-endpoints/{id}", {
        ...options,
        params: { path: { id: endpoint.id } },
      }),
    onDone: () => void navigate("/webhooks"),
  });
  return (
    <ConfirmDialog
      opened
      title="Delete the endpoint?"
      confirmLabel="Delete the endpoint"
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(null)}
      onClose={onClose}
    >
      Nothing is sent to {endpoint.url} any more; what still waits is cancelled. This cannot be
      undone.
    </ConfirmDialog>
  );
}
