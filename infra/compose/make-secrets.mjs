// `npm run compose:secrets`: makes the secrets that docker-compose.yml mounts, those that are missing only. Nothing is printed of them.
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const roles = ["web", "projector", "api", "usage", "relay", "webhooks"];
// of the image (infra/Dockerfile)
const imageUser = { uid: 1000, gid: 1000 };

/** Makes what is missing in `directory`; answers the names of the files made. Only the user of the containers can read them. */
export function makeSecrets({ directory, database = "postgres:5432/tracking" }) {
  mkdirSync(directory, { recursive: true });
  const made = [];
  const make = (name, content) => {
    const file = join(directory, name);
    if (existsSync(file)) return;
    writeFileSync(file, `${content()}\n`, { mode: 0o600, flag: "wx" });
    made.push(name);
  };
  make("postgres_password", () => randomBytes(24).toString("base64url"));
  make("database_url", () => urlOf("postgres", read(directory, "postgres_password"), database));
  for (const role of roles) {
    make(`${role}_database_url`, () =>
      urlOf(`tracking_${role}_login`, randomBytes(24).toString("base64url"), database),
    );
  }
  make("secret_keys", () => `key-1:${randomBytes(32).toString("base64")}`);
  for (const name of made) giveToImageUser(join(directory, name));
  chmodSync(directory, 0o755);
  return made;
}

function urlOf(user, password, database) {
  return `postgres://${user}:${password}@${database}`;
}

function read(directory, name) {
  return readFileSync(join(directory, name), "utf8").trimEnd();
}

/** Root can hand the files to the user that the containers run as; anybody else runs the containers as himself. */
function giveToImageUser(file) {
  if (process.getuid() === 0) chownSync(file, imageUser.uid, imageUser.gid);
}

/** The line for .env where the containers must run as this user, else null. */
function userLine() {
  const [uid, gid] = [process.getuid(), process.getgid()];
  return uid === 0 || uid === imageUser.uid ? null : `TRACKING_USER=${uid}:${gid}\n`;
}

function main() {
  const directory = process.env.SECRETS_DIR ?? join(root, "infra", "compose", "secrets");
  const made = makeSecrets({ directory });
  process.stdout.write(
    made.length === 0
      ? `All secrets are there already (${directory}).\n`
      : `Made ${made.length} secrets in ${directory}: ${made.join(", ")}.\nKeep a copy of secret_keys: without it shared tracking links cannot be shown again.\n`,
  );
  const line = userLine();
  const file = join(root, ".env");
  if (line === null || (existsSync(file) && /^TRACKING_USER=/m.test(readFileSync(file, "utf8")))) {
    return;
  }
  appendFileSync(file, line);
  process.stdout.write(
    `The containers run as you, who can read the secrets: ${line.trim()} in .env\n`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
