import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { formatShortTime } from '@/lib/i18n/moments';
import { Icon } from '@/components/Icon';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';
import type { SaveState } from './useAnswers';

/** Milliseconds that a failure lasts before a screen reader announces it. */
const patienceMilliseconds = 400;

/**
 * The status of saving. A screen reader announces only that saving fails and that it works again: an announcement of
 * every save would interrupt typing.
 */
export function SaveStatus({ state, savedAt }: { state: SaveState; savedAt: string }) {
  const { t, i18n } = useLingui();
  const describeFailure = useFailureMessage();
  const [said, setSaid] = useState('');
  const isTrouble = state.kind === 'retrying' || state.kind === 'refused';
  const savedWords = t`Your answers are saved again.`;
  const trouble =
    state.kind === 'refused'
      ? state.error.validationErrors.length > 0
        ? t`Not saved: one answer isn’t valid. It stays on this page.`
        : t`Not saved: ${describeFailure(state.error)}`
      : t`Not saved yet. We can’t reach the portal right now. Your answers stay on this device, and we send them as soon as we can.`;

  useEffect(() => {
    const timer = setTimeout(() => {
      if (isTrouble) setSaid(trouble);
      else if (state.kind === 'saved') setSaid((before) => (before ? savedWords : ''));
    }, patienceMilliseconds);
    return () => clearTimeout(timer);
  }, [isTrouble, savedWords, state.kind, trouble]);

  return (
    <div className={`notice quiet small save-status ${isTrouble ? 'save-status--trouble' : ''}`}>
      <Icon name={isTrouble ? 'warning' : state.kind === 'saved' ? 'check_circle' : 'history'} />
      <span>
        {isTrouble && <span>{trouble}</span>}
        {state.kind === 'saved' && <Trans>Saved at {formatShortTime(savedAt, i18n.locale)}</Trans>}
        {state.kind === 'saving' && <Trans>Saving…</Trans>}
      </span>
      <span className="usa-sr-only" role="status">
        {said}
      </span>
    </div>
  );
}
