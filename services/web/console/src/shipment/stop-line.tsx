import { memo } from "react";
import { Time } from "../ui/index.ts";
import type { Whole } from "./shipment.ts";
import { type Stop, stopsOf } from "./stops.ts";
import { span } from "./strip-words.ts";
import classes from "./stop-line.module.css";

/** Where it comes from, has been and goes to: drawn, and in words below each mark. */
export const StopLine = memo(function StopLine({ whole }: { readonly whole: Whole }) {
  const stops = stopsOf(whole);
  const last = stops.findLastIndex(({ reached }) => reached);
  const at = (index: number) => `${String(((index + 0.5) / stops.length) * 100)}%`;
  return (
    <section className={classes.section} aria-label="Way">
      <svg className={classes.drawing} role="img" aria-label={wayInWords(stops)} height="24">
        <line x1={at(0)} x2={at(stops.length - 1)} y1="12" y2="12" className={classes.ahead} />
        {last > 0 && <line x1={at(0)} x2={at(last)} y1="12" y2="12" className={classes.done} />}
        {stops.map((stop, index) => (
          <Mark key={`${stop.role} ${stop.city}`} stop={stop} x={at(index)} here={index === last} />
        ))}
      </svg>
      <div
        className={classes.stops}
        style={{ gridTemplateColumns: `repeat(${String(stops.length)}, minmax(0, 1fr))` }}
      >
        {stops.map((stop) => (
          <div key={`${stop.role} ${stop.city}`} className={classes.stop}>
            <bdi className={classes.city}>{stop.city}</bdi>
            <StopTimes stop={stop} />
          </div>
        ))}
      </div>
    </section>
  );
});

function Mark({
  stop,
  x,
  here,
}: {
  readonly stop: Stop;
  readonly x: string;
  readonly here: boolean;
}) {
  const kind = stop.reached ? classes.reached : classes.open;
  return (
    <>
      {here && <circle cx={x} cy="12" r="10" className={classes.here} />}
      <circle cx={x} cy="12" r={stop.role === "between" ? 4 : 6} className={kind} />
    </>
  );
}

function StopTimes({ stop }: { readonly stop: Stop }) {
  return (
    <>
      {stop.planned !== null && (
        <span className={classes.time}>
          planned <Time at={stop.planned} format="short" />
        </span>
      )}
      {stop.actual !== null && (
        <span className={classes.time}>
          {stop.role === "between" ? "seen" : "actual"} <Time at={stop.actual} format="short" />
        </span>
      )}
      {stop.delayMs !== null && Math.abs(stop.delayMs) >= 60_000 && (
        <span className={stop.delayMs > 0 ? classes.behind : classes.time}>
          {span(Math.abs(stop.delayMs))} {stop.delayMs > 0 ? "late" : "early"}
        </span>
      )}
    </>
  );
}

function wayInWords(stops: readonly Stop[]): string {
  const here = stops.findLast(({ reached }) => reached);
  const cities = stops.map(({ city }) => city).join(", ");
  return `From ${cities}. ${here === undefined ? "Not under way yet" : `Last seen in ${here.city}`}.`;
}
