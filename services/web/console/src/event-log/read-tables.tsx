import type { components } from "../api/index.ts";
import { CopyButton, Facts, Time } from "../ui/index.ts";
import classes from "./event-log.module.css";

type Tables = components["schemas"]["EventLog"]["readTables"];
type Generation = components["schemas"]["ReadTablesGeneration"];

const command = "npx tracking rebuild";

/** Which generation of the read tables is live. A rebuild concerns every company of the installation: so it is a command of whoever runs it. */
export function ReadTables({ tables }: { readonly tables: Tables }) {
  return (
    <>
      <Facts
        items={[
          ["Live", tables.live === null ? null : <Words key="live" of={tables.live} />],
          [
            "Before it",
            tables.previous === null ? null : <Words key="previous" of={tables.previous} />,
          ],
          [
            "Rebuild",
            tables.rebuild === null ? (
              "none under way"
            ) : (
              <Words key="rebuild" of={tables.rebuild} />
            ),
          ],
        ]}
      />
      <p className={classes.command}>
        Whoever runs this installation can rebuild them from the log while everybody goes on
        reading: <code>{command}</code> <CopyButton value={command} label="Copy the command" />
      </p>
    </>
  );
}

function Words({ of }: { readonly of: Generation }) {
  return (
    <>
      Generation {of.generation}
      {of.events !== null && <>, {of.events.toLocaleString("en")} events</>}
      {of.state === "filling" && (
        <>
          , filling since <Time at={of.startedAt} />
        </>
      )}
      {of.switchedAt !== null && (
        <>
          , live since <Time at={of.switchedAt} format="short" />
        </>
      )}
      {of.verifiedAt !== null && (
        <>
          , compared with a second fold <Time at={of.verifiedAt} />
        </>
      )}
      {of.error !== null && <>: {of.error}</>}
    </>
  );
}
