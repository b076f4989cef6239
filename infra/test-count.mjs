/**
 * Counts from vitest's JSON report and exit code. What failed outside a test (a file that does not load, a leak found at the end, a crash without a
 * report) counts as one failure, so that the closing line never looks green when the run is not.
 */
export function countTests(report, exitCode) {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (exitCode !== 0 || report.numPassedTests === 0) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The last line of a test run, alone on its line. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
