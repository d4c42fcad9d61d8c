import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findWebkit } from '../../infrastructure/commands/browser.mjs';

const packages = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

for (const installed of [[], ['WebKitWebDriver'], ['Xvfb'], ['WebKitWebDriver', 'Xvfb']]) {
  test(`with ${installed.join(' and ') || 'nothing'} installed, the packages that WebKit lacks are named`, (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'saguaro-webkit-'));
    const { PATH } = process.env;
    context.after(() => {
      process.env.PATH = PATH;
      rmSync(folder, { recursive: true });
    });
    for (const name of installed) {
      writeFileSync(join(folder, name), '');
      chmodSync(join(folder, name), 0o755);
    }
    process.env.PATH = folder;
    const path = (name) => (installed.includes(name) ? join(folder, name) : undefined);
    assert.deepEqual(findWebkit(), {
      driver: path('WebKitWebDriver'),
      screen: path('Xvfb'),
      missing: Object.keys(packages).filter((name) => !installed.includes(name)).map((name) => packages[name]),
    });
  });
}
