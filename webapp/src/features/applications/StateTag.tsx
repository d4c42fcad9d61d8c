import { useLingui } from '@lingui/react/macro';
import type { ApplicationState } from './api';
import { stateLabels } from './useStatusTexts';

const kinds: Readonly<Record<ApplicationState, 'good' | 'open' | 'bad' | 'quiet'>> = {
  draft: 'open',
  needsInformation: 'open',
  submitted: 'quiet',
  received: 'quiet',
  inReview: 'quiet',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'quiet',
};

/** The state of an application. */
export function StateTag({ state }: { state: ApplicationState }) {
  const { t } = useLingui();
  return <span className={`tag tag--${kinds[state]}`}>{t(stateLabels[state])}</span>;
}
