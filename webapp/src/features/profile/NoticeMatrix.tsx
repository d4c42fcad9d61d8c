import { Trans, useLingui } from '@lingui/react/macro';
import { FieldMessages } from '@/components/forms/Field';
import { channels, type Choice, type Kind } from './contactForm';
import { channelNames, kindNames } from './kinds';

interface NoticeMatrixProps {
  kinds: readonly Kind[];
  /** Kinds that are always sent by email. */
  required: readonly Kind[];
  choices: readonly Choice[];
  messages: readonly string[];
  onChange: (choices: Choice[]) => void;
}

/** Selects the channels of each kind of notice. */
export function NoticeMatrix({ kinds, required, choices, messages, onChange }: NoticeMatrixProps) {
  const { t } = useLingui();
  const first = kinds.find((kind) => !required.includes(kind)) ?? kinds[0];

  function toggle(choice: Choice): void {
    onChange(choices.includes(choice) ? choices.filter((other) => other !== choice) : [...choices, choice]);
  }

  return (
    <fieldset
      className={`usa-fieldset usa-form-group ${messages.length > 0 ? 'usa-form-group--error' : ''}`}
      {...(messages.length > 0 && { 'aria-describedby': 'choices-error' })}
    >
      <legend className="usa-legend">
        <Trans>Notices</Trans>
      </legend>
      <FieldMessages id="choices" messages={messages} />
      <table className="data-table matrix">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Type of notice</Trans>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="matrix__channel">
                {t(channelNames[channel])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                {t(kindNames[kind].name)}
                <span className="block quiet small text-normal">{t(kindNames[kind].about)}</span>
              </th>
              {channels.map((channel) => {
                const choice: Choice = `${kind}:${channel}`;
                const isFixed = channel === 'email' && required.includes(kind);
                const id = kind === first && channel === 'email' ? 'choices' : `choice-${kind}-${channel}`;
                return (
                  <td key={channel} className="matrix__channel">
                    <div className="usa-checkbox">
                      <input
                        id={id}
                        type="checkbox"
                        className="usa-checkbox__input"
                        checked={isFixed || choices.includes(choice)}
                        disabled={isFixed}
                        onChange={() => toggle(choice)}
                      />
                      <label className="usa-checkbox__label" htmlFor={id}>
                        <span className="usa-sr-only">
                          {t(kindNames[kind].name)}: {t(channelNames[channel])}
                        </span>
                      </label>
                    </div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}
