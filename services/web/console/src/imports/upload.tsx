import { Button, FileButton, SegmentedControl } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { FormProblem } from "../ui/index.ts";
import { columnsOf, templateRows } from "./columns.ts";
import { downloadCsv, toCsv } from "./csv.ts";
import type { ImportKind } from "./import.ts";
import classes from "./imports.module.css";

const maxBytes = 20 * 1024 * 1024;

/** Choose what the file holds, then drop it or pick it. */
export function Upload() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<ImportKind>("shipments");
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) =>
      read(
        api.POST("/api/imports", {
          params: { query: { kind } },
          headers: { "Content-Type": "text/csv" },
          // as: the document knows the body of a file as text; it is sent as it is
          body: file as unknown as string,
          bodySerializer: (body) => body,
        }),
      ),
    onSuccess: ({ importId }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.imports });
      void navigate(`/imports/${importId}`);
    },
  });
  const take = (file: File | null | undefined) => {
    upload.reset();
    if (file === null || file === undefined) return;
    const problem = problemOf(file);
    setRefused(problem);
    if (problem === null) upload.mutate(file);
  };
  return (
    <section className={classes.upload} aria-label="Upload a file">
      <div className={classes.kind}>
        <SegmentedControl
          aria-label="What the file holds"
          value={kind}
          onChange={(value) => setKind(value === "events" ? "events" : "shipments")}
          data={[
            { value: "shipments", label: "Shipments" },
            { value: "events", label: "Tracking events" },
          ]}
        />
        <Button
          variant="subtle"
          onClick={() => downloadCsv(`${kind}-template.csv`, toCsv(templateRows(kind)))}
        >
          Download a template
        </Button>
      </div>
      {/* dropping is a shortcut for the button inside */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={classes.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileButton accept=".csv,text/csv" onChange={take}>
          {(props) => (
            <Button {...props} loading={upload.isPending}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        <p className={classes.hint}>
          or drop it here. UTF-8, at most 20 MB, the first line names the columns.
        </p>
      </div>
      {refused !== null && <p role="alert">{refused}</p>}
      <FormProblem error={upload.error} />
      <details>
        <summary>
          Columns of a file of {kind === "events" ? "tracking events" : "shipments"}
        </summary>
        <table className={classes.columns}>
          <thead>
            <tr>
              <th>Column</th>
              <th>Needed</th>
              <th>Meaning</th>
            </tr>
          </thead>
          <tbody>
            {columnsOf[kind].map(({ name, required, help }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{required ? "yes" : ""}</td>
                <td>{help}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function problemOf(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > maxBytes) {
    return `${file.name} has ${(file.size / 1024 / 1024).toFixed(1)} MB; a file can have 20 MB. Split it.`;
  }
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) {
    return `${file.name} is a spreadsheet. Save it as CSV (UTF-8) first.`;
  }
  // systems without a spreadsheet program do not know the type of a CSV file
  if (!/\.(csv|txt)$/i.test(file.name) && !file.type.startsWith("text/")) {
    return `${file.name} is no CSV file.`;
  }
  return null;
}
