import path from 'node:path';
import { compile } from 'sass-embedded';
import { expect, test } from 'vitest';

type Roles = Record<string, string>;

const styles = import.meta.dirname;

/** The roles of both schemes as the browser gets them; the dark ones override the light ones. */
function buildRoles(): Record<'light' | 'dark', Roles> {
  const { css } = compile(path.join(styles, 'main.scss'), {
    loadPaths: [path.resolve(styles, '../../../node_modules/@uswds/uswds/packages')],
    importers: [{ findFileUrl: () => null }],
    quietDeps: true,
  });
  const parseRoles = (text: string): Roles =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+):\s*(white|#[0-9a-f]{3,6})\s*;/gi)].map(([, name = '', value = '']) => [
        name,
        value === 'white' ? '#ffffff' : value,
      ]),
    );
  const start = css.search(/@media screen and \(prefers-color-scheme: ?dark\)\s*\{\s*:root/);
  const end = css.indexOf('}', css.indexOf('--', start));
  const light = parseRoles(css.slice(0, start));
  return { light, dark: { ...light, ...parseRoles(css.slice(start, end)) } };
}

/** Relative luminance, from WCAG 2.2. */
function computeLuminance(color: string): number {
  const hex = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function computeContrast(one: string, other: string): number {
  const [dark, light] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function getRole(roles: Roles, name: string): string {
  const value = roles[name];
  if (value === undefined) throw new Error(`there is no role ${name}`);
  return value;
}

const surfaces = ['surface', 'surface-page', 'surface-quiet'];
const tints = ['brand-soft', 'accent-soft', 'good-soft', 'bad-soft', 'caution-soft', 'notice-soft'];

const text: [string, string[]][] = [
  ['ink', [...surfaces, ...tints]],
  ['ink-quiet', [...surfaces, 'brand-soft', 'accent-soft']],
  ['ink-on-strong', ['surface-strong']],
  ['on-brand', ['brand', 'brand-strong', 'brand-deep']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-disabled', ['disabled']],
  ['brand', [...surfaces, 'brand-soft']],
  ['brand-strong', [...surfaces, ...tints]],
  ['brand-deep', [...surfaces, ...tints]],
  ['accent-strong', [...surfaces, 'accent-soft']],
  ['good', [...surfaces, 'good-soft']],
  ['bad', [...surfaces, 'bad-soft']],
];

const shapes: [string, string[]][] = [
  ['line-control', surfaces],
  ['accent', surfaces],
  ['caution', ['caution-soft']],
  ['notice', ['notice-soft']],
  ['focus', [...surfaces, ...tints]],
];

const schemes = buildRoles();

test.each([...text.map((pair) => [...pair, 4.5] as const), ...shapes.map((pair) => [...pair, 3] as const)])(
  '%s contrasts with what it stands on',
  (front, backs, least) => {
    for (const scheme of ['light', 'dark'] as const) {
      const roles = schemes[scheme];
      for (const back of backs) {
        const ratio = computeContrast(getRole(roles, front), getRole(roles, back));
        expect(ratio, `${front} on ${back}, ${scheme}`).toBeGreaterThanOrEqual(least);
      }
    }
  },
);

test('the dark scheme sets every color role', () => {
  const { light, dark } = schemes;
  const unchanged = Object.keys(light).filter((role) => light[role] === dark[role]);
  expect(unchanged).toEqual([]);
});
