import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { ApiError } from '@/lib/api/errors';
import { getSession } from '@/lib/auth/session';
import { useAction } from '@/lib/forms/useAction';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Awaited } from '@/components/FailedRead';
import { useDialogs } from '@/components/dialogs/dialogs';
import { showToast } from '@/components/toasts/toasts';
import { endAllSignIns, endSignIn, useSignIns, type SignIn, type SignIns } from './api';
import { getSignInElementId, SignInItem } from './SignInItem';
import { useDescribeDevice } from './useDescribeDevice';

/** The number of sign-ins that show at first. */
const shortLength = 5;

/** Lists where the person signed in, and signs out there or everywhere. */
export function SignInsSection() {
  const { data, error, mutate } = useSignIns();
  if (!data) return <Awaited lines={6} error={error} onRetry={mutate} />;
  return (
    <EditableSignIns
      signIns={data.items}
      onChanged={(changed) => mutate(changed, { revalidate: false })}
      onOutdated={mutate}
    />
  );
}

interface EditableSignInsProps {
  /** The sign-ins, newest first. */
  signIns: readonly SignIn[];
  onChanged: (signIns: SignIns) => Promise<unknown>;
  onOutdated: () => Promise<unknown>;
}

function EditableSignIns({ signIns, onChanged, onOutdated }: EditableSignInsProps) {
  const { t } = useLingui();
  const { confirmDelete } = useDialogs();
  const describeDevice = useDescribeDevice();
  const getFailureMessage = useFailureMessage();
  const [isLong, setLong] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { busyWith, isBusy, problem, run } = useAction({
    describeFailure: (error) =>
      isUnlisted(error) ? t`This sign-in is no longer in your list.` : getFailureMessage(error),
    onOutdated: async (error) => {
      await onOutdated();
      // The pressed button disappears with its sign-in.
      if (isUnlisted(error)) list.current?.focus();
    },
  });
  const ordered = [
    ...signIns.filter(({ isCurrent }) => isCurrent),
    ...signIns.filter(({ isCurrent }) => !isCurrent),
  ];
  const total = ordered.length;
  const shown = isLong ? ordered : ordered.slice(0, shortLength);

  async function end(signIn: SignIn): Promise<void> {
    const device = describeDevice(signIn);
    const isWanted = await confirmDelete(
      signIn.isCurrent
        ? {
            title: t`Sign out here?`,
            body: t`You sign out of the portal on this device.`,
            okBtnText: t`Sign out here`,
          }
        : {
            title: t`Sign out of ${device}?`,
            body: t`The portal signs out there within a minute. Other sites that use the same sign-in stay signed in there.`,
            okBtnText: t`Sign out there`,
          },
    );
    if (!isWanted) return;
    await run(async () => {
      const changed = await endSignIn(signIn.id);
      if (signIn.isCurrent) {
        await getSession().signOut();
        return;
      }
      await onChanged(changed);
      document.getElementById(getSignInElementId(signIn))?.focus();
      showToast(t`You signed out of ${device}. It can take a minute.`);
    }, signIn.id);
  }

  async function endAll(): Promise<void> {
    const isWanted = await confirmDelete({
      title: t`Sign out everywhere?`,
      body: t`You sign out of the portal on all your devices within a minute, and here right away. Other sites that use the same sign-in stay signed in.`,
      okBtnText: t`Sign out everywhere`,
    });
    if (!isWanted) return;
    await run(async () => {
      await endAllSignIns();
      await getSession().signOut();
    });
  }

  return (
    <>
      <p>
        <Trans>
          These are your sign-ins of the last year. If you don’t recognize one, change your password and sign
          out everywhere.
        </Trans>
      </p>
      <FailedAction problem={problem} />
      {total === 0 ? (
        <p>
          <Trans>No sign-in is listed yet. Your next one will be.</Trans>
        </p>
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          className="usa-list--unstyled divided account__list"
          aria-label={t`Where you are signed in`}
        >
          {shown.map((signIn) => (
            <SignInItem
              key={signIn.id}
              signIn={signIn}
              isBusy={busyWith === signIn.id}
              onEnd={() => void end(signIn)}
            />
          ))}
        </ul>
      )}
      <div className="row">
        {shown.length < total && (
          <Button
            kind="outline"
            onClick={() => {
              setLong(true);
              list.current?.focus();
            }}
          >
            <Trans>Show earlier sign-ins</Trans>
          </Button>
        )}
        <Button kind="outline" isBusy={isBusy} onClick={endAll}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      </div>
    </>
  );
}

/** Returns true if the portal no longer lists the sign-in, for example because it is more than a year old. */
function isUnlisted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'signInNotFound';
}
