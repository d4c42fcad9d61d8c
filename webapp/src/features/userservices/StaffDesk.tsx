import './userservices.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { hasStaffAccess } from '@/lib/auth/staff';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Skeleton } from '@/components/Skeleton';
import { useOpenQuestions, type OpenQuestions } from './api';
import { useDesk } from './desk';
import { AccessFailure, needsSecondFactor } from './AccessFailure';
import { RecentCases } from './RecentCases';

/** The work of staff, on top of their dashboard. */
export function StaffDesk() {
  const { t } = useLingui();
  const { groups } = useAccount();
  return (
    <section className="staff-desk" aria-labelledby="staff-desk">
      <h2 id="staff-desk" className="heading-lg">
        <Trans>Your desk</Trans>
      </h2>
      <div className="staff-desk__parts">
        {hasStaffAccess(groups, 'support') ? (
          <>
            <DeskPart title={t`Find a person`}>
              <p>
                <Trans>Enter the purpose and the case number, then search by name, email, or phone.</Trans>
              </p>
              <Link to={paths.adminUserServices} className="usa-button">{t`Open user services`}</Link>
            </DeskPart>
            <WaitingQuestions />
            <Recent />
          </>
        ) : (
          <DeskPart title={t`Government search`}>
            <p>
              <Trans>Find agencies, services, forms, fees, and help pages, in English or Spanish.</Trans>
            </p>
            <Link to={paths.governmentSearch} className="usa-button">{t`Search`}</Link>
          </DeskPart>
        )}
      </div>
    </section>
  );
}

function DeskPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h3 id={id} className="heading-md">
        {title}
      </h3>
      {children}
    </section>
  );
}

function WaitingQuestions() {
  const { t } = useLingui();
  const { data, error, mutate } = useOpenQuestions();
  // The staff of an agency answer no questions to the portal.
  const isForOthers = error instanceof ApiError && error.status === 403 && !needsSecondFactor(error);
  return (
    <DeskPart title={t`Questions to support`}>
      <div className="staff-desk__waiting">
        {data ? (
          <Waiting {...data} />
        ) : isForOthers ? (
          <p>
            <Trans>The portal’s own support team answers these questions.</Trans>
          </p>
        ) : error === undefined ? (
          <Skeleton lines={2} />
        ) : (
          <AccessFailure error={error} onRetry={mutate} />
        )}
      </div>
      {!isForOthers && (
        <Link to={generatePath(paths.supportQuestions)} className="usa-button usa-button--outline">
          {t`Open the questions`}
        </Link>
      )}
    </DeskPart>
  );
}

function Waiting({ items, isTruncated }: OpenQuestions) {
  const { i18n } = useLingui();
  const [today] = useState(() => getDay(new Date()));
  const [oldest] = items;
  if (!oldest)
    return (
      <p>
        <Trans>No questions are waiting.</Trans>
      </p>
    );
  const count = items.length;
  const day = formatDay(oldest.expectedOn, i18n.locale);
  const overdue = items.filter(({ expectedOn }) => expectedOn < today).length;
  return (
    <p>
      {isTruncated ? (
        <Trans>
          More than {count} questions are waiting, the first due {day}.
        </Trans>
      ) : (
        <Plural
          value={count}
          one={`One question is waiting, due ${day}.`}
          other={`# questions are waiting, the first due ${day}.`}
        />
      )}{' '}
      {overdue > 0 && (
        <span className="tag tag--bad">
          <Plural value={overdue} one="# overdue" other="# overdue" />
        </span>
      )}
    </p>
  );
}

function Recent() {
  const { t } = useLingui();
  const { recent } = useDesk();
  return (
    <DeskPart title={t`Recent cases`}>
      {recent.length > 0 ? (
        <RecentCases recent={recent} />
      ) : (
        <p>
          <Trans>Records that you open appear here until you close this tab.</Trans>
        </p>
      )}
    </DeskPart>
  );
}
