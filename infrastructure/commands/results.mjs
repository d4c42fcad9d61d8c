import { existsSync, readFileSync } from 'node:fs';

/** Counts of a JUnit file as pytest and schemathesis write it. */
export function junit(file) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(file)) return counts;
  const text = readFileSync(file, 'utf8');
  for (const [suite] of text.matchAll(/<testsuite\s[^>]*>/g)) {
    const number = (name) => Number(suite.match(new RegExp(`\\s${name}="(\\d+)"`))?.[1] ?? 0);
    const failed = number('failures') + number('errors');
    counts.failed += failed;
    counts.skipped += number('skipped');
    counts.passed += number('tests') - failed - number('skipped');
  }
  return counts;
}

const json = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts of Vitest's JSON report; what passed only when it was repeated is named in `repeated`. */
export function vitest(file) {
  const report = json(file);
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    repeated: tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
  };
}

/** Counts of Playwright's JSON report; what passed only when it was repeated is named in `repeated`. */
export function playwright(file) {
  const report = json(file);
  const stats = report?.stats;
  const flaky = (suite) => [
    ...(suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${spec.file}: ${spec.title}`),
    ...(suite.suites ?? []).flatMap(flaky),
  ];
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    repeated: (report?.suites ?? []).flatMap(flaky),
  };
}
