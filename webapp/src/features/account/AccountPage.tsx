import '@/styles/document.scss';
import '@/styles/parts.scss';
import './account.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { createFirstReads } from '@/lib/api/firstReads';
import { PageHeading } from '@/components/PageHeading';
import { useDetails, usePreferences, useTerms } from './api';
import { sections } from './sections';

AccountPage.FirstReads = createFirstReads(() => {
  useDetails();
  usePreferences();
  useTerms();
});

/** Shows all that belongs to the person's account: each section reads its own data or leads to the page for it. */
export default function AccountPage() {
  const { t } = useLingui();

  useEffect(() => {
    // The browser looked for the section before the page had loaded.
    const id = window.location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);

  return (
    <div className="page">
      <PageHeading title={t`Your account`} />
      <p className="lead">
        <Trans>Your details, your choices, and who can see them.</Trans>
      </p>
      <div className="document__columns">
        <nav className="card sticky document__contents no-print" aria-labelledby="account-contents">
          <h2 id="account-contents" className="heading-sm">
            <Trans>On this page</Trans>
          </h2>
          <ol className="small">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="usa-link">
                  {t(title)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="account">
          {sections.map(({ id, title, Section }) => (
            <section key={id} className="card account__section" aria-labelledby={id}>
              <h2 id={id} className="heading-lg" tabIndex={-1}>
                {t(title)}
              </h2>
              <Section />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
