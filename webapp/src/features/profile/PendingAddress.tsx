import Phone from '@uswds/uswds/img/usa-icons/phone.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useStepUp } from '@/lib/authentication/stepUp';
import { formatMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { CodeForm } from '@/components/forms/CodeForm';
import { useAction } from '@/lib/forms/useAction';
import { allowChange, confirmCode, sendCode, type Preferences } from './api';
import { formatAddress } from './contactForm';

type Change = Preferences['changes'][number];

interface PendingAddressProps {
  change: Change;
  /** The address that still gets the notices. */
  inForce: string;
  /** True if the form has another address, which must be saved before it can be confirmed. */
  isChanged: boolean;
  onChanged: (preferences: Preferences) => void;
}

/** Shows an address change with the steps that are left before the new address is used. */
export function PendingAddress({ change, inForce, isChanged, onChanged }: PendingAddressProps) {
  const { t, i18n } = useLingui();
  const { channel, needs, allowedFrom, allowedUntil } = change;
  const old = formatAddress(channel, inForce);
  const from = allowedFrom && formatMoment(allowedFrom, i18n.locale);
  const until = allowedUntil && formatMoment(allowedUntil, i18n.locale);
  const isRemoval = change.address === '';
  return (
    <div className="address">
      <div className="row row--tight">
        {channel === 'email' ? (
          <Icon name="mail_outline" />
        ) : (
          <Phone className="usa-icon" aria-hidden="true" focusable="false" />
        )}
        <span className="address__value">{formatAddress(channel, isRemoval ? inForce : change.address)}</span>
        <span className="tag tag--open">
          <Icon name="schedule" />
          {isRemoval ? (
            <Trans>Removal, waiting for confirmation</Trans>
          ) : (
            <Trans>New address, waiting for confirmation</Trans>
          )}
        </span>
      </div>
      <p>
        {isRemoval ? (
          <Trans>
            Until this step is done, notices still go to <strong>{old}</strong>. To keep the number, enter it
            above again and save.
          </Trans>
        ) : (
          <Trans>
            Until both steps are done, notices go to <strong>{old}</strong>. To keep that address, enter it
            above again and save.
          </Trans>
        )}
      </p>
      {isChanged ? (
        <p className="hint">
          <Trans>Save your change first.</Trans>
        </p>
      ) : (
        <ol>
          <li>
            <strong>
              {isRemoval ? <Trans>Code from this number</Trans> : <Trans>Code from the old address</Trans>}
            </strong>
            {needs.includes('permission') ? (
              <>
                {from && (
                  <p>
                    <Trans>
                      Support approved this change. From {from} until {until}, you don’t need a code from the
                      old address.
                    </Trans>
                  </p>
                )}
                <CodeForm
                  id={`${channel}-old-code`}
                  sendText={isRemoval ? t`Send code to this number` : t`Send code to the old address`}
                  send={() => sendCode(channel, 'current')}
                  confirm={async (code) => {
                    onChanged(await confirmCode(channel, code, 'current'));
                  }}
                />
                <Proof change={change} onChanged={onChanged} />
              </>
            ) : (
              <Done />
            )}
          </li>
          {!isRemoval && (
            <li>
              <strong>
                <Trans>Code from the new address</Trans>
              </strong>
              {needs.includes('code') ? (
                <CodeForm
                  id={`${channel}-code`}
                  sendText={t`Send code to the new address`}
                  send={() => sendCode(channel)}
                  confirm={async (code) => {
                    onChanged(await confirmCode(channel, code));
                  }}
                />
              ) : (
                <Done />
              )}
            </li>
          )}
          {needs.length === 0 && <Finish change={change} onChanged={onChanged} />}
        </ol>
      )}
    </div>
  );
}

function Done() {
  return (
    <p>
      <span className="tag tag--good">
        <Icon name="check_circle" />
        <Trans>Done</Trans>
      </span>
    </p>
  );
}

/** Finishes a change that support allowed at least seven days ago. */
function Finish({ change, onChanged }: Pick<PendingAddressProps, 'change' | 'onChanged'>) {
  const { i18n } = useLingui();
  const { isBusy, problem, run } = useAction();
  const until = change.allowedUntil && formatMoment(change.allowedUntil, i18n.locale);
  return (
    <li>
      <p>
        <Trans>Support approved this change. You can finish it until {until}.</Trans>
      </p>
      <Button
        isBusy={isBusy}
        onClick={() => run(async () => onChanged(await allowChange(change.channel, change.address)))}
      >
        {change.address ? <Trans>Use the new address</Trans> : <Trans>Remove the number</Trans>}
      </Button>
      <p className="text-bad text-bold" role="alert">
        {problem}
      </p>
    </li>
  );
}

/** Offers enhanced authentication instead of the code from the old address. */
function Proof({ change, onChanged }: Pick<PendingAddressProps, 'change' | 'onChanged'>) {
  const stepUp = useStepUp();
  const { isBusy, problem, run } = useAction();

  async function prove() {
    try {
      onChanged(await allowChange(change.channel, change.address));
    } catch (error) {
      const asked = { purpose: 'contact' as const, asker: '', asked: '', returnTo: paths.contactPreferences };
      if (!(await stepUp(error, asked))) throw error;
    }
  }

  return (
    <>
      <p>
        <Trans>Or, if you can’t get messages there anymore:</Trans>{' '}
        <Button kind="unstyled" isBusy={isBusy} onClick={() => run(prove)}>
          <Trans>Prove who you are</Trans>
        </Button>
      </p>
      <p className="text-bad text-bold" role="alert">
        {problem}
      </p>
    </>
  );
}
