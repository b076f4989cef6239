/** The shipment numbers of a pasted text: one per line, or separated by commas, semicolons, tabs. Null when it does not look like a list. */
export function pastedNumbers(text: string): readonly string[] | null {
  const parts = text
    .split(/[\n\r\t,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const numbers = parts.length > 1 ? parts : text.trim().split(/\s+/);
  const listed = numbers.every((number) => /^[\w./-]*\d[\w./-]*$/.test(number));
  return listed && numbers.length > 1 ? [...new Set(numbers)] : null;
}

/** As many as the service finds at once. */
export const mostNumbers = 50;

/** Where the board shows and selects them. */
export function boardAddress(numbers: readonly string[]): string {
  const parameters = new URLSearchParams({ q: numbers.slice(0, mostNumbers).join(" ") });
  if (numbers.length > 1) parameters.set("select", "all");
  return `/?${parameters.toString()}`;
}
