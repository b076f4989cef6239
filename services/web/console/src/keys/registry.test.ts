import { beforeEach, describe, expect, test } from "vitest";
import { createRegistry, type Place, type Pressed, type Registry } from "./registry.ts";

const onPage: Place = { typing: false, onControl: false, inDialog: false };
let on: boolean;
let done: string[];
let registry: Registry;

beforeEach(() => {
  on = true;
  done = [];
  registry = createRegistry({ singleKeys: () => on });
});

function key(name: string, more: Partial<Pressed> = {}): Pressed {
  const none = {
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
  };
  return { key: name, ...none, ...more };
}

function press(name: string, more: Partial<Pressed> = {}, place: Partial<Place> = {}): boolean {
  return registry.press(key(name, more), { ...onPage, ...place });
}

function scope(name: string, ...keys: readonly string[]): () => void {
  const shortcuts = keys.map((one) => ({
    keys: one,
    does: one,
    run: () => void done.push(`${name} ${one}`),
  }));
  return registry.register({ name, shortcuts });
}

describe("a key", () => {
  test("runs what the newest scope has for it, until that is gone", () => {
    scope("shell", "n");
    const leave = scope("board", "n");
    expect(press("n")).toBe(true);
    leave();
    press("n");
    expect(done).toEqual(["board n", "shell n"]);
    expect(press("q")).toBe(false);
  });

  test("counts with Caps Lock, and Shift makes another one of it", () => {
    scope("s", "j", "?");
    press("J");
    press("J", { shiftKey: true });
    press("?", { shiftKey: true });
    expect(done).toEqual(["s j", "s ?"]);
  });

  test.each([
    ["with Ctrl", key("j", { ctrlKey: true }), onPage],
    ["with Alt", key("j", { altKey: true }), onPage],
    ["with Command", key("j", { metaKey: true }), onPage],
    ["while a character is composed", key("j", { isComposing: true }), onPage],
    ["while somebody types", key("j"), { ...onPage, typing: true }],
    ["while a dialog is open", key("j"), { ...onPage, inDialog: true }],
  ])("%s is not a shortcut", (_name, pressed, place) => {
    scope("s", "j");
    expect(registry.press(pressed, place)).toBe(false);
    expect(done).toEqual([]);
  });

  test("Enter on a button stays the button's", () => {
    scope("table", "Enter", "x");
    expect(press("Enter", {}, { onControl: true })).toBe(false);
    expect(press("x", {}, { onControl: true })).toBe(true);
    expect(press("Enter")).toBe(true);
  });
});

test("Ctrl-Enter is a form's own: it works in a field and on a button, as Enter does not", () => {
  scope("form", "Mod+Enter", "Enter");
  const inField = { typing: true, onControl: true };
  expect(press("Enter", {}, inField)).toBe(false);
  expect(press("Enter", { ctrlKey: true }, inField)).toBe(true);
  expect(press("Enter", { metaKey: true }, { onControl: true })).toBe(true);
  expect(done).toEqual(["form Mod+Enter", "form Mod+Enter"]);
});

test("single keys can be switched off, Ctrl-K stays and works while typing", () => {
  scope("s", "/", "g s", "Mod+k");
  on = false;
  expect([press("/"), press("g")]).toEqual([false, false]);
  expect(press("k", { ctrlKey: true }, { typing: true })).toBe(true);
  expect(press("K", { metaKey: true })).toBe(true);
  expect(done).toEqual(["s Mod+k", "s Mod+k"]);
});

describe("two keys after another", () => {
  test("run, and between them is said what may follow", () => {
    scope("s", "g s", "g c", "e 1");
    expect(press("g")).toBe(true);
    expect(registry.pending()?.follow.map(({ keys }) => keys)).toEqual(["g s", "g c"]);
    press("c");
    expect(done).toEqual(["s g c"]);
    expect(registry.pending()).toBeNull();
  });

  test("another key counts by itself, Escape only ends the waiting", () => {
    scope("s", "g s", "j", "Escape");
    press("g");
    press("j");
    press("g");
    expect(press("Escape")).toBe(true);
    expect([done, registry.pending()]).toEqual([["s j"], null]);
  });

  test("end when their screen goes away", () => {
    const leave = scope("s", "e 1");
    press("e");
    leave();
    press("1");
    expect(done).toEqual([]);
  });
});
