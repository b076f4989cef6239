import { z } from "zod";
import { id, instant, listOf } from "./parts.ts";

const ownSession = z
  .strictObject({
    id,
    current: z.boolean().describe("The one of this request."),
    startedAt: instant,
    lastSeenAt: instant.describe("To the minute."),
    expiresAt: instant.describe(
      "When it ends at the latest; half an hour without a request ends it.",
    ),
    address: z.string().nullable().describe("IP address from which it was started."),
    userAgent: z.string().nullable().describe("As the browser named itself."),
  })
  .meta({ id: "OwnSession" });

export const ownSessionList = listOf(ownSession).meta({ id: "OwnSessionList" });

export const tenantAnswer = z
  .strictObject({
    tenant: z
      .strictObject({
        id,
        name: z.string(),
        timeZone: z
          .string()
          .nullable()
          .meta({
            description:
              "IANA zone in which the console takes and shows times of shipments without one; null: the reader's own.",
            examples: ["Europe/Zurich"],
          }),
        createdAt: instant,
      })
      .meta({ id: "Tenant" }),
  })
  .meta({ id: "TenantAnswer" });

export const developerAnswer = z
  .strictObject({
    publicUrl: z.url(),
    api: z.strictObject({
      baseUrl: z.url(),
      exampleUrl: z.url(),
      openApiUrl: z.url(),
      docsUrl: z.url(),
      keyHeader: z.string(),
      keyScheme: z.string().describe("Before the key, with a space."),
    }),
    web: z.strictObject({ openApiUrl: z.url() }),
    tracking: z.strictObject({ urlPattern: z.string() }),
    webhooks: z.strictObject({
      signature: z.string(),
      headers: z.array(z.string()),
      demoReceiverUrl: z
        .url()
        .nullable()
        .describe("Where a demonstration shows what it received; null: this is none."),
    }),
  })
  .meta({ id: "Developer" });
