import type { Page } from '@playwright/test';
import { agencyDecides, applicationFor, businessOf, completeAnswers, idOf, pdf, submittedFor } from './support/businesses';
import { callAs, download, heading, newcomer } from './support/portal';
import { expect, test } from './support/test';

type Json = Record<string, unknown>;

const root = '/businessapplications/applications';
const dialog = (page: Page) => page.getByRole('dialog');
const saved = (page: Page) => expect(page.locator('.save-status')).toContainText('Saved at');
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const stepTitle = (page: Page, name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeFocused();

/** A day by which an agency can want an answer. */
const inTwoWeeks = (): string => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);

test('from choosing a form to the certificate', async ({ page }) => {
  const person = await newcomer(page);
  await businessOf(page.request, person.email);
  await page.goto('/businessapplications/dashboard');
  await page.getByRole('link', { name: 'Start an application' }).click();
  await page.getByRole('button', { name: /^Start: Articles of organization/ }).click();
  await expect(heading(page, 'Articles of organization (LLC)')).toBeVisible();
  const id = idOf(page);

  // What is typed is there again after a reload, saved or not.
  await expect(page.getByLabel('Name with its ending')).toHaveValue('Ocotillo Repair LLC');
  await page.getByLabel(/What the company will do/).fill('Repair of bicycles');
  await saved(page);
  await page.getByLabel(/What the company will do/).fill('Repair of bicycles and scooters');
  await page.reload();
  await expect(page.getByLabel(/What the company will do/)).toHaveValue('Repair of bicycles and scooters');

  // Going on asks for what is missing, and the list of steps goes anywhere.
  await goOn(page);
  await stepTitle(page, 'Statutory agent');
  await goOn(page);
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('alert').getByRole('link').first().click();
  await expect(page.locator('#answer-agentName')).toBeFocused();
  await saved(page);
  const { revision } = (await callAs(page.request, person.email, 'GET', `/api${root}/${id}`)) as { revision: number };
  await callAs(page.request, person.email, 'PUT', `/api${root}/${id}/answers`, { answers: completeAnswers(), revision });
  await page.goto(`${root}/${id}?step=-documents`);
  await page.getByLabel(/^Choose a file/).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await expect(page.getByText('This is a plain text file.')).toBeVisible();
  await page.getByLabel(/^Choose a file/).setInputFiles(pdf);
  await expect(page.getByRole('button', { name: 'Download acceptance.pdf' })).toBeVisible();
  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
  await goOn(page);
  await stepTitle(page, 'Check and submit');
  await page.getByRole('button', { name: /^Submit to/ }).click();
  await page.getByRole('alert').getByRole('link', { name: /Confirm the declaration/ }).click();
  await expect(page.locator('#declaration')).toBeFocused();
  await page.locator('#declaration').check({ force: true });
  await page.getByRole('button', { name: /^Submit to/ }).click();
  await expect(page.getByText('Your application is submitted')).toBeVisible();
  await expect(heading(page, 'Articles of organization (LLC)')).toBeFocused();
  await expect(page.getByText('Repair of bicycles')).toBeVisible();

  // The agency asks, the bell tells, and the person answers.
  const note = { en: 'Tell us who signs for the agent.', es: 'Díganos quién firma por el agente.' };
  await agencyDecides(page.request, id, { state: 'needsInformation', note, respondBy: inTwoWeeks() });
  await page.goto('/businessapplications/dashboard');
  await expect(page.getByText('1 application needs your action.')).toBeVisible();
  await page.getByRole('article', { name: 'Articles of organization (LLC)' }).getByRole('link').click();
  await expect(page.getByText(note.en).first()).toBeVisible();
  await page.goto('/messages');
  await expect(page.getByText(/Articles of organization/).first()).toBeVisible();
  await page.goto(`${root}/${id}?step=agent`);
  await page.getByLabel('Name of the agent').fill('Elena Ochoa, by her own hand');
  await saved(page);
  await page.goto(`${root}/${id}?step=-review`);
  await expect(page.getByText('Elena Ochoa, by her own hand')).toBeVisible();
  await page.locator('#declaration').check({ force: true });
  await page.getByRole('button', { name: /^Submit to/ }).click();
  await expect(page.getByText('Your application is submitted')).toBeVisible();

  await agencyDecides(page.request, id, { state: 'approved', note: { en: 'Welcome.', es: 'Le damos la bienvenida.' } });
  await page.reload();
  await expect(page.locator('.standing')).toContainText('Approved');
  await expect(page.locator('.history').getByText('Welcome.')).toBeVisible();
  const certificate = page.locator('.history .file-line').first();
  const file = await download(page, certificate.getByRole('button', { name: /^Download/ }));
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
});

