import { useLingui } from '@lingui/react/macro';

/** Shows the person's position in the required steps. */
export function StepIndicator({ current }: { current: 1 | 2 | 3 }) {
  const { t } = useLingui();
  const steps = [t`About you`, t`Terms and conditions`, t`Contact preferences`];
  return (
    <div className="steps-bar">
      <ol className="steps-bar__list" aria-label={t`Steps to set up your account`}>
        {steps.map((step, index) => {
          const number = index + 1;
          const state = number < current ? 'done' : number === current ? 'current' : 'open';
          return (
            <li
              key={step}
              className={`steps-bar__step steps-bar__step--${state}`}
              {...(state === 'current' && { 'aria-current': 'step' })}
            >
              <span className="steps-bar__name">{step}</span>
              {state === 'done' && <span className="usa-sr-only">{t`completed`}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
