import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

const page = '/businessapplications/plan';

describe('the plan page', () => {
  beforeEach(() => {
    server.use(
      http.get(`${origin}/api/lookups/municipalities`, () =>
        HttpResponse.json({ items: [{ id: 'tucson', name: 'Tucson', countyIds: ['pima'] }] }),
      ),
      http.get(`${origin}/api/businessapplications/lookups/businesscharactercategories`, () =>
        HttpResponse.json({ items: [{ id: '1', name: 'Accounting', naicsSector: '54' }] }),
      ),
    );
  });

  it('keeps the answers in the browser and fills them in on the other pages', async () => {
    await renderApp(page);
    await screen.findByRole('option', { name: 'Accounting' });
    await userEvent.selectOptions(screen.getByLabelText(/What the business does/), '1');
    await screen.findByRole('option', { name: 'Pima' });
    await userEvent.selectOptions(screen.getByLabelText(/County of the business/), 'pima');
    await userEvent.selectOptions(await screen.findByLabelText(/City or town/), 'tucson');
    await userEvent.selectOptions(screen.getByLabelText(/What is the business structure/), 'llc');
    await userEvent.type(screen.getByLabelText(/Name you would like/), 'Mesa LLC');
    expect(screen.getByRole('link', { name: 'Check the name' })).toHaveAttribute(
      'href',
      `${page}/decideyourname?name=Mesa+LLC&entityType=llc`,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Estimate your costs' }));
    expect(await screen.findByLabelText('What is the business structure?')).toHaveValue('llc');
    await waitFor(() => expect(screen.getByLabelText('County of the business')).toHaveValue('pima'));
    expect(screen.getByLabelText('The business is inside a city or town')).toBeChecked();
  });

  it('clears every answer with one button', async () => {
    localStorage.setItem(
      'saguaro.plan',
      JSON.stringify({ name: 'Mesa LLC', entityType: 'nonsense', other: 1 }),
    );
    await renderApp(page);
    expect(await screen.findByLabelText(/Name you would like/)).toHaveValue('Mesa LLC');
    expect(screen.getByLabelText(/What is the business structure/)).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Clear my answers' }));
    expect(screen.getByLabelText(/Name you would like/)).toHaveValue('');
    expect(localStorage.getItem('saguaro.plan')).toBeNull();
  });

  it('opens empty when the stored plan is not valid', async () => {
    localStorage.setItem('saguaro.plan', '{"name":');
    await renderApp(page);
    expect(await screen.findByLabelText(/Name you would like/)).toHaveValue('');
  });
});
