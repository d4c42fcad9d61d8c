import { Trans, useLingui } from '@lingui/react/macro';
import { formatShortMoment } from '@/lib/i18n/moments';
import { formatLanguage } from '@/lib/i18n/names';
import type { Person } from './api';
import { Fact, Facts } from './Block';
import { nextSteps, termsOutcomes } from './words';

/** The person's account; it was read with the page. */
export function Identity({ person }: { person: Person }) {
  const { t, i18n } = useLingui();
  const language = formatLanguage(person.language, i18n.locale);
  const moment = (at: string) => formatShortMoment(at, i18n.locale);
  const { legalFirstName, legalLastName, currentTerms } = person;
  return (
    <section className="card" aria-labelledby="identity">
      <h2 id="identity" className="heading-md">
        {currentTerms ? <Trans>Identity and registration</Trans> : <Trans>Identity</Trans>}
      </h2>
      <Facts>
        <Fact name={t`Legal name`}>
          {legalFirstName} {legalLastName}
        </Fact>
        {person.preferredName && <Fact name={t`Preferred name`}>{person.preferredName}</Fact>}
        <Fact name={t`Year of birth`}>{person.birthYear}</Fact>
        <Fact name={t`County`}>{person.county ?? t`outside Arizona`}</Fact>
        <Fact name={t`Language`}>{language}</Fact>
        <Fact name={t`Email of the sign-in`}>{person.email ?? t`none`}</Fact>
        {person.registeredAt && <Fact name={t`Registered`}>{moment(person.registeredAt)}</Fact>}
        {person.linkedAtRegistration && (
          <Fact name={t`Sign-in`}>{t`from an earlier sign-in of the same person`}</Fact>
        )}
        {person.state && <Fact name={t`Next step`}>{t(nextSteps[person.state])}</Fact>}
        {currentTerms && (
          <Fact name={t`Terms`}>
            {person.acceptedTerms === currentTerms
              ? t`current version accepted`
              : t`current version not accepted`}
          </Fact>
        )}
      </Facts>
      {person.terms && person.terms.length > 0 && (
        <ul className="line-list">
          {person.terms.map(({ version, outcome, decidedAt }) => (
            <li key={`${version} ${decidedAt}`}>
              {t`Terms ${version}`}: {t(termsOutcomes[outcome])}, {moment(decidedAt)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
