import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Message } from "./messages.ts";
import { createStream, type Source, type Stream, type StreamState } from "./stream.ts";

interface FakeSource extends Source {
  readonly url: string;
  closed: boolean;
  send(type: string, data: object, id?: string): void;
  fail(): void;
}

let sources: FakeSource[];
let messages: Message[];
let states: StreamState[];
let failures: number;
let stream: Stream;

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  messages = [];
  states = [];
  failures = 0;
  stream = createStream({
    open: (url) => {
      const source = fakeSource(url);
      sources.push(source);
      return source;
    },
    onMessage: (message) => void messages.push(message),
    onState: (state) => void states.push(state),
    onFailure: () => void (failures += 1),
    random: () => 0.5,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function fakeSource(url: string): FakeSource {
  const listeners = new Map<string, (event: MessageEvent<string>) => void>();
  const tell = (type: string, data: string, id: string): void => {
    const event = new MessageEvent<string>(type, { data, lastEventId: id });
    listeners.get(type)?.(event);
  };
  return {
    url,
    closed: false,
    addEventListener: (type, listener) => void listeners.set(type, listener),
    close() {
      this.closed = true;
    },
    send: (type, data, id = "") => tell(type, JSON.stringify(data), id),
    fail: () => tell("error", "", ""),
  };
}

const newest = (): FakeSource => {
  const source = sources.at(-1);
  if (source === undefined) throw new Error("nothing was opened");
  return source;
};

test("is live once the service says so, and comes back where it broke off", () => {
  stream.start();
  expect(newest().url).toBe("/api/stream");
  newest().send("ready", {}, "k.place 1");
  newest().fail();
  expect([states, failures, sources[0]?.closed]).toEqual([["connecting", "live", "cut"], 1, true]);
  vi.advanceTimersByTime(1_000);
  expect(newest().url).toBe("/api/stream?lastEventId=k.place%201");
  newest().send("ready", { resumed: true }, "k.place2");
  expect(states.at(-1)).toBe("live");
});

test("tries less and less often, at last every 30 s, and quickly again after it was live", () => {
  stream.start();
  const waits = [1, 2, 4, 8, 16, 30, 30];
  for (const seconds of waits) {
    const opened = sources.length;
    newest().fail();
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(sources).toHaveLength(opened);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(opened + 1);
  }
  newest().send("ready", {});
  newest().fail();
  vi.advanceTimersByTime(1_000);
  expect(sources).toHaveLength(waits.length + 2);
});

test("a connection that is silent for longer than two heartbeats is dead", () => {
  stream.start();
  newest().send("ready", {});
  vi.advanceTimersByTime(39_000);
  newest().send("heartbeat", {}, "k.2");
  vi.advanceTimersByTime(39_000);
  expect(states.at(-1)).toBe("live");
  vi.advanceTimersByTime(1_000);
  expect(states.at(-1)).toBe("cut");
});

test("what an old connection still says does not count", () => {
  stream.start();
  const first = newest();
  first.fail();
  vi.advanceTimersByTime(1_000);
  first.send("position", { applied: ["1.1"] });
  first.fail();
  expect([messages, failures]).toEqual([[], 1]);
});

test("stopped, it opens nothing and keeps its place", () => {
  stream.start();
  newest().send("heartbeat", {}, "k.9");
  stream.stop();
  vi.advanceTimersByTime(120_000);
  expect(sources).toHaveLength(1);
  stream.start();
  expect(newest().url).toBe("/api/stream?lastEventId=k.9");
});
