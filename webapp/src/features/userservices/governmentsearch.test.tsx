import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, createAccount as account } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Result } from '@/components/services/ResultItem';
import type { GovernmentResults } from './api';

const service: Result = {
  type: 'service',
  title: 'Driver license or ID',
  summary: 'Your driver license.',
  href: '/connections/adot-mvd-license',
};
const guide: Result = {
  type: 'help',
  title: 'Connecting services',
  summary: '',
  href: 'http://localhost/help/en/connections.html',
};
const counts = {
  agency: 0,
  service: 1,
  form: 0,
  fee: 0,
  guide: 0,
  elsewhere: 0,
  help: 1,
  policy: 0,
} as const;
const facets = Object.entries(counts).map(([type, count]) => ({ type: type as Result['type'], count }));

let asked: URLSearchParams[];

function answerWith(answer: (query: URLSearchParams) => GovernmentResults) {
  server.use(
    http.get(`${origin}/api/governmentsearch`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(answer(query));
    }),
  );
}

beforeEach(() => {
  asked = [];
  answerWith((query) => ({
    items: [service, guide].filter(({ type }) => type === (query.get('type') ?? type)),
    facets,
    nextToken: null,
  }));
});

const open = (address = '/governmentsearch', groups = ['government']) => renderApp(address, account(groups));
const box = () => screen.findByRole('searchbox', { name: /Search/ });

describe('government search', () => {
  it('starts in the box, and the arrow keys reach the results and come back', async () => {
    await open();
    const input = await box();
    await waitFor(() => expect(input).toHaveFocus());
    await userEvent.keyboard('license');
    const link = await screen.findByRole('link', { name: 'Driver license or ID' });
    expect(link).toHaveAttribute('href', service.href);
    await userEvent.keyboard('{ArrowDown}');
    expect(link).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: /^Connecting services/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(input).toHaveFocus();
  });

  it('counts each type and shows one of them', async () => {
    await open('/governmentsearch?q=license');
    const group = await screen.findByRole('group', { name: 'Result type' });
    expect(within(group).getByRole('button', { name: 'All 2' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(within(group).getByRole('button', { name: 'Help 1' }));
    expect(await screen.findByRole('heading', { name: '1 result' })).toBeVisible();
    expect(screen.queryByRole('link', { name: service.title })).not.toBeInTheDocument();
    expect(asked.at(-1)?.get('type')).toBe('help');
  });

  it('asks nothing for a single letter', async () => {
    await open('/governmentsearch?q=a');
    expect(await screen.findByText(/Results appear as you type/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('asks nothing for a text that is too long, and says so at the box alone', async () => {
    await open();
    await userEvent.click(await box());
    await userEvent.paste('W'.repeat(200));
    expect(await box()).toHaveAccessibleDescription(/Use 100 characters or fewer/);
    await waitFor(() => expect(screen.queryByText(/Results appear as you type/)).not.toBeInTheDocument());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('says so when nothing is found', async () => {
    answerWith(() => ({
      items: [],
      facets: facets.map(({ type }) => ({ type, count: 0 })),
      nextToken: null,
    }));
    await open('/governmentsearch?q=%3Cb%3Exyz%3C%2Fb%3E');
    expect(await screen.findByRole('heading', { name: 'No results' })).toBeVisible();
    expect(screen.getByText(/No results for “<b>xyz<\/b>”/)).toBeVisible();
  });

  it('shows more results and moves the focus to the first of them', async () => {
    answerWith((query) =>
      query.get('nextToken')
        ? { items: [guide], facets, nextToken: null }
        : { items: [service], facets, nextToken: 'more' },
    );
    await open('/governmentsearch?q=license');
    await userEvent.click(await screen.findByRole('button', { name: 'Show more results' }));
    const link = await screen.findByRole('link', { name: /^Connecting services/ });
    expect(link).toHaveFocus();
    expect(screen.getByRole('link', { name: service.title })).toBeVisible();
  });

  it('offers to sign in with a second factor', async () => {
    server.use(
      http.get(`${origin}/api/governmentsearch`, () =>
        HttpResponse.json({ code: 'secondFactorRequired', message: 'x', requestId: 'r1' }, { status: 403 }),
      ),
    );
    await open('/governmentsearch?q=license');
    expect(await screen.findByRole('button', { name: 'Sign in with a second factor' })).toBeVisible();
  });

  it('keeps the words when the search fails, and searches again', async () => {
    server.use(
      http.get(
        `${origin}/api/governmentsearch`,
        () =>
          HttpResponse.json({ code: 'catalogueUnavailable', message: 'x', requestId: 'r1' }, { status: 400 }),
        { once: true },
      ),
    );
    await open('/governmentsearch?q=license');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: service.title })).toBeVisible();
    expect(await box()).toHaveValue('license');
  });

  it('does not open a result of an earlier search', async () => {
    await open('/governmentsearch?q=license');
    await screen.findByRole('link', { name: service.title });
    const input = await box();
    await userEvent.type(input, 's{Enter}');
    expect(input).toHaveFocus();
    await waitFor(() => expect(asked.at(-1)?.get('q')).toBe('licenses'));
  });

  it('shows no results of an earlier search when the next one fails', async () => {
    await open('/governmentsearch?q=license');
    await screen.findByRole('link', { name: service.title });
    server.use(
      http.get(`${origin}/api/governmentsearch`, () =>
        HttpResponse.json({ code: 'invalid', message: 'x', requestId: 'r1' }, { status: 400 }),
      ),
    );
    await userEvent.type(await box(), 's');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('link', { name: service.title })).not.toBeInTheDocument();
  });

  it.each([
    ['government', false],
    ['support', true],
    ['admin', true],
  ])('leads %s to the person search: %s', async (group, leads) => {
    await open('/governmentsearch', [group]);
    await box();
    expect(screen.queryAllByRole('link', { name: 'Open user services' })).toHaveLength(leads ? 1 : 0);
  });
});
