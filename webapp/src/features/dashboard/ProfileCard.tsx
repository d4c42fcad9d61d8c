import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { components } from '@/generated/openapi';
import { postLoginActions } from '@/lib/journey/journey';
import { paths } from '@/lib/paths';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';

type Channel = components['schemas']['ProfileCompletion']['unverified'][number];

interface ProfileCardProps {
  action: number;
  /** The channels whose address waits for its code. */
  unverified: readonly Channel[];
  error: unknown;
  onRetry: () => void;
}

/** Shows the finished parts of the person's profile, and the next step. */
export function ProfileCard({ action, unverified, error, onRetry }: ProfileCardProps) {
  const { t } = useLingui();
  const items = [
    {
      text: t`You are registered`,
      isDone: action !== postLoginActions.register,
      to: paths.register,
      next: t`Register`,
    },
    {
      text: t`You accepted the terms and conditions`,
      isDone: action === postLoginActions.dashboard || action === postLoginActions.contactPreferences,
      to: paths.termsAndConditions,
      next: t`Read and accept the terms and conditions`,
    },
    {
      text: t`We know how to contact you`,
      isDone: action === postLoginActions.dashboard,
      to: paths.contactPreferences,
      next: t`Choose how we contact you`,
    },
  ];
  const open = items.filter((item) => !item.isDone).length;

  return (
    <section className="card" aria-labelledby="profile-title">
      <h2 id="profile-title" className="card__title">
        <Trans>Your profile</Trans>
      </h2>
      <p className="card__summary">
        {open === 0 ? (
          <Trans>Your profile is complete.</Trans>
        ) : (
          <Plural value={open} one="One step is still open." other="# steps are still open." />
        )}
      </p>
      <ul className="usa-list--unstyled divided checklist">
        {items.map((item) => (
          <li
            key={item.to}
            className={`row row--tight row--nowrap row--top checklist__item ${item.isDone ? 'checklist__item--done' : ''}`}
          >
            <Icon name={item.isDone ? 'check_circle' : 'arrow_forward'} />
            {item.isDone ? (
              item.text
            ) : (
              <Link to={item.to} className="usa-link">
                {item.next}
              </Link>
            )}
          </li>
        ))}
        {unverified.map((channel) => (
          <li key={channel} className="row row--tight row--nowrap row--top checklist__item">
            <Icon name="warning" />
            <Link to={paths.contactPreferences} className="usa-link">
              {channel === 'email' ? t`Verify your email address` : t`Verify your mobile number`}
            </Link>
          </li>
        ))}
      </ul>
      {error !== undefined && <FailedRead error={error} onRetry={onRetry} />}
      <Link to={paths.contactPreferences} className="usa-link">
        <Trans>Change contact preferences</Trans>
      </Link>
    </section>
  );
}
