// The image's only program: its first argument is the role. The role runs in this process, which is the container's first one: signals reach it directly.
import { readdirSync } from "node:fs";

const roles = new URL("roles/", import.meta.url);

// the first process of a container ignores signals that it does not handle: until the role does, they end it here
for (const [signal, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
]) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(128 + number);
  });
}

async function runCommandLine(args) {
  const { main } = await import(new URL("command-line.mjs", roles).href);
  process.exitCode = await main([process.execPath, "tracking", ...args]);
}

function services() {
  return readdirSync(roles)
    .filter((file) => !/^(shared-|command-line\.)/.test(file) && file.endsWith(".mjs"))
    .map((file) => file.slice(0, -".mjs".length));
}

const [role, ...args] = process.argv.slice(2);
if (role === "tracking") await runCommandLine(args);
else if (role === "migrate") await runCommandLine(["migrate", ...args]);
else if (services().includes(role)) await import(new URL(`${role}.mjs`, roles).href);
else {
  process.stderr.write(
    `${role === undefined ? "No role given" : `Unknown role ${role}`}: give one of ${[...services(), "migrate", "tracking"].join(", ")}.\n`,
  );
  process.exit(1);
}
