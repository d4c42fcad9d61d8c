import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '@/lib/i18n/dates';
import { formatMoment } from '@/lib/i18n/moments';
import { ApiError } from '@/lib/api/errors';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { Skeleton } from '@/components/Skeleton';
import { buildCheckAddress, type NameEntity } from '@/components/planning/nameLinks';
import { SourceNote } from '@/components/planning/SourceNote';
import { markDifferences } from './highlight';
import { HighlightedText } from './HighlightedText';
import { getRegisterLabel, outcomeLabels, severityHeadings, verdictKinds } from './labels';
import {
  useNameCheck,
  useReservations,
  type NameCheck,
  type Reason,
  type SimilarName,
  type Word,
} from './api';
import { buildCompanyAddress, getCostEntity } from './names';
import { NamesFailure } from './NamesFailure';
import { NameStatusTag } from './NameStatusTag';
import { ReserveName } from './ReserveName';

const headingId = 'verdict';

interface NameVerdictProps {
  name: string;
  entityType: NameEntity;
  /** True when the form of this page asked for the verdict, which then gets the focus. */
  isAsked: boolean;
}

/** Shows the verdict on a name with its reasons and sources. */
export function NameVerdict({ name, entityType, isAsked }: NameVerdictProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useNameCheck({ name, entityType });
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;

  useEffect(() => {
    if (!isAsked || !isThere) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, isThere]);

  if (error instanceof ApiError && error.validationErrors.length > 0)
    return (
      <Alert kind="error" heading={t`We can’t check this`} isLive>
        <ul className="usa-list">
          {error.validationErrors.map(({ propertyName, validationErrors }) => (
            <li key={propertyName}>{validationErrors.join(' ')}</li>
          ))}
        </ul>
      </Alert>
    );
  if (error !== undefined) return <NamesFailure error={error} onRetry={mutate} />;
  if (!data) return <Skeleton lines={10} />;
  return (
    <section className="verdict" aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        <Trans>
          Result for <bdi>{data.name}</bdi>
        </Trans>
      </h2>
      <Verdict
        check={data}
        entityType={entityType}
        onReserved={() => heading.current?.focus()}
        onCheckAgain={() => void mutate()}
      />
    </section>
  );
}

/** Reasons that do not apply to a name that the person has reserved. */
const reasonsAboutOthers: readonly string[] = ['nameTaken', 'notReserved'];

const severities = ['blocks', 'needsReview', 'tells'] as const;

interface VerdictProps {
  check: NameCheck;
  entityType: NameEntity;
  onReserved: () => void;
  onCheckAgain: () => void;
}

function Verdict({ check, entityType, onReserved, onCheckAgain }: VerdictProps) {
  const { t, i18n } = useLingui();
  const { asOf, close, hasReservations, key, name, suggestions, uncertain, verdict, words } = check;
  const own = useReservations().data?.items.find(
    (reservation) => reservation.status === 'active' && reservation.key === key,
  );
  const conflicts = check.conflicts.filter(({ id }) => id !== own?.id);
  // The person's own reservation is not a conflict.
  const isOwnAlone = own !== undefined && conflicts.length === 0;
  const reasons = isOwnAlone
    ? check.reasons.filter(({ code }) => !reasonsAboutOthers.includes(code))
    : check.reasons;
  // A word that may need a license must not appear under a heading that says no approval is needed.
  const hasDoubtfulWord = reasons.some(({ code }) => code === 'wordMayNeedLicence');
  const hasObjection =
    reasons.some(({ severity }) => severity !== 'tells') || uncertain.length > 0 || hasDoubtfulWord;
  const register = t(getRegisterLabel(entityType));
  const day = formatDay(asOf, i18n.locale);
  const costEntity = getCostEntity(entityType);

  // A missing ending is easy to fix, so the message does not say that the name is lost.
  const lacksEndingAlone =
    verdict === 'unavailable' &&
    conflicts.length === 0 &&
    suggestions.length > 0 &&
    reasons.every(({ code, severity }) => severity === 'tells' || code === 'designatorMissing');
  const banners: Record<NameCheck['verdict'], { heading: string; text: string }> = {
    available: {
      heading: t`This name is available`,
      text: t`No existing name is the same under the rules, and no word in it needs approval. This check does not reserve the name.`,
    },
    needsReview: {
      heading: t`This name needs staff review`,
      text: t`No existing name is the same under the rules, but staff must review part of it first.`,
    },
    unavailable: {
      heading: t`This name isn’t available`,
      text: t`The reasons and your options are below.`,
    },
  };
  return (
    <>
      {own && isOwnAlone ? (
        <Alert
          kind={hasObjection ? 'warning' : 'success'}
          heading={
            hasObjection ? t`You reserved this name, but it needs attention` : t`You reserved this name`
          }
          headingLevel={3}
        >
          <Trans>
            This portal holds it for you until {formatMoment(own.expiresAt, i18n.locale)}. The {register}{' '}
            doesn’t know about it.
          </Trans>{' '}
          {hasObjection && <Trans>Settle the points below before you file it.</Trans>}
        </Alert>
      ) : lacksEndingAlone ? (
        <Alert kind="warning" heading={t`The name needs an ending`} headingLevel={3}>
          <Trans>This is the only problem. Choose one of the names below, or add an ending yourself.</Trans>
        </Alert>
      ) : verdict === 'available' && hasDoubtfulWord ? (
        <Alert kind="warning" heading={t`Ask about a word in this name first`} headingLevel={3}>
          <Trans>
            No existing name is the same under the rules, but one word may need a license or approval.
          </Trans>
        </Alert>
      ) : (
        <Alert kind={verdictKinds[verdict]} heading={banners[verdict].heading} headingLevel={3}>
          {banners[verdict].text}
        </Alert>
      )}
      <p className="fine-print">
        <Trans>
          Compared with the register of {day} and with every name reserved, filed, or approved in this portal.
        </Trans>
        {!hasReservations && (
          <>
            {' '}
            <Trans>Right now we can’t show similar names that are only reserved or filed.</Trans>
          </>
        )}
      </p>
      {lacksEndingAlone && <Suggestions names={suggestions} entityType={entityType} />}
      {severities.map((severity) => (
        <Reasons
          key={severity}
          title={t(severityHeadings[severity])}
          reasons={reasons.filter((reason) => reason.severity === severity)}
        />
      ))}
      {verdict === 'available' && !own && (
        <ReserveName
          name={name}
          entityType={entityType}
          reservationFee={check.reservationFee}
          onReserved={onReserved}
          onCheckAgain={onCheckAgain}
        />
      )}
      {!lacksEndingAlone && <Suggestions names={suggestions} entityType={entityType} />}
      <SimilarNames
        title={<Trans>Names that are the same under the rules</Trans>}
        about={<Trans>The marked differences don’t matter.</Trans>}
        name={name}
        similarNames={conflicts}
      />
      <SimilarNames
        title={<Trans>Names that may be the same under the rules</Trans>}
        about={<Trans>It depends on how you read one of the names. Staff decide.</Trans>}
        name={name}
        similarNames={uncertain}
      />
      <SimilarNames
        title={<Trans>Similar names</Trans>}
        about={
          <Trans>
            They don’t block yours, but people may confuse them. The marked letters differ from yours.
          </Trans>
        }
        name={name}
        similarNames={close}
      />
      {words.length > 0 && <Words words={words} counted={key} />}
      {costEntity && (
        <section>
          <h3>
            <Trans>What are the startup costs?</Trans>
          </h3>
          <p>
            <Link
              to={`${paths.costEstimator}?entityType=${costEntity}`}
              className="usa-button usa-button--outline"
            >
              <Trans>Estimate the costs for this kind of business</Trans>
            </Link>
          </p>
        </section>
      )}
    </>
  );
}

