import { Trans, useLingui } from '@lingui/react/macro';
import { formatCents } from '@/lib/i18n/amounts';
import { formatDay } from '@/lib/i18n/dates';
import type { Estimate } from './api';

type License = Estimate['trades'][number]['licenses'][number];

/** Lists the licenses of the trades that the business may be, folded by trade. */
export function TradeLicenses({ trades }: { trades: Estimate['trades'] }) {
  if (trades.length === 0) return null;
  return (
    <section>
      <h2>
        <Trans>Licenses by trade</Trans>
      </h2>
      <p>
        <Trans>Your trade may need these, and others that we don’t know.</Trans>
      </p>
      {trades.map(({ id, licenses, name }) => (
        <details key={id} className="card cost-due" open={trades.length === 1}>
          <summary>{name}</summary>
          <ul className="usa-list--unstyled divided">
            {licenses.map((license) => (
              <LicenseItem key={license.name} license={license} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function LicenseItem({ license }: { license: License }) {
  const { i18n, t } = useLingui();
  const { agency, amount, checkedOn, link, name, note } = license;
  const day = checkedOn === null ? '' : formatDay(checkedOn, i18n.locale);
  return (
    <li className="cost-row cost-license">
      <span className="row row--nowrap">
        <span>{name}</span>{' '}
        {amount !== null && <span className="cost-row__amount">{formatCents(amount, i18n.locale)}</span>}
      </span>
      <span className="cost-row__source">
        <span>{amount === null ? <Trans>Ask for the fee: {agency}</Trans> : agency}</span>
        {note && <span>{note}</span>}
        {link && (
          <span>
            <a href={link} className="usa-link" target="_blank" rel="noreferrer">
              <Trans>Official page</Trans>
              <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
            </a>
            {', '}
            <Trans>as of {day}</Trans>
          </span>
        )}
      </span>
    </li>
  );
}
