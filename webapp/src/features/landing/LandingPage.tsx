import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSignIn } from '@/lib/auth/useSignIn';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { HelpLink } from '@/components/HelpLink';
import { Icon, type IconName } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { Carousel } from './Carousel';
import { RoadScene, ShopScene } from './illustrations';
import type { Slide } from './slides';

const getSearch = (words: string) => `${paths.services}?q=${encodeURIComponent(words)}`;

/** The search for a service in a person's own words. */
function Search() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  return (
    <form
      className="search"
      role="search"
      action={paths.services}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(getSearch(words));
      }}
    >
      <label className="text-bold" htmlFor="q">{t`What do you need?`}</label>
      <div className="row row--nowrap row--tight">
        <input
          id="q"
          name="q"
          type="search"
          className="grow"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <button className="usa-button">{t`Search`}</button>
      </div>
    </form>
  );
}

/** Links to the most common tasks: a guide, or the results of a search. */
function TopTasks() {
  const { t } = useLingui();
  const tasks = [
    [t`Renew your registration`, '/guides/vehicle-registration'],
    [t`Food stamps`],
    [t`Property tax`],
    [t`Tax refund`],
    [t`Vote`, '/guides/voter-registration'],
    [t`Start a business`, '/guides/new-business'],
  ] as const;
  return (
    <ul className="usa-list--unstyled card text-bold">
      {tasks.map(([text, guide = getSearch(text)]) => (
        <li key={text}>
          <Link to={guide} className="usa-link">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The services of the portal for people, each with its picture. */
function Features() {
  const { t } = useLingui();
  const features: { icon: IconName; title: string; text: string }[] = [
    {
      icon: 'schedule',
      title: t`No phone lines or queues`,
      text: t`Register, read messages, and apply online, any time, from anywhere.`,
    },
    {
      icon: 'verified_user',
      title: t`Facial-recognition authentication`,
      text: t`A few services need extra proof of who you are.`,
    },
    {
      icon: 'history',
      title: t`Manage accounts, view history, initiate agency services`,
      text: t`Connect your agency records, and see what is due and what you paid.`,
    },
    {
      icon: 'language',
      title: t`Mobile friendly`,
      text: t`Every page works on any screen, in English and Spanish.`,
    },
    {
      icon: 'grid_view',
      title: t`Everything centralized`,
      text: t`One account and one dashboard instead of a sign-in for each agency.`,
    },
  ];
  return (
    <section className="features band" aria-labelledby="features-title">
      <h2 id="features-title" className="section-title">
        <Trans>Made to save you a trip</Trans>
      </h2>
      <ul className="features__list usa-list--unstyled">
        {features.map(({ icon, title, text }) => (
          <li key={icon} className="card features__item">
            <span className="round features__icon">
              <Icon name={icon} />
            </span>
            <h3 className="heading-md features__title">{title}</h3>
            <p className="quiet margin-0">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The future of the portal, for residents and for businesses. */
function FutureOfArizona() {
  const { t } = useLingui();
  const { businessOneStop } = useConfiguration();
  const residents = [
    ['schools', t`Schools`],
    ['utilities', t`Utilities`],
    ['voter-registration', t`Voter registration`],
    ['vehicle-registration', t`Vehicle registration`],
  ] as const;
  return (
    <section className="future" aria-labelledby="future-title">
      <div className="band">
        <h2 id="future-title" className="section-title">
          <Trans>Future of Arizona</Trans>
        </h2>
        <div className="future__columns margin-top-2">
          <section className="future__part" aria-labelledby="residents-title">
            <h3 id="residents-title" className="heading-lg">
              <Trans>Residents</Trans>
            </h3>
            <ul className="future__list">
              {residents.map(([id, text]) => (
                <li key={id}>
                  <Link to={`/guides/${id}`} className="usa-link">
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
          <section className="future__part" aria-labelledby="businesses-title">
            <h3 id="businesses-title" className="heading-lg">
              <Trans>Businesses</Trans>
            </h3>
            <ul className="future__list">
              <li>
                <Link
                  to="/guides/new-business"
                  className="usa-link"
                >{t`Licenses, permits, and tax documents`}</Link>
              </li>
              <li>
                <Link
                  to={paths.businessPlan}
                  className="usa-link"
                >{t`Business filing and registration`}</Link>
              </li>
            </ul>
            <Link to={paths.businessPlan} className="usa-button">
              {t`Plan Your Business`}
            </Link>
            {businessOneStop.isVisible && (
              <div className="card margin-top-2">
                <h4 className="heading-sm">Arizona Business One Stop</h4>
                <p>
                  <Trans>Plan, start, and run your business in one place.</Trans>
                </p>
              </div>
            )}
          </section>
        </div>
      </div>
    </section>
  );
}

/** The first page for visitors. */
export default function LandingPage() {
  const { t } = useLingui();
  const login = useSignIn();

  const slides: Slide[] = [
    {
      image: <ShopScene />,
      alt: 'Arizona Business One Stop',
      title: t`Plan and start a business`,
      description: t`Estimate what it costs to start a business in Arizona, with a link or an office to ask for each fee.`,
      primaryButtonText: t`Get Started`,
      secondaryButtonText: t`Login`,
      primaryAction: paths.businessPlan,
      secondaryAction: login,
    },
    {
      image: <RoadScene />,
      alt: 'Arizona MVD Now',
      title: t`Motor vehicle services online`,
      description: t`Connect your vehicles and driver license, and see what is due in one place.`,
      primaryButtonText: t`Activate Your Account`,
      secondaryButtonText: t`Login`,
      primaryAction: login,
      secondaryAction: login,
    },
  ];

  return (
    <div className="landing">
      <section className="hero">
        <div className="hero__inner band">
          <div>
            <PageHeading title={t`Your Arizona, in one place`} className="hero__title" hasHelp={false} />
            <p className="quiet hero__lead">
              <Trans>One account for residents and businesses to use state services.</Trans>
            </p>
            <Search />
            <div className="row">
              <Button kind="big" onClick={login}>
                {t`Login/Register`}
              </Button>
              <HelpLink />
            </div>
          </div>
          <TopTasks />
        </div>
      </section>
      <Carousel label={t`Highlights`} slides={slides} />
      <Features />
      <FutureOfArizona />
    </div>
  );
}
