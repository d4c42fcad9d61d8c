import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getI18n } from '@/lib/i18n/language';
import { TextAreaField } from './TextAreaField';
import { TextField } from './TextField';

beforeEach(() => getI18n().loadAndActivate({ locale: 'en', messages: {} }));

function OneField({ kind, messages }: { kind: typeof TextField | typeof TextAreaField; messages: string[] }) {
  const [value, setValue] = useState('');
  const Kind = kind;
  return (
    <I18nProvider i18n={getI18n()}>
      <Kind id="place" label="Place" messages={messages} maxLength={4} value={value} onChange={setValue} />
    </I18nProvider>
  );
}

describe.each([
  ['TextField', TextField],
  ['TextAreaField', TextAreaField],
])('%s', (_, kind) => {
  async function pasteText(text: string, messages: string[] = []): Promise<HTMLElement> {
    render(<OneField kind={kind} messages={messages} />);
    const field = screen.getByLabelText('Place');
    await userEvent.click(field);
    await userEvent.paste(text);
    return field;
  }

  it.each(['Ajo', '  Yuma  ', '🌵🌵🌵🌵', 'Ajo\u00a0\u00a0'])('accepts %j', async (text) => {
    const field = await pasteText(text);
    expect(field).toHaveValue(text);
    expect(field).toBeValid();
  });

  it.each(['Globe', ' Bisbee', 'Ajo, AZ', '🌵🌵🌵🌵🌵', 'Page\u00a0AZ'])(
    'accepts the whole of %j and shows the limit',
    async (text) => {
      const field = await pasteText(text);
      expect(field).toHaveValue(text);
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription('Use 4 characters or fewer');
    },
  );

  it('prefers the message of the form', async () => {
    const field = await pasteText('Globe', ['Enter a place']);
    expect(field).toHaveAccessibleDescription('Enter a place');
  });
});
