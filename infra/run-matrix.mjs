/**
 * Runs tests on one version after the other and ends with a line for each. `testOn(version)` resolves with the code and line of its run, and with
 * `interrupted` after Ctrl-C, which ends all of it. True when all versions passed.
 */
export async function runMatrix({
  product,
  versions,
  testOn,
  print = (line) => process.stdout.write(`${line}\n`),
}) {
  const results = [];
  for (const version of versions) {
    const result = await testOn(version);
    if (result.interrupted) break;
    results.push({ version, ...result });
  }
  for (const { version, line } of results) print(`${product} ${version}: ${line}`);
  return results.length === versions.length && results.every(({ code }) => code === 0);
}
