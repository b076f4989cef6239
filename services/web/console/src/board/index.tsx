import { Placeholder } from "../ui/index.ts";

export function BoardScreen() {
  return <Placeholder title="Shipments" />;
}
