import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { versions } from "./kafka/fetch-jars.mjs";
import { reasonAgainst } from "./kafka/find-tools.mjs";
import { runCommand } from "./run-command.mjs";
import { runMatrix } from "./run-matrix.mjs";

// `npm run test:kafka-matrix [-- 3.9.2]`: the tests with Kafka in their path, on each supported version of Apache Kafka, as local brokers
ensureInstalled();
const root = fileURLToPath(new URL("..", import.meta.url));

const wanted = process.argv.slice(2);
const passed = await runMatrix({
  product: "Apache Kafka",
  versions: wanted.length > 0 ? wanted : versions,
  testOn,
});
process.exitCode = passed ? 0 : 1;

async function testOn(version) {
  const reason = reasonAgainst(version);
  if (reason !== null) return { code: 1, line: reason };
  process.stdout.write(`\nApache Kafka ${version}\n`);
  const { code, output, interrupted } = await runCommand(
    process.execPath,
    [join(root, "infra", "test.mjs"), "--project", "integration", "--project", "flows", "kafka"],
    // CI: a broker that does not start is a failure here, not a reason to skip
    {
      cwd: root,
      env: { TEST_KAFKA_VERSION: version, KAFKA_BROKERS: "", CI: "true" },
      capture: true,
    },
  );
  if (code !== 0) process.stdout.write(output);
  return { code, line: output.trimEnd().split("\n").at(-1), interrupted };
}
