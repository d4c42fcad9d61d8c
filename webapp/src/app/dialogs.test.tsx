import { I18nProvider } from '@lingui/react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage, getI18n } from '@/lib/i18n/language';
import { DialogHost } from '@/components/dialogs/DialogHost';
import { useDialogs, type DialogSettings, type Dialogs } from '@/components/dialogs/dialogs';
import { prepareTexts } from './texts';

beforeEach(prepareTexts);

function Asker({ kind, settings }: { kind: keyof Dialogs; settings: DialogSettings }) {
  const dialogs = useDialogs();
  const [answer, setAnswer] = useState('none');
  return (
    <>
      <button type="button" onClick={() => void dialogs[kind](settings).then((is) => setAnswer(String(is)))}>
        Ask
      </button>
      <output>{answer}</output>
    </>
  );
}

async function ask(kind: keyof Dialogs, settings: DialogSettings, language: 'en' | 'es' = 'en') {
  await activateLanguage(language);
  const ui = (isAsking: boolean) => (
    <I18nProvider i18n={getI18n()}>
      {isAsking && <Asker kind={kind} settings={settings} />}
      <DialogHost />
    </I18nProvider>
  );
  const { rerender } = render(ui(true));
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  return { leave: () => rerender(ui(false)) };
}

describe('dialogs', () => {
  it.each([
    ['alert', 'en', 'Alert', ['OK']],
    ['confirm', 'en', 'Confirm', ['OK', 'Cancel']],
    ['confirmDelete', 'en', 'Delete', ['Delete', 'Cancel']],
    ['alert', 'es', 'Alerta', ['Aceptar']],
    ['confirm', 'es', 'Confirmar', ['Aceptar', 'Cancelar']],
    ['confirmDelete', 'es', 'Eliminar', ['Eliminar', 'Cancelar']],
  ] as const)('%s in %s is called %s', async (kind, language, title, buttons) => {
    await ask(kind, { body: 'Words' }, language);
    const dialog = screen.getByRole('dialog', { name: title });
    expect(dialog).toHaveAccessibleDescription('Words');
    const shown = within(dialog).getAllByRole('button');
    expect(shown.map((button) => button.textContent)).toEqual(buttons);
    for (const button of shown.slice(-1)) await userEvent.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('show the given texts', async () => {
    await ask('confirm', { title: 'Leave?', body: 'Words', okBtnText: 'Leave', cancelBtnText: 'Stay' });
    const dialog = screen.getByRole('dialog', { name: 'Leave?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(await screen.findByText('false')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('true')).toBeVisible();
  });

  it('give the focus to the safe button', async () => {
    await ask('confirmDelete', { body: 'Words' });
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('close when the component that opened them is gone', async () => {
    const { leave } = await ask('confirm', { body: 'Words' });
    expect(screen.getByRole('dialog')).toBeVisible();
    leave();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('open one after the other', async () => {
    await ask('confirm', { body: 'Words' });
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByRole('dialog')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
