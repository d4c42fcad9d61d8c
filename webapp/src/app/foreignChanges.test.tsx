import { I18nProvider } from '@lingui/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getI18n } from '@/lib/i18n/language';
import { PageBoundary } from './shell/PageBoundary';

const drawn = vi.fn();

/** A form with bare text that appears and disappears, as in a third-party library. */
function Form({ isLate = false }: { isLate?: boolean }) {
  const [isSaving, setSaving] = useState(false);
  const [isReady, setReady] = useState(!isLate);
  const [name, setName] = useState('');
  const [hasAgent, setAgent] = useState(true);
  const [speed, setSpeed] = useState('regular');
  const [county, setCounty] = useState('');
  useEffect(() => {
    drawn();
    const timer = setTimeout(() => setReady(true), 10);
    return () => clearTimeout(timer);
  }, []);
  return (
    <form>
      <p>
        <b>Status</b>
        {isSaving && 'Saving'}
      </p>
      <button type="button" onClick={() => setSaving(!isSaving)}>
        Save
      </button>
      {isReady && (
        <>
          <label htmlFor="name">Name</label>
          <input id="name" value={name} onChange={({ target }) => setName(target.value.toUpperCase())} />
          <label>
            Purpose
            <textarea />
          </label>
          <label>
            <input type="checkbox" checked={hasAgent} onChange={() => setAgent(!hasAgent)} />
            Agent
          </label>
          {['regular', 'expedited'].map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="speed"
                value={value}
                checked={speed === value}
                onChange={() => setSpeed(value)}
              />
              {value}
            </label>
          ))}
          <select aria-label="County" value={county} onChange={({ target }) => setCounty(target.value)}>
            <option value="">Choose</option>
            <option value="pima">Pima</option>
          </select>
        </>
      )}
    </form>
  );
}

function FailsAlways(): never {
  throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
}

function FailsOtherwise(): never {
  throw new TypeError('no list');
}

const show = (page: ReactNode) =>
  render(
    <I18nProvider i18n={getI18n()}>
      <MemoryRouter>
        <PageBoundary pathname="/form">{page}</PageBoundary>
      </MemoryRouter>
    </I18nProvider>,
  );

async function fillForm(): Promise<void> {
  await userEvent.click(await screen.findByLabelText('Agent'));
  await userEvent.click(screen.getByLabelText('expedited'));
  await userEvent.selectOptions(screen.getByLabelText('County'), 'pima');
  await userEvent.type(screen.getByLabelText('Purpose'), 'Bicycles');
  await userEvent.type(screen.getByLabelText('Name'), 'ocotillo');
}

/** Shows a text, replaces it as a translator does, and removes it while a field has the focus. */
async function replaceText(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const translation = document.createElement('span');
  translation.append('Guardando');
  screen.getByText('Status').nextSibling?.replaceWith(translation);
  screen.getByLabelText('Name').focus();
  drawn.mockClear();
  act(() => screen.getByRole('button', { name: 'Save' }).click());
  await waitFor(() => expect(drawn).toHaveBeenCalledOnce());
}

beforeEach(() => {
  drawn.mockClear();
  getI18n().loadAndActivate({ locale: 'en', messages: {} });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('a page that a translator has changed', () => {
  it.each([false, true])(
    'is drawn again with the typed text, also when it reads first: %s',
    async (isLate) => {
      show(<Form isLate={isLate} />);
      await fillForm();
      await replaceText();
      expect(screen.queryByText('Guardando')).not.toBeInTheDocument();
      await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('OCOTILLO'));
      expect(screen.getByLabelText('Name')).toHaveFocus();
      expect(screen.getByLabelText('Purpose')).toHaveValue('Bicycles');
      expect(screen.getByLabelText('Agent')).not.toBeChecked();
      expect(screen.getByLabelText('expedited')).toBeChecked();
      expect(screen.getByLabelText('County')).toHaveValue('pima');
      await userEvent.type(screen.getByLabelText('Name'), ' llc');
      expect(screen.getByLabelText('Name')).toHaveValue('OCOTILLO LLC');
    },
  );

  it('shows the error page when it fails each time', async () => {
    show(<FailsAlways />);
    expect(await screen.findByRole('heading', { level: 1, name: /Internal Server Error/ })).toBeVisible();
  });
});

it('a failure of another kind shows the error page', async () => {
  show(<FailsOtherwise />);
  expect(await screen.findByRole('heading', { level: 1, name: /Internal Server Error/ })).toBeVisible();
});
