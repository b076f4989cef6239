/**
 * Runs in the page beside Scalar: repairs in what it draws the kinds of obstacles that axe names (Scalar 1.x, as of 2026-11). Its buttons that only hold
 * a picture get a name, attributes and roles that their elements may not have become ones that they may. Each does nothing where nothing is wrong, so that
 * it can run after every change, and nothing breaks when a later Scalar draws it right.
 */
export const repairs = `
(() => {
  const each = (selector, repair) => document.querySelectorAll(selector).forEach(repair);
  const set = (element, name, value) => {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };
  const repair = () => {
    each(".client-libraries-list[role=tablist]", (list) => {
      list.removeAttribute("aria-orientation");
      set(list, "role", "group");
      list.querySelectorAll("[role=tab]").forEach((tab) => tab.removeAttribute("role"));
    });
    each("button[aria-selected]:not([role])", (button) => {
      const selected = button.getAttribute("aria-selected") === "true";
      button.removeAttribute("aria-selected");
      if (selected) set(button, "aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    each("aside[role=navigation]", (aside) => aside.removeAttribute("role"));
    // as a button it is named by its words
    each("button[role=search]", (button) => button.removeAttribute("role"));
    each("button.code-copy:not([aria-label])", (button) => set(button, "aria-label", "Copy"));
    each("button.show-more[aria-label]", (button) => {
      const words = button.textContent.trim();
      const label = button.getAttribute("aria-label");
      if (!label.startsWith(words)) set(button, "aria-label", words + ": " + label);
    });
    each(".response-card[role=region]", (card) => set(card, "role", "group"));
  };
  let asked = false;
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      repair();
    });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-selected", "role", "aria-label"] });
})();
`;
