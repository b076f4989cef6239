import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { sentenceFor } from "../api/index.ts";
import classes from "./confirm-dialog.module.css";
import { useReturnedFocus } from "./use-returned-focus.ts";

/** Asks before something that cannot be undone. The focus goes back to where it was. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  danger = false,
  pending = false,
  error,
  onConfirm,
  onClose,
}: {
  readonly opened: boolean;
  readonly title: string;
  /** What will happen, in a sentence; or fields to fill in. */
  readonly children?: ReactNode;
  /** A verb: `Revoke the key`. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  readonly pending?: boolean;
  readonly error?: unknown;
  onConfirm(): void;
  onClose(): void;
}) {
  useReturnedFocus(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className={classes.body}>{children}</div>
        {error !== null && error !== undefined && (
          <p role="alert" className={classes.problem}>
            {sentenceFor(error)}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={danger ? "red.9" : "accent"}
            loading={pending}
            data-autofocus
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
