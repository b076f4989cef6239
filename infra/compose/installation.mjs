import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeSecrets } from "./make-secrets.mjs";
import { run, waitFor } from "./run.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** docker-compose.yml under a project name, networks, secrets and a port of its own, beside whatever else runs here. */
export async function openInstallation({ engine, compose, images, scratch, signal }) {
  const project = `tracking-test-${process.pid}`;
  const port = await freePort();
  const secrets = join(scratch, "secrets");
  makeSecrets({ directory: secrets });
  const env = {
    ...engine.env,
    ...images,
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_DISABLE_ENV_FILE: "1",
    SECRETS_DIR: secrets,
    EDGE_BIND: "127.0.0.1",
    EDGE_PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    OUTER_SUBNET: "172.30.91.0/24",
    OUTER_RANGE: "172.30.91.128/25",
    OUTER_GATEWAY: "172.30.91.1",
    EDGE_ADDRESS: "172.30.91.2",
    ...(process.getuid() === 0 ? {} : { TRACKING_USER: `${process.getuid()}:${process.getgid()}` }),
  };
  const [file, ...prefix] = compose;
  const options = { env, cwd: root, signal };
  const docker = (...args) => run("docker", args, { env, signal });
  const composed = (args, more = {}) =>
    run(file, [...prefix, ...args], { ...options, ...more, env: { ...env, ...more.env } });
  const containerOf = (service) => `${project}-${service}-1`;
  const inspect = async (service, format) =>
    (await docker("inspect", `--format=${format}`, containerOf(service))).trim();

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    docker,
    compose: composed,
    containerOf,
    inspect,
    /** The command line in a container; answers its JSON. */
    async tracking(args, input) {
      const out = await composed(["run", "--rm", "-T", "tracking", ...args, "--json"], { input });
      return JSON.parse(out);
    },
    /** Resolves when the container's health check passes. */
    healthy(service, withinMs) {
      return waitFor(`${service} is healthy`, { withinMs, signal }, async () =>
        (await inspect(service, "{{.State.Health.Status}}")) === "healthy" ? true : null,
      );
    },
    /** Takes everything down; answers what is left of it, which should be nothing. */
    async down() {
      const withoutSignal = { env, cwd: root };
      await run(
        file,
        [...prefix, "--profile=*", "down", "--volumes", "--remove-orphans", "--timeout=5"],
        withoutSignal,
      );
      const left = [];
      for (const kind of [
        ["ps", "--all"],
        ["volume", "ls"],
        ["network", "ls"],
      ]) {
        const filter = `--filter=label=com.docker.compose.project=${project}`;
        left.push(await run("docker", [...kind, "--quiet", filter], withoutSignal));
      }
      return left.join("").trim();
    },
  };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
