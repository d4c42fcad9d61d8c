import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
for (const [w, lang] of [[390, 'es'], [1280, 'en']]) {
  const c = await b.newContext({ viewport: { width: w, height: 900 }, locale: lang === 'es' ? 'es-US' : 'en-US' });
  const p = await c.newPage();
  const base = 'http://localhost:9300/businessapplications/plan/costestimator?';
  for (const [name, q] of [['rest', 'agentCountyId=coconino&businessCountyId=coconino&categoryId=27&entityType=llc&inMunicipality=true&servesFood=true&servesAlcohol=true&sellsTaxable=true&expedite=standard&premises=rented'], ['corp', 'agentCountyId=pima&businessCountyId=pima&categoryId=28&entityType=corporation&employees=2&averageMonthlyWage=300000']]) {
    await p.goto(base + q); await p.waitForSelector('.cost-result');
    await p.waitForTimeout(800);
    await p.evaluate(() => document.querySelectorAll('details').forEach((d, i) => { d.open = d.classList.contains('cost-due'); }));
    await p.waitForTimeout(300);
    const el = await p.$('.cost-result');
    await el.screenshot({ path: `/tmp/w/cost-${name}-${w}-${lang}.png` });
  }
  await c.close();
}
await b.close();
