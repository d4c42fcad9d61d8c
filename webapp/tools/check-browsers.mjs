/**
 * Fails when a built file uses a function of a global, such as `URL.parse`, that a supported browser lacks and
 * src/lib/polyfills.ts does not fill in. The compatibility data is MDN's. A script that tests for the function
 * (`'Segmenter' in Intl`) may use it. Methods of instances are not checked.
 *
 * Usage: node tools/check-browsers.mjs [FOLDER], by default dist.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from '@typescript-eslint/parser';
import { compareVersions, listOldestBrowsers } from './browsers.mjs';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data');
const oldest = listOldestBrowsers();
const dataNames = { ios: 'safari_ios' };
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../dist'));

/** Uses behind tests that this check does not recognize, with the reason. */
const exceptions = {
  'PublicKeyCredential.parseCreationOptionsFromJSON': 'hasPasskeySupport() asks first',
  'PublicKeyCredential.parseRequestOptionsFromJSON': 'passkeys are offered after hasPasskeySupport()',
};

/** Lists the supported browsers and versions that lack the feature of an entry of MDN's data. */
function listLacking(entry) {
  const support = entry?.__compat?.support;
  if (!support) return [];
  return Object.entries(oldest).filter(([name, version]) => {
    const found = support[dataNames[name] ?? name];
    if (!found) return false;
    return !(Array.isArray(found) ? found : [found]).some(
      ({ version_added: since, flags, alternative_name: other, prefix }) =>
        !(flags || other || prefix) &&
        typeof since === 'string' &&
        since !== 'preview' &&
        compareVersions(since.replace('≤', ''), version) <= 0,
    );
  });
}

const places = [data.javascript.builtins, data.api];
const findMember = (owner, member) =>
  places.map(
    (place) =>
      place[owner]?.[`${member}_static`] ?? (place === data.api ? undefined : place[owner]?.[member]),
  );

const faults = [];
const tested = new Set();
const used = [];

/** Collects the uses of functions of globals in a syntax tree, and the tests for them. */
function walk(node, parent, file) {
  if (Array.isArray(node)) return node.forEach((each) => walk(each, parent, file));
  if (typeof node?.type !== 'string') return;
  if (node.type === 'BinaryExpression' && node.operator === 'in' && node.right.type === 'Identifier') {
    const name = node.left.value ?? node.left.quasis?.[0].value.cooked;
    tested.add(`${file}: ${node.right.name}.${name}`);
  }
  if (node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier') {
    const name = `${node.object.name}.${node.property.name}`;
    if (parent.type === 'AssignmentExpression' && parent.left === node) tested.add(`${file}: ${name}`);
    else used.push({ file, owner: node.object.name, member: node.property.name, name });
  }
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'parent' && typeof value === 'object') walk(value, node, file);
  }
}

/** The functions that src/lib/polyfills.ts fills in. */
const filled = new Set(
  [
    ...readFileSync(path.join(import.meta.dirname, '../src/lib/polyfills.ts'), 'utf8').matchAll(
      /^fill\((\w+), '(\w+)'/gm,
    ),
  ].map(([, owner, name]) => `${owner}.${name}`),
);

const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
if (scripts.length === 0) throw new Error(`no script in ${folder}`);
for (const file of scripts) {
  walk(
    parse(readFileSync(path.join(folder, file), 'utf8'), { range: false, sourceType: 'module' }),
    {},
    file,
  );
}

for (const { file, owner, member, name } of used) {
  if (filled.has(name) || name in exceptions || tested.has(`${file}: ${name}`)) continue;
  const lacking = findMember(owner, member).flatMap(listLacking);
  if (lacking.length > 0) {
    faults.push(`${file}: ${name} is missing in ${lacking.map((browser) => browser.join(' ')).join(', ')}`);
  }
}

console.log(
  [...new Set(faults)].join('\n') || `${scripts.length} scripts use what every supported browser has.`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
