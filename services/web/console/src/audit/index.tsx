import { Placeholder } from "../ui/index.ts";

export function AuditLogScreen() {
  return <Placeholder title="Audit log" />;
}
