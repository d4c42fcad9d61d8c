import '@/styles/parts.scss';
import './accesslog.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { createFirstReads } from '@/lib/api/firstReads';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { formatShortMoment } from '@/lib/i18n/moments';
import { formatList } from '@/lib/i18n/names';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Moment } from '@/components/Moment';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { MoreButton } from '@/components/MoreButton';
import { useAccesses, useCatalog, type Access } from './api';
import { groupByCase, type CaseVisit } from './cases';
import { listFaults, type Fault } from './faults';
import { LogAlert } from './LogAlert';
import { isBad, useProofs, type ProofState } from './useProofs';
import { fieldTexts, isPlainView, proofTexts, purposeTexts, describeAccess, describeStaff } from './words';

AccessLogPage.FirstReads = createFirstReads(() => {
  useAccesses();
  useCatalog();
});

/** Lists the staff who viewed the person's record, newest first. */
export default function AccessLogPage() {
  const { t } = useLingui();
  const found = useAccesses();
  const { data, isLoading, isSearching, hasMore, error } = found;
  const pages = data ?? [];
  const items = pages.flatMap((page) => page.items);
  const { getProof, log, seen, trustAnew } = useProofs(data);
  const newest = items[0]?.number ?? 0;
  const isWhole = data !== undefined && !hasMore && !isSearching && error === undefined;
  const faults = listFaults(
    items.map(({ number }) => number),
    seen ?? 0,
    isWhole,
  );
  const isWithoutFault = faults.every((fault) => fault === null);
  const proofs = items.map(getProof);
  const isTrusted = isWithoutFault && seen !== undefined && (log === 'holds' || log === 'unknown');

  return (
    <div className="page page--narrow">
      <PageHeading title={t`Who looked at your record`} />
      <p className="lead">
        <Trans>
          Every time state staff open or change your record here, the portal logs it first. No one can see
          your record without leaving an entry here.
        </Trans>
      </p>
      <LogAlert state={log} onTrust={trustAnew} />
      {(items.length > 0 || !isWithoutFault) && (
        <AccessList items={items} faults={faults} newest={newest} getProof={getProof} />
      )}
      {isLoading && <Skeleton lines={8} />}
      {error !== undefined && <FailedRead error={error} onRetry={found.retry} />}
      {isWhole && items.length === 0 && isWithoutFault && seen !== undefined && <NobodyYet />}
      <MoreButton found={found} count={items.length} focus={focusEntry}>
        <Trans>Show earlier entries</Trans>
      </MoreButton>
      {isWhole && items.length > 0 && isTrusted && !proofs.some(isBad) && (
        <p className="fine-print">
          <Plural value={newest} one="Entry # is the only one." other="Entries 1 to # are all here." />{' '}
          <ProofClaim proofs={proofs} />
        </p>
      )}
      {isWhole && seen !== undefined && <ProofLimits />}
    </div>
  );
}

/** The results of the checks by entry number; empty until all checks have ended. */
function ProofClaim({ proofs }: { proofs: readonly ProofState[] }) {
  if (proofs.includes('checking')) return null;
  const unproved = proofs.filter((proof) => proof !== 'proved').length;
  if (unproved === 0) return <Trans>Each entry number has a proof.</Trans>;
  return (
    <Plural
      value={unproved}
      one="We could not check the number of # entry."
      other="We could not check the numbers of # entries."
    />
  );
}

/** Explains what the checks of this page prove, their limits, and what they store in the browser. */
function ProofLimits() {
  return (
    <details>
      <summary>
        <Trans>What the check proves</Trans>
      </summary>
      <p>
        <Trans>
          The check shows that each entry is about you and stands unchanged in the log that this browser saw
          first.
        </Trans>{' '}
        <Trans>
          It cannot show what happened before your first look in this browser. It also cannot protect you from
          someone who changes this page itself.
        </Trans>
      </p>
      <p>
        <Trans>
          If you moved your account from an earlier sign-in, entries from before the move are not shown here.
          Ask the privacy officer for them.
        </Trans>
      </p>
      <p>
        <Trans>
          For the next check, this browser keeps the log’s key and newest seal, and the highest entry number
          that you saw.
        </Trans>{' '}
        <Trans>
          They stay after you sign out and do not name you. You can clear them in your browser’s settings.
        </Trans>
      </p>
    </details>
  );
}

/** The index of an access among all shown ones. */
const buildEntryId = (place: number) => `access-${place}`;

function focusEntry(place: number) {
  const title = document.getElementById(buildEntryId(place));
  title?.closest('details')?.setAttribute('open', '');
  title?.focus();
}

/** The number of entries of a case that are not folded. */
const shownEntries = 3;

interface AccessListProps {
  items: readonly Access[];
  /** The faults before each entry, and after the last one. */
  faults: readonly (Fault | null)[];
  newest: number;
  getProof: (access: Access) => ProofState;
}

function AccessList({ items, faults, newest, getProof }: AccessListProps) {
  const { t } = useLingui();
  const visits = groupByCase(items, faults);
  return (
    <ol className="usa-list--unstyled stack accesses" aria-label={t`Access log, newest first`}>
      {visits.map(({ first, accesses }) => {
        const fault = faults[first];
        return (
          <Fragment key={`${first} ${accesses[0]?.at}`}>
            {fault && (
              <li>
                <FaultAlert fault={fault} newest={newest} />
              </li>
            )}
            {accesses[0] && (
              <li className="card">
                <Visit first={first} accesses={accesses} getProof={getProof} />
              </li>
            )}
          </Fragment>
        );
      })}
    </ol>
  );
}

