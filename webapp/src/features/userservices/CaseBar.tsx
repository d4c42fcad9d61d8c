import './userservices.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from 'react-router';
import { formatShortTime } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { buildPersonAddress } from './buildPersonAddress';
import { closeCase, useDesk } from './desk';
import { purposes } from './words';

/** The open case above every page: its number and purpose, when it closes, and a link to the open record. */
export function CaseBar() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { open, subject, endsAt } = useDesk();
  if (!open) return null;
  const { caseNumber, purpose } = open;
  const time = formatShortTime(new Date(endsAt), i18n.locale);
  // An element, because Trans takes markup in a text value for its own.
  const record = subject && <Link to={buildPersonAddress(subject.id)}>{subject.name}</Link>;
  const close = () => {
    closeCase();
    void navigate(paths.adminUserServices);
  };
  return (
    <section className="case-bar" aria-label={t`Open case`}>
      <div className="band row row--nowrap row--between">
        <div>
          <p className="margin-0 text-bold">
            {subject ? <Trans>Record of {record}</Trans> : <Trans>No record is open</Trans>}
          </p>
          <p className="margin-0 quiet small">
            <Trans>Case {caseNumber}</Trans> · {t(purposes[purpose])} · <Trans>Closes at {time}</Trans>
          </p>
        </div>
        <Button kind="outline" className="text-no-wrap" onClick={close}>
          {t`Close`}
        </Button>
      </div>
    </section>
  );
}
