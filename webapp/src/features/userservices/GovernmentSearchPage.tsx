import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './userservices.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAccount } from '@/lib/auth/session';
import { hasStaffAccess } from '@/lib/auth/staff';
import { getNumberFormat } from '@/lib/i18n/formats';
import { paths } from '@/lib/paths';
import { useTypedSearch } from '@/lib/useTyped';
import { FailedRead } from '@/components/FailedRead';
import { TextField } from '@/components/forms/TextField';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { MoreButton } from '@/components/MoreButton';
import { ResultItem, resultTypes, type ResultType } from '@/components/services/ResultItem';
import { needsSecondFactor } from './AccessFailure';
import { SecondFactor } from './SecondFactor';
import { longestSearch, shortestSearch, useGovernmentSearch } from './useGovernmentSearch';

const typeNames = Object.keys(resultTypes) as ResultType[];

/** Move the focus between the search box and the results with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...document.querySelectorAll<HTMLElement>('#q, .search-result a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Search for staff of agencies and the portal; the address has the search, so that a link repeats it. */
export default function GovernmentSearchPage() {
  const { t } = useLingui();
  const { groups } = useAccount();
  const [parameters, setParameters] = useSearchParams();
  const q = parameters.get('q') ?? '';
  const type = typeNames.find((name) => name === parameters.get('type')) ?? null;
  const [typed, setTyped] = useTypedSearch(q, (words) => search(words, type));
  const found = useGovernmentSearch(q, type);
  const findsPeople = hasStaffAccess(groups, 'support');
  const box = useRef<HTMLInputElement>(null);

  function search(words: string, type: ResultType | null) {
    setParameters(
      { ...(words && { q: words }), ...(type && { type }) },
      { replace: true, preventScrollReset: true, state: { isTyped: true } },
    );
  }

  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    document.addEventListener('keydown', moveFocus);
    return () => document.removeEventListener('keydown', moveFocus);
  }, []);

  return (
    <div className="page page--narrow">
      <PageHeading title={t`Government search`} />
      <p className="lead">
        <Trans>Find services, guides, forms, fees, help, and other offices, in English or Spanish.</Trans>
      </p>
      <form
        className="form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search(typed, type);
          // Results of an earlier search are not the ones to open.
          if (typed === q && !found.isSearching)
            document.querySelector<HTMLElement>('.search-result a')?.focus();
        }}
      >
        <TextField
          ref={box}
          id="q"
          label={t`Search`}
          hint={t`The first letters are enough, such as “driv lic”. Press the down arrow to reach the results.`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          messages={[]}
          value={typed}
          onChange={setTyped}
        />
      </form>
      <Found found={found} q={q} type={type} onType={(type) => search(typed, type)} />
      <p className="quiet margin-top-2">
        {findsPeople ? (
          <Trans>
            Looking for a person? <Link to={paths.adminUserServices}>Open user services</Link>
          </Trans>
        ) : (
          <Trans>This search does not cover people. Only support staff can look up a person.</Trans>
        )}
      </p>
    </div>
  );
}

interface FoundProps {
  found: ReturnType<typeof useGovernmentSearch>;
  q: string;
  type: ResultType | null;
  onType: (type: ResultType | null) => void;
}

function Found({ found, q, type, onType }: FoundProps) {
  const { t, i18n } = useLingui();
  const { isAsked, facets, items, isSearching, error } = found;
  const list = useRef<HTMLUListElement>(null);

  // The field shows its own message for a text that is too long.
  if (!isAsked && q.length > longestSearch) return null;
  if (!isAsked)
    return (
      <p className="quiet">
        <Trans>Results appear as you type, after {shortestSearch} letters.</Trans>
      </p>
    );
  if (needsSecondFactor(error))
    return (
      <SecondFactor onDone={found.retry}>
        <Trans>Government search is for staff who sign in with a second factor.</Trans>
      </SecondFactor>
    );
  if (error !== undefined && found.size === 1) return <FailedRead error={error} onRetry={found.retry} />;
  if (!facets) return <Skeleton lines={6} />;

  const words = q.trim();
  const total = facets.reduce((sum, { count }) => sum + count, 0);
  const inNumbers = (count: number) => getNumberFormat(i18n.locale, {}).format(count);
  const shown = type === null ? total : (facets.find((facet) => facet.type === type)?.count ?? 0);
  const filters = [
    { type: null, words: t`All`, count: total },
    ...facets.map(({ type, count }) => ({ type, words: t(resultTypes[type].many), count })),
  ];
  return (
    <section aria-labelledby="found" aria-busy={isSearching}>
      <div role="status">
        <h2 id="found">
          <Plural value={shown} _0="No results" one="# result" other="# results" />
        </h2>
      </div>
      {total > 0 && (
        <div className="row row--tight no-print" role="group" aria-label={t`Result type`}>
          {filters.map((filter) => (
            <button
              key={filter.words}
              type="button"
              className="search-types__type"
              aria-pressed={filter.type === type}
              onClick={() => onType(filter.type)}
            >
              {filter.words} <span>{inNumbers(filter.count)}</span>
            </button>
          ))}
        </div>
      )}
      {shown === 0 && (
        <p>
          {total > 0 ? (
            <Trans>We found other types of results. Choose “All”.</Trans>
          ) : (
            // A plain string, because <Trans> parses tags in its values.
            t`No results for “${words}”. Try fewer words, or only the first letters.`
          )}
        </p>
      )}
      <ul ref={list} className="line-list">
        {items.map((item) => (
          <ResultItem key={`${item.type} ${item.title} ${item.href}`} item={item} />
        ))}
      </ul>
      {error !== undefined && <FailedRead error={error} onRetry={found.retry} />}
      <MoreButton
        found={found}
        count={items.length}
        focus={(place) => list.current?.querySelectorAll<HTMLElement>('.search-result a')[place]?.focus()}
      >
        <Trans>Show more results</Trans>
      </MoreButton>
    </section>
  );
}