interface VisitProps extends CaseVisit {
  getProof: (access: Access) => ProofState;
}

/** Shows consecutive entries of one case: purpose, staff, and actions, with older entries folded. */
function Visit({ first, accesses, getProof }: VisitProps) {
  const { t } = useLingui();
  const agencyName = useAgencyNames();
  const [access] = accesses;
  if (!access) return null;
  const { purpose, caseNumber, staffNumber } = access;
  const proofs = accesses.map(getProof);
  const [proof] = proofs;
  // A failed check is shown with its own entry.
  const isShared = proof !== undefined && !isBad(proof) && proofs.every((each) => each === proof);
  const entries = accesses.map((each, place) => (
    <li key={`${each.at} ${place}`} className="access">
      <AccessEntry
        access={each}
        id={buildEntryId(first + place)}
        proof={getProof(each)}
        hasProof={!isShared}
      />
    </li>
  ));
  const folded = entries.slice(shownEntries);
  return (
    <>
      <h2 className="heading-md">
        {t(purposeTexts[purpose])} · {t`Case ${caseNumber}`}
      </h2>
      <p className="quiet">
        {t(describeStaff(access, agencyName))} · {t`Staff number ${staffNumber}`}
      </p>
      <ol className="usa-list--unstyled divided">{entries.slice(0, shownEntries)}</ol>
      {folded.length > 0 && (
        <details open={proofs.some(isBad)}>
          <summary>
            <Plural value={folded.length} one="# earlier entry" other="# earlier entries" />
          </summary>
          <ol className="usa-list--unstyled divided">{folded}</ol>
        </details>
      )}
      <div className="row row--between access-foot">
        {isShared && <p className="quiet">{t(proofTexts[proof])}</p>}
        <AskAbout accesses={accesses} />
      </div>
    </>
  );
}

/** A link to write to the privacy officer about accesses. */
function AskAbout({ accesses }: { accesses: readonly Access[] }) {
  const { t, i18n } = useLingui();
  const agencyName = useAgencyNames();
  const { privacyOfficerEmail } = useConfiguration();
  const [access] = accesses;
  if (!access || !privacyOfficerEmail) return null;
  const { caseNumber, staffNumber } = access;
  const lines = accesses.map((each) => {
    const sentence = t(describeAccess(each, t(describeStaff(each, agencyName))));
    return `${each.number}. ${formatShortMoment(each.at, i18n.locale)}: ${sentence}`;
  });
  const subject = t`Question about case ${caseNumber}`;
  const body = [t`Staff number: ${staffNumber}`, t`Entries:`, ...lines, '', ''].join('\r\n');
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <a className="usa-link action" href={`mailto:${privacyOfficerEmail}?${query}`}>
      {t`Ask the privacy officer about this`}
    </a>
  );
}

interface FaultAlertProps {
  fault: Fault;
  newest: number;
}

function FaultAlert({ fault, newest }: FaultAlertProps) {
  const { t } = useLingui();
  if (fault.kind === 'misplaced') {
    const { number } = fault;
    return (
      <Alert kind="error" heading={t`Entry ${number} is out of order`}>
        <Trans>Each number is used once, in order. Write to the privacy officer.</Trans>
      </Alert>
    );
  }
  const { first, last } = fault;
  return (
    <Alert
      kind="error"
      heading={first === last ? t`Entry ${first} is missing` : t`Entries ${first} to ${last} are missing`}
    >
      {last > newest && <Trans>This browser saw entry {last} in the sealed log before.</Trans>}{' '}
      <Trans>
        An entry can be missing because it was erased for a recorded reason, or because someone removed or hid
        it. Write to the privacy officer to find out which.
      </Trans>
    </Alert>
  );
}

interface AccessEntryProps {
  access: Access;
  id: string;
  proof: ProofState;
  /** True when the entry shows the result of its own check. */
  hasProof: boolean;
}

function AccessEntry({ access, id, proof, hasProof }: AccessEntryProps) {
  const { t, i18n } = useLingui();
  const { number, at, fields, kind, resultCount } = access;
  const agencyName = useAgencyNames();
  const shown = formatList(
    fields.map((field) => t(fieldTexts[field])),
    i18n.locale,
  );
  const parts = fields.length > 0 && (kind === 'change' ? t`Changed: ${shown}` : t`Viewed: ${shown}`);
  return (
    <>
      <h3 id={id} className="heading-sm" tabIndex={-1}>
        {parts && isPlainView(access)
          ? parts
          : t(describeAccess(access, t(describeStaff(access, agencyName))))}
      </h3>
      {parts && !isPlainView(access) && <p>{parts}</p>}
      {resultCount > 1 && (
        <p>
          <Plural
            value={resultCount}
            one="You were the only person shown."
            other="You were one of # people shown."
          />
        </p>
      )}
      <p className="quiet">
        <Moment at={at} /> · {t`Entry ${number}`}
      </p>
      {hasProof && <p className={isBad(proof) ? 'text-bad text-bold' : 'quiet'}>{t(proofTexts[proof])}</p>}
    </>
  );
}

/** Returns the name of an agency by its id, or the id if the portal no longer has the agency. */
function useAgencyNames(): (id: string) => string {
  const { data } = useCatalog();
  return (id) => data?.items.find(({ agency }) => agency.id === id)?.agency.name ?? id;
}

function NobodyYet() {
  return (
    <div className="card empty">
      <Icon name="verified_user" className="empty__icon" />
      <p className="empty__headline">
        <Trans>No one has viewed your record</Trans>
      </p>
      <p className="empty__text">
        <Trans>If someone does, you see it here right away: who, when, why, and what they viewed.</Trans>
      </p>
    </div>
  );
}
