import { Modal } from "@mantine/core";
import { Facts, Time } from "../ui/index.ts";
import { actorWords } from "./actor-words.ts";
import { AuditSubject } from "./audit-subject.tsx";
import { type AuditLine, changesOf } from "./audit-words.ts";

/** One line whole: what a row cuts off, each change on a line of its own. */
export function AuditLineDialog({ line, onClose }: { readonly line: AuditLine; onClose(): void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={line.action}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Facts
        items={[
          ["When", <Time key="at" at={line.at} format="short" />],
          ["Who", actorWords(line.actor)],
          ["On", <AuditSubject key="subject" line={line} />],
          ["Id", <code key="id">{line.subject.id}</code>],
          ["From", line.address],
          ...changesOf(line.details),
        ]}
      />
    </Modal>
  );
}
