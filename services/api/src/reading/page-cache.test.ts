import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPageCache, type StampedAnswer } from "./page-cache.ts";

const answerOf = (size: number): StampedAnswer => ({
  body: Buffer.alloc(size),
  tag: `"${String(size)}"`,
  hasNext: false,
  stamp: { generation: "1", version: 1, day: "2026-01-01" },
});

describe("the cache of pages", () => {
  test("is never above its bound, whatever is put and read, and counts to nothing when it is empty", () => {
    const step = fc.record({ key: fc.nat(30), size: fc.nat(40_000), isPut: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(100_000), fc.array(step, { maxLength: 200 }), (maxBytes, steps) => {
        const cache = createPageCache(maxBytes);
        for (const { key, size, isPut } of steps) {
          if (isPut) cache.put(String(key), answerOf(size));
          else cache.get(String(key));
          expect(cache.bytes()).toBeLessThanOrEqual(maxBytes);
          expect(cache.bytes()).toBeGreaterThanOrEqual(0);
        }
        const kept = Array.from({ length: 31 }, (_, key) => cache.get(String(key)));
        const bytes = kept.reduce((sum, entry) => sum + (entry?.body.length ?? 0), 0);
        expect(cache.bytes()).toBeGreaterThanOrEqual(bytes);
        expect(cache.bytes() > 0).toBe(kept.some((entry) => entry !== undefined));
      }),
    );
  });

  test("drops what was not used for longest", () => {
    const cache = createPageCache(3_600);
    for (const key of ["a", "b", "c"]) cache.put(key, answerOf(600));
    cache.get("a");
    cache.put("d", answerOf(600));
    const kept = ["a", "b", "c", "d"].filter((key) => cache.get(key) !== undefined);
    expect(kept).toEqual(["a", "c", "d"]);
  });

  test("counts an answer once that takes the place of another", () => {
    const cache = createPageCache(10_000);
    cache.put("a", answerOf(5_000));
    const once = cache.bytes();
    cache.put("a", answerOf(5_000));
    expect(cache.bytes()).toBe(once);
  });

  test("gives up the former answer when the new one does not fit", () => {
    const cache = createPageCache(2_000);
    cache.put("a", answerOf(100));
    cache.put("a", answerOf(5_000));
    expect(cache.get("a")).toBeUndefined();
    expect(cache.bytes()).toBe(0);
  });

  test("of 0 bytes keeps nothing, not even an empty answer", () => {
    const cache = createPageCache(0);
    cache.put("a", answerOf(0));
    expect(cache.get("a")).toBeUndefined();
  });
});
