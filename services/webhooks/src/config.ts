import { type Environment, loadConfig, settings } from "@shipment-tracking/runtime";
import { parseSecretKeys } from "@shipment-tracking/secrets";
import { z } from "zod";

/** What the worker can be told about targets and retention; all-in-one reads the same. */
export const webhookEnvironment = {
  ...settings.webhookTargets(),
  WEBHOOK_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((days) => days >= 8)
    .default(30)
    .describe(
      "for how many days messages and attempts are kept, at least 8 (the last attempt comes within a week), for example 30",
    ),
};

const schema = z.object({
  WEBHOOKS_DATABASE_URL: settings.databaseUrl("the write database with the webhook worker's role"),
  SECRET_KEYS: z
    .string()
    .transform((text, context) => {
      const parsed = parseSecretKeys(text);
      if (parsed.ok) return parsed.keys;
      context.addIssue({ code: "custom", message: parsed.reason });
      return z.NEVER;
    })
    .describe("the encryption keys of the web application, as id:base64,id:base64"),
  ...webhookEnvironment,
  ...settings.kafka(),
  HEALTH_HOST: settings.host(),
  HEALTH_PORT: settings.port(9004),
  LOG_LEVEL: settings.logLevel(),
});

export type WebhooksConfig = z.output<typeof schema>;

/** @throws ConfigurationError naming every setting that is missing or wrong. */
export function loadWebhooksConfig(env: Environment): WebhooksConfig {
  return loadConfig(schema, env);
}
