import { type RefObject, useImperativeHandle, useRef, useState } from "react";
import classes from "./find.module.css";
import { FindBox } from "./find-box.tsx";

export interface FindHandle {
  open(): void;
}

/**
 * `/` and Ctrl-K: finds shipments, screens and commands. The browser's own dialog: it is open and has the focus before the next key arrives, which would
 * otherwise be a shortcut of the screen.
 */
export function FindDialog({ handle }: { readonly handle: RefObject<FindHandle | null> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // a new box for each time
  const [opening, setOpening] = useState(0);
  useImperativeHandle(handle, () => ({
    open: () => {
      if (dialog.current?.open === false) dialog.current.showModal();
    },
  }));
  const close = () => dialog.current?.close();
  return (
    // Escape, its key, is the browser's
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label="Find"
      className={classes.dialog}
      onClose={() => setOpening(opening + 1)}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <FindBox key={opening} onClose={close} />
    </dialog>
  );
}
