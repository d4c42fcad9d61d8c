import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findRaisedLimits } from '../../infrastructure/commands/limits.mjs';

/** Makes a checkout with limits; `write` replaces some of them, and `git` runs Git in it. */
function makeCheckout(context) {
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-limits-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'tests', 'e2e'), { recursive: true });
  mkdirSync(join(folder, 'webapp', 'tools'), { recursive: true });
  const git = (...parameters) => execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...parameters], {
    cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'],
  });
  const write = ({ requests = 47, layoutShift = 0.3, css = 17.5 } = {}) => {
    const costs = [{ path: '/dashboard', requests, javaScript: 165 }];
    writeFileSync(join(folder, 'tests/e2e/pages.json'), JSON.stringify({ why: 'measured', layoutShift, costs }));
    writeFileSync(join(folder, 'webapp/tools/size.json'), JSON.stringify({ why: 'measured', kilobytes: { CSS: css } }));
  };
  const commit = (...limits) => {
    write(...limits);
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '--message', 'limits');
  };
  return { folder, git, write, commit };
}

/** Makes a repository with one commit of limits. */
function makeRepository(context) {
  const checkout = makeCheckout(context);
  checkout.git('init', '--quiet');
  checkout.commit();
  return checkout;
}

const raisedRequests = ['tests/e2e/pages.json: /dashboard: requests 47 → 48 (limits only go down)'];

test('unchanged and lowered limits pass', (context) => {
  const { folder, write } = makeRepository(context);
  assert.deepEqual(findRaisedLimits(folder), []);
  write({ requests: 46, css: 17.4 });
  assert.deepEqual(findRaisedLimits(folder), []);
});

test('a raise in the working tree is named with both figures', (context) => {
  const { folder, write } = makeRepository(context);
  write({ requests: 48, css: 17.6 });
  assert.deepEqual(findRaisedLimits(folder), [...raisedRequests, 'webapp/tools/size.json: CSS 17.5 → 17.6 (limits only go down)']);
});

test('a raise in the latest commit is named', (context) => {
  const { folder, commit } = makeRepository(context);
  commit({ requests: 48 });
  assert.deepEqual(findRaisedLimits(folder), raisedRequests);
});

test('a raise in any commit of a branch is named', (context) => {
  const { folder, git, commit } = makeRepository(context);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  commit({ requests: 48 });
  commit({ requests: 48, layoutShift: 0.2 });
  assert.deepEqual(findRaisedLimits(folder), raisedRequests);
});

test('a page without an earlier limit passes', (context) => {
  const { folder } = makeRepository(context);
  const costs = [{ path: '/messages', requests: 90, javaScript: 165 }];
  writeFileSync(join(folder, 'tests/e2e/pages.json'), JSON.stringify({ layoutShift: 0.3, costs }));
  assert.deepEqual(findRaisedLimits(folder), []);
});

test('a folder without history passes', (context) => {
  const { folder, write } = makeCheckout(context);
  write();
  assert.deepEqual(findRaisedLimits(folder), []);
});

test('the committed limits are no higher than before', () => {
  assert.deepEqual(findRaisedLimits(), []);
});

test('a budget of code or a goal of a measurement moves only with a decision', (context) => {
  const { folder, git, commit } = makeRepository(context);
  const files = { 'infrastructure/checks/budgets.json': (limit) => JSON.stringify({ limits: { tests: limit } }), 'tests/bench/cold.py': (goal) => `GOAL_OF_IMPORT = ${goal}\n` };
  const writeAll = (figure) => {
    for (const [name, make] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), make(figure));
    }
  };
  writeAll(105);
  commit();
  assert.deepEqual(findRaisedLimits(folder), []);
  writeAll(106);
  const moved = ['infrastructure/checks/budgets.json: tests 105 → 106 (limits only go down)', 'tests/bench/cold.py: the goal 105 moved without a decision in docs/adr'];
  assert.deepEqual(findRaisedLimits(folder), moved);
  git('commit', '--quiet', '--all', '--message', 'raise');
  assert.deepEqual(findRaisedLimits(folder), moved);

  mkdirSync(join(folder, 'docs/adr'), { recursive: true });
  writeFileSync(join(folder, 'docs/adr/0001-tests-may-grow.md'), '# 1. Tests may grow');
  assert.deepEqual(findRaisedLimits(folder), []);
  git('add', '.');
  git('commit', '--quiet', '--message', 'decide');
  assert.deepEqual(findRaisedLimits(folder), []);
});
