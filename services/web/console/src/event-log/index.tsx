import { Placeholder } from "../ui/index.ts";

export function EventLogScreen() {
  return <Placeholder title="Event log" />;
}
