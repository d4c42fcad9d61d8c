import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './applications.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { ApplicationForm } from './ApplicationForm';
import { ApplicationStatus } from './ApplicationStatus';
import { useApplication } from './api';

/** An application: its form while it can be edited, its status otherwise. */
export default function ApplicationPage() {
  const { id = '' } = useParams();
  return <ApplicationWith key={id} id={id} />;
}

function ApplicationWith({ id }: { id: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [notice, setNotice] = useState<'submitted' | 'closedElsewhere' | null>(null);
  const [isEditing, setEditing] = useState(false);
  const { data, error, readAgain, update } = useApplication(id, isEditing);
  if (data && data.canEdit !== isEditing) setEditing(data.canEdit);

  if (!data) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return (
      <div className="page applications">
        <PageHeading title={isUnknown ? t`Application not found` : t`Application`} />
        {isUnknown && <NoApplication />}
        {!isUnknown && <Awaited lines={8} error={error} onRetry={readAgain} />}
      </div>
    );
  }

  return (
    <div className="page applications">
      <PageHeading key={data.canEdit ? 'form' : 'status'} title={data.formName} />
      <p className="lead">
        <bdi>{data.businessName}</bdi>
        {' · '}
        <bdi>{data.agency.name}</bdi>
      </p>
      {notice === 'submitted' && !data.canEdit && (
        <Alert kind="success" heading={t`Your application is submitted`} isLive>
          <p>
            <Trans>Track its progress here. You get a message when the agency acts.</Trans>
          </p>
        </Alert>
      )}
      {notice === 'closedElsewhere' && !data.canEdit && (
        <Alert kind="info" heading={t`This application can’t be changed now`} isLive>
          <p>
            <Trans>
              It was submitted or withdrawn in another window or by another person. The answers that you typed
              after that were not sent.
            </Trans>
          </p>
        </Alert>
      )}
      {data.canEdit ? (
        <ApplicationForm
          // A form that was sent back starts again, with the portal's answers.
          key={data.state}
          application={data}
          onChanged={update}
          onClosed={() => {
            setNotice('closedElsewhere');
            void readAgain();
          }}
          onOutdated={readAgain}
          onSubmitted={(submitted) => {
            setNotice('submitted');
            void update(submitted);
            void navigate({ search: '' }, { replace: true });
          }}
        />
      ) : (
        <ApplicationStatus
          application={data}
          onChanged={(changed) => {
            setNotice(null);
            void update(changed);
          }}
          onOutdated={readAgain}
        />
      )}
    </div>
  );
}

function NoApplication() {
  return (
    <>
      <p>
        <Trans>
          We couldn’t find this application, or you don’t act for its business. A draft may have been removed.
        </Trans>
      </p>
      <Link to={paths.businessDashboard} className="usa-button">
        <Trans>Go to your businesses</Trans>
      </Link>
    </>
  );
}
