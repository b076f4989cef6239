import { Placeholder } from "../ui/index.ts";

export function DeveloperScreen() {
  return <Placeholder title="Developers" />;
}
