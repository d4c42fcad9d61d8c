// Writes docs/accessibility-report.md: for each criterion of WCAG 2.2, level A and AA, what the tests measure.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inRepository } from './paths.mjs';
import { findMissingTest } from './promises.mjs';
import { setUp } from './setup.mjs';

const report = 'docs/accessibility-report.md';
const criteriaFile = 'tests/e2e/criteria.json';

const read = (file) => readFileSync(inRepository(file), 'utf8');
const unique = (values) => [...new Set(values)];
const count = (number, noun) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** Lists each look that `npm test` takes: `{ page, state, language, width, scheme, rules, isTextLarge, areTargetsMeasured }`. */
async function listLooks() {
  const { runnerImport } = await import('vite');
  const load = async (file) => (await runnerImport(inRepository(file), { configFile: false, logLevel: 'error' })).module;
  // The report describes the everyday run, also when a deep run checks it.
  const { TEST_DEPTH: depth } = process.env;
  delete process.env.TEST_DEPTH;
  const { areas, chooseLanguages, differencesOf, pageOf } = await load('tests/e2e/matrix/areas.ts');
  const { areTargetsMeasured, chooseLooks } = await load('tests/e2e/support/axe.ts');
  if (depth) process.env.TEST_DEPTH = depth;
  return areas.flatMap((area) => area.states.flatMap((state) => chooseLanguages(state).flatMap((language) =>
    chooseLooks(differencesOf(area, state, language)).map((look) => (
      { scheme: 'light', ...look, areTargetsMeasured: areTargetsMeasured(look), page: pageOf(state), state: `${area.name}: ${state.name}`, language }
    )))));
}

/** Lists the rules of axe: `{ id, criteria, isOn }`; `isOn` says if a run that names no rules includes it. */
function listRules() {
  const axe = createRequire(import.meta.url)('axe-core');
  // “wcag1412” is criterion 1.4.12.
  const criteria = (tags) => tags.flatMap((tag) => tag.match(/^wcag(\d)(\d)(\d+)$/)?.slice(1).join('.') ?? []);
  const isOn = new Map(axe._audit.rules.map((rule) => [rule.id, axe.utils.ruleShouldRun(rule, { page: true }, {})]));
  return axe.getRules().map(({ ruleId, tags }) => ({ id: ruleId, criteria: criteria(tags), isOn: isOn.get(ruleId) }));
}

const runs = (rule) => ({ rules }) => (rules === 'all' ? rule.isOn : rules?.includes(rule.id) ?? false);

const kindsOfLooks = {
  narrowest: ['nothing scrolls sideways', (looks) => {
    const width = Math.min(...looks.map((look) => look.width));
    return looks.filter((look) => look.width === width);
  }],
  largeText: ['no text is cut off at twice its size', (looks) => looks.filter(({ isTextLarge }) => isTextLarge)],
  targets: ['each target outside of sentences is at least 44 px high', (looks) => looks.filter((look) => look.areTargetsMeasured)],
};

function describeLooks(looks) {
  const widths = unique(looks.map(({ width }) => width)).sort((a, b) => a - b);
  return [
    count(unique(looks.map(({ page }) => page)).length, 'page'),
    count(unique(looks.map(({ state }) => state)).length, 'state'),
    count(looks.length, 'look'),
    `${widths.join(', ')} px`,
    unique(looks.map(({ language }) => language)).sort().join(' and '),
    unique(looks.map(({ scheme }) => scheme)).sort().reverse().join(' and '),
  ].join('; ');
}

function describeTest(test) {
  const [file, name] = test.split('::');
  return `[${name ?? file}](../${file})`;
}

