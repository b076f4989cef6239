/** Markup that is safe to send as it is. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | readonly (Html | null)[];

/** Template tag: every value is escaped unless it is markup made by this tag. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings
    .map((literal, index) => literal + (index < parts.length ? render(parts[index] ?? null) : ""))
    .join("");
  return { markup: text };
}

/** Text that somebody typed: shown in its own direction, so that it cannot turn the text around it. */
export function freeText(text: string): Html {
  return markup`<bdi dir="auto">${text}</bdi>`;
}

function render(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map((one) => one?.markup ?? "").join("");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
