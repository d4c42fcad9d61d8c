import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { focusOnMount } from '@/lib/focusOnMount';
import { useForm } from '@/lib/forms/useForm';
import { Alert } from '@/components/Alert';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { buildPersonAddress } from './buildPersonAddress';
import { findPeople, type Case, type Found } from './api';
import { AccessFailure } from './AccessFailure';
import { useLoggedRead } from './useLoggedRead';
import { foundStates } from './words';

const nothing = { firstName: '', lastName: '', birthYear: '', email: '', phone: '' };
type Values = typeof nothing;

/** Returns the fields that are not empty. */
const buildQuery = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value),
  );

/** Finds people by what they say on the telephone. */
export function PersonSearch({ about }: { about: Case }) {
  const { t } = useLingui();
  const [query, setQuery] = useState<Record<string, string>>({});
  const asked = useRef(query);
  const { answer, error, isLoading, look } = useLoggedRead<Found>(() => findPeople(about, asked.current));
  const optionalWord = t`optional`;

  const form = useForm<Values>({
    name: null,
    initial: nothing,
    validate(values) {
      const entered = buildQuery(values);
      const year = entered.birthYear;
      if (year !== undefined && !/^(19|20)\d\d$/.test(year))
        return [{ field: 'birthYear', message: t`Enter the year with four digits, such as 1984` }];
      if (entered.email !== undefined || entered.phone !== undefined || Object.keys(entered).length > 1)
        return [];
      return [
        {
          field: 'firstName',
          message: t`Enter at least two fields, or a full email address or mobile number`,
        },
      ];
    },
    async submit(values) {
      asked.current = buildQuery(values);
      setQuery(asked.current);
      await look();
    },
  });

  // Take earlier results away while the criteria have errors.
  const isAsked = form.errors.length === 0;
  return (
    <>
      <form className="form form--wide" noValidate autoComplete="off" onSubmit={form.onSubmit} role="search">
        <ErrorSummary errors={form.errors} refusals={form.refusals} />
        <p>
          <Trans>
            Enter at least two of these, or a full email address or mobile number. For a last name, you can
            use three letters and an asterisk, such as Del*. Everyone you find is notified.
          </Trans>
        </p>
        <div className="field-grid">
          <TextField
            {...form.field('firstName')}
            ref={focusOnMount}
            label={t`First name`}
            optionalWord={optionalWord}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
          <TextField
            {...form.field('lastName')}
            label={t`Last name`}
            optionalWord={optionalWord}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
          <TextField
            {...form.field('birthYear')}
            label={t`Year of birth`}
            optionalWord={optionalWord}
            autoComplete="off"
            inputMode="numeric"
            maxLength={4}
          />
          <TextField
            {...form.field('email')}
            label={t`Email address`}
            optionalWord={optionalWord}
            autoComplete="off"
            inputMode="email"
            spellCheck={false}
            maxLength={254}
          />
          <TextField
            {...form.field('phone')}
            label={t`Mobile number`}
            optionalWord={optionalWord}
            autoComplete="off"
            inputMode="tel"
            maxLength={30}
          />
        </div>
        <SubmitButton text={t`Search`} isSubmitting={form.isSubmitting} />
      </form>
      <section aria-label={t`Results`} aria-busy={isLoading}>
        {isAsked && error !== undefined && <AccessFailure error={error} onRetry={look} />}
        {isAsked && answer && !isLoading && error === undefined && <Results found={answer} query={query} />}
      </section>
    </>
  );
}

function Results({ found, query }: { found: Found; query: Record<string, string> }) {
  const { t } = useLingui();
  const { items, isTruncated } = found;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), [query, found]);

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="person-results__count">
        {items.length === 0 ? (
          <Trans>No one found</Trans>
        ) : (
          <Plural value={items.length} one="# person found" other="# people found" />
        )}
      </h2>
      {items.length === 0 && (
        <p>
          <Trans>
            Check the spelling, remove a field, use the first letters of the last name and an asterisk, or ask
            for the email address. You can’t find people who are not registered.
          </Trans>
        </p>
      )}
      {isTruncated && (
        <Alert kind="info" heading={t`There are more`} headingLevel={3}>
          <p>
            <Trans>There are too many results. Add a field to narrow them down.</Trans>
          </p>
        </Alert>
      )}
      <ul className="line-list line-list--framed">
        {items.map(({ id, displayName, email, county, birthYear, state }) => (
          <li key={id} className="person-results__item">
            <Link to={buildPersonAddress(id)} className="usa-link text-bold">
              {displayName}
            </Link>
            <span className="block quiet">
              {[t`born in ${birthYear}`, county, email, state && t(foundStates[state])]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
