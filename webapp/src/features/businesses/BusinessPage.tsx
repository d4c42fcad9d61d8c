import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { useCounties } from '@/lib/api/lookups';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { entityLabels, canFile, roleLabels } from '@/components/businessLabels';
import { useDialogs } from '@/components/dialogs/dialogs';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import {
  deleteBusiness,
  deleteMember,
  useApplications,
  useBusiness,
  type BusinessDetails,
  useReadBusinessesAgain,
} from './api';
import { ChangeBusiness } from './ChangeBusiness';
import { Invitations } from './Invitations';
import { Members } from './Members';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

/** A business: what it is, its applications, and who acts for it. */
export default function BusinessPage() {
  const { id = '' } = useParams();
  return <BusinessWith key={id} id={id} />;
}

function BusinessWith({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, mutate } = useBusiness(id);

  if (!data) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return (
      <div className="page">
        <PageHeading title={isUnknown ? t`Business not found` : t`Business`} />
        {isUnknown && (
          <>
            <p>
              <Trans>We couldn’t find this business, or you no longer act for it.</Trans>
            </p>
            <Link to={paths.businessDashboard} className="usa-button">
              <Trans>Go to your businesses</Trans>
            </Link>
          </>
        )}
        {!isUnknown && <Awaited lines={8} error={error} onRetry={mutate} />}
      </div>
    );
  }
  return (
    <Details
      business={data}
      onChanged={async () => {
        await mutate();
      }}
    />
  );
}

interface DetailsProps {
  business: BusinessDetails;
  /** Reads the business again. */
  onChanged: () => Promise<void>;
}

function Details({ business, onChanged }: DetailsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const readBusinessesAgain = useReadBusinessesAgain();
  const { confirmDelete } = useDialogs();
  const describeFailure = useDescribeBusinessFailure();
  const { isBusy, problem, run } = useAction({ describeFailure, onOutdated: onChanged });
  const { data: applications } = useApplications();
  const counties = useCounties();
  const [isEditing, setEditing] = useState(false);
  const facts = useRef<HTMLHeadingElement>(null);
  const { countyId, entityType, id, invitations, members, name, role } = business;
  const you = members.find(({ isYou }) => isYou);
  const isOwner = role === 'owner';
  const isOnlyOwner = isOwner && members.filter((member) => member.role === 'owner').length === 1;
  const hasApplications = applications?.items.some(({ businessId }) => businessId === id);

  /** Goes away from a business for which the person does not act any more. */
  async function leaveFor(toast: string): Promise<void> {
    showToast(toast);
    await navigate(paths.businessDashboard, { replace: true });
    await readBusinessesAgain(id);
  }

  async function leave(): Promise<void> {
    if (!you) return;
    const isSure = await confirmDelete({
      title: t`Leave ${name}?`,
      body: t`You will no longer see this business and its applications. An owner can invite you again.`,
      okBtnText: t`Leave`,
    });
    if (!isSure) return;
    await run(async () => {
      await deleteMember(id, you.id);
      await leaveFor(t`You no longer act for ${name}.`);
    });
  }

  async function remove(): Promise<void> {
    const isSure = await confirmDelete({
      title: t`Remove ${name}?`,
      body: t`We remove it from the portal for everyone who acts for it. Agencies keep their own records.`,
      okBtnText: t`Remove business`,
    });
    if (!isSure) return;
    await run(async () => {
      await deleteBusiness(id);
      await leaveFor(t`${name} was removed.`);
    });
  }

  return (
    <div className="page">
      <PageHeading title={name}>
        <bdi>{name}</bdi>
      </PageHeading>
      <FailedAction problem={problem} />
      {isEditing ? (
        <ChangeBusiness
          business={business}
          readAgain={onChanged}
          onDone={() => {
            setEditing(false);
            // The heading is there when the form is gone.
            setTimeout(() => facts.current?.focus());
          }}
        />
      ) : (
        <section className="card" aria-labelledby="facts">
          <h2 id="facts" ref={facts} tabIndex={-1} className="card__title">
            <Trans>Details</Trans>
          </h2>
          <dl className="fact-grid">
            <div>
              <dt>
                <Trans>Business structure</Trans>
              </dt>
              <dd>{t(entityLabels[entityType])}</dd>
            </div>
            <div>
              <dt>
                <Trans>County</Trans>
              </dt>
              <dd>{counties.data?.items.find((county) => county.id === countyId)?.name ?? countyId}</dd>
            </div>
            <div>
              <dt>
                <Trans>Your role</Trans>
              </dt>
              <dd>{t(roleLabels[role])}</dd>
            </div>
          </dl>
          {canFile(role) && (
            <Button kind="outline" onClick={() => setEditing(true)}>
              <Trans>Change details</Trans>
            </Button>
          )}
        </section>
      )}
      <ApplicationsOf business={business} />
      <Members business={business} onChanged={onChanged} />
      {isOwner && <Invitations businessId={id} invitations={invitations} onChanged={onChanged} />}
      <section aria-labelledby="ending">
        <h2 id="ending">
          {isOwner ? <Trans>Leave or remove the business</Trans> : <Trans>Leave the business</Trans>}
        </h2>
        {isOnlyOwner && (
          <p>
            <Trans>
              You are the only owner, so you can’t leave. Make another person an owner first, under “Who acts
              for it”.
            </Trans>
          </p>
        )}
        {isOwner && hasApplications && (
          <p>
            {isOnlyOwner
              ? t`You can’t remove this business because it has applications. You can leave it when it has another owner.`
              : t`You can’t remove this business because it has applications. You can leave it.`}
          </p>
        )}
        <div className="buttons">
          {!isOnlyOwner && (
            <Button kind="outline" isBusy={isBusy} onClick={leave}>
              <Trans>Leave this business</Trans>
            </Button>
          )}
          {isOwner && !hasApplications && (
            <Button kind="outline" isBusy={isBusy} onClick={remove}>
              <Trans>Remove this business</Trans>
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}

/** How many applications the business has, and the ways to them. */
function ApplicationsOf({ business: { id, role } }: { business: BusinessDetails }) {
  const { data } = useApplications();
  const all = data?.items.filter(({ businessId }) => businessId === id);
  const waiting = all?.filter(({ nextActor }) => nextActor === 'applicant').length ?? 0;
  const query = `?business=${encodeURIComponent(id)}`;
  return (
    <section aria-labelledby="applications">
      <h2 id="applications">
        <Trans>Applications</Trans>
      </h2>
      {all && (
        <p>
          {all.length === 0 ? (
            <Trans>No applications yet.</Trans>
          ) : (
            <Link to={`${paths.businessDashboard}${query}`} className="usa-link">
              <Plural value={all.length} one="# application" other="# applications" />
            </Link>
          )}
          {waiting > 0 && (
            <>
              {': '}
              <Plural
                value={waiting}
                one="# needs action from the business."
                other="# need action from the business."
              />
            </>
          )}
        </p>
      )}
      {canFile(role) && (
        <Link to={`${paths.newApplication}${query}`} className="usa-button usa-button--outline">
          <Trans>Start an application</Trans>
        </Link>
      )}
    </section>
  );
}
