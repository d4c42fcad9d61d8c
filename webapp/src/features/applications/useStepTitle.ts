import { useLingui } from '@lingui/react/macro';
import type { Step } from './steps';

/** The title of a page of the form. */
export function useStepTitle(): (step: Step) => string {
  const { t } = useLingui();
  return (step) => {
    if (step.kind === 'section') return step.section.title;
    return step.kind === 'documents' ? t`Documents` : t`Check and submit`;
  };
}
