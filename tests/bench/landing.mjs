// The landing page as Lighthouse sees it on a slow phone, and the first interaction on the dashboard with a processor
// four times slower: `npm run bench -- landing`.
import { createRequire } from 'node:module';
import lighthouse from 'lighthouse';
import { chromium as chromiumPath } from '../../infrastructure/commands/browser.mjs';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { freePorts } from '../../infrastructure/commands/processes.mjs';
import { withLocalPortal } from '../../infrastructure/commands/stack.mjs';

const { chromium } = createRequire(inRepository('tests', 'e2e', 'package.json'))('@playwright/test');

const runs = 3;
const slowDown = 4;
const goals = { 'performance': 97, 'accessibility': 100, 'best-practices': 100, 'seo': 100, 'LCP, s': 2.0, 'CLS': 0 };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function withBrowser(work) {
  const port = await freePorts(9222);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
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

/** Scores in percent, and times in seconds, of one run in a fresh browser. */
const lighthouseOf = (url) => withBrowser(async (browser, port) => {
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  const failed = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9)
    .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`);
  return {
    ...Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)])),
    'FCP, s': lhr.audits['first-contentful-paint'].numericValue / 1000,
    'LCP, s': lhr.audits['largest-contentful-paint'].numericValue / 1000,
    'TBT, ms': lhr.audits['total-blocking-time'].numericValue,
    'CLS': lhr.audits['cumulative-layout-shift'].numericValue,
    failed,
  };
});

/** The longest task and the slowest answer to an event, in milliseconds, around the first click on the dashboard. */
const firstInteraction = (url) => withBrowser(async (browser) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto(url);
  await page.getByRole('banner').getByRole('button', { name: 'Login/Register' }).click();
  await page.getByRole('button', { name: /resident@example\.com/ }).click();
  await page.waitForURL('**/dashboard');
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
  await page.locator('.user-menu__panel').waitFor();
  await page.waitForTimeout(1000);
  return { ...await page.evaluate(() => window.measured), start };
});

await withLocalPortal(async ({ url }) => {
  const pages = [];
  for (let run = 0; run < runs; run += 1) pages.push(await lighthouseOf(`${url}/`));
  console.log(`Landing page, Lighthouse mobile, median of ${runs}`);
  for (const key of Object.keys(pages[0]).filter((name) => name !== 'failed')) {
    const values = pages.map((page) => Number(page[key].toFixed(2)));
    const goal = key in goals ? `  goal ${goals[key]}` : '';
    console.log(`  ${key.padEnd(16)}${String(median(values)).padStart(8)}   (${values.join(', ')})${goal}`);
  }
  console.log(`  below 90: ${[...new Set(pages.flatMap(({ failed }) => failed))].join('; ') || 'nothing'}`);

  const clicks = [];
  for (let run = 0; run < runs; run += 1) clicks.push(await firstInteraction(url));
  const row = (name, key) => console.log(`  ${name.padEnd(40)}${median(clicks.map((click) => click[key])).toFixed(0).padStart(6)} ms   (${clicks.map((click) => click[key].toFixed(0)).join(', ')})`);
  console.log(`\nDashboard on a phone, ${slowDown} times slower, median of ${runs}; a task below 50 ms counts as 0`);
  row('longest task until it can be used', 'start');
  row('longest task of the first interaction', 'longest');
  row('slowest answer to the first interaction', 'slowest');
});
