import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { session } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { Icon, type IconName } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { DesertScene } from './DesertScene';

/** What visitors see first. */
export function LandingPage() {
  const { t } = useLingui();
  const navigate = useNavigate();

  const steps: { icon: IconName; title: string; text: string }[] = [
    {
      icon: 'lock_outline',
      title: t`Sign in safely`,
      text: t`Use one account for every service here. Your password never passes through this portal.`,
    },
    {
      icon: 'person',
      title: t`Register once`,
      text: t`Tell us who you are and where you live. You will not be asked again for each agency.`,
    },
    {
      icon: 'mail_outline',
      title: t`Hear from us your way`,
      text: t`Choose e-mail or text message, English or Spanish, for each kind of notice.`,
    },
  ];

  return (
    <div className="landing">
      <section className="hero">
        <div className="hero__inner">
          <div className="hero__words">
            <PageHeading title={t`Your Arizona, in one place`} className="hero__title" />
            <p className="hero__lead">
              <Trans>One account for residents and businesses to reach the services of the state.</Trans>
            </p>
            <button
              type="button"
              className="usa-button usa-button--big hero__button"
              onClick={() => {
                session.signIn().catch(() => navigate(paths.error));
              }}
            >
              {t`Login/Register`}
            </button>
          </div>
          <DesertScene />
        </div>
      </section>
      <section className="steps" aria-labelledby="steps-title">
        <h2 id="steps-title" className="section-title">
          <Trans>Three steps to get started</Trans>
        </h2>
        <ol className="steps__list">
          {steps.map(({ icon, title, text }) => (
            <li key={icon} className="steps__item">
              <span className="steps__icon">
                <Icon name={icon} />
              </span>
              <h3 className="steps__title">{title}</h3>
              <p className="steps__text">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
