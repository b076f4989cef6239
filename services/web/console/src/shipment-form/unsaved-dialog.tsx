import type { Blocker } from "react-router";
import { ConfirmDialog } from "../ui/index.ts";

export function UnsavedDialog({ blocker }: { readonly blocker: Blocker }) {
  return (
    <ConfirmDialog
      opened={blocker.state === "blocked"}
      title="Leave without saving?"
      confirmLabel="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you typed here is not saved.
    </ConfirmDialog>
  );
}
