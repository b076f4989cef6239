import { Modal } from "@mantine/core";
import { Link } from "react-router";
import type { components } from "../api/index.ts";
import { actorWords } from "../audit/actor-words.ts";
import { Facts, Time } from "../ui/index.ts";
import classes from "./event-log.module.css";

export type LogEvent = components["schemas"]["LogEvent"];

const places: Readonly<Partial<Record<LogEvent["subject"]["type"], string>>> = {
  shipment: "/shipments/",
  customer: "/customers/",
  invoice: "/invoices/",
};

/** What the event is about, with the way to it where there is a screen. */
export function LogSubject({ event: { subject } }: { readonly event: LogEvent }) {
  const place = places[subject.type];
  const words = subject.label ?? subject.type.replaceAll("_", " ");
  return place === undefined ? words : <Link to={`${place}${subject.id}`}>{words}</Link>;
}

/** One event as it is in the log. */
export function EventDialog({ event, onClose }: { readonly event: LogEvent; onClose(): void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={event.type}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Facts
        items={[
          [
            "Position",
            <span key="position" className="st-number">
              {event.position}
            </span>,
          ],
          ["On", <LogSubject key="subject" event={event} />],
          ["By", actorWords(event.actor)],
          ["Happened", <Time key="occurred" at={event.occurredAt} format="short" />],
          ["Recorded", <Time key="recorded" at={event.recordedAt} format="short" />],
        ]}
      />
      <pre className={classes.data}>
        {event.data === null ? "Too large to show" : JSON.stringify(event.data, null, 2)}
      </pre>
    </Modal>
  );
}
