import { expect } from '@playwright/test';
import { listedMessage } from '../../support/messages';
import type { Area, Json } from '../state';

const voterFolder = '/messages/service/azsos-voter';
const longWords = 'Licencia-de-funcionamiento-extraordinariamente-larga-que-no-tiene-ningún-espacio-en-blanco';
const listPath = '/api/agency/messages/service/azsos-voter?**';
const listOf = (...messages: Json[]): Json => ({ groups: [{ identity: { id: 'i1', label: longWords }, messages }], nextToken: null, scannedUntil: null });

const seven = Array.from({ length: 7 }, (_, number) => listedMessage(number, number === 1 ? { subject: longWords, from: longWords } : {}));

const both: Json = {
  items: seven.map(({ messageId, ...listed }, number) => ({
    ...listed,
    id: messageId,
    inbox: number === 0 ? 'portal' : 'agency',
    ...(number === 0 && { agencyServiceId: null, userAgencyServiceSubscriptionIdentityId: null }),
  })),
  nextToken: null,
  scannedUntil: null,
};

const table = `<table><thead><tr><th scope="col">Fee</th><th scope="col">${longWords}</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`;
const message = (changes: Json = {}): Json => ({
  ...listedMessage(1),
  body: `<h2>What to do</h2><p>${longWords}</p>${table}<p><a href="https://azsos.gov/x">Read</a></p>`,
  bodyFormat: 'html',
  language: 'en',
  readAt: '2026-11-20T21:00:00Z',
  receivedAt: '2026-11-20T20:00:01Z',
  notice: 'agencyMessages',
  action: { label: 'Go on', url: 'https://azsos.gov/y' },
  attachments: [
    { id: 'a1', name: `${longWords}.pdf`, contentType: 'application/pdf', size: 1234567 },
    { id: 'a2', name: 'b.png', contentType: 'image/png', size: 10 },
  ],
  deliveries: [
    {
      channel: 'email',
      sentTo: 'r•••@example.com',
      state: 'bounced',
      steps: [{ state: 'sending', at: '2026-11-20T20:00:02Z', reason: null }, { state: 'bounced', at: '2026-11-20T20:00:03Z', reason: null }],
    },
    { channel: 'text', sentTo: '', state: 'notSent', steps: [{ state: 'notSent', at: '2026-11-20T20:00:02Z', reason: 'noAddress' }] },
  ],
  isOwn: false,
  deletedAt: null,
  thread: [
    {
      id: 'm0',
      from: longWords,
      subject: longWords,
      body: 'Earlier.\n\nSecond paragraph.',
      bodyFormat: 'plain',
      language: 'en',
      sentAt: '2026-11-19T20:00:00Z',
    },
  ],
  canReply: true,
  replies: (['sending', 'received', 'declined', 'failed'] as const).map((state, place) => ({
    id: `r${place}`,
    text: `${longWords}\n\nSecond paragraph.`,
    language: 'en',
    sentAt: `2026-11-2${place}T20:00:00Z`,
    state,
    settledAt: null,
    agencyNumber: state === 'received' ? 'AZSOS-1A2B3C4D' : null,
    files: [{ name: `${longWords}.pdf`, size: 1234567 }],
  })),
  agencyId: 'azsos',
  agencyName: longWords,
  serviceName: longWords,
  identityLabel: longWords,
  ...changes,
});
const messagePath = '/api/agency/messages/m1?**';
const opened = `${voterFolder}/m1?subscription=i1`;
const inTrash = { deletedAt: '2026-11-20T21:00:00Z', bodyFormat: 'plain', body: `Uno\n${longWords}` };

