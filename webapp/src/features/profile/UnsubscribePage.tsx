import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { useAction } from '@/lib/forms/useAction';
import { unsubscribe, useUnsubscription, type Unsubscription } from './api';
import { channelNames, kindNames } from './kinds';

/** The page of an unsubscribe link: one button stops the notices, signed in or not. */
export default function UnsubscribePage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Stop these notices`} />
      {token ? <Unsubscribing key={token} token={token} /> : <BrokenLink />}
    </div>
  );
}

function Unsubscribing({ token }: { token: string }) {
  const { data, error, mutate } = useUnsubscription(token);
  if (data)
    return (
      <Choice
        token={token}
        subscription={data}
        onStopped={(stopped) => void mutate(stopped, { revalidate: false })}
      />
    );
  if (error instanceof ApiError && error.status === 404) return <BrokenLink />;
  if (error instanceof ApiError && error.status === 400)
    return <StaysOn reasons={error.validationErrors.flatMap((found) => found.validationErrors)} />;
  return <Awaited lines={4} error={error} onRetry={mutate} />;
}

interface ChoiceProps {
  token: string;
  subscription: Unsubscription;
  onStopped: (subscription: Unsubscription) => void;
}

function Choice({ token, subscription, onStopped }: ChoiceProps) {
  const { t } = useLingui();
  const { isBusy, problem, run } = useAction();
  const outcome = useRef<HTMLDivElement>(null);
  const [wasSubscribed] = useState(subscription.isSubscribed);
  const kind = kindNames[subscription.kind];
  const { sentTo } = subscription;

  const stop = () =>
    run(async () => {
      onStopped(await unsubscribe(token));
      // The button disappears, so its result takes the focus.
      outcome.current?.focus();
    });

  return (
    <>
      <dl className="fact-rows divided">
        <div>
          <dt>
            <Trans>Notices</Trans>
          </dt>
          <dd>
            <strong>{t(kind.name)}</strong>
            <span className="block quiet small text-normal">{t(kind.about)}</span>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Sent by</Trans>
          </dt>
          <dd>
            {t(channelNames[subscription.channel])}
            {sentTo && <span className="block quiet small text-normal">{sentTo}</span>}
          </dd>
        </div>
      </dl>
      <div ref={outcome} role="status" tabIndex={-1}>
        {!subscription.isSubscribed && (
          <Alert kind={wasSubscribed ? 'success' : 'info'}>
            {wasSubscribed ? (
              <Trans>Done. We no longer send these notices this way.</Trans>
            ) : (
              <Trans>We don’t send these notices this way. There is nothing to stop.</Trans>
            )}
          </Alert>
        )}
      </div>
      <p className="text-bad text-bold" role="alert">
        {problem}
      </p>
      {subscription.isSubscribed && (
        <Button kind="big" isBusy={isBusy} onClick={stop}>
          {isBusy ? t`Please wait…` : t`Stop these notices`}
        </Button>
      )}
      <p className="form-buttons">
        <Trans>Your other notices stay the same.</Trans> <PreferencesLink />
      </p>
    </>
  );
}

/** Shows the server's reasons why security notices cannot be stopped. */
function StaysOn({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      <Alert kind="info">{reasons.join(' ')}</Alert>
      <p className="form-buttons">
        <PreferencesLink />
      </p>
    </>
  );
}

function BrokenLink() {
  const { t } = useLingui();
  return (
    <>
      <Alert kind="warning" heading={t`This link doesn’t work`}>
        <Trans>
          Part of the link may be missing. Open it from the email again, or copy all of it. You can also sign
          in and choose what we send you.
        </Trans>
      </Alert>
      <p className="form-buttons">
        <PreferencesLink />
      </p>
    </>
  );
}

function PreferencesLink() {
  return (
    <Link to={paths.contactPreferences} className="usa-link">
      <Trans>Choose everything we send you</Trans>
    </Link>
  );
}
