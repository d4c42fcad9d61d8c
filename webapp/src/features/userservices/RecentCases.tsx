import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { buildPersonAddress } from './buildPersonAddress';
import { openCase, type Desk } from './desk';
import { purposes } from './words';

/** The records that were open in this tab, the latest first; a link opens one again for the same case. */
export function RecentCases({ recent }: Pick<Desk, 'recent'>) {
  const { t } = useLingui();
  return (
    <>
      <p className="fine-print">
        <Trans>Kept until you close this tab. Opening a record again is logged again.</Trans>
      </p>
      <ul className="line-list line-list--framed">
        {recent.map(({ id, name, caseNumber, purpose }) => (
          <li key={`${id} ${caseNumber}`}>
            <Link to={buildPersonAddress(id)} onClick={() => openCase({ caseNumber, purpose })}>
              {name}
            </Link>{' '}
            <span className="block quiet">
              <Trans>Case {caseNumber}</Trans> · {t(purposes[purpose])}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
