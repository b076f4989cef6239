import { Placeholder } from "../ui/index.ts";

export function SettingsScreen() {
  return <Placeholder title="Settings" />;
}