function Suggestions({ names, entityType }: { names: readonly string[]; entityType: NameEntity }) {
  if (names.length === 0) return null;
  return (
    <section>
      <h3>
        <Trans>Similar names that are available</Trans>
      </h3>
      <ul className="usa-list">
        {names.map((name) => (
          <li key={name}>
            <Link to={buildCheckAddress(name, entityType)} state={{ isAsked: true }} className="usa-link">
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="reasons line-list">
        {reasons.map(({ code, source, text, word }, index) => (
          <li key={`${code} ${word} ${index}`}>
            <bdi>{text}</bdi> <SourceNote source={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SimilarNamesProps {
  title: ReactNode;
  about: ReactNode;
  name: string;
  similarNames: readonly SimilarName[];
}

function SimilarNames({ title, about, name, similarNames }: SimilarNamesProps) {
  if (similarNames.length === 0) return null;
  const compared = similarNames.map((similarName) => ({
    similarName,
    ...markDifferences(name, similarName.name),
  }));
  const hasMarks = compared.some(({ mine, theirs }) => [...mine, ...theirs].some(({ isMarked }) => isMarked));
  return (
    <section>
      <h3>{title}</h3>
      {hasMarks && <p>{about}</p>}
      <ul className="line-list">
        {compared.map(({ mine, similarName, theirs }) => (
          <li key={similarName.id} className="rival">
            <div className="row row--between">
              <Link to={buildCompanyAddress(similarName)} className="usa-link">
                <HighlightedText parts={theirs} />
              </Link>
              <NameStatusTag status={similarName.status} />
            </div>
            <span className="block quiet small">
              <Trans>
                Yours: <HighlightedText parts={mine} />
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ words, counted }: { words: readonly Word[]; counted: string }) {
  const { t } = useLingui();
  return (
    <section>
      <h3>
        <Trans>How we compared each word</Trans>
      </h3>
      <p>
        {counted ? (
          <Trans>
            We compare other names with this part of the name: <strong>{counted}</strong>
          </Trans>
        ) : (
          <Trans>We can’t compare any part of this name.</Trans>
        )}
      </p>
      <ul className="line-list">
        {words.map(({ counted: as, outcome, rules, written }, index) => (
          <li key={`${written} ${index}`} className={`word word--${outcome}`}>
            <strong className="word__written">
              <bdi>{written}</bdi>
            </strong>
            <span>
              {outcome === 'replaced' ? (
                <Trans>
                  Compared as <strong>{as}</strong>
                </Trans>
              ) : (
                t(outcomeLabels[outcome])
              )}
            </span>
            {rules.map(({ ruleId, source, text }) => (
              <span key={ruleId} className="word__rule">
                {text} <SourceNote source={source} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
