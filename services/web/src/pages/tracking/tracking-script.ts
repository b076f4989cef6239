import { createHash } from "node:crypto";
import { dateOptions } from "./dates.ts";

/**
 * The page's only script; the page is complete without it. It writes times in the viewer's zone, and asks the read API about every minute
 * whether something has changed: only then it gets the page anew and replaces the parts that differ. It waits longer after each failure, rests
 * while the page is hidden, and ends when nothing more is expected. What cannot be renewed stays, with a note of its age.
 */
export const trackingScript = `(() => {
const body = document.body, given = body.dataset, all = (root, what) => [...root.querySelectorAll(what)];
const format = (options) => new Intl.DateTimeFormat(given.locale, options);
const moment = format(${JSON.stringify(dateOptions.moment)}), day = format(${JSON.stringify(dateOptions.day)}), clock = format(${JSON.stringify(dateOptions.clock)});
const zone = day.resolvedOptions().timeZone;
const localise = (root) => {
  for (const time of all(root, "time")) {
    time.title = time.dateTime.slice(0, 19).replace("T", " ") + " UTC";
    time.textContent = (time.closest("li") ? clock : moment).format(new Date(time.dateTime));
  }
  for (const days of all(root, ".days")) {
    const sections = [];
    let known, list;
    for (const item of all(days, "li")) {
      const name = day.format(new Date(item.querySelector("time").dateTime));
      if (name !== known) {
        known = name;
        const heading = document.createElement("h3");
        heading.textContent = name;
        list = document.createElement("ol");
        sections.push(heading, list);
      }
      list.append(item);
    }
    days.replaceChildren(...sections);
  }
};
const parts = (root) => new Map(all(root, "[data-part]").map((part) => [part.dataset.part, part]));
const shown = parts(document), sent = new Map([...shown].map(([name, part]) => [name, part.innerHTML]));
localise(document);
for (const note of all(document, "[data-zone]")) note.textContent = note.dataset.zone.replace("{zone}", () => zone);
for (const note of all(document, "[data-refresh]")) note.hidden = false;

const replace = (part, fresh) => {
  const places = "a,summary", focus = all(part, places).indexOf(document.activeElement), open = part.querySelector("details[open]");
  part.replaceChildren(...fresh.childNodes);
  localise(part);
  if (open) for (const details of all(part, "details")) details.open = true;
  if (focus >= 0) all(part, places)[focus]?.focus({ preventScroll: true });
};
const update = async () => {
  if (!shown.size) return location.reload();
  const answer = await get(location.href);
  if (!answer.ok) throw answer;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const [name, part] of parts(fresh)) {
    const before = shown.get(name), markup = part.innerHTML;
    if (!before || markup === sent.get(name)) continue;
    sent.set(name, markup);
    if (part.children.length || before.children.length) replace(before, part);
    else before.textContent = part.textContent;
  }
  document.querySelector(".status").className = fresh.querySelector(".status").className;
  document.title = fresh.title;
  Object.assign(given, fresh.body.dataset);
};

const get = (url, headers = {}) =>
  fetch(url, { headers, cache: "no-store", credentials: "omit", redirect: "error", signal: AbortSignal.timeout?.(20000) });
const stale = (is) => {
  for (const note of all(document, "[data-stale]")) note.hidden = !is;
};
const usual = given.wait * 1000;
let wait = usual, due = 0, timer, busy = false;
const plan = () => {
  due = Date.now() + wait * (5 / 6 + Math.random() / 3);
  rest();
};
const rest = () => {
  clearTimeout(timer);
  if (!document.hidden && !given.final && !busy) timer = setTimeout(check, Math.max(due - Date.now(), 0));
};
const check = async () => {
  busy = true;
  try {
    const answer = await get("/api" + location.pathname, given.etag ? { "if-none-match": given.etag } : {});
    if (answer.status === 404) return location.reload();
    if (answer.status === 200) {
      void answer.body.cancel();
      await update();
    } else if (answer.status !== 304) throw answer;
    const at = new Date(answer.headers.get("date") || Date.now());
    for (const note of all(document, "[data-checked] time")) note.dateTime = at.toISOString();
    for (const note of all(document, "[data-checked]")) localise(note);
    stale(false);
    wait = usual;
  } catch {
    stale(true);
    wait = Math.min(wait * 2, 900000);
  }
  busy = false;
  plan();
};
document.addEventListener("visibilitychange", rest);
addEventListener("online", () => {
  due = 0;
  rest();
});
addEventListener("beforeprint", () => {
  for (const details of all(document, "main details")) details.open = true;
});
plan();
})();`.replaceAll(/\n */g, "\n");

/** Source expression of the script for `script-src`. */
export const trackingScriptSource = `'sha256-${createHash("sha256").update(trackingScript, "utf8").digest("base64")}'`;
