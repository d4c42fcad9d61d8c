import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { holdLock } from '../../infrastructure/commands/lockfile.mjs';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { CommandFailed } from '../../infrastructure/commands/processes.mjs';
import { drawMoment, parseArguments } from '../../infrastructure/commands/test.mjs';

test('options and files after one suite go to its runner as they are', () => {
  assert.deepEqual(parseArguments(['api', 'tests/api/test_users.py', '-k', 'touch', '--date', '2028-02-29T12:00Z']), {
    chosen: ['api'], isDeep: false, date: '2028-02-29T12:00Z', seed: undefined, dynamodb: undefined, rest: ['tests/api/test_users.py', '-k', 'touch'],
  });
  assert.deepEqual(parseArguments(['--deep', '--seed=7', 'unit', 'api']), {
    chosen: ['unit', 'api'], isDeep: true, date: undefined, seed: '7', dynamodb: undefined, rest: [],
  });
});

test('the address of a DynamoDB goes with the suite of the API', () => {
  for (const parameters of [['--dynamodb', 'http://localhost:8000', 'api'], ['api', '--dynamodb=http://localhost:8000']]) {
    assert.equal(parseArguments(parameters).dynamodb, 'http://localhost:8000');
  }
});

test('a day draws a moment of its own within three years, the same one each time', () => {
  const days = Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10));
  const moments = days.map(drawMoment);
  assert.deepEqual(days.map(drawMoment), moments);
  assert.equal(new Set(moments).size, days.length);
  for (const [index, moment] of moments.entries()) {
    const distance = Date.parse(moment) - Date.parse(days[index]);
    assert.ok(distance >= 0 && distance < 3 * 365 * 24 * 3_600_000, moment);
  }
  assert.match(parseArguments(['--date', 'daily']).date, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

const refusals = {
  'an unknown suite': [['uint'], {}, /^Unknown suite: uint\. Suites: check, /],
  'an unknown option': [['--quick'], {}, /^Unknown option: --quick\. /],
  'an option of a runner after two suites': [['unit', 'api', '-k', 'touch'], {}, /^Unknown option: -k\. /],
  'an unknown check': [['check', 'speling'], {}, /^Unknown check: speling\. /],
  'a date without an offset': [['--date', '2028-02-29T12:00'], {}, /^--date takes a time such as 2027-12-31T23:58-07:00, or daily, not/],
  'a seed that is no number': [['--seed', 'x'], {}, /^--seed takes a number/],
  '--dynamodb without an address': [['--dynamodb'], {}, /^--dynamodb takes an address such as http:\/\/localhost:8000, not ""\.$/],
  '--dynamodb with a suite in place of its address': [['--dynamodb', 'api'], {}, /^--dynamodb takes an address .* not "api"\.$/],
  '--dynamodb without a suite': [['--dynamodb', 'http://localhost:8000'], {}, /^--dynamodb goes with one suite, api: /],
  '--dynamodb with another suite': [['--dynamodb', 'http://localhost:8000', 'unit', 'api'], {}, /^--dynamodb goes with one suite, api: /],
  'a DynamoDB that does not answer': [['--dynamodb', 'http://127.0.0.1:9', 'api'], {}, /^No DynamoDB answers at http:\/\/127\.0\.0\.1:9\. /],
  'a wrong CHROMIUM_PATH': [[], { CHROMIUM_PATH: '/nonexistent' }, /^CHROMIUM_PATH names no program: \/nonexistent\.$/],
  'a wrong FIREFOX_PATH': [['--deep', 'e2e'], { FIREFOX_PATH: '/nonexistent' }, /^FIREFOX_PATH names no program: \/nonexistent\.$/],
  'a CHROMIUM_PATH that is a folder': [['e2e'], { CHROMIUM_PATH: tmpdir() }, /^CHROMIUM_PATH names no program/],
};

for (const [name, [parameters, env, message]] of Object.entries(refusals)) {
  test(`npm test refuses ${name} in one line with exit code 1`, async () => {
    const run = promisify(execFile)(process.execPath, [inRepository('infrastructure', 'commands', 'run.mjs'), 'test', ...parameters], {
      env: { ...process.env, ...env },
    });
    await assert.rejects(run, ({ code, stdout, stderr }) => {
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr.trimEnd(), message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
      return true;
    });
  });
}

test('a second run in the same clone is refused until the first ends', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-lock-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const first = await holdLock(folder);
  await assert.rejects(holdLock(folder), (error) => error instanceof CommandFailed && /already running/.test(error.message));
  first.close();
  (await holdLock(folder)).close();
});
