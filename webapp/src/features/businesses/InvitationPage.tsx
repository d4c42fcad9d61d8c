import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { generatePath, Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { formatMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { roleLabels } from '@/components/businessLabels';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { acceptInvitation, useInvitation, type InvitationPreview, useReadBusinessesAgain } from './api';
import { roleDescriptions } from './businesses';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

/**
 * The invitation of a link. Its token is taken out of the address as soon as it is read: whoever looks at the history,
 * or gets the address sent, has no use of it.
 */
export default function InvitationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const fromLink = search.get('token');
  const [token, setToken] = useState(fromLink);
  if (fromLink !== null && fromLink !== token) setToken(fromLink);

  useEffect(() => {
    if (fromLink !== null) void navigate({ search: '' }, { replace: true });
  }, [fromLink, navigate]);

  return (
    <div className="page page--narrow">
      <PageHeading title={t`Invitation`} />
      {token ? <InvitationWith key={token} token={token} /> : <NoInvitation />}
    </div>
  );
}

function InvitationWith({ token }: { token: string }) {
  const { data, error, mutate } = useInvitation(token);
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoInvitation />;
  if (data) return <Invited preview={data} token={token} readAgain={() => void mutate()} />;
  return <Awaited lines={5} error={error} onRetry={mutate} />;
}

interface InvitedProps {
  preview: InvitationPreview;
  token: string;
  readAgain: () => void;
}

function Invited({ preview, token, readAgain }: InvitedProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const readBusinessesAgain = useReadBusinessesAgain();
  const { email: ownAddress } = useAccount();
  const describeFailure = useDescribeBusinessFailure();
  const { isBusy, problem, run } = useAction({ describeFailure, onOutdated: readAgain });
  const { businessName, email, expiresAt, invitedBy, isForYou, role, state } = preview;
  const isOpen = state === 'open' && isForYou;

  const accept = () =>
    run(async () => {
      const { id } = await acceptInvitation(token);
      await readBusinessesAgain();
      showToast(t`You act for ${businessName} now.`);
      await navigate(generatePath(paths.business, { id }), { replace: true });
    });

  // Elements, because Trans takes markup in a text value for its own.
  const inviter = <bdi>{invitedBy}</bdi>;
  const business = <strong>{businessName}</strong>;
  return (
    <>
      <FailedAction problem={problem} />
      <div className="card invitation">
        <p>
          <Trans>
            {inviter} invites you to act for {business}.
          </Trans>
        </p>
        <dl className="fact-grid">
          <div>
            <dt>
              <Trans>Your role</Trans>
            </dt>
            <dd>
              {t(roleLabels[role])}
              <span className="block quiet">{t(roleDescriptions[role])}</span>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Sent to</Trans>
            </dt>
            <dd>
              <bdi>{email}</bdi>
            </dd>
          </div>
          {state === 'open' && (
            <div>
              <dt>
                <Trans>Valid until</Trans>
              </dt>
              <dd>{formatMoment(expiresAt, i18n.locale)}</dd>
            </div>
          )}
        </dl>
        {isOpen && (
          <Button kind="big" isBusy={isBusy} onClick={accept}>
            {isBusy ? t`Please wait…` : t`Accept`}
          </Button>
        )}
      </div>
      {state === 'expired' && (
        <Ended heading={t`This invitation has expired`}>
          <Trans>Ask {invitedBy} to invite you again.</Trans>
        </Ended>
      )}
      {state === 'withdrawn' && (
        <Ended heading={t`This invitation was withdrawn`}>
          <Trans>If you think this is a mistake, ask {invitedBy}.</Trans>
        </Ended>
      )}
      {state === 'accepted' && (
        <Ended heading={isForYou ? t`You accepted this invitation` : t`This invitation was already used`}>
          {isForYou ? (
            <Trans>You act for this business unless someone removed you.</Trans>
          ) : (
            <Trans>An invitation works once. Ask {invitedBy} to invite you again.</Trans>
          )}
        </Ended>
      )}
      {state === 'open' && !isForYou && (
        <Ended heading={t`This invitation is for another email address`}>
          {ownAddress ? (
            <Trans>
              We sent it to {email}, but you are signed in as {ownAddress}. Sign out and sign in with the
              invited address. Then open the link in the email again.
            </Trans>
          ) : (
            <Trans>
              We sent it to {email}. Sign out and sign in with that address. Then open the link in the email
              again.
            </Trans>
          )}
        </Ended>
      )}
      {!isOpen && (
        <Link to={paths.businessDashboard} className="usa-button usa-button--outline">
          <Trans>Go to your businesses</Trans>
        </Link>
      )}
    </>
  );
}

function Ended({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Alert kind="info" heading={heading}>
      <p>{children}</p>
    </Alert>
  );
}

function NoInvitation() {
  return (
    <>
      <p>
        <Trans>This link doesn’t work. Open the link in the email again, or ask for a new invitation.</Trans>
      </p>
      <Link to={paths.businessDashboard} className="usa-button usa-button--outline">
        <Trans>Go to your businesses</Trans>
      </Link>
    </>
  );
}
