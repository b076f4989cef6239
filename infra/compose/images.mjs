import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchJars } from "../kafka/fetch-jars.mjs";
import { installPackage, isInstalled, NoEngine, seconds } from "./engine.mjs";
import { run, tryRun } from "./run.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const recipes = fileURLToPath(new URL("stand-ins", import.meta.url));
const kafkaVersion = "4.3.1";
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/**
 * The images that docker-compose.yml needs besides its own, as its variables. The official ones where they can be pulled; else stand-ins made here from
 * Debian's packages and the released jars.
 */
export async function provideImages({ engine, scratch, install, say, signal }) {
  if (await canPull(engine, signal)) {
    say("Using the official images");
    return { standIns: false, env: {} };
  }
  say("The official images cannot be pulled: making stand-ins");
  const context = join(scratch, "stand-ins");
  cpSync(recipes, context, { recursive: true });
  await makeDebian({ engine, scratch, install, say, signal });
  await fillContext({ context, say });
  if (!engine.own) say("  they stay in this engine for the next run, as tracking-stand-in/…");
  const names = ["base", "node", "postgres", "kafka", "edge", "prometheus"];
  for (const name of names) {
    const startedAt = performance.now();
    await run(
      "docker",
      [
        "build",
        "--network=host",
        "--quiet",
        `--tag=${tagOf(name)}`,
        `--file=${join(context, `${name}.Dockerfile`)}`,
        context,
      ],
      { env: engine.env, signal },
    );
    say(`  ${name} (${seconds(startedAt)} s)`);
  }
  return {
    standIns: true,
    env: {
      NODE_IMAGE: tagOf("node"),
      POSTGRES_IMAGE: tagOf("postgres"),
      KAFKA_IMAGE: tagOf("kafka"),
      EDGE_IMAGE: tagOf("edge"),
      PROMETHEUS_IMAGE: tagOf("prometheus"),
    },
  };
}

async function canPull(engine, signal) {
  for (const image of officialImages()) {
    const there = await tryRun("docker", ["image", "inspect", image], { env: engine.env, signal });
    if (there !== null) continue;
    const pulled = await tryRun("docker", ["pull", "--quiet", image], { env: engine.env, signal });
    if (pulled === null) return false;
  }
  return true;
}

function tagOf(name) {
  return `tracking-stand-in/${name}`;
}

async function makeDebian({ engine, scratch, install, say, signal }) {
  const there = ["image", "inspect", tagOf("debian")];
  if ((await tryRun("docker", there, { env: engine.env, signal })) !== null) return;
  if (!(await isInstalled("debootstrap", signal))) {
    if (!install) {
      throw new NoEngine(
        "The official images cannot be pulled, and debootstrap, which the stand-ins begin with, is not installed. Install it (`apt-get install debootstrap`), or let this do it: npm run test:compose -- --install",
      );
    }
    await installPackage("debootstrap", signal);
  }
  const startedAt = performance.now();
  const directory = join(scratch, "debian");
  try {
    await run(
      "debootstrap",
      ["--variant=minbase", "--include=ca-certificates", "bookworm", directory],
      { signal },
    );
    const tar =
      'tar -C "$1" -c --exclude=./proc/* --exclude=./sys/* --exclude=./var/cache/apt/archives/*.deb .';
    await run("sh", ["-c", `${tar} | docker import - "$2"`, "sh", directory, tagOf("debian")], {
      env: engine.env,
      signal,
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  say(`  debian (${seconds(startedAt)} s)`);
}

async function fillContext({ context, say }) {
  if (existsSync(certificates)) cpSync(certificates, join(context, "certificates.crt"));
  cpSync(process.execPath, join(context, "node"));
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath ?? "/usr/bin/npm")));
  cpSync(npm, join(context, "npm"), { recursive: true, dereference: true });
  const jars = await fetchJars(kafkaVersion, (text) => say(`  ${text}`));
  mkdirSync(join(context, "jars"));
  for (const file of readdirSync(jars).filter((one) => one.endsWith(".jar"))) {
    cpSync(join(jars, file), join(context, "jars", file));
  }
}

/** Builds the services' image of this checkout; answers its size in bytes. */
export async function buildImage({ engine, tag, nodeImage, standIns, signal }) {
  const args = ["build", `--file=${join(root, "infra", "Dockerfile")}`, `--tag=${tag}`];
  if (nodeImage !== undefined) args.push(`--build-arg=NODE_IMAGE=${nodeImage}`);
  if (standIns) args.push("--network=host");
  await run("docker", [...args, root], { env: engine.env, signal });
  const base = nodeImage ?? defaultNodeImage();
  const [size, baseSize] = await Promise.all(
    [tag, base].map(async (image) =>
      Number(
        await run("docker", ["image", "inspect", "--format={{.Size}}", image], {
          env: engine.env,
          signal,
        }),
      ),
    ),
  );
  return { size, ofIt: size - baseSize };
}

export async function removeImage({ engine, tag }) {
  await tryRun("docker", ["image", "rm", "--force", tag], { env: engine.env });
}

/** The official images that the files of this repository name. */
function officialImages() {
  const compose = readFileSync(join(root, "docker-compose.yml"), "utf8");
  const named = [...compose.matchAll(/\$\{(?:POSTGRES|KAFKA|EDGE)_IMAGE:-([^}]+)\}/g)];
  return [defaultNodeImage(), ...named.map((match) => match[1])];
}

function defaultNodeImage() {
  const dockerfile = readFileSync(join(root, "infra", "Dockerfile"), "utf8");
  return /^ARG NODE_IMAGE=(.+)$/m.exec(dockerfile)[1];
}
