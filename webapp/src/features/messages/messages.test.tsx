import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSubscription, serveSubscriptions } from '@/testing/connections';
import {
  createAgencyMessage,
  createPortalMessage,
  serveMessages,
  createPortalMessages,
} from '@/testing/messages';
import { pollAgain, startPollingClock } from '@/testing/polling';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

const list = () => screen.findByRole('region', { name: /^(All messages|Portal|Trash|Vehicles)$/ });
const getLinks = () => screen.getAllByRole('link').filter((link) => link.id.startsWith('message-'));
const findLink = async (name: string) => within(await list()).findByRole('link', { name });
const getRow = (link: HTMLElement) => link.closest('li') as HTMLElement;
const findRow = async (name: string) => getRow(await findLink(name));
const getSubjects = () => getLinks().map((link) => link.textContent);
const press = (keys: string) => userEvent.keyboard(keys);
const select = async (name: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select: ${name}` }));
const removeSelected = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
const expectSubjects = (...wanted: string[]) => waitFor(() => expect(getSubjects()).toEqual(wanted));
const openFolders = async () => userEvent.click(await screen.findByRole('button', { name: /^Folder:/ }));

/** Makes the screen wide: a message is shown beside the list. */
function setWideScreen() {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: media.includes('64em'), media }) as unknown as MediaQueryList;
}

beforeEach(() => {
  const matchMedia = window.matchMedia.bind(window);
  // Toasts need it; jsdom lacks it.
  Element.prototype.setPointerCapture = () => undefined;
  return () => {
    window.matchMedia = matchMedia;
  };
});

describe('the folders', () => {
  it('shows all messages, the portal, each service, and the trash, with unread counts', async () => {
    serveMessages({
      portal: createPortalMessages(3),
      agency: [createAgencyMessage(1), createAgencyMessage(2, { isRead: true })],
    });
    await renderApp('/messages/bin', createAccount());
    await openFolders();
    const folders = within(screen.getByRole('navigation', { name: 'Folders' }));
    expect(await folders.findByRole('link', { name: 'All messages 4 unread' })).toHaveAttribute(
      'href',
      '/messages',
    );
    expect(await folders.findByRole('link', { name: 'Portal 3 unread' })).toHaveAttribute(
      'href',
      '/messages/portal',
    );
    expect(folders.getByRole('list', { name: 'Motor Vehicle Division' })).toBeVisible();
    expect(folders.getByRole('link', { name: 'Vehicles 1 unread' })).toHaveAttribute(
      'href',
      '/messages/service/mvd-vehicle',
    );
    expect(folders.getByRole('link', { name: 'Trash' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows a count that may be higher with a plus sign', async () => {
    serveMessages({ portal: createPortalMessages(1) });
    server.use(
      http.get(`${origin}/api/messages/unread/count`, () => HttpResponse.json({ count: 25, atLeast: true })),
    );
    await renderApp('/messages/portal', createAccount());
    await openFolders();
    expect(await screen.findByRole('link', { name: 'Portal 25 or more unread' })).toHaveTextContent('25+');
  });

  it('shows unread counts of this folder and of the others on a narrow screen', async () => {
    serveMessages({ portal: createPortalMessages(3), agency: [createAgencyMessage(1)] });
    await renderApp('/messages/service/mvd-vehicle', createAccount());
    expect(
      await screen.findByRole('button', { name: 'Folder: Vehicles 3 unread in other folders 1 unread' }),
    ).toBeVisible();
    await openFolders();
    await userEvent.click(screen.getByRole('link', { name: 'All messages 4 unread' }));
    expect(await screen.findByRole('button', { name: 'Folder: All messages 4 unread' })).toBeVisible();
  });
});

describe('all messages', () => {
  it('shows senders and services, newest first, when the page opens', async () => {
    serveMessages({
      portal: [createPortalMessage(1, { isRead: true }), createPortalMessage(4)],
      agency: [createAgencyMessage(2), createAgencyMessage(3, { isRead: true })],
    });
    await renderApp('/messages', createAccount());
    await expectSubjects('Notice 1', 'Letter 2', 'Letter 3', 'Notice 4');
    const letter = await findRow('Letter 2');
    expect(letter).toHaveTextContent('Motor Vehicle Division');
    expect(await within(letter).findByText('Vehicles')).toBeVisible();
    expect(window.location.pathname).toBe('/messages');
  });

  it('stays beside an opened message of either inbox, and brings deleted messages back by Undo', async () => {
    setWideScreen();
    const mailbox = serveMessages({ portal: [createPortalMessage(1)], agency: [createAgencyMessage(2)] });
    await renderApp('/messages', createAccount());
    await userEvent.click(await findLink('Letter 2'));
    expect(await screen.findByRole('heading', { level: 2, name: 'Letter 2' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe(
      '/messages/all/a2?subscription=identity-two',
    );
    expect(await screen.findByRole('link', { name: 'All messages 1 unread' })).toBeVisible();
    await userEvent.click(await findLink('Notice 1'));
    await waitFor(() => expect(mailbox.portal[0]?.isRead).toBe(true));
    expect(window.location.pathname).toBe('/messages/all/p1');
    await press('{Escape}');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await removeSelected();
    expect(await screen.findByText('No messages')).toBeVisible();
    await waitFor(() =>
      expect(mailbox.changes.slice(-2).map(({ path }) => path)).toEqual([
        '/api/messages/delete',
        '/api/agency/messages/delete',
      ]),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expectSubjects('Notice 1', 'Letter 2');
  });

  it('returns from a message to the list on a narrow screen', async () => {
    serveMessages({ portal: [createPortalMessage(1)], agency: [createAgencyMessage(2)] });
    await renderApp('/messages/all/a2?subscription=identity-two', createAccount());
    expect(await screen.findByText(/notice 2/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Back to All messages' }));
    await expectSubjects('Notice 1', 'Letter 2');
  });
});

it('shows a link to all messages for a service without a folder', async () => {
  serveMessages({ portal: [createPortalMessage(1)] });
  server.use(
    http.get(`${origin}/api/agency/messages/service/nosuch`, () =>
      HttpResponse.json({ groups: [], nextToken: null, scannedUntil: null }),
    ),
  );
  await renderApp('/messages/service/nosuch', createAccount());
  expect(await screen.findByText('This service is not among your folders')).toBeVisible();
  expect(screen.queryByText('No messages')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Go to all messages' }));
  await findRow('Notice 1');
  expect(window.location.pathname).toBe('/messages');
});

describe('the list', () => {
  it('shows the newest message first in one call, with its details', async () => {
    const mailbox = serveMessages({
      portal: [
        createPortalMessage(1, { priority: 'high', hasAttachments: true, subject: '<b>Fee</b>' }),
        createPortalMessage(2, { isRead: true }),
      ],
    });
    await renderApp('/messages/portal', createAccount());
    const first = await findRow('<b>Fee</b>');
    await expectSubjects('<b>Fee</b>', 'Notice 2');
    for (const words of ['Unread.', 'Important.', 'Has files.', 'Saguaro', 'Oct 30, 2026', 'Beginning 1'])
      expect(first).toHaveTextContent(words);
    expect(await findRow('Notice 2')).not.toHaveTextContent('Unread.');
    expect(mailbox.lists.map((query) => query.get('unread'))).toEqual([null]);
  });

  it.each(['?order=date', '?order=unread'])('ignores the order in an earlier link: %s', async (search) => {
    const mailbox = serveMessages({
      portal: [createPortalMessage(1, { isRead: true }), createPortalMessage(2)],
    });
    await renderApp(`/messages/portal${search}`, createAccount());
    await expectSubjects('Notice 1', 'Notice 2');
    expect(mailbox.lists.map(String)).toEqual(['limit=50']);
  });

  it('shows the record above its messages', async () => {
    serveMessages({ agency: [createAgencyMessage(1), createAgencyMessage(2), createAgencyMessage(3)] });
    await renderApp('/messages/service/mvd-vehicle', createAccount());
    await findRow('Letter 1');
    expect(screen.getAllByRole('heading', { level: 3 }).map((record) => record.textContent)).toEqual([
      'Vehicle one',
      'Vehicle two',
    ]);
    await expectSubjects('Letter 1', 'Letter 3', 'Letter 2');
    expect(await findRow('Letter 1')).toHaveTextContent('Vehicle one');
    expect(await findRow('Letter 2')).toHaveTextContent('Vehicle two');
  });

  it('shows the next page and moves the focus to its first message', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(70, { isRead: true }) });
    await renderApp('/messages/portal', createAccount());
    await findRow('Notice 1');
    expect(getSubjects()).toHaveLength(50);
    expect(mailbox.lists).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Notice 51' })).toHaveFocus());
    expect(mailbox.lists[1]?.get('nextToken')).toBe('50');
    expect(screen.getByText('70 messages shown')).toBeInTheDocument();
    expect(screen.getByText('That is everything.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('keeps a change of the first page when the next one is read', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(70, { isRead: true }) });
    await renderApp('/messages/portal', createAccount());
    await select('Notice 2');
    await removeSelected();
    await screen.findByText('1 message is in the trash.');
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await findRow('Notice 70');
    expect(getSubjects().slice(0, 2)).toEqual(['Notice 1', 'Notice 3']);
    expect(mailbox.lists.map((query) => query.get('nextToken'))).toEqual([null, '50']);
  });

  it('reads on after short answers, six at a time', async () => {
    serveMessages();
    const asked: (string | null)[] = [];
    server.use(
      http.get(`${origin}/api/messages`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('nextToken'));
        const items = asked.length === 8 ? [createPortalMessage(1)] : [];
        const nextToken = asked.length === 8 ? null : `n${asked.length}`;
        return HttpResponse.json({ items, nextToken, scannedUntil: nextToken && '2024-04-09T12:00:00Z' });
      }),
    );
    await renderApp('/messages/portal?text=rare', createAccount());
    expect(await screen.findByText('Nothing found since April 2024.')).toBeVisible();
    expect(asked).toEqual([null, 'n1', 'n2', 'n3', 'n4', 'n5']);
    await userEvent.click(screen.getByRole('button', { name: 'Search earlier dates' }));
    await findRow('Notice 1');
    expect(asked).toHaveLength(8);
    expect(screen.queryByRole('button', { name: 'Search earlier dates' })).not.toBeInTheDocument();
  });

  it('shows an empty folder, no match, loading, and a failure', async () => {
    serveMessages();
    await renderApp('/messages/portal', createAccount());
    expect(await screen.findByText('No messages')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }));
    expect((await screen.findAllByText('No message matches')).length).toBeGreaterThan(0);
    expect(window.location.search).toBe('?unread=true');
    server.use(http.get(`${origin}/api/messages`, () => delay('infinite')));
    await userEvent.click(screen.getByRole('button', { name: 'Show all messages' }));
    expect((await screen.findAllByText('Loading…')).length).toBeGreaterThan(0);
    server.use(
      http.get(`${origin}/api/messages`, () =>
        HttpResponse.json({ code: 'x', message: 'Not now.', requestId: 'r1' }, { status: 400 }),
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Look for new messages' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    serveMessages({ portal: createPortalMessages(1) });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expectSubjects('Notice 1');
  });

  it('filters the list and keeps the filters in the address', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(12) });
    await renderApp('/messages/portal', createAccount());
    await findRow('Notice 1');
    await userEvent.type(screen.getByRole('searchbox'), 'Notice 12{Enter}');
    await expectSubjects('Notice 12');
    expect(window.location.search).toBe('?text=Notice+12');
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.type(screen.getByLabelText('Sender'), 'sag');
    await userEvent.type(screen.getByLabelText('First day'), '2026-10-01');
    await userEvent.type(screen.getByLabelText('Last day'), '2026-09-01');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(
      'The first day must not be after the last day',
    );
    await userEvent.clear(screen.getByLabelText('Last day'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await waitFor(() => expect(mailbox.lists.at(-1)?.get('sentFrom')).toBe('2026-10-01'));
    expect(mailbox.lists.at(-1)?.get('from')).toBe('sag');
    expect(screen.getByRole('button', { name: /Filters/ })).toHaveTextContent('2 filters on');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });
});

describe('changes in another tab', () => {
  beforeEach(startPollingClock);

  const unreadSubjects = () =>
    getLinks()
      .filter((link) => getRow(link).textContent.includes('Unread.'))
      .map((link) => link.textContent);

  async function opened(path: string, name: string) {
    await renderApp(path, createAccount());
    await findRow(name);
    await screen.findByRole('link', { name: /^Messages, / });
  }

  it.each(['', '?unread=true', '?text=Notice'])(
    'shows reading, marking as unread, and deletion in the list %s',
    async (search) => {
      const mailbox = serveMessages({ portal: createPortalMessages(4) });
      await opened(`/messages/portal${search}`, 'Notice 1');
      const set = async (isRead: boolean, ...numbers: number[]) => {
        for (const number of numbers) Object.assign(mailbox.portal[number - 1] ?? {}, { isRead });
        await pollAgain();
        const left = mailbox.portal.filter((message) => !message.isRead && message.deletedAt === null);
        await waitFor(() => expect(unreadSubjects()).toEqual(left.map(({ subject }) => subject)));
      };
      await set(true, 2);
      await set(true, 1, 3);
      await set(false, 2);
      await set(false, 1, 3);
      Object.assign(mailbox.portal[3] ?? {}, { deletedAt: '2026-11-20T19:00:00Z' });
      await set(true, 1);
      await set(true, 2, 3);
      expect(getSubjects()).toHaveLength(4);
    },
  );

  it('shows reading in the folder of a service', async () => {
    const mailbox = serveMessages({ agency: [createAgencyMessage(1), createAgencyMessage(2)] });
    await opened('/messages/service/mvd-vehicle', 'Letter 2');
    Object.assign(mailbox.agency[1] ?? {}, { isRead: true });
    await pollAgain();
    await waitFor(() => expect(unreadSubjects()).toEqual(['Letter 1']));
  });

  it('shows a later change over an earlier one of this page', async () => {
    setWideScreen();
    const mailbox = serveMessages({ portal: createPortalMessages(3) });
    await opened('/messages/portal/p2', 'Notice 2');
    await waitFor(() => expect(mailbox.portal[1]?.isRead).toBe(true));
    vi.setSystemTime(Date.now() + 10_000);
    Object.assign(mailbox.portal[1] ?? {}, { isRead: false });
    mailbox.portal.unshift(createPortalMessage(7));
    await pollAgain();
    await waitFor(() => expect(unreadSubjects()).toEqual(['Notice 7', 'Notice 1', 'Notice 2', 'Notice 3']));
  });

  it('keeps rows that are older than the first page', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(60) });
    await opened('/messages/portal', 'Notice 1');
    Object.assign(mailbox.portal[0] ?? {}, { isRead: true });
    await pollAgain();
    await waitFor(() => expect(unreadSubjects()[0]).toBe('Notice 2'));
    expect(unreadSubjects()).toHaveLength(getSubjects().length - 1);
  });
});

describe('new messages', () => {
  beforeEach(startPollingClock);

  const selectedCount = () => screen.getByRole('group', { name: 'Selected messages' }).textContent;

  /** Opens the list and waits until the bell knows the unread messages. */
  async function opened(path: string, name: string) {
    await renderApp(path, createAccount());
    const link = await findLink(name);
    await screen.findByRole('link', { name: /^Messages, / });
    return link;
  }

  function scrolledBy(pixels: number) {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -pixels, 300, 900));
  }

  it('shows new messages on top and keeps the focus', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(2) });
    const link = await opened('/messages/portal', 'Notice 1');
    link.focus();
    mailbox.portal.unshift(createPortalMessage(7));
    await pollAgain();
    await expectSubjects('Notice 7', 'Notice 1', 'Notice 2');
    expect(screen.getByText('3 messages shown')).toBeInTheDocument();
    expect(link).toHaveFocus();
    expect(mailbox.lists).toHaveLength(2);
    await openFolders();
    expect(screen.getByRole('link', { name: 'Portal 3 unread' })).toBeVisible();
  });

  it('shows a new message of an agency below its record', async () => {
    const mailbox = serveMessages({ agency: [createAgencyMessage(2), createAgencyMessage(1)] });
    await opened('/messages/service/mvd-vehicle', 'Letter 2');
    mailbox.agency.unshift(createAgencyMessage(3));
    await pollAgain();
    await expectSubjects('Letter 3', 'Letter 2', 'Letter 1');
    expect(screen.getAllByRole('heading', { level: 3 }).map((record) => record.textContent)).toEqual([
      'Vehicle one',
      'Vehicle two',
      'Vehicle one (continued)',
    ]);
    await openFolders();
    expect(screen.getByRole('link', { name: 'Vehicles 3 unread' })).toBeVisible();
  });

  it('shows a new message of an agency among all messages', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(2), agency: [createAgencyMessage(9)] });
    await opened('/messages', 'Notice 1');
    mailbox.agency.unshift(createAgencyMessage(3));
    await pollAgain();
    await expectSubjects('Letter 3', 'Notice 1', 'Notice 2', 'Letter 9');
  });

  it('shows a button while the top is out of sight; it moves the focus to the first new message', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(30) });
    const link = await opened('/messages/portal', 'Notice 1');
    link.focus();
    scrolledBy(400);
    mailbox.portal.unshift(createPortalMessage(41), createPortalMessage(42));
    await pollAgain();
    const button = await screen.findByRole('button', { name: '2 new messages' });
    expect(button.closest('[role=status]')).toBeVisible();
    expect(getSubjects()[0]).toBe('Notice 1');
    expect(link).toHaveFocus();
    mailbox.portal.unshift(createPortalMessage(43));
    await pollAgain();
    await userEvent.click(await screen.findByRole('button', { name: '3 new messages' }));
    await waitFor(async () => expect(await findLink('Notice 43')).toHaveFocus());
    expect(getSubjects().slice(0, 4)).toEqual(['Notice 43', 'Notice 41', 'Notice 42', 'Notice 1']);
    expect(screen.queryByRole('button', { name: /^\d+ new message/ })).not.toBeInTheDocument();
  });

  it('shows a button while messages are selected and keeps the selection', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(3) });
    await opened('/messages/portal', 'Notice 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Notice 2' }));
    mailbox.portal.unshift(createPortalMessage(7));
    await pollAgain();
    await userEvent.click(await screen.findByRole('button', { name: '1 new message' }));
    await expectSubjects('Notice 7', 'Notice 1', 'Notice 2', 'Notice 3');
    expect(selectedCount()).toContain('1 selected');
    expect(screen.getByRole('checkbox', { name: 'Select: Notice 2' })).toBeChecked();
  });

  it('shows new messages beside an open message, which stays open', async () => {
    setWideScreen();
    const mailbox = serveMessages({ portal: createPortalMessages(3) });
    await opened('/messages/portal/p2', 'Notice 2');
    await waitFor(() => expect(mailbox.portal[1]?.isRead).toBe(true));
    mailbox.portal.unshift(createPortalMessage(7));
    await pollAgain();
    await expectSubjects('Notice 7', 'Notice 1', 'Notice 2', 'Notice 3');
    expect(screen.getByRole('heading', { level: 2, name: 'Notice 2' })).toBeVisible();
    scrolledBy(300);
    mailbox.portal.unshift(createPortalMessage(8));
    await pollAgain();
    await userEvent.click(await screen.findByRole('button', { name: '1 new message' }));
    await waitFor(async () => expect(await findLink('Notice 8')).toHaveFocus());
    expect(screen.getByRole('heading', { level: 2, name: 'Notice 2' })).toBeVisible();
  });

  it('reads the list again when a whole page is new', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(3) });
    await opened('/messages/portal', 'Notice 1');
    scrolledBy(400);
    mailbox.portal.unshift(...Array.from({ length: 60 }, (_, number) => createPortalMessage(100 + number)));
    await pollAgain();
    await userEvent.click(await screen.findByRole('button', { name: '50 or more new messages' }));
    await waitFor(() => expect(getSubjects()[0]).toBe('Notice 100'));
    expect(document.getElementById('folder-name')).toHaveFocus();
  });

  it('shows new messages that match the filters only', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(1) });
    await opened('/messages/portal?text=Notice', 'Notice 1');
    mailbox.portal.unshift(createPortalMessage(7, { subject: 'Other' }), createPortalMessage(8));
    await pollAgain();
    await expectSubjects('Notice 8', 'Notice 1');
  });

  it('does not count messages that were deleted or restored here as new', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(3) });
    await opened('/messages/portal', 'Notice 2');
    await select('Notice 2');
    await removeSelected();
    await expectSubjects('Notice 1', 'Notice 3');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expectSubjects('Notice 1', 'Notice 2', 'Notice 3');
    scrolledBy(400);
    mailbox.portal.unshift(createPortalMessage(7));
    await pollAgain();
    expect(await screen.findByRole('button', { name: '1 new message' })).toBeVisible();
  });

  it('shows new messages in an empty folder', async () => {
    const mailbox = serveMessages();
    await renderApp('/messages/portal', createAccount());
    expect(await screen.findByText('No messages')).toBeVisible();
    mailbox.portal.push(createPortalMessage(1));
    await pollAgain();
    await expectSubjects('Notice 1');
  });

  it('reads new messages again after a failure', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(1) });
    await opened('/messages/portal', 'Notice 1');
    mailbox.portal.unshift(createPortalMessage(7));
    server.use(
      http.get(`${origin}/api/messages`, () => new HttpResponse(null, { status: 503 }), { once: true }),
    );
    await pollAgain();
    await expectSubjects('Notice 7', 'Notice 1');
  });
});

describe('many messages', () => {
  it('selects with Shift and marks as read', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(6) });
    await renderApp('/messages/portal', createAccount());
    await findRow('Notice 1');
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Select: Notice 2' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select: Notice 4' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    expect(await findRow('Notice 3')).not.toHaveTextContent('Unread.');
    await waitFor(() =>
      expect(mailbox.changes).toEqual([
        { method: 'POST', path: '/api/messages/mark', body: { ids: ['p2', 'p3', 'p4'], isRead: true } },
      ]),
    );
    await openFolders();
    expect(await screen.findByRole('link', { name: 'Portal 3 unread' })).toBeVisible();
  });

  it('deletes agency messages by their connection, 100 in a call', async () => {
    const agency = Array.from({ length: 130 }, (_, index) => createAgencyMessage(index + 1));
    const mailbox = serveMessages({ agency });
    await renderApp('/messages/service/mvd-vehicle', createAccount());
    for (const first of ['Letter 51', 'Letter 101']) {
      await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
      await findRow(first);
    }
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('130 messages are in the trash.');
    const batches = mailbox.changes.map(({ body }) => (body as { messages: unknown[] }).messages);
    expect(batches.map((batch) => batch.length)).toEqual([100, 30]);
    expect(batches[0]?.[0]).toEqual({
      messageId: 'a1',
      userAgencySubscriptionId: 'identity-one',
    });
    expect(await screen.findByText('No messages')).toBeVisible();
  });

  it('moves the focus to the neighbor after a deletion', async () => {
    serveMessages({ portal: createPortalMessages(3) });
    await renderApp('/messages/portal', createAccount());
    await select('Notice 2');
    await removeSelected();
    await expectSubjects('Notice 1', 'Notice 3');
    await waitFor(async () => expect(await findLink('Notice 3')).toHaveFocus());
    await select('Notice 1');
    await select('Notice 3');
    await removeSelected();
    expect(await screen.findByText('No messages')).toBeVisible();
    expect(document.getElementById('folder-name')).toHaveFocus();
  });

  it('shows messages as unread again when marking failed', async () => {
    serveMessages({ portal: createPortalMessages(2) });
    server.use(http.post(`${origin}/api/messages/mark`, () => new HttpResponse(null, { status: 503 })));
    await renderApp('/messages/portal', createAccount());
    await select('Notice 1');
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }));
    await screen.findByText('Some messages could not be marked. Try again in a moment.');
    expect(await findRow('Notice 1')).toHaveTextContent('Unread.');
  });

  it('shows messages again that one call did not reach', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(2) });
    server.use(
      http.post(`${origin}/api/messages/delete`, () => {
        mailbox.portal[0] = createPortalMessage(1, { deletedAt: '2026-11-01T00:00:00Z' });
        return HttpResponse.json({
          results: [
            { id: 'p1', outcome: 'deleted' },
            { id: 'p2', outcome: 'notReached' },
          ],
        });
      }),
    );
    await renderApp('/messages/portal', createAccount());
    await findRow('Notice 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Some messages could not be deleted. Try again in a moment.');
    await findRow('Notice 2');
    expect(screen.queryByRole('link', { name: 'Notice 1' })).not.toBeInTheDocument();
  });

  it('shows messages again when deletion failed', async () => {
    serveMessages({ portal: createPortalMessages(2) });
    server.use(http.post(`${origin}/api/messages/delete`, () => new HttpResponse(null, { status: 503 })));
    await renderApp('/messages/portal', createAccount());
    await select('Notice 1');
    await removeSelected();
    await screen.findByText('Some messages could not be deleted. Try again in a moment.');
    await expectSubjects('Notice 1', 'Notice 2');
  });

  it('restores messages by Undo', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(2) });
    await renderApp('/messages/portal', createAccount());
    await findRow('Notice 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No messages')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expectSubjects('Notice 1', 'Notice 2');
    await waitFor(() => expect(mailbox.portal.every(({ deletedAt }) => deletedAt === null)).toBe(true));
  });
});

describe('the trash', () => {
  const stored = () => ({
    portal: [createPortalMessage(1, { deletedAt: '2026-11-01T00:00:00Z' })],
    agency: [createAgencyMessage(2, { deletedAt: '2026-11-01T00:00:00Z' })],
  });

  it('shows messages of both inboxes and restores them', async () => {
    const mailbox = serveMessages(stored());
    await renderApp('/messages/bin', createAccount());
    await findRow('Letter 2');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Letter 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await expectSubjects('Notice 1');
    await screen.findByText('1 message is back in its folder.');
    expect(mailbox.changes).toEqual([
      { method: 'POST', path: '/api/messages/restore', body: { ids: ['a2'] } },
    ]);
  });

  it('shows a message whose deletion ends after the trash opened', async () => {
    setWideScreen();
    const mailbox = serveMessages({ portal: createPortalMessages(2) });
    let arrive: () => void = () => undefined;
    const onItsWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    server.use(
      http.post(`${origin}/api/messages/delete`, async () => {
        await onItsWay;
        mailbox.portal[0] = createPortalMessage(1, { deletedAt: '2026-11-01T00:00:00Z' });
        return HttpResponse.json({ results: [{ id: 'p1', outcome: 'deleted' }] });
      }),
    );
    await renderApp('/messages/portal', createAccount());
    await select('Notice 1');
    await removeSelected();
    await userEvent.click(screen.getByRole('link', { name: 'Trash' }));
    expect(await screen.findByText('The trash is empty')).toBeVisible();
    arrive();
    await expectSubjects('Notice 1');
  });

  it('opens a message without marking it and shows when it is deleted for good', async () => {
    const mailbox = serveMessages(stored());
    await renderApp('/messages/bin', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: 'Letter 2' }));
    expect(await screen.findByText(/It is deleted for good on November 30, 2026/)).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe(
      '/messages/bin/a2?subscription=identity-two',
    );
    expect(mailbox.agency[0]?.isRead).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await expectSubjects('Notice 1');
  });

  it('empties the trash in several calls after a question', async () => {
    const mailbox = serveMessages(stored());
    await renderApp('/messages/bin', createAccount());
    await findRow('Letter 2');
    await userEvent.click(screen.getByRole('button', { name: 'Empty the trash' }));
    const dialog = await screen.findByRole('dialog', { name: 'Empty the trash?' });
    expect(mailbox.changes).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Empty the trash' }));
    expect(await screen.findByText('The trash is empty')).toBeVisible();
    expect(mailbox.changes).toHaveLength(2);
  });
});

describe('a message', () => {
  it('marks a portal message as read on opening, and as unread on request', async () => {
    const mailbox = serveMessages({ portal: createPortalMessages(2) });
    await renderApp('/messages/portal', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: 'Notice 1' }));
    expect(await screen.findByText(/notice 1\./)).toHaveTextContent('Dear Rosa, notice 1.');
    await waitFor(() => expect(mailbox.portal[0]?.isRead).toBe(true));
    expect(document.title).toContain('Notice 1 | Saguaro');
    await userEvent.click(screen.getByRole('button', { name: 'Mark as unread' }));
    const row = await findRow('Notice 1');
    expect(row).toHaveTextContent('Unread.');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Notice 1' })).toHaveFocus());
    await waitFor(() => expect(mailbox.portal[0]?.isRead).toBe(false));
  });

  it('opens an agency message without its connection in the address', async () => {
    serveMessages({ agency: [createAgencyMessage(1), createAgencyMessage(2)] });
    await renderApp('/messages/service/mvd-vehicle/a2', createAccount());
    expect(await screen.findByText(/notice 2/)).toBeVisible();
    expect(screen.getByText('Vehicle two')).toBeVisible();
  });

  it('gives each paragraph the direction of its letters', async () => {
    const subject = 'موعد التجديد';
    const body = 'اتصل على \u2066+1 (602) 555-0123\u2069\nقبل الجمعة\n\nCall before Friday\n \nשלום';
    serveMessages({ agency: [createAgencyMessage(1, { subject, body, preview: body })] });
    await renderApp('/messages/service/mvd-vehicle/a1', createAccount());
    const last = await screen.findByText('שלום');
    const paragraphs = [...(last.parentElement?.children ?? [])];
    expect(paragraphs.map(({ textContent }) => textContent)).toEqual([
      'اتصل على \u2066+1 (602) 555-0123\u2069\nقبل الجمعة',
      'Call before Friday',
      'שלום',
    ]);
    for (const paragraph of paragraphs) expect(paragraph).toHaveAttribute('dir', 'auto');
    expect(screen.getByText(subject)).toHaveAttribute('dir', 'auto');
  });

  it('shows that a message is missing', async () => {
    serveMessages({ agency: [createAgencyMessage(1)] });
    await renderApp('/messages/service/mvd-vehicle/a9', createAccount());
    expect(await screen.findByText(/There is no such message/)).toBeVisible();
  });

  it('shows a message beside the list on a wide screen; Escape closes it', async () => {
    setWideScreen();
    serveMessages({ portal: createPortalMessages(3) });
    await renderApp('/messages/portal', createAccount());
    (await findLink('Notice 2')).focus();
    await press('{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Notice 2' })).toHaveFocus());
    const row = await findRow('Notice 2');
    const link = await findLink('Notice 2');
    expect(link).toHaveAttribute('aria-current', 'true');
    await waitFor(() => expect(row).not.toHaveTextContent('Unread.'));
    await expectSubjects('Notice 1', 'Notice 2', 'Notice 3');
    await press('{Escape}');
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    await waitFor(() => expect(link).toHaveFocus());
    expect(window.location.pathname).toBe('/messages/portal');
  });

  it('closes a message that is deleted', async () => {
    setWideScreen();
    serveMessages({ portal: createPortalMessages(2) });
    await renderApp('/messages/portal/p1', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await expectSubjects('Notice 2');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Notice 2' })).toHaveFocus());
  });

  it('shows the language, the action, and the link to the card', async () => {
    const action = { label: 'Renew', url: 'https://azmvdnow.gov/renew' };
    const record = createSubscription('s1', {});
    serveMessages({
      agency: [
        createAgencyMessage(1, {
          language: 'es',
          subject: 'Aviso',
          priority: 'high',
          action,
          userAgencyServiceSubscriptionIdentityId: 'record-of-s1',
        }),
      ],
    });
    serveSubscriptions(record);
    await renderApp('/messages/service/mvd-vehicle/a1?subscription=record-of-s1', createAccount());
    expect(await screen.findByText('The sender wrote this message in Spanish only.')).toBeVisible();
    expect(screen.getByText(/notice 1/).closest('[lang]')).toHaveAttribute('lang', 'es');
    expect(screen.getByText('Aviso')).toHaveAttribute('lang', 'es');
    expect(screen.getByText('Important')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Renew (opens in a new tab)' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByText('Opens azmvdnow.gov in a new tab.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Vehicle one on your dashboard' })).toHaveAttribute(
      'href',
      '/dashboard#card-s1',
    );
  });

  it.each(['javascript:alert(1)', 'ftp://azmvdnow.gov', '//azmvdnow.gov', 'data:text/html,x'])(
    'does not offer to open %s',
    async (url) => {
      serveMessages({ portal: [createPortalMessage(1, { action: { label: 'Press', url } })] });
      await renderApp('/messages/portal/p1', createAccount());
      await screen.findByText(/notice 1/);
      expect(screen.queryByText('Press')).not.toBeInTheDocument();
    },
  );

  it('downloads files after the malware check', async () => {
    const attachments = ['ready', 'checking', 'refused'].map((id) => ({
      id,
      name: `${id}.pdf`,
      contentType: 'application/pdf',
      size: 1_234_000,
    }));
    serveMessages({ portal: [createPortalMessage(1, { attachments })] });
    server.use(
      http.get(`${origin}/api/messages/p1/attachments/:id`, ({ params }) =>
        HttpResponse.json({
          state: params.id,
          url: params.id === 'ready' ? 'https://files.example/ready' : null,
          expiresAt: null,
        }),
      ),
    );
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    await renderApp('/messages/portal/p1', createAccount());
    expect((await screen.findAllByText('1.2 MB')).length).toBe(3);
    for (const name of ['ready', 'checking', 'refused'])
      await userEvent.click(screen.getByRole('button', { name: `Download ${name}.pdf` }));
    expect(await screen.findByText(/We are still checking this file/)).toBeVisible();
    expect(await screen.findByText(/We found malware in this file/)).toBeVisible();
    expect(opened).toEqual(['https://files.example/ready']);
  });

  it('shows files once beside an action, a thread, a reply, and a delivery problem', async () => {
    const attachments = [{ id: 'f1', name: 'notice.pdf', contentType: 'application/pdf', size: 1_234_000 }];
    serveMessages({
      agency: [
        createAgencyMessage(1, {
          attachments,
          canReply: true,
          action: { label: 'Pay', url: 'https://example.gov/pay' },
          thread: [
            {
              id: 'a0',
              from: 'Motor Vehicle Division',
              subject: 'Earlier letter',
              body: 'Earlier.',
              bodyFormat: 'plain',
              language: 'en',
              sentAt: '2026-10-29T20:00:00Z',
            },
          ],
          deliveries: [
            {
              channel: 'email',
              sentTo: 'r•••@example.com',
              state: 'bounced',
              steps: [{ state: 'bounced', at: '2026-10-30T20:00:00Z', reason: null }],
            },
          ],
        }),
      ],
    });
    await renderApp('/messages', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: /Letter 1/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    await userEvent.type(await screen.findByRole('textbox'), 'Thank you');
    expect(screen.getAllByRole('heading', { name: 'Files' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /Download/ })).toHaveLength(1);
  });

  it('shortens fractions of a second to three digits, as HTML requires', async () => {
    serveMessages({ agency: [{ ...createAgencyMessage(1), sentAt: '2026-10-29T20:00:00.904579Z' }] });
    await renderApp('/messages', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: /Letter 1/ }));
    await screen.findByRole('heading', { name: 'Letter 1' });
    const times = [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime);
    expect(times).toContain('2026-10-29T20:00:00.904Z');
    for (const time of times) expect(time).toMatch(/\.\d{3}Z$/);
  });
});
