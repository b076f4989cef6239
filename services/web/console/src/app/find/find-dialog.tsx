import { Modal } from "@mantine/core";
import { FindBox } from "./find-box.tsx";

/** `/` and Ctrl-K: finds shipments, screens and commands. */
export function FindDialog({ opened, onClose }: { readonly opened: boolean; onClose(): void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      aria-label="Find"
    >
      <FindBox onClose={onClose} />
    </Modal>
  );
}