export const messages: Area = {
  name: 'messages',
  who: 'resident',
  states: [
    { name: 'all messages', path: '/messages', answers: { '/api/messages/all?**': both }, arrived: '.message-row' },
    { name: 'portal folder', path: '/messages/portal', arrived: '.message-row, .empty' },
    { name: 'list with records', path: voterFolder, answers: { [listPath]: listOf(...seven) }, arrived: '.message-row' },
    { name: 'nothing matches', path: `${voterFolder}?text=nothing-is-called-so`, answers: { [listPath]: listOf() }, arrived: '.results .empty' },
    { name: 'nothing yet', path: voterFolder, answers: { [listPath]: listOf() }, arrived: '.results .empty' },
    { name: 'loading', path: voterFolder, answers: { [listPath]: 'never' }, arrived: '.skeleton', isWaiting: true },
    { name: 'cannot be read', path: voterFolder, answers: { [listPath]: 404 }, arrived: '.usa-alert--error' },
    {
      name: 'search that waits',
      path: `${voterFolder}?text=rare`,
      answers: { [listPath]: { groups: [], nextToken: 'n', scannedUntil: '2024-05-01T00:00:00Z' } },
      arrived: '.results__more button',
    },
    { name: 'trash', path: '/messages/bin', arrived: '.message-row, .empty' },
    {
      name: 'a message',
      hasEveryLook: true,
      path: opened,
      answers: { [listPath]: listOf(...seven), [messagePath]: message() },
      arrived: '.message-body table',
      then: (page) => page.locator('.delivery-record summary').click(),
    },
    {
      name: 'a reply with mistakes',
      path: opened,
      // All are read: the list may arrive before or after the opened message, which it then shows as read or not.
      answers: { [listPath]: listOf(...seven.map((each) => ({ ...each, isRead: true }))), [messagePath]: message() },
      arrived: '.message-body table',
      then: async (page) => {
        await page.locator('.message-body ~ p > button').click();
        await page.locator('.reply-form button[type=submit]').click();
        await page.locator('.reply-form [role=alert]').first().waitFor();
      },
    },
    {
      name: 'a deleted message in another language',
      path: opened,
      answers: ({ language }) => ({ [listPath]: listOf(...seven), [messagePath]: message({ ...inTrash, language: language === 'en' ? 'es' : 'en' }) }),
      arrived: '.message-body--plain',
    },
    { name: 'a message that is not there', path: opened, answers: { [listPath]: listOf(...seven), [messagePath]: 404 }, arrived: 'article p' },
    {
      name: 'selected, with the filters open',
      path: voterFolder,
      answers: { [listPath]: listOf(...seven) },
      then: async (page) => {
        await page.locator('.message-row').first().getByRole('checkbox').check();
        await page.locator('.filters [aria-expanded]').click();
      },
    },
  ],
};

const everyStatus = (json: Json): Json => ({
  ...json,
  items: (json.items as Json[]).map((item, index) => ({
    ...item,
    status: ['pending', 'completed', 'failed', 'refunded', 'cancelled'][index % 5],
    description: index === 0 ? longWords : item.description,
    agencyName: index === 1 ? 'Department of Transportation, Motor Vehicle Division, Office of Commercial and Agricultural Carriers of the State of Arizona' : item.agencyName,
    amount: index === 2 ? { amount: '123456789.01', currency: 'USD' } : item.amount,
  })),
});
const transactionsApi = '/api/transactions?**';
const summaryApi = '/api/transactions/summary**';

export const transactions: Area = {
  name: 'transactions',
  who: 'resident',
  states: [
    { name: 'list', path: '/transactions', arrived: '.spending svg' },
    { name: 'long words and every status', hasEveryLook: true, path: '/transactions', answers: { [transactionsApi]: everyStatus }, arrived: '.transaction-row' },
    {
      name: 'sums of a very long history, by month',
      hasEveryLook: true,
      path: '/transactions',
      answers: { [summaryApi]: (json: Json): Json => ({ ...json, completeFrom: '2026-06-02' }) },
      then: async (page) => {
        await page.locator('.spending summary').click();
        await expect(page.locator('.spending tbody tr').first()).toBeVisible();
      },
    },
    { name: 'sums that cannot be read', path: '/transactions', answers: { [summaryApi]: 404 }, arrived: '.spending .usa-alert--error' },
    { name: 'filters that are set', path: '/transactions?type=payment&from=2020-01-01&text=a', arrived: '.spending svg' },
    { name: 'nothing matches', path: '/transactions?text=nothing-is-called-so', arrived: '.results .empty' },
    { name: 'nothing yet', path: '/transactions', answers: { [transactionsApi]: { items: [], nextToken: null, scannedUntil: null } }, arrived: '.results .empty' },
    { name: 'loading', path: '/transactions', answers: { [transactionsApi]: 'never' }, arrived: '.skeleton', isWaiting: true },
    { name: 'cannot be read', path: '/transactions', answers: { [transactionsApi]: 404 }, arrived: '.usa-alert--error' },
    {
      name: 'one transaction',
      hasEveryLook: true,
      path: '/transactions',
      then: async (page) => {
        await page.locator('.row-link').first().click();
        await expect(page.locator('.fact-rows')).toBeVisible();
      },
    },
  ],
};
