import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  serveRecord,
  serveSubscriptions,
  createServiceData,
  createSubscription,
} from '@/testing/connections';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

const revealed = `${origin}/api/subscriptions/identities/:id/reveal`;
const vin = '5SGWA2E46M107K4TR';
const masked = '••••••••••••7K4TR';

async function openDashboard(): Promise<void> {
  serveSubscriptions(createSubscription('a'));
  serveRecord('record-of-a', () =>
    HttpResponse.json(
      createServiceData('record-of-a', {
        fields: [{ kind: 'text', name: 'vin', label: 'VIN', value: masked, reveal: 'proof' }],
      }),
    ),
  );
  await renderApp('/dashboard', createAccount());
  await userEvent.click(await screen.findByText('Details'));
}

function serveValue(seconds: number): string[] {
  const asked: string[] = [];
  server.use(
    http.post(revealed, async ({ request }) => {
      asked.push(((await request.json()) as { field: string }).field);
      return HttpResponse.json({ field: 'vin', label: 'VIN', value: vin, seconds });
    }),
  );
  return asked;
}

const refuseReveal = (types: number[]) =>
  http.post(revealed, () =>
    HttpResponse.json(
      { code: 'enhancedAuthenticationRequired', message: 'no', requestId: 'a1', parameters: {}, types },
      { status: 403 },
    ),
  );

describe('a masked value', () => {
  it('is shown for its seconds and masked again', async () => {
    const asked = serveValue(0.3);
    await openDashboard();
    const button = screen.getByRole('button', { name: 'Show VIN' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(vin)).toBeVisible();
    expect(asked).toEqual(['vin']);
    expect(screen.getByRole('button', { name: 'Hide VIN' })).toHaveFocus();
    expect(await screen.findByText('VIN is hidden again.')).toBeInTheDocument();
    expect(screen.getByText(masked)).toBeVisible();
    expect(document.body).not.toHaveTextContent(vin);
  });

  it('is hidden by its button', async () => {
    serveValue(60);
    await openDashboard();
    await userEvent.click(screen.getByRole('button', { name: 'Show VIN' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Hide VIN' }));
    expect(document.body).not.toHaveTextContent(vin);
  });

  it.each([
    ['the page is left', () => fireEvent(window, new Event('pagehide'))],
    [
      'the tab is hidden',
      () => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        fireEvent(document, new Event('visibilitychange'));
        Reflect.deleteProperty(document, 'visibilityState');
      },
    ],
  ])('is hidden at once when %s', async (_, leave) => {
    serveValue(60);
    await openDashboard();
    await userEvent.click(screen.getByRole('button', { name: 'Show VIN' }));
    await screen.findByText(vin);
    leave();
    expect(document.body).not.toHaveTextContent(vin);
  });

  it('leads to the page about proof, and back to the record, when the agency asks for proof', async () => {
    server.use(refuseReveal([3]));
    await openDashboard();
    await userEvent.click(screen.getByRole('button', { name: 'Show VIN' }));
    expect(await screen.findByRole('heading', { name: 'Enhanced authentication' })).toBeVisible();
    expect(screen.getByText(/^Motor Vehicle Division shows the full value of VIN only to/)).toBeVisible();
    const address = new URLSearchParams(window.location.search);
    expect(Object.fromEntries(address)).toEqual({
      purpose: 'reveal',
      types: '3',
      returnTo: '/dashboard#record-record-of-a',
    });
    expect(screen.getByRole('link', { name: 'Go back without it' })).toHaveAttribute(
      'href',
      '/dashboard#record-record-of-a',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Go back without it' }));
    expect(await screen.findByText(masked)).toBeVisible();
  });

  it('says where the agency does not answer', async () => {
    server.use(
      http.post(revealed, () =>
        HttpResponse.json(
          { code: 'fieldNotMasked', message: 'This record has no such masked field.', requestId: 'a1' },
          { status: 404 },
        ),
      ),
    );
    await openDashboard();
    await userEvent.click(screen.getByRole('button', { name: 'Show VIN' }));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('This record has no such masked field.'),
    );
    expect(screen.getByText(masked)).toBeVisible();
  });
});
