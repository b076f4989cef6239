import { roleNames } from "@shipment-tracking/postgres";
import { loadConfig } from "@shipment-tracking/runtime";
import { z } from "zod";
import type { Environment } from "./connection.ts";

/** Settings of the command line that are secrets. */
const names: readonly string[] = [
  "DATABASE_URL",
  ...roleNames.map((role) => `${role.toUpperCase()}_DATABASE_URL`),
  "SECRET_KEYS",
  "TRACKING_PASSWORD",
];

/** The environment with those secrets that NAME_FILE names read from their files. Throws a ConfigurationError when a file cannot be read. */
export function withSecretFiles(env: Environment): Environment {
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.string().optional()])));
  const secrets = loadConfig(schema, env);
  const isSecret = (name: string): boolean => names.includes(name.replace(/_FILE$/, ""));
  const others = Object.entries(env).filter(([name]) => !isSecret(name));
  return { ...Object.fromEntries(others), ...secrets };
}