/** Returns how a criterion is measured, one text for each way; none when nothing measures it. */
export function findMeasures({ number, looks: kind, tests = [] }, rules, looks) {
  const ofCriterion = rules.filter((rule) => rule.criteria.includes(number) && looks.some(runs(rule)));
  const looked = looks.filter((look) => ofCriterion.some((rule) => runs(rule)(look)));
  const [seen, choose] = kindsOfLooks[kind] ?? [];
  return [
    ...(ofCriterion.length > 0 ? [`axe: ${ofCriterion.map(({ id }) => `\`${id}\``).join(', ')} (${describeLooks(looked)})`] : []),
    ...(choose ? [`each look: ${seen} (${describeLooks(choose(looks))})`] : []),
    ...(tests.length > 0 ? [`${tests.length === 1 ? 'test' : 'tests'}: ${tests.map(describeTest).join(', ')}`] : []),
  ];
}

/** Address of a criterion in the recommendation. */
const anchor = (name) => name.toLowerCase().replace(/[^a-z -]/g, '').replaceAll(' ', '-');

function makeTable(level, criteria, source, rules, looks) {
  const rows = criteria.filter((criterion) => criterion.level === level).map((criterion) => {
    const measures = findMeasures(criterion, rules, looks);
    const [result, remarks] = measures.length > 0 ? ['Measured in part', measures.join('<br>')] : ['Not measured', 'Needs a person.'];
    return `| [${criterion.number} ${criterion.name}](${source}#${anchor(criterion.name)}) | ${result} | ${remarks} |`;
  });
  return [`## Level ${level}`, '', '| Criterion | Result | Measured by |', '|---|---|---|', ...rows].join('\n');
}

/** Returns the report as Markdown. */
export function makeReport({ source, criteria }, rules, looks, version) {
  const measured = criteria.filter((criterion) => findMeasures(criterion, rules, looks).length > 0);
  const used = rules.filter((rule) => looks.some(runs(rule)));
  return `# Accessibility report

\`npm run accessibility\` writes this page from the tests. \`npm run check\` fails when it no longer matches them.

It has the table of a VPAT 2.5 for [WCAG 2.2](${source}), levels A and AA. It isn't a signed conformance report: no person has evaluated the portal for it.

| | |
|---|---|
| Criteria | ${criteria.length}: ${measured.length} measured in part, ${criteria.length - measured.length} not measured |
| Looks | ${describeLooks(looks)} |
| axe-core | ${version}, ${count(used.length, 'rule')} in use, best practices included |

How to read the tables:

- **Measured in part**: \`npm test\` measures something about the criterion and fails on a violation: one state of each page in each run, further states with the features that changed and each night. It doesn't prove the whole criterion. The VPAT's “Supports” is for a person to say.
- **Not measured**: no test looks at it. A person has to.
- A **look** is a state of a page at one width, in one language, in one set of colors, as [the matrix](../tests/e2e/matrix) lists them.
- A rule passes on a page with nothing for it to check, such as a page without a video. Results that axe calls incomplete count for nothing.
- The sign-in pages belong to the identity provider, and this page doesn't count them.

${['A', 'AA'].map((level) => makeTable(level, criteria, source, rules, looks)).join('\n\n')}
`;
}

async function makeCurrentReport() {
  const { version } = createRequire(import.meta.url)('axe-core');
  return makeReport(JSON.parse(read(criteriaFile)), listRules(), await listLooks(), version);
}

/** The check `accessibility report`: it is up to date, and each test that it names exists. */
export async function accessibilityReport() {
  const missing = JSON.parse(read(criteriaFile)).criteria.flatMap(({ number, tests = [] }) =>
    tests.flatMap((test) => findMissingTest(test) ?? []).map((fault) => `${criteriaFile}: ${number}: ${fault}`));
  const isCurrent = existsSync(inRepository(report)) && read(report) === await makeCurrentReport();
  const faults = [...missing, ...(isCurrent ? [] : [`${report} is out of date: npm run accessibility`])];
  return { code: faults.length === 0 ? 0 : 1, output: `${faults.join('\n')}\n` };
}

/** `npm run accessibility`: writes docs/accessibility-report.md. */
export default async function accessibility() {
  await setUp('types');
  writeFileSync(inRepository(report), await makeCurrentReport());
  return 0;
}
