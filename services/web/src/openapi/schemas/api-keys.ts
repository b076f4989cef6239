import { z } from "zod";
import { id, instant, listOf } from "./parts.ts";

const fields = {
  id,
  name: z.string(),
  prefix: z.string().meta({ description: "The first characters." }),
  lastFour: z.string().length(4).describe("The last characters."),
  createdAt: instant,
  expiresAt: instant.nullable().describe("Null: never."),
};

export const apiKey = z
  .strictObject({
    ...fields,
    creator: z
      .strictObject({ id, name: z.string() })
      .nullable()
      .describe("Null: made by the command line."),
    lastUsedAt: instant.nullable().describe("To the minute or so."),
    revokedAt: instant.nullable(),
  })
  .meta({ id: "ApiKey" });

export const apiKeyList = listOf(apiKey).meta({ id: "ApiKeyList" });

export const createdApiKey = z
  .strictObject({ ...fields, key: z.string().describe("The key, which is shown this once.") })
  .meta({ id: "CreatedApiKey" });
