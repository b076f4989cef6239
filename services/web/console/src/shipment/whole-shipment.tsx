import { Button } from "@mantine/core";
import type { TrackingEventType } from "@shipment-tracking/domain";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useSession } from "../app/session.ts";
import { eventShortcuts } from "../events/event-keys.ts";
import { useShortcuts } from "../keys/index.ts";
import { modeWords, PageHeader, StatusMark, Time, useNow } from "../ui/index.ts";
import { useUndo } from "../undo/index.ts";
import { AuditTrail } from "./audit-trail.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { ShareCard } from "./share-card.tsx";
import { type Entry, lateBy, type Transition, transitionsOf, type Whole } from "./shipment.ts";
import { ShipmentFacts } from "./shipment-facts.tsx";
import classes from "./shipment.module.css";
import { StopLine } from "./stop-line.tsx";
import { span } from "./strip-words.ts";
import { Timeline } from "./timeline.tsx";
import { TransitionDialog, transitionWords } from "./transition-dialog.tsx";
import { useTrackingLink } from "./use-tracking-link.ts";
import { VoidDialog } from "./void-dialog.tsx";

type Open =
  | { readonly dialog: "event"; readonly type: TrackingEventType }
  | { readonly dialog: "void"; readonly entry: Entry }
  | { readonly dialog: "transition"; readonly transition: Transition };

interface Props {
  readonly whole: Whole;
  readonly stale: ReactNode;
  reload(): void;
}

/** Everything about one shipment. */
export function WholeShipment({ whole, stale, reload }: Props) {
  const { shipment, events, auditTrail } = whole;
  const mayWrite = useSession().may("shipments:write");
  const [open, setOpen] = useState<Open | null>(null);
  const closedAt = useRef(0);
  const close = () => {
    closedAt.current = Date.now();
    setOpen(null);
  };
  const sharing = useTrackingLink(shipment);
  useScreenKeys({
    mayWrite,
    id: shipment.id,
    onRecord: (type) => setOpen({ dialog: "event", type }),
    onShare: () => sharing.share(true),
    // the key that closes a dialog arrives here, too
    mayLeave: () => Date.now() - closedAt.current > 300,
  });
  const onVoid = useCallback((entry: Entry) => setOpen({ dialog: "void", entry }), []);
  const onRecord = useCallback(() => setOpen({ dialog: "event", type: "in_transit" }), []);
  const record = mayWrite ? onRecord : undefined;
  const transitions = useMemo(() => transitionsOf({ shipment, events }), [shipment, events]);
  return (
    <>
      <PageHeader
        title={shipment.shipmentNumber}
        mark={<Marks whole={whole} />}
        subtitle={<Subtitle whole={whole} />}
        actions={
          mayWrite ? (
            <>
              <Button onClick={record}>Record event</Button>
              <Button variant="default" component={Link} to={`/shipments/${shipment.id}/edit`}>
                Edit
              </Button>
              {transitions.map((transition) => (
                <Button
                  key={transition}
                  variant="default"
                  onClick={() => setOpen({ dialog: "transition", transition })}
                >
                  {transitionWords[transition].button}
                </Button>
              ))}
            </>
          ) : undefined
        }
      />
      {stale}
      <StopLine whole={whole} />
      <div className={classes.columns}>
        <section aria-label="Events">
          <div className={classes.head}>
            <h2>Events</h2>
            <span className={classes.muted}>{events.length.toLocaleString("en-GB")}</span>
          </div>
          <Timeline
            shipmentId={shipment.id}
            entries={events}
            onVoid={mayWrite ? onVoid : undefined}
            onRecord={record}
          />
        </section>
        <div>
          <ShipmentFacts shipment={shipment} />
          <ShareCard shipment={shipment} sharing={sharing} />
          <AuditTrail lines={auditTrail} />
        </div>
      </div>
      {open !== null && <Dialog open={open} whole={whole} reload={reload} onClose={close} />}
    </>
  );
}

function Dialog({
  open,
  ...props
}: {
  readonly open: Open;
  readonly whole: Whole;
  reload(): void;
  onClose(): void;
}) {
  switch (open.dialog) {
    case "event":
      return <EventDialog {...props} type={open.type} />;
    case "void":
      return <VoidDialog {...props} entry={open.entry} />;
    case "transition":
      return (
        <TransitionDialog
          whole={props.whole}
          transition={open.transition}
          onClose={props.onClose}
        />
      );
  }
}

function useScreenKeys({
  mayWrite,
  id,
  onRecord,
  onShare,
  mayLeave,
}: {
  readonly mayWrite: boolean;
  readonly id: string;
  onRecord(type: TrackingEventType): void;
  onShare(): void;
  mayLeave(): boolean;
}) {
  const undo = useUndo();
  const navigate = useNavigate();
  useShortcuts(
    "Shipment",
    mayWrite
      ? [
          ...eventShortcuts(onRecord),
          { keys: "u", does: "Undo what was recorded last", run: undo },
          {
            keys: "c",
            does: "Change the details",
            run: () => void navigate(`/shipments/${id}/edit`),
          },
        ]
      : [],
  );
  useShortcuts("Shipment", [
    { keys: "s", does: "Share: copy the tracking link", run: onShare },
    {
      keys: "Escape",
      does: "Back to the shipments",
      run: () => {
        if (!mayLeave()) return;
        void (cameFromHere() ? navigate(-1) : navigate("/"));
      },
    },
  ]);
}

/** The router counts the entries of its history. */
function cameFromHere(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && Number(state.idx) > 0;
}

function Marks({ whole: { shipment } }: { readonly whole: Whole }) {
  const late = lateBy(shipment, useNow());
  return (
    <>
      <StatusMark status={shipment.status} size="md" />
      {late > 0 && <span className={classes.late}>{span(late)} late</span>}
    </>
  );
}

function Subtitle({ whole: { shipment } }: { readonly whole: Whole }) {
  return (
    <span className={classes.subtitle}>
      <span>
        <bdi>{shipment.origin?.city ?? "–"}</bdi> → <bdi>{shipment.destination?.city ?? "–"}</bdi>
      </span>
      <span>{modeWords[shipment.mode]}</span>
      {shipment.customerName !== null && <bdi>{shipment.customerName}</bdi>}
      {shipment.deliveryScheduledAt !== null && (
        <span>
          delivery <Time at={shipment.deliveryScheduledAt} format="short" />
        </span>
      )}
    </span>
  );
}
