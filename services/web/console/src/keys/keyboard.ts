import { createRegistry, type Place } from "./registry.ts";
import { singleKeysAreOn } from "./single-keys.ts";

/** The shortcuts of this page. */
export const keyboard = createRegistry({ singleKeys: singleKeysAreOn });

const pendingMs = 2_000;
let forget: ReturnType<typeof setTimeout> | undefined;

/** Listens to the page's keys; returns how to stop. */
export function listenToKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || (event.repeat && keyboard.pending() !== null)) return;
    if (!keyboard.press(event, placeOf(event.target))) return;
    event.preventDefault();
    clearTimeout(forget);
    if (keyboard.pending() !== null) forget = setTimeout(keyboard.cancel, pendingMs);
  };
  document.addEventListener("keydown", press);
  return () => {
    clearTimeout(forget);
    document.removeEventListener("keydown", press);
  };
}

const typed =
  "input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true], [role=combobox], [role=textbox]";
const control =
  "a[href], button, summary, [role=button], [role=menuitem], [role=option], [role=tab], [role=switch]";

function placeOf(target: EventTarget | null): Place {
  const element = target instanceof Element ? target : null;
  return {
    typing: element?.closest(typed) !== null && element !== null,
    onControl: element !== null && element.closest(`${control}, input`) !== null,
    inDialog: document.querySelector('dialog[open], [aria-modal="true"], [role=menu]') !== null,
  };
}
