import { Button, Progress } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import {
  type Column,
  DataTable,
  FormProblem,
  LoadedScreen,
  PageHeader,
  Time,
} from "../ui/index.ts";
import { downloadCsv, toCsv } from "./csv.ts";
import {
  importQuery,
  kindWords,
  loadRejectedLines,
  type RejectedLine,
  type WholeImport,
} from "./import.ts";
import { ImportState } from "./imports-screen.tsx";
import classes from "./imports.module.css";

export function ImportScreen() {
  const { id = "" } = useParams();
  const query = useQuery(importQuery(id));
  return (
    <LoadedScreen query={query} title="Import" what="import" rows={4}>
      {(report, { stale }) => (
        <>
          <PageHeader
            title={`Import of ${kindWords[report.kind].toLowerCase()}`}
            mark={<ImportState state={report.state} />}
            subtitle={
              <>
                Started <Time at={report.createdAt} />
                {report.finishedAt !== null && (
                  <>
                    , ended <Time at={report.finishedAt} />
                  </>
                )}
              </>
            }
            actions={
              <Button variant="default" component={Link} to="/imports">
                All imports
              </Button>
            }
          />
          {stale}
          <Report of={report} />
        </>
      )}
    </LoadedScreen>
  );
}

function Report({ of: report }: { readonly of: WholeImport }) {
  const share = report.total === 0 ? 0 : (100 * report.processed) / report.total;
  return (
    <>
      {report.state === "running" && (
        <div className={classes.progress}>
          <Progress value={share} aria-label="Lines done" animated={false} size="md" />
          <p role="status" className={classes.hint}>
            {report.total === 0
              ? "Counting the lines"
              : `${report.processed.toLocaleString("en")} of ${report.total.toLocaleString("en")} lines`}
          </p>
        </div>
      )}
      {report.error !== null && <p role="alert">{report.error}</p>}
      <dl className={classes.counts}>
        <Count name="Lines" value={report.total} />
        <Count name="Added" value={report.accepted} />
        <Count name="There already" value={report.duplicates} />
        <Count name="Rejected" value={report.rejectedCount} />
      </dl>
      {report.rejectedCount > 0 && <Rejected report={report} />}
      {report.state === "done" && report.rejectedCount === 0 && (
        <p>
          Every line is in. <Link to="/">To the shipments</Link>
        </p>
      )}
    </>
  );
}

const columns: readonly Column<RejectedLine>[] = [
  {
    key: "line",
    header: "Line",
    align: "end",
    width: "80px",
    cell: (row) => <span className="st-number">{row.line}</span>,
  },
  { key: "error", header: "Why", cell: (row) => row.error },
];

function Rejected({ report }: { readonly report: WholeImport }) {
  const download = useMutation({
    mutationFn: () => loadRejectedLines(report.id),
    onSuccess: (lines) => {
      const rows = [["line", "error"], ...lines.map(({ line, error }) => [line, error])];
      downloadCsv(`rejected-${report.id.slice(0, 8)}.csv`, toCsv(rows));
    },
  });
  const { rejected, rejectedCount } = report;
  return (
    <section className={classes.section} aria-labelledby="rejected-lines">
      <div className={classes.bar}>
        <h2 id="rejected-lines">Rejected lines</h2>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download as CSV
        </Button>
      </div>
      <FormProblem error={download.error} />
      {rejected.length < rejectedCount && (
        <p className={classes.hint}>
          The first {rejected.length.toLocaleString("en")} of {rejectedCount.toLocaleString("en")};
          the download has all.
        </p>
      )}
      <DataTable
        label="Rejected lines"
        rows={rejected}
        columns={columns}
        rowKey={(row) => String(row.line)}
        shortcuts={false}
        virtual={rejected.length > 200}
      />
    </section>
  );
}

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="st-number">{value.toLocaleString("en")}</dd>
    </div>
  );
}
