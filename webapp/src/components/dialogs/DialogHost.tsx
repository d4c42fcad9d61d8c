import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../Dialog';
import { useOpenDialog } from './dialogs';

/** Shows the dialogs of `useDialogs`. Use it once in the app. */
export function DialogHost() {
  const { t } = useLingui();
  const request = useOpenDialog();
  if (!request) return null;
  const { id, kind, settings, settle } = request;
  const titles = { alert: t`Alert`, confirm: t`Confirm`, delete: t`Delete` };
  const isQuestion = kind !== 'alert';
  return (
    <Dialog
      key={id}
      title={settings.title ?? titles[kind]}
      body={typeof settings.body === 'string' ? <p>{settings.body}</p> : settings.body}
      okBtnText={settings.okBtnText ?? (kind === 'delete' ? titles.delete : t`OK`)}
      cancelBtnText={isQuestion ? (settings.cancelBtnText ?? t`Cancel`) : undefined}
      isDangerous={kind === 'delete'}
      onOk={() => settle(true)}
      onCancel={() => settle(false)}
    />
  );
}
