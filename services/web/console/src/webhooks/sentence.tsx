import { Time } from "../ui/index.ts";

const instant = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

/** The service's sentence, with the instants in it as the reader's clock has them. */
export function Sentence({ text }: { readonly text: string }) {
  // every other part is an instant: the pattern has one group
  return text
    .split(instant)
    .map((part, index) =>
      index % 2 === 1 ? <Time key={`${String(index)} ${part}`} at={part} format="short" /> : part,
    );
}
