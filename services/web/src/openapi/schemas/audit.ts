import { z } from "zod";
import { instant, pageOf } from "./parts.ts";

export const actorKind = z
  .enum(["user", "import", "simulator", "system", "command_line"])
  .meta({ id: "ActorKind" });

const actor = z
  .strictObject({
    kind: actorKind,
    id: z.string().nullable().describe("Of the user or the import."),
    name: z.string().nullable().describe("The user's, as of today."),
    email: z.string().nullable().describe("The user's, as of today; null for who may not see it."),
  })
  .meta({ id: "AuditActor" });

export const auditLine = z
  .strictObject({
    id: z.int().describe("Grows with time."),
    at: instant,
    actor,
    action: z.string().meta({ examples: ["shipment.cancelled", "user.role_changed"] }),
    subject: z.strictObject({
      type: z.string().meta({ examples: ["shipment"] }),
      id: z.string(),
    }),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("What changed; its fields depend on the action."),
    address: z
      .string()
      .nullable()
      .describe("The client's IP address; null for who may not see it, and where there is none."),
  })
  .meta({ id: "AuditLine" });

export const auditPage = pageOf(auditLine).meta({ id: "AuditPage" });
