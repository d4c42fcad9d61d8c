import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Icon } from '@/components/Icon';
import { useMediaQuery } from '@/components/useMediaQuery';
import type { Step } from './steps';

interface StepListProps {
  steps: readonly Step[];
  current: Step;
  isComplete: (step: Step) => boolean;
  getStepAddress: (step: string) => string;
}

/** The steps of the form as links; on a small screen they are folded away. */
export function StepList({ steps, current, isComplete, getStepAddress }: StepListProps) {
  const { t } = useLingui();
  const isWide = useMediaQuery('(min-width: 64em)');
  const number = steps.indexOf(current) + 1;
  const count = steps.length;
  const list = (
    <ol className="usa-list--unstyled">
      {steps.map((step) => {
        const isCurrent = step.id === current.id;
        return (
          <li key={step.id}>
            <Link
              to={getStepAddress(step.id)}
              className={`form-steps__link ${isCurrent ? 'form-steps__link--current' : ''}`}
              {...(isCurrent && { 'aria-current': 'step' })}
            >
              <span className="form-steps__mark">{isComplete(step) && <Icon name="check_circle" />}</span>
              <span>{step.title}</span>
              {isComplete(step) && (
                <span className="usa-sr-only">
                  <Trans>complete</Trans>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ol>
  );
  return (
    <nav aria-label={t`Steps of the form`}>
      {isWide ? (
        list
      ) : (
        <details key={current.id}>
          <summary>
            <Trans>
              Step {number} of {count}
            </Trans>
          </summary>
          {list}
        </details>
      )}
    </nav>
  );
}
