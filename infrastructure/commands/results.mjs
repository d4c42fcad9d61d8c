// Reads the report files of the test runners: counts, and each test with its time.
import { existsSync, readFileSync } from 'node:fs';

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescape = (text) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[name]);
const attribute = (tag, name) => unescape(tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1] ?? '');

const named = (test) => [attribute(test, 'classname'), attribute(test, 'name')].filter(Boolean).join('::');

/** Counts and times of a JUnit file as pytest and schemathesis write it. */
export function junit(file) {
  const counts = { passed: 0, failed: 0, skipped: 0, tests: [] };
  if (!existsSync(file)) return counts;
  const text = readFileSync(file, 'utf8');
  for (const [suite] of text.matchAll(/<testsuite\s[^>]*>/g)) {
    const failed = Number(attribute(suite, 'failures')) + Number(attribute(suite, 'errors'));
    const skipped = Number(attribute(suite, 'skipped'));
    counts.failed += failed;
    counts.skipped += skipped;
    counts.passed += Number(attribute(suite, 'tests')) - failed - skipped;
  }
  counts.tests = [...text.matchAll(/<testcase\s[^>]*>/g)].map(([test]) => ({
    name: named(test),
    seconds: Number(attribute(test, 'time')),
  }));
  return counts;
}

/** Counts and times of those tests of a JUnit file whose names begin so. */
export function parseJunitFile(file, beginning) {
  const result = { passed: 0, failed: 0, skipped: 0, tests: [] };
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const [test] of text.matchAll(/<testcase\s[^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)) {
    const name = named(test);
    if (!name.startsWith(beginning)) continue;
    if (/<(failure|error)[\s>]/.test(test)) result.failed += 1;
    else if (/<skipped[\s>]/.test(test)) result.skipped += 1;
    else result.passed += 1;
    result.tests.push({ name, seconds: Number(attribute(test, 'time')) });
  }
  return result;
}

/** Counts and times of the JUnit file of Node's own test runner, which has its counts in comments. */
export function nodeTest(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const count = (name) => Number(text.match(new RegExp(`<!-- ${name} (\\d+) -->`))?.[1] ?? 0);
  return {
    ...junit(file),
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}

const json = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts and times of Vitest's JSON report. */
export function vitest(file) {
  const report = json(file);
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    tests: tests.map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 })),
  };
}

/** Counts and times of Playwright's JSON report; what passed only when it was repeated is named in `repeated`. */
export function playwright(file) {
  const report = json(file);
  const stats = report?.stats;
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const specs = (report?.suites ?? []).flatMap(specsOf);
  const name = (spec) => `${spec.file}: ${spec.title}`;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    repeated: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(name),
    tests: specs.map((spec) => ({
      name: name(spec),
      seconds: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  };
}
