/**
 * Runs tests on one version after the other, ends with a line for each, and sets the exit code. `testOn(version)` resolves with the code and line of
 * its run, and with `interrupted` after Ctrl-C, which ends all of it.
 */
export async function runMatrix({ product, versions, testOn }) {
  const results = [];
  for (const version of versions) {
    const result = await testOn(version);
    if (result.interrupted) break;
    results.push({ version, ...result });
  }
  for (const { version, line } of results) process.stdout.write(`${product} ${version}: ${line}\n`);
  const isDone = results.length === versions.length;
  process.exitCode = isDone && results.every(({ code }) => code === 0) ? 0 : 1;
}
