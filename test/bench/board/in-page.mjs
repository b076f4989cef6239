// Runs in the page before its own code: notes when a key or click came, when other rows were painted after it, how long keys waited, and long tasks.
/* global document, location, MutationObserver, PerformanceObserver, requestAnimationFrame, window */
{
  const quietMs = 400;
  const patienceMs = 4_000;
  const noted = { inputAt: 0, paintedAt: 0, shown: "", open: 0, waiting: 0, changedAt: 0 };
  let keys = [];
  let tasks = [];
  let gaps = [];
  let requests = 0;

  const rowsShown = () => {
    const rows = [...document.querySelectorAll("tbody tr[data-row]")];
    if (rows.length === 0) return document.querySelector("#main")?.textContent ?? "";
    const total = document.querySelector("table")?.getAttribute("aria-rowcount");
    return `${total} ${rows.map((row) => row.dataset.row).join()}`;
  };
  const look = () => {
    const shown = rowsShown();
    if (shown === noted.shown) return;
    noted.shown = shown;
    whenPainted();
  };
  const whenPainted = () => {
    noted.waiting += 1;
    noted.changedAt = performance.now();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        noted.paintedAt = performance.now();
        noted.waiting -= 1;
      }),
    );
  };

  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["data-row", "aria-rowcount"],
    }),
  );
  for (const type of ["keydown", "pointerdown", "input"]) {
    const note = (event) => {
      // the input that a key makes is the key's
      if (type !== "input" || event.timeStamp - noted.inputAt > 30) noted.inputAt = event.timeStamp;
    };
    document.addEventListener(type, note, { capture: true });
  }

  const { fetch } = window;
  window.fetch = async (request, options) => {
    const url = new URL(typeof request === "string" ? request : request.url, location.href);
    if (url.pathname !== "/api/shipments") return fetch(request, options);
    noted.open += 1;
    requests += 1;
    try {
      const answer = await fetch(request, options);
      // the same rows may be the answer: then nothing in the document tells that it has come
      const q = document.querySelector("input[type=search]")?.value.trim() ?? "";
      if (q !== "" && url.searchParams.get("q") === q) whenPainted();
      return answer;
    } finally {
      noted.open -= 1;
    }
  };

  const observe = (type, add, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, ...options });
  observe("longtask", ({ duration }) => tasks.push(duration));
  const isKey = /^key|input$/;
  observe(
    "event",
    ({ name, startTime, processingStart, duration }) => {
      if (isKey.test(name)) keys.push({ delay: processingStart - startTime, duration });
    },
    { durationThreshold: 16 },
  );
  let lastFrame = 0;
  const onFrame = (at) => {
    if (lastFrame > 0) gaps.push(at - lastFrame);
    lastFrame = at;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);

  const isQuiet = (q) =>
    noted.open === 0 &&
    noted.waiting === 0 &&
    performance.now() - Math.max(noted.changedAt, noted.inputAt) > quietMs &&
    (q === null || (new URLSearchParams(location.search).get("q") ?? "") === q);

  window.boardBench = {
    /** Forgets what was before. */
    begin() {
      keys = [];
      tasks = [];
      gaps = [];
      requests = 0;
      noted.paintedAt = 0;
    },
    /** Once everything has come to rest; with `q`, when the address has it too. Waits longer for a change that is expected. */
    async settled(q) {
      const startedAt = performance.now();
      const hasChanged = () =>
        noted.paintedAt > noted.inputAt || performance.now() - startedAt > patienceMs;
      while (!isQuiet(q) || !hasChanged())
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return {
        paintedMs: noted.paintedAt - noted.inputAt,
        changed: noted.paintedAt > noted.inputAt,
        keys,
        tasks,
        gaps,
        requests,
        rows: document.querySelectorAll("tbody tr[data-row]").length,
      };
    },
  };
}
