import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './userservices.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { generatePath, Link, useMatch } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { useAccount } from '@/lib/auth/session';
import { hasStaffAccess } from '@/lib/auth/staff';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { useOpenQuestions } from './api';
import { CaseForm } from './CaseForm';
import { showSubject, useDesk } from './desk';
import { PersonSearch } from './PersonSearch';
import { QuestionsPage } from './QuestionsPage';
import { RecentCases } from './RecentCases';

UserServicesPage.FirstReads = createFirstReads(() => {
  const { groups } = useAccount();
  const isQueue = useMatch(paths.supportQuestions) !== null;
  useOpenQuestions(isQueue && hasStaffAccess(groups, 'support'));
});

/** The desk of support staff: the search for a person, or the questions that people asked. */
export default function UserServicesPage() {
  return useMatch(paths.supportQuestions) ? <QuestionsPage /> : <SearchPage />;
}

/** Finds the record of somebody who asks for help. */
function SearchPage() {
  const { t } = useLingui();
  const { open, recent } = useDesk();

  useEffect(() => showSubject(null), []);

  return (
    <div className="page">
      <PageHeading title={t`User services`} />
      <p>
        <Link to={generatePath(paths.supportQuestions)}>
          <Trans>Questions to support</Trans>
        </Link>
      </p>
      {open ? <PersonSearch key={open.caseNumber} about={open} /> : <CaseForm />}
      {recent.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">
            <Trans>Recent cases</Trans>
          </h2>
          <RecentCases recent={recent} />
        </section>
      )}
      {!open && recent.length === 0 && (
        <p className="fine-print">
          <Link to={paths.dashboard}>
            <Trans>Go to your dashboard</Trans>
          </Link>
        </p>
      )}
    </div>
  );
}
