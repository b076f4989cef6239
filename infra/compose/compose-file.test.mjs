import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFlags } from "../image/node-flags.mjs";
import { makeSecrets } from "./make-secrets.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = readFileSync(join(root, "docker-compose.yml"), "utf8");
const named = [...compose.matchAll(/file: "\$\{SECRETS_DIR:-[^}]+\}\/(\w+)"/g)].map(
  (match) => match[1],
);

it("the image starts node as it is measured", () => {
  const dockerfile = readFileSync(join(root, "infra", "Dockerfile"), "utf8");
  const [, entrypoint] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(entrypoint)).toEqual(["node", ...nodeFlags, "/app/main.mjs"]);
});

describe("the secrets of docker-compose.yml", () => {
  let directory;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "compose-secrets-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const contents = () => readdirSync(directory).map((name) => [name, read(name)]);
  const read = (name) => readFileSync(join(directory, name), "utf8");

  it("are made, all of them, for one user to read", () => {
    expect(new Set(makeSecrets({ directory }))).toEqual(new Set(named));
    expect(named.length).toBeGreaterThan(7);
    for (const name of named) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    const passwords = contents().map(([, content]) => content);
    expect(new Set(passwords).size).toBe(named.length);
    expect(read("database_url")).toContain(`:${read("postgres_password").trimEnd()}@`);
    expect(read("secret_keys")).toMatch(/^[\w-]+:[A-Za-z0-9+/]{43}=\n$/);
  });

  it("are never made anew", () => {
    const before = contents();
    expect(makeSecrets({ directory })).toEqual([]);
    expect(contents()).toEqual(before);
  });
});

describe("docker-compose.yml", () => {
  it("has its variables documented, each with its default", () => {
    const page = readFileSync(join(root, "docs", "operations.md"), "utf8");
    const variables = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1]));
    expect(variables.size).toBeGreaterThan(20);
    expect([...variables].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("publishes one port, the edge's", () => {
    expect(compose.match(/^ {4}ports:.*$/gm)).toEqual([
      '    ports: ["${EDGE_BIND:-127.0.0.1}:${EDGE_PORT:-8080}:8080"]',
    ]);
  });
});
