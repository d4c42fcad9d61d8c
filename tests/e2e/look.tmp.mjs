import { chromium } from 'playwright-core';
const base='http://localhost:9300';
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']});
for (const [w,h,locale] of [[390,844,'es-MX'],[1280,900,'en-US']]) {
  const c=await b.newContext({viewport:{width:w,height:h},locale});
  const p=await c.newPage();
  for (const q of ['renew tags','pasaporte','xyzzyq']) {
    await p.goto(`${base}/services?q=${encodeURIComponent(q)}`); await p.waitForSelector('#found'); await p.waitForTimeout(400);
    await p.screenshot({path:`/tmp/shots/s-${w}-${q.replace(' ','_')}.png`});
  }
  await p.goto(base+'/dashboard');
  await p.getByRole('button',{name:/Rosa/}).click(); await p.waitForURL('**/dashboard'); await p.waitForTimeout(1500);
  await p.getByRole('banner').getByRole('button',{name:/^(Assistant|Asistente)$/}).click(); await p.waitForTimeout(1500);
  await p.screenshot({path:`/tmp/shots/a-${w}-open.png`});
  const box=p.getByRole('textbox',{name:/^(Your question|Su pregunta)$/});
  for (const [i,q] of (w===390?['¿cuánto debo?','vendí mi troca','acta de nacimiento','xyzzy']:['what do i owe','how do i apply for food stamps','i sold my car','how do I get a birth certificate','who won the super bowl']).entries()) {
    await box.fill(q); await box.press('Enter'); await p.waitForTimeout(1800);
    await p.screenshot({path:`/tmp/shots/a-${w}-${i}.png`});
  }
  await c.close();
}
await b.close();
