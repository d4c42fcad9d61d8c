import { expect, test } from '@playwright/test';
import { findWebkit } from '../../infrastructure/commands/browser.mjs';
import { agencySends, registeredWith, voterRecord } from './support/agencies';
import { Webkit } from './support/webkit';
import { words } from './support/words';

// Playwright drives a WebKit of its own make only; this is the one that Debian builds, with the driver made with it.
const { PORTAL_URL: portal = 'http://localhost:8080' } = process.env;
const { driver, screen, missing } = findWebkit();

let webkit: Webkit | undefined;

test.skip(missing.length > 0, `The journey in WebKit needs more programs: install Debian’s ${missing.join(' and ')}.`);

test.afterEach(() => webkit?.close());

test('in WebKit a resident signs in, reads a message, changes the language, and signs out', async ({ request }) => {
  test.slow();
  const voter = await voterRecord(request);
  const person = await registeredWith(request, voter);
  const subject = `Ballot ${crypto.randomUUID().slice(0, 8)}`;
  await agencySends(request, 'azsos', voter.reference, subject, { body: { en: 'Vote by mail.' } });
  webkit = await Webkit.start({ driver, screen });

  await webkit.goTo(portal);
  await webkit.find('heading', 'Your Arizona, in one place');
  await webkit.click('button', words.en.login);
  await webkit.type(words.en.providerEmail, person.email);
  await webkit.type(words.en.password, person.password);
  await webkit.click('button', words.en.signIn);
  await webkit.find('heading', `Welcome back, ${person.givenName}`);
  await webkit.find('article', 'Voter registration');

  await webkit.click('link', /^Messages/);
  await webkit.click('link', subject);
  await webkit.find('heading', subject);
  await webkit.findText('Vote by mail.');

  await webkit.click('button', 'Español');
  await webkit.find('heading', 'Todos los mensajes');
  await webkit.click('link', 'Panel principal');
  await webkit.find('heading', 'Sus servicios');

  await webkit.click('button', new RegExp(person.familyName));
  await webkit.click('button', words.es.logout);
  await webkit.find('heading', 'Su Arizona, en un solo lugar');
  await webkit.find('button', words.es.login);
  expect(await webkit.listErrors(), 'errors that nothing caught').toEqual([]);
});
