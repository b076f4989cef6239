import type { BenchFigure } from "../../bench/figure.ts";
import { slopeOf } from "../slope.ts";
import type { Memory } from "./read-memory.ts";

export interface MemorySample {
  readonly atMinutes: number;
  /** By name of the process. */
  readonly processes: ReadonlyMap<string, Memory>;
}

export interface MemoryVerdict {
  readonly what: string;
  readonly passed: boolean;
  readonly figures: string;
}

/** A process that keeps a megabyte a minute for good has one and a half gigabytes more after a day. */
const allowedMbAMinute = 0.5;
const mb = 1_048_576;

interface Course {
  readonly name: string;
  /** Megabytes a minute of what stays in use: of the least of each minute, which is what a collection left. */
  readonly inUseSlope: number;
  readonly rssSlope: number;
  readonly mostRss: number;
}

/** Whether each process keeps no more and more memory. The first third is left out: caches, pools and compiled code reach their size. */
export function judgeMemory(samples: readonly MemorySample[]): readonly MemoryVerdict[] {
  return coursesOf(samples).map(({ name, inUseSlope, rssSlope, mostRss }) => ({
    what: `${name} grows by no more than ${String(allowedMbAMinute)} MB a minute`,
    passed: inUseSlope <= allowedMbAMinute,
    figures: `in use ${inUseSlope.toFixed(2)} MB a minute, RSS ${rssSlope.toFixed(2)}, at most ${(mostRss / mb).toFixed(0)} MB`,
  }));
}

/** The slopes as figures. */
export function figuresOf(samples: readonly MemorySample[]): readonly BenchFigure[] {
  return coursesOf(samples).map(({ name, inUseSlope, rssSlope, mostRss }) => ({
    id: `memory ${name}`,
    what: "memory in use, slope",
    unit: "MB/min",
    min: inUseSlope,
    median: inUseSlope,
    max: inUseSlope,
    floor: allowedMbAMinute,
    aim: null,
    note: `RSS ${rssSlope.toFixed(2)} MB/min, at most ${(mostRss / mb).toFixed(0)} MB`,
  }));
}

function coursesOf(samples: readonly MemorySample[]): readonly Course[] {
  const settled = samples.slice(Math.floor(samples.length / 3));
  return [...(samples[0]?.processes.keys() ?? [])].map((name) => {
    const course = (read: (memory: Memory) => number) =>
      settled.flatMap(({ atMinutes, processes }) => {
        const memory = processes.get(name);
        return memory === undefined ? [] : [[atMinutes, read(memory)] as const];
      });
    const rss = course((memory) => memory.rss);
    const inUse = course((memory) => memory.inUse ?? memory.rss);
    return {
      name,
      inUseSlope: slopeOf(leastOfEachMinute(inUse)) / mb,
      rssSlope: slopeOf(rss) / mb,
      mostRss: Math.max(...rss.map(([, bytes]) => bytes)),
    };
  });
}

type Point = readonly [minutes: number, bytes: number];

function leastOfEachMinute(points: readonly Point[]): readonly Point[] {
  const least = new Map<number, Point>();
  for (const point of points) {
    const minute = Math.floor(point[0]);
    const known = least.get(minute);
    if (known === undefined || point[1] < known[1]) least.set(minute, point);
  }
  return [...least.values()];
}
