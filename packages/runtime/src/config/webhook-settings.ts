import { z } from "zod";

/** The part of a schema for `loadConfig` that says which webhook targets are allowed: the process that manages them and the one that sends must be told the same. */
export function webhookTargetEnvironment() {
  return {
    WEBHOOK_ALLOW_HTTP: onOrOff().describe(
      "true to allow http:// endpoints (development only), or false",
    ),
    WEBHOOK_ALLOW_LOOPBACK: onOrOff().describe(
      "true to allow endpoints on this machine (development only), or false",
    ),
    WEBHOOK_PORTS: z
      .string()
      .default("443,8443")
      .transform((list) => list.split(",").map((port) => Number(port.trim())))
      .refine((ports) => ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
      .describe("the ports that endpoints may have, separated by commas, for example 443,8443"),
  };
}

function onOrOff() {
  return z
    .stringbool({ truthy: ["true", "on", "yes", "1"], falsy: ["false", "off", "no", "0"] })
    .default(false);
}
