const atOnceMs = 60;
const pauseMs = 2_000;

/**
 * Collects what is stale and hands it over soon: the first after a moment, then at most every 2 s. A busy company changes several shipments a second, and
 * a list need not be loaded for each.
 */
export function createCollector<Item>(handOver: (items: readonly Item[]) => void): {
  add(item: Item): void;
  stop(): void;
} {
  const waiting = new Map<string, Item>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = (): void => {
    timer = null;
    if (waiting.size === 0) return;
    const items = [...waiting.values()];
    waiting.clear();
    timer = setTimeout(look, pauseMs);
    handOver(items);
  };
  return {
    add(item) {
      waiting.set(JSON.stringify(item), item);
      timer ??= setTimeout(look, atOnceMs);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      waiting.clear();
    },
  };
}
