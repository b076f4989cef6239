import { Gauge, type Registry } from "prom-client";
import { createSharedReading } from "./shared-reading.ts";

export interface ReadGauge<Reading> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** The values in what was read, each with its labels; a value that is not given is not shown. */
  values(
    reading: Reading,
  ): readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/**
 * Gauges whose values are asked of the database at the moment of the scrape, in one reading for all of them and at most once a second.
 * What cannot be read within a second is absent from that scrape: nothing is remembered.
 */
export function createReadGauges<Reading>(
  registry: Registry,
  read: () => Promise<Reading>,
  gauges: readonly ReadGauge<Reading>[],
): void {
  const shared = createSharedReading(read);
  for (const { name, help, labels = [], values } of gauges) {
    void new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const reading = await shared.current();
        // a gauge without labels is reset to 0, which would be a statement
        if (labels.length === 0) this.remove();
        else this.reset();
        if (reading === null) return;
        for (const one of values(reading)) this.set({ ...one.labels }, one.value);
      },
    });
  }
}
