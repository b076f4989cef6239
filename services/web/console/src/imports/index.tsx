import { Placeholder } from "../ui/index.ts";

export function ImportsScreen() {
  return <Placeholder title="Imports" />;
}

export function ImportScreen() {
  return <Placeholder title="Import" />;
}
