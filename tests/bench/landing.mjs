// The landing page and the dashboard as Lighthouse sees them on a slow phone, and the first interaction on the dashboard
// with a processor four times slower: `npm run bench -- landing`.
import { createRequire } from 'node:module';
import lighthouse from 'lighthouse';
import { findChromium } from '../../infrastructure/commands/browser.mjs';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { findFreePorts } from '../../infrastructure/commands/processes.mjs';
import { withLocalPortal } from '../../infrastructure/commands/stack.mjs';
import { run } from './_bench.mjs';

const { chromium } = createRequire(inRepository('tests', 'e2e', 'package.json'))('@playwright/test');

const slowDown = 4;
// What Lighthouse calls it, what it is told as, and its goal.
const audits = {
  'first-contentful-paint': { row: 'first contentful paint', unit: 's', scale: 1000 },
  'largest-contentful-paint': { row: 'largest contentful paint', unit: 's', scale: 1000, at_most: 2 },
  'total-blocking-time': { row: 'total blocking time', unit: 'ms', scale: 1 },
  'cumulative-layout-shift': { row: 'cumulative layout shift', unit: '', scale: 1, at_most: 0 },
};
const scores = { 'performance': 97, 'accessibility': 100, 'best-practices': 100, 'seo': 100 };
const dashboardScores = { performance: 95 };
const interactions = {
  start: { row: 'longest task until it can be used' },
  longest: { row: 'longest task of the first interaction', at_most: 200 },
  slowest: { row: 'slowest answer to the first interaction' },
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function withBrowser(work) {
  const port = await findFreePorts(9222);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      `--remote-debugging-port=${port}`, '--disable-gpu', '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    return await work(browser, port);
  } finally {
    await browser.close();
  }
}

/** Signs the sample resident in by hand. */
async function signIn(page, url) {
  await page.goto(url);
  await page.getByRole('banner').getByRole('button', { name: 'Login/Register' }).click();
  await page.getByRole('button', { name: /resident@example\.com/ }).click();
  await page.waitForURL('**/dashboard');
}

/** One run in a fresh browser: for each row of the table its value, unit and goal. */
const lighthouseOf = (url, goals, isSignedIn = false) => withBrowser(async (browser, port) => {
  if (isSignedIn) {
    // Lighthouse looks with the browser's own context.
    const [own] = (await chromium.connectOverCDP(`http://localhost:${port}`)).contexts();
    const page = await own.newPage();
    await signIn(page, new URL(url).origin);
    await (await own.newCDPSession(page)).send('Network.clearBrowserCache');
  }
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error', disableStorageReset: isSignedIn });
  return [
    ...Object.entries(goals).map(([id, goal]) => ({
      row: lhr.categories[id].title.toLowerCase(), value: Math.round(lhr.categories[id].score * 100), unit: '', at_least: goal,
    })),
    ...Object.entries(audits).map(([id, { scale, ...described }]) => ({
      ...described, value: lhr.audits[id].numericValue / scale, ...(isSignedIn && { at_most: undefined }),
    })),
  ];
});

/** The longest task and the slowest answer to an event, in milliseconds, around the first click on the dashboard. */
const firstInteraction = (url) => withBrowser(async (browser) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await signIn(page, url);
  await page.addInitScript(() => {
    window.measured = { longest: 0, slowest: 0 };
    const watch = (type, key, options) => new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.measured[key] = Math.max(window.measured[key], duration);
    }).observe({ type, ...options });
    watch('longtask', 'longest');
    watch('event', 'slowest', { durationThreshold: 16 });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(`${url}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const start = await page.evaluate(() => {
    const { longest } = window.measured;
    window.measured = { longest: 0, slowest: 0 };
    return longest;
  });
  await page.locator('.user-menu__button').tap();
  await page.locator('.user-menu__button + .panel').waitFor();
  await page.waitForTimeout(1000);
  const measured = { ...await page.evaluate(() => window.measured), start };
  return Object.entries(interactions).map(([key, described]) => ({ ...described, value: measured[key], unit: 'ms' }));
});

/** Median, least and most of each row of several runs. */
function figuresOf(table, runs) {
  return runs[0].flatMap(({ value: _one, at_most, at_least, ...described }, index) => {
    const values = runs.map((rows) => rows[index].value);
    return [
      { table, ...described, column: 'median', value: median(values), at_most, at_least },
      { table, ...described, column: 'least', value: Math.min(...values) },
      { table, ...described, column: 'most', value: Math.max(...values) },
    ];
  });
}

async function measureAt(url, { runs }) {
  const pages = [];
  const dashboards = [];
  const clicks = [];
  for (let each = 0; each < runs; each += 1) {
    pages.push(await lighthouseOf(`${url}/`, scores));
    dashboards.push(await lighthouseOf(`${url}/dashboard`, dashboardScores, true));
    clicks.push(await firstInteraction(url));
  }
  return [
    ...figuresOf(`Landing page, Lighthouse's phone, runs: ${runs}`, pages),
    ...figuresOf(`Dashboard, Lighthouse's phone, runs: ${runs}`, dashboards),
    ...figuresOf(`Dashboard on a phone ${slowDown} times slower, runs: ${runs}; a task below 50 ms counts as none`, clicks),
  ];
}

const measure = (sizes, place) => (place.isRunning
  ? measureAt(`http://localhost:${place.port}`, sizes)
  : withLocalPortal(({ url }) => measureAt(url, sizes), place));

await run(measure, { full: { runs: 3 }, small: { runs: 1 } });
