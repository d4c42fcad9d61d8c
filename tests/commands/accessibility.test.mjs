import assert from 'node:assert/strict';
import test from 'node:test';
import { accessibilityReport, findMeasures, makeReport } from '../../infrastructure/commands/accessibility.mjs';

const look = { page: '/a', state: 'a', language: 'en', scheme: 'light', width: 320, rules: 'all' };
const rules = [
  { id: 'image-alt', criteria: ['1.1.1'], isOn: true },
  { id: 'target-size', criteria: ['2.5.8'], isOn: false },
];
const criteria = ['1.1.1', '2.5.8', '1.4.10', '3.2.1'].map((number) => ({ number, level: 'A', name: 'A name (of it)' }));
const source = 'https://www.w3.org/TR/WCAG22/';

test('the report is up to date, and each test that it names exists', async () => {
  assert.deepEqual(await accessibilityReport(), { code: 0, output: '\n' });
});

test('a rule measures its criterion in the looks that run it', () => {
  const looks = [look, { ...look, language: 'es', width: 1280 }, { ...look, rules: undefined }];
  assert.deepEqual(findMeasures({ number: '1.1.1' }, rules, looks), [
    'axe: `image-alt` (1 page; 1 state; 2 looks; 320, 1280 px; en and es; light)',
  ]);
});

test('a rule that no look runs measures nothing', () => {
  assert.deepEqual(findMeasures({ number: '2.5.8' }, rules, [look]), []);
  assert.equal(findMeasures({ number: '2.5.8' }, rules, [{ ...look, rules: ['target-size'] }]).length, 1);
});

test('a kind of look measures where it is taken', () => {
  const looks = [look, { ...look, width: 640, rules: undefined, isTextLarge: true }];
  assert.match(findMeasures({ number: '1.4.10', looks: 'narrowest' }, rules, looks)[0], /1 look; 320 px/);
  assert.match(findMeasures({ number: '1.4.4', looks: 'largeText' }, rules, looks)[0], /1 look; 640 px/);
  const phone = { ...look, width: 390, areTargetsMeasured: true };
  assert.match(findMeasures({ number: '2.5.8', looks: 'targets' }, rules, [...looks, phone])[0], /1 look; 390 px/);
});

test('a criterion that nothing measures needs a person', () => {
  const report = makeReport({ source, criteria }, rules, [look], '4.13.0');
  assert.match(report, /^\| Criteria \| 4: 1 measured in part, 3 not measured \|$/m);
  assert.match(report, /^\| \[3\.2\.1 A name \(of it\)\]\(https:\/\/www\.w3\.org\/TR\/WCAG22\/#a-name-of-it\) \| Not measured \| Needs a person\. \|$/m);
  assert.doesNotMatch(report, /\| Supports/);
});
