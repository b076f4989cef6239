import { Link } from "react-router";
import { type AuditLine, labelOf } from "./audit-words.ts";

const places: Readonly<Record<string, string>> = {
  shipment: "/shipments/",
  customer: "/customers/",
  invoice: "/invoices/",
  import: "/imports/",
  webhook_endpoint: "/webhooks/",
};

export function AuditSubject({ line }: { readonly line: AuditLine }) {
  const { type, id } = line.subject;
  const place = places[type];
  const words = labelOf(line) ?? type.replaceAll("_", " ");
  return place === undefined ? words : <Link to={`${place}${id}`}>{words}</Link>;
}
