import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './userservices.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { readConnections, readPerson, type Case, type Clearing, type Connections, type Person } from './api';
import { ApplicationsBlock, ConnectionsBlock, ContactBlock } from './Blocks';
import { CaseForm } from './CaseForm';
import { Dashboard } from './Dashboard';
import { showSubject, useDesk } from './desk';
import { Identity } from './Identity';
import { LocksBlock } from './LocksBlock';
import { AccessFailure } from './AccessFailure';
import { useLoggedRead } from './useLoggedRead';

/** The parts that change something. */
const changes: readonly Person['parts'][number][] = ['allow', 'resend', 'lift', 'reload', 'clear', 'restore'];

/** One person's record, for the case that is open. */
export default function PersonPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { open, subject } = useDesk();
  const shown = subject?.id === id ? subject : null;

  // The bar names nobody until this record has arrived.
  useEffect(() => showSubject(null), [id]);

  return (
    <div className="page">
      <p>
        <Link to={paths.adminUserServices} className="usa-link action">
          <Trans>Back to the search</Trans>
        </Link>
      </p>
      {/* The title is in the history of the browser, where no name belongs. */}
      <PageHeading title={t`A person’s record`}>{open && shown ? shown.name : undefined}</PageHeading>
      {open ? <Record key={`${id} ${open.caseNumber} ${open.purpose}`} id={id} about={open} /> : <CaseForm />}
    </div>
  );
}

function Record({ id, about }: { id: string; about: Case }) {
  const { t } = useLingui();
  const { answer: person, error, isLoading, look } = useLoggedRead(() => readPerson(about, id));
  const connections = useLoggedRead(() => readConnections(about, id));
  const [cleared, setCleared] = useState<Clearing | null>(null);
  const hasLooked = useRef(false);

  /** Shows the restored cards in both panels that offer the way back. */
  const showRestored = (restored: Connections) => {
    setCleared(null);
    connections.show(restored);
  };

  useEffect(() => {
    // Opening the page is one access, however often React draws it.
    if (hasLooked.current) return;
    hasLooked.current = true;
    void look();
  });
  useEffect(() => {
    if (person) showSubject({ id: person.id, name: person.displayName });
  }, [person]);

  if (error !== undefined) return <AccessFailure error={error} onRetry={look} />;
  if (!person || isLoading) return <Skeleton lines={10} />;
  const { displayName: name, parts } = person;
  // An element, because Trans takes markup in a text value for its own.
  const who = <bdi>{name}</bdi>;
  const canChange = parts.some((part) => changes.includes(part));
  return (
    <>
      <p className="lead">
        <Trans>Each section you open is logged, and {who} sees it under “Who looked at your record”.</Trans>
      </p>
      {!parts.includes('account') && (
        <p>
          <Trans>You see only your agency’s part of this record. Portal support sees the rest.</Trans>
        </p>
      )}
      {!canChange && (
        <p>
          <Trans>You can’t make changes for this purpose.</Trans>
        </p>
      )}
      <div className="blocks" aria-label={t`Sections of the record`} role="group">
        <div className="stack">
          <Identity person={person} />
          {parts.includes('locks') && (
            <LocksBlock about={about} id={id} name={name} canLift={parts.includes('lift')} />
          )}
          <ApplicationsBlock about={about} id={id} />
        </div>
        <div className="stack">
          <ConnectionsBlock
            about={about}
            id={id}
            canRestore={parts.includes('restore')}
            look={connections}
            onRestored={showRestored}
          />
          {canChange && (
            <Dashboard
              about={about}
              id={id}
              name={name}
              cleared={cleared}
              onCleared={setCleared}
              onRestored={showRestored}
            />
          )}
        </div>
        {parts.includes('contact') && (
          <div className="blocks__whole">
            <ContactBlock
              about={about}
              id={id}
              name={name}
              canAllow={parts.includes('allow')}
              canResend={parts.includes('resend')}
            />
          </div>
        )}
      </div>
    </>
  );
}
