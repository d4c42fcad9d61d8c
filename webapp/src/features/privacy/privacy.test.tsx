import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
import { configuration, origin, server } from '@/testing/server';
import catalog from '../../../../shared/data/terms.json';
import english from './notice/en.md';
import spanish from './notice/es.md';
import laws from './notice/laws.md?raw';
import type { Section } from './notice/notice';

/** The subjects that the notice must cover, in this order, with their headings. */
const required = [
  ['who we are and scope', 'Who we are and what this notice covers', 'Quiénes somos y qué abarca este aviso'],
  ['children under 13', 'Children under 13', 'Menores de 13 años'],
  ['modifications', 'Changes to this notice', 'Cambios en este aviso'],
  [
    'correcting and deleting data',
    'Seeing, correcting and deleting your data',
    'Ver, corregir y eliminar sus datos',
  ],
  ['data collected', 'What we collect and why', 'Qué recopilamos y para qué'],
  [
    'third-party identity and credit services',
    'Identity and credit services of others',
    'Servicios de identidad y de crédito de terceros',
  ],
  ['do-not-track', 'Do-not-track signals', 'Señales de «no rastrear»'],
  ['sharing', 'Who receives your information', 'Quién recibe sus datos'],
  ['security', 'How we protect your information', 'Cómo protegemos sus datos'],
  [
    'alternatives',
    'Your choices, and other ways to get service',
    'Sus opciones y otras formas de recibir servicio',
  ],
  ['retention', 'How long we keep it', 'Cuánto tiempo conservamos los datos'],
  ['California rights', 'If you live in California', 'Si vive en California'],
  ['governing law', 'Law that applies', 'Ley aplicable'],
  [
    'contact',
    'How to reach the privacy officer',
    'Cómo comunicarse con la persona encargada de la privacidad',
  ],
  ['terms', 'Terms and conditions', 'Términos y condiciones'],
] as const;

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const getDocument = () => {
  const text = document.querySelector<HTMLElement>('.document-text');
  if (!text) throw new Error('there is no document');
  return text;
};
const getSectionHeadings = () => within(getDocument()).getAllByRole('heading', { level: 2 });
const getHeadingTexts = () => getSectionHeadings().map(({ textContent }) => textContent);

function expectContents(name: string): void {
  const links = within(screen.getByRole('navigation', { name })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(getHeadingTexts());
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    getSectionHeadings().map(({ id }) => `#${id}`),
  );
}

describe('the text of the notice', () => {
  it('has the same sections, parts, and laws in both languages', () => {
    const getShape = (sections: readonly Section[]) =>
      sections.map(({ id, blocks }) => ({
        id,
        blocks: blocks.map((block) => [
          block.kind,
          'items' in block ? block.items.length : 0,
          block.kind === 'references' ? block.text.replace(/^.*?: /, '') : '',
        ]),
      }));
    expect(getShape(spanish)).toEqual(getShape(english));
    expect(english.every(({ blocks }) => blocks.length > 0)).toBe(true);
  });

  it('cites the laws of the list for counsel, and no other', () => {
    const listed = [...laws.matchAll(/^\| (?!Law |-)([^|]+?) +\|/gm)].flatMap(([, law]) => law ?? []);
    const named = english.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'references' ? block.text.replace(/^.*?: /, '') : [])),
    );
    // A citation may contain a semicolon.
    const left = listed.reduce((text, law) => text.replaceAll(law, ''), named.join('; '));
    expect(left.replaceAll('; ', '')).toBe('');
    for (const law of listed) expect(named.join('; ')).toContain(law);
  });
});

describe('the privacy notice', () => {
  it('covers every required subject in both languages', async () => {
    await renderApp('/privacy');
    await findHeading('Privacy notice');
    expect(getHeadingTexts()).toEqual(required.map(([, english]) => english));
    expectContents('On this page');
    expect(screen.getByText('Version 2026-11-30, effective November 30, 2026')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Español' }));
    await findHeading('Aviso de privacidad');
    await screen.findByRole('heading', { level: 2, name: 'Menores de 13 años' });
    expect(getHeadingTexts()).toEqual(required.map(([, , spanish]) => spanish));
    expectContents('En esta página');
    expect(getDocument()).toHaveAttribute('lang', 'es');
    expect(screen.getByText('Versión 2026-11-30, vigente desde el 30 de noviembre de 2026')).toBeVisible();
  });

  it('names the privacy officer of the configuration and leads to the terms', async () => {
    await renderApp('/privacy');
    await findHeading('Privacy notice');
    expect(screen.getByRole('link', { name: 'privacy@portal.example' })).toHaveAttribute(
      'href',
      'mailto:privacy@portal.example',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Read the terms and conditions' }));
    await findHeading('Terms and conditions');
    expect(window.location.pathname).toBe('/terms');
  });

  it('shows a text when the configuration has no address', async () => {
    server.use(
      http.get(`${origin}/configuration/`, () =>
        HttpResponse.json({ ...configuration, privacyOfficerEmail: '' }),
      ),
    );
    await renderApp('/privacy');
    await findHeading('Privacy notice');
    expect(screen.getByText('This copy of the portal has no address yet.')).toBeVisible();
    expect(document.querySelector('a[href^="mailto:"]')).toBeNull();
  });

  it('scrolls to the section in the address', async () => {
    const shown: Element[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this);
    });
    await renderApp('/privacy#security');
    await findHeading('Privacy notice');
    expect(shown).toEqual([screen.getByRole('heading', { name: 'How we protect your information' })]);
  });

  it('is public for signed-in people without a registration', async () => {
    server.use(
      http.get(`${origin}/api/users/registered`, () =>
        HttpResponse.json({ isRegistered: false, canLink: false }),
      ),
    );
    await renderApp('/privacy', createAccount());
    await findHeading('Privacy notice');
    expect(window.location.pathname).toBe('/privacy');
  });

  it('can be printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await renderApp('/privacy');
    await findHeading('Privacy notice');
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});

describe('the terms for everybody', () => {
  it('have the text of the version in force, in both languages', async () => {
    const inForce = catalog.versions.at(-1);
    await renderApp('/terms');
    await findHeading('Terms and conditions');
    expect(getHeadingTexts()).toEqual(inForce?.texts.en.sections.map(({ heading }) => heading));
    expectContents('On this page');
    await userEvent.click(screen.getByRole('button', { name: 'Español' }));
    await findHeading('Términos y condiciones');
    expect(getHeadingTexts()).toEqual(inForce?.texts.es.sections.map(({ heading }) => heading));
    for (const { paragraphs } of inForce?.texts.es.sections ?? []) {
      for (const paragraph of paragraphs) expect(screen.getByText(paragraph)).toBeVisible();
    }
  });
});
