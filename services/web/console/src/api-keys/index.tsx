import { Placeholder } from "../ui/index.ts";

export function ApiKeysScreen() {
  return <Placeholder title="API keys" />;
}
