import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import {
  type Column,
  DataTable,
  EmptyState,
  Listed,
  PageHeader,
  Time,
  usePages,
} from "../ui/index.ts";
import { actorWords } from "./actor-words.ts";
import { AuditLineDialog } from "./audit-line-dialog.tsx";
import { AuditSubject } from "./audit-subject.tsx";
import { type AuditLine, changeWords } from "./audit-words.ts";
import classes from "./audit.module.css";

const columns: readonly Column<AuditLine>[] = [
  {
    key: "at",
    header: "When",
    width: "clamp(84px, 9vw, 120px)",
    cell: (row) => <Time at={row.at} />,
  },
  {
    key: "who",
    header: "Who",
    width: "clamp(90px, 11vw, 150px)",
    cell: (row) => actorWords(row.actor),
  },
  {
    key: "what",
    header: "What",
    width: "290px",
    clip: true,
    cell: (row) => <code>{row.action}</code>,
  },
  {
    key: "subject",
    header: "On",
    width: "160px",
    hideBelow: "sm",
    cell: (row) => <AuditSubject line={row} />,
  },
  {
    key: "details",
    header: "Details",
    clip: true,
    hideBelow: "sm",
    cell: (row) => changeWords(row.details),
  },
  {
    key: "from",
    header: "From",
    width: "140px",
    hideBelow: "md",
    cell: (row) => row.address ?? "–",
  },
];

/** Who did what, when, from where. The address holds the filters. */
export function AuditLogScreen() {
  const [parameters, setParameters] = useSearchParams();
  const action = parameters.get("action") ?? "";
  const subjectId = parameters.get("subjectId") ?? "";
  const filters = {
    ...(action === "" ? {} : { action }),
    ...(subjectId === "" ? {} : { subjectId }),
  };
  const pages = usePages([...queryKeys.auditLog, filters], (cursor, signal) =>
    read(
      api.GET("/api/audit-log", {
        params: { query: { ...filters, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  const [shown, setShown] = useState<AuditLine | null>(null);
  const filtered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title="Audit log"
        subtitle="Everything that was done, newest first. Nothing is ever taken out."
      />
      <Filters
        key={`${action} ${subjectId}`}
        action={action}
        subjectId={subjectId}
        onFilter={(next) => setParameters(next)}
      />
      <Listed pages={pages} what="lines">
        <DataTable
          label="Audit log"
          rows={pages.items}
          columns={columns}
          rowKey={(row) => String(row.id)}
          onOpen={(row) => setShown(row)}
          empty={
            <EmptyState title={filtered ? "Nothing fits" : "Nothing yet"}>
              {filtered
                ? "An action is written exactly, as shipment.cancelled; a subject by its id."
                : "What anybody does here is written down."}
            </EmptyState>
          }
        />
      </Listed>
      {shown !== null && <AuditLineDialog line={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function Filters({
  action: givenAction,
  subjectId: givenSubject,
  onFilter,
}: {
  readonly action: string;
  readonly subjectId: string;
  onFilter(next: Record<string, string>): void;
}) {
  const [action, setAction] = useState(givenAction);
  const [subjectId, setSubject] = useState(givenSubject);
  return (
    <form
      className={classes.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({
          ...(action.trim() === "" ? {} : { action: action.trim() }),
          ...(subjectId.trim() === "" ? {} : { subjectId: subjectId.trim() }),
        });
      }}
    >
      <TextInput
        aria-label="Action"
        placeholder="Action, as shipment.cancelled"
        value={action}
        onChange={(event) => setAction(event.currentTarget.value)}
      />
      <TextInput
        aria-label="Id of the subject"
        placeholder="Id of a shipment, user …"
        value={subjectId}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Filter
      </Button>
      {(givenAction !== "" || givenSubject !== "") && (
        <Button variant="subtle" onClick={() => onFilter({})}>
          Show all
        </Button>
      )}
    </form>
  );
}
