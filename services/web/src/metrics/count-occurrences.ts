import { createCounter, type MetricsRegistry } from "@shipment-tracking/runtime";
import { onOccurrence } from "./occurrences.ts";

/** Counts what the web application does in this process: `commands_total`, `sign_ins_total`, `import_runs_total`. Returns how to stop. */
export function countOccurrences(registry: MetricsRegistry): () => void {
  const commands = createCounter(registry, {
    name: "commands_total",
    help: "Commands on shipments that were decided, those of imports included",
    labels: ["type", "outcome"],
  });
  const signIns = createCounter(registry, {
    name: "sign_ins_total",
    help: "Tries to sign in",
    labels: ["outcome"],
  });
  const imports = createCounter(registry, {
    name: "import_runs_total",
    help: "Runs of the import worker over a file, by how they ended",
    labels: ["of", "end"],
  });
  return onOccurrence((occurrence) => {
    switch (occurrence.kind) {
      case "command": {
        const { type, outcome } = occurrence;
        commands({ type, outcome });
        break;
      }
      case "sign_in":
        signIns({ outcome: occurrence.outcome });
        break;
      case "import_run":
        imports({ of: occurrence.of, end: occurrence.end });
        break;
    }
  });
}
