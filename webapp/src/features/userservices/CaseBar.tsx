import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { timeInWords } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import type { Case } from './api';
import { closeCase, type Subject } from './desk';
import { purposes } from './words';

interface CaseBarProps {
  open: Case;
  subject: Subject | null;
  endsAt: number;
}

/** Always in sight: whose record is open, for which case, and until when. */
export function CaseBar({ open, subject, endsAt }: CaseBarProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { caseNumber, purpose } = open;
  const time = timeInWords(new Date(endsAt), i18n.locale);
  const close = () => {
    closeCase();
    void navigate(paths.adminUserServices);
  };
  return (
    <section className="case-bar" aria-label={t`Open case`}>
      <p className="case-bar__whose">
        {subject ? (
          <Trans>
            Record of <b>{subject.name}</b>
          </Trans>
        ) : (
          <Trans>No record is open</Trans>
        )}
      </p>
      <p className="case-bar__case">
        <Trans>Case {caseNumber}</Trans> · {t(purposes[purpose])} · <Trans>Closes at {time}</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline case-bar__close" onClick={close}>
        {t`Close`}
      </button>
    </section>
  );
}
