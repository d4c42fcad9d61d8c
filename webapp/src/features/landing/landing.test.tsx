import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/renderApp';
import { configuration, origin, server } from '@/testing/server';

const findMain = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Your Arizona, in one place' });
  return within(screen.getByRole('main'));
};
const getSlide = (alt: string) =>
  within(screen.getByRole('img', { name: alt }).closest<HTMLElement>('[role=group]') ?? document.body);

it('has every part of the specification, with its texts', async () => {
  await renderApp('/');
  const page = await findMain();
  expect(page.getByRole('button', { name: 'Login/Register' })).toBeVisible();
  expect(page.getByRole('region', { name: 'Highlights' })).toHaveAttribute(
    'aria-roledescription',
    'carousel',
  );
  expect(page.getByRole('button', { name: 'Previous slide' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Next slide' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible();
  expect(page.getByRole('group', { name: '1 of 2' })).toBeInTheDocument();

  const business = getSlide('Arizona Business One Stop');
  expect(business.getByText('Plan and start a business')).toBeInTheDocument();
  expect(business.getByText('Get Started')).toHaveAttribute('href', '/businessapplications/plan');
  expect(business.getByText('Login')).toBeInTheDocument();
  const vehicles = getSlide('Arizona MVD Now');
  expect(vehicles.getByText('Motor vehicle services online')).toBeInTheDocument();
  expect(vehicles.getByText('Activate Your Account')).toBeInTheDocument();
  expect(vehicles.getByText('Login')).toBeInTheDocument();

  expect(page.getByRole('link', { name: 'Plan Your Business' })).toHaveAttribute(
    'href',
    '/businessapplications/plan',
  );
  expect(page.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'No phone lines or queues',
    'Facial-recognition authentication',
    'Manage accounts, view history, initiate agency services',
    'Mobile friendly',
    'Everything centralized',
    'Residents',
    'Businesses',
  ]);
  expect(page.getByRole('heading', { level: 2, name: 'Future of Arizona' })).toBeVisible();
});

it('searches the services in a person’s own words', async () => {
  server.use(
    http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [] })),
    http.get(`${origin}/api/search`, () => HttpResponse.json({ items: [] })),
  );
  await renderApp('/');
  const page = await findMain();
  await userEvent.type(page.getByRole('searchbox', { name: 'What do you need?' }), 'lost & found{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Services A to Z' });
  expect(window.location.search).toBe('?q=lost%20%26%20found');
  expect(screen.getByRole('searchbox')).toHaveValue('lost & found');
});

it.each([
  ['Renew your registration', '/guides/vehicle-registration'],
  ['Food stamps', '/services?q=Food%20stamps'],
  ['Vote', '/guides/voter-registration'],
])('has a top task "%s" that opens %s', async (name, address) => {
  await renderApp('/');
  const page = await findMain();
  expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
});

it.each([true, false])('shows the extra block for businesses when it is visible: %s', async (isVisible) => {
  server.use(
    http.get(`${origin}/configuration/`, () =>
      HttpResponse.json({
        ...configuration,
        businessOneStop: { ...configuration.businessOneStop, isVisible },
      }),
    ),
  );
  await renderApp('/');
  const page = await findMain();
  const block = page.queryByRole('heading', { level: 4, name: 'Arizona Business One Stop' });
  if (isVisible) expect(block).toBeVisible();
  else expect(block).not.toBeInTheDocument();
});

it.each([
  ['Arizona Business One Stop', 'Login'],
  ['Arizona MVD Now', 'Activate Your Account'],
  ['Arizona MVD Now', 'Login'],
])('the slide "%s" signs in by %s', async (alt, text) => {
  const { port } = await renderApp('/');
  await findMain();
  await userEvent.click(getSlide(alt).getByText(text));
  await waitFor(() => expect(port.signIn).toHaveBeenCalledOnce());
});

it('speaks Spanish', async () => {
  localStorage.setItem('saguaro.language', 'es');
  await renderApp('/');
  await screen.findByRole('heading', { level: 1, name: 'Su Arizona, en un solo lugar' });
  expect(screen.getByText('Comenzar')).toBeInTheDocument();
  expect(screen.getByText('Active su cuenta')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'El futuro de Arizona' })).toBeVisible();
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Todos los derechos reservados');
});

it('opens a page about planning a business, and returns', async () => {
  await renderApp('/');
  const page = await findMain();
  await userEvent.click(page.getByRole('link', { name: 'Plan Your Business' }));
  await screen.findByRole('heading', { level: 1, name: 'Plan your business' });
  await userEvent.click(screen.getByRole('link', { name: 'Back to the start page' }));
  await findMain();
});
