/** The oldest supported browsers, from `browserslist` in package.json. */
import { fileURLToPath } from 'node:url';
import browserslist from 'browserslist';

const names = { ios_saf: 'ios', and_chr: 'chrome_android', and_ff: 'firefox_android' };

/** Compares versions such as 16.4 and 17; negative when the first is older. */
export function compareVersions(one, other) {
  const [[a, b = 0], [c, d = 0]] = [one, other].map((version) => version.split('.').map(Number));
  return a - c || b - d;
}

/** Returns the oldest supported version by browser, as in `{ chrome: '120', ios: '16.4' }`. */
export function listOldestBrowsers() {
  const oldest = {};
  for (const entry of browserslist(undefined, { path: fileURLToPath(new URL('..', import.meta.url)) })) {
    const [browser, versions] = entry.split(' ');
    const [version] = versions.split('-');
    const name = names[browser] ?? browser;
    if (!oldest[name] || compareVersions(version, oldest[name]) < 0) oldest[name] = version;
  }
  return oldest;
}

/** Returns the oldest supported browsers in the form of Vite's `build.target`. */
export function listBuildTargets() {
  return Object.entries(listOldestBrowsers())
    .filter(([name]) => !name.endsWith('_android'))
    .map(([name, version]) => `${name}${version}`);
}