test('an address is checked, and people are added and removed', async ({ page }) => {
  const person = await newcomer(page);
  const { agentAddress: _, members: __, ...answers } = completeAnswers();
  const id = await applicationFor(page.request, person.email, await businessOf(page.request, person.email), answers);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${root}/${id}?step=agent`);
  await page.getByLabel('Street address').fill('Street 12 <b>');
  await page.getByLabel('City').fill('Tucson');
  await page.getByLabel('ZIP code').fill('90210');
  await goOn(page);
  await page.getByRole('alert').getByRole('link', { name: /Remove the character </ }).click();
  await expect(page.getByLabel('Street address')).toBeFocused();
  await page.getByLabel('Street address').fill('1200 W Ocotillo Ln');
  await goOn(page);
  await expect(page.getByRole('alert')).toContainText('This ZIP Code is not in this state.');
  await page.getByLabel('ZIP code').fill('85004');
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Is this address correct?' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.getByLabel('City')).toBeFocused();
  await page.getByLabel('ZIP code').fill('85713');
  await goOn(page);
  await stepTitle(page, 'Known place of business');

  await page.goto(`${root}/${id}?step=management`);
  const fill = async (index: number, name: string) => {
    const group = page.getByRole('group', { name: `Person ${index}` });
    await group.getByLabel('Name').fill(name);
    await group.getByLabel('Street address').fill('1200 W Ocotillo Ln');
    await group.getByLabel('City').fill('Tucson');
    await group.getByLabel('ZIP code').fill('85713');
  };
  await fill(1, 'Ana Peña');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await expect(page.getByRole('group', { name: 'Person 2' }).getByLabel('Name')).toBeFocused();
  await fill(2, 'Sam Ortiz');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await fill(3, 'W'.repeat(120));
  await page.getByRole('button', { name: 'Remove Ana Peña' }).click();
  await expect(page.getByRole('button', { name: 'Add a person' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await goOn(page);
  await stepTitle(page, 'Handling');
  await page.goto(`${root}/${id}?step=-review`);
  await expect(page.getByText('1. Sam Ortiz, 1200 W Ocotillo Ln, Tucson, AZ 85713')).toBeVisible();
  await expect(page.getByText('Ana Peña')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test('files are added as phones and scanners save them', async ({ page }) => {
  const person = await newcomer(page);
  const id = await applicationFor(page.request, person.email, await businessOf(page.request, person.email), completeAnswers());
  await page.goto(`${root}/${id}?step=-documents`);
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel(/^(Choose a file|Add another file)/).first().setInputFiles({ name, mimeType, buffer });
  const isAdded = (name: string) => expect(page.getByRole('button', { name: `Download ${name}` })).toBeVisible();

  // The browser does not know the type of the first, and calls the second by another name.
  await choose('scan', '', pdf.buffer);
  await isAdded('scan.pdf');
  await choose('photo.jfif', 'image/pjpeg', await picture(page, 'image/jpeg', 40));
  await isAdded('photo.jpg');
  await choose('IMG_0042.HEIC', 'image/heic', Buffer.from('\0\0\0$ftypheic\0\0\0\0mif1heic'));
  await expect(page.getByText('This is a HEIC photo, as iPhones make.')).toBeVisible();
  await choose('plan.docx', 'application/pdf', Buffer.from('PK\u0003\u0004'));
  await expect(page.getByText('This is an archive, such as a ZIP.')).toBeVisible();
  await choose('large.pdf', 'application/pdf', Buffer.concat([pdf.buffer, Buffer.alloc(3_000_000)]));
  await expect(page.getByText('This file is larger than 3 MB. Make it smaller')).toBeVisible();

  // A photo that is too large is copied smaller, if the person agrees; so is one of a type that the portal does not take.
  const large = await picture(page, 'image/png', 1800);
  expect(large.length).toBeGreaterThan(3_000_000);
  await choose('Front door.png', 'image/png', large);
  await expect(dialog(page)).toContainText('Front door.png has');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(2);
  await choose('Front door.png', 'image/png', large);
  await dialog(page).getByRole('button', { name: 'Add the copy' }).click();
  await isAdded('Front door.jpg');
  await choose('Back door.webp', 'image/webp', await picture(page, 'image/webp', 40));
  await dialog(page).getByRole('button', { name: 'Add the copy' }).click();
  await isAdded('Back door.jpg');
});

/** A picture of noise, so many pixels wide and high. */
async function picture(page: Page, type: string, side: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([kind, length]) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = length;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      const noise = context.createImageData(length, length);
      for (let index = 0; index < noise.data.length; index += 4) {
        const grey = (index * 7919) % 251 ^ (index >> 7) % 256;
        noise.data.set([grey, (grey * 31) % 256, (index * 13) % 256, 255], index);
      }
      context.putImageData(noise, 0, 0);
      return canvas.toDataURL(kind).split(',')[1] ?? '';
    },
    [type, side] as const,
  );
  return Buffer.from(base64, 'base64');
}

test('answers wait on the device while the portal cannot be reached', async ({ page, context }) => {
  const person = await newcomer(page);
  const id = await applicationFor(page.request, person.email, await businessOf(page.request, person.email));
  await page.goto(`${root}/${id}?step=agent`);
  await expect(page.getByLabel('Name of the agent')).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Name of the agent').fill('Elena Ochoa');
  await expect(page.locator('.save-status')).toContainText('Not saved yet');
  await context.setOffline(false);
  await saved(page);
  await expect
    .poll(async () => ((await callAs(page.request, person.email, 'GET', `/api${root}/${id}`)) as { answers: Json }).answers.agentName)
    .toBe('Elena Ochoa');
});

test('a change by somebody else is loaded, and what is being typed stays', async ({ page }) => {
  const person = await newcomer(page);
  const id = await applicationFor(page.request, person.email, await businessOf(page.request, person.email));
  const read = async () => (await callAs(page.request, person.email, 'GET', `/api${root}/${id}`)) as { answers: Json; revision: number };
  await page.goto(`${root}/${id}?step=agent`);
  const agent = page.getByLabel('Name of the agent');
  await expect(agent).toBeVisible();
  const { answers, revision } = await read();
  await callAs(page.request, person.email, 'PUT', `/api${root}/${id}/answers`, { answers: { ...answers, agentName: 'Marco Ruiz', companyName: 'Palo Verde LLC' }, revision });
  await agent.fill('Elena Ochoa');
  await expect(page.getByText('This application was changed in another window or by another person. We loaded the latest answers.')).toBeVisible();
  await expect(agent).toHaveValue('Elena Ochoa');
  await saved(page);
  expect((await read()).answers).toMatchObject({ agentName: 'Elena Ochoa', companyName: 'Palo Verde LLC' });
});

test('a draft is removed, and a submitted application withdrawn', async ({ page }) => {
  const person = await newcomer(page);
  const businessId = await businessOf(page.request, person.email);
  await page.goto(`${root}/${await applicationFor(page.request, person.email, businessId)}`);
  await page.getByRole('button', { name: 'Remove this draft' }).click();
  await dialog(page).getByRole('button', { name: 'Remove draft' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await expect(page.getByText('No applications yet.')).toBeVisible();

  await page.goto(`${root}/${await submittedFor(page.request, person.email, businessId)}`);
  await page.getByRole('button', { name: 'Withdraw the application' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.locator('.standing')).toContainText('Withdrawn');
  await expect(page.getByRole('button', { name: 'Withdraw the application' })).toHaveCount(0);
});

test('a form is filled in with the keyboard alone', async ({ page }) => {
  const person = await newcomer(page);
  const id = await applicationFor(page.request, person.email, await businessOf(page.request, person.email), completeAnswers());
  await page.goto(`${root}/${id}?step=handling`);
  await expect(page.locator('#step-title')).toBeVisible();
  await page.locator('#answer-startsWhen').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await saved(page);
  await page.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await stepTitle(page, 'Documents');
  // Before the key that opens it, because the browser is asked to hand it over in a call of its own.
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Tab');
  await expect(page.locator('input[type=file]').first()).toBeFocused();
  await page.keyboard.press('Space');
  await (await chooser).setFiles(pdf);
  await expect(page.getByRole('button', { name: 'Download acceptance.pdf' })).toBeVisible();
});
