import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { CommandFailure, systemCode } from "./command-failure.ts";

/** How to reach the web application, and as whom. */
export interface Connection {
  /** Origin and path prefix of the web application, without `/api` and without a slash at the end. */
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
}

export interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly email?: string | undefined;
  readonly passwordFile?: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const login = z.object({ email: z.string(), password: z.string() });
const demoFile = z.object({
  baseUrl: z.string(),
  tenants: z.array(z.object({ dispatcher: login })).min(1),
});

/**
 * The connection that the options and the environment name; what they leave open is the demo installation's: its address and
 * its first tenant's dispatcher. Throws a CommandFailure that names the remedy.
 */
export function resolveConnection(options: ConnectionOptions, env: Environment): Connection {
  const url = options.url ?? setting(env, "TRACKING_URL");
  const email = options.email ?? setting(env, "TRACKING_EMAIL");
  const password = givenPassword(options, env);
  if (email !== undefined && password === undefined) {
    throw new CommandFailure(
      `No password for ${email}: put it into a file and name that with --password-file, or set TRACKING_PASSWORD.`,
    );
  }
  if (email === undefined && password !== undefined) {
    throw new CommandFailure("No e-mail address for this password: give it with --email.");
  }
  if (url !== undefined && email !== undefined && password !== undefined) {
    return { baseUrl: baseOf(url), email, password };
  }
  const demo = readDemoFile(dataDirectory(env));
  const { dispatcher } = demo;
  return {
    baseUrl: baseOf(url ?? demo.baseUrl),
    email: email ?? dispatcher.email,
    password: password ?? dispatcher.password,
  };
}

/** Absolute path of the installation's data directory. */
export function dataDirectory(env: Environment): string {
  return resolve(setting(env, "DATA_DIR") ?? "./data");
}

function setting(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}

function givenPassword({ passwordFile }: ConnectionOptions, env: Environment): string | undefined {
  if (passwordFile === undefined) return setting(env, "TRACKING_PASSWORD");
  try {
    // editors end a file with a line break that is not part of the password
    return readFileSync(passwordFile, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    throw new CommandFailure(
      `The password file ${passwordFile} cannot be read (${systemCode(cause) ?? "unreadable"}): correct --password-file, or let this user read the file.`,
      { cause },
    );
  }
}

/** Accepts the service's address with and without the `/api` that clients of the read API use. */
function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) {
    throw new CommandFailure(
      `${url} is not the address of a service: give one like http://localhost:8080 with --url.`,
    );
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "").replace(/\/api$/, "")}`;
}

interface Demo {
  readonly baseUrl: string;
  readonly dispatcher: z.output<typeof login>;
}

function readDemoFile(dataDir: string): Demo {
  const file = join(dataDir, "demo.json");
  const remedy =
    "Start the service with npm start in this directory, set DATA_DIR to its data directory, or give --url, --email and --password-file.";
  const parsed = demoFile.safeParse(readJson(file, remedy));
  const [tenant] = parsed.data?.tenants ?? [];
  if (!parsed.success || tenant === undefined) {
    throw new CommandFailure(`${file} is not what the service wrote. ${remedy}`);
  }
  return { baseUrl: parsed.data.baseUrl, dispatcher: tenant.dispatcher };
}

function readJson(file: string, remedy: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why =
      systemCode(cause) === "ENOENT"
        ? "No connection given, and there is no demo installation here"
        : "The demo installation's logins cannot be read";
    throw new CommandFailure(`${why} (${file}). ${remedy}`, { cause });
  }
}
