import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { AnswerBody } from '@/lib/api/call';

/** A page in the results of a search. */
export type Result = AnswerBody<'/api/search', 'get'>['items'][number];
export type ResultType = Result['type'];

interface TypeLabels {
  one: MessageDescriptor;
  many: MessageDescriptor;
}

/** The types of results, in the order of the filter. */
export const resultTypes: Record<ResultType, TypeLabels> = {
  agency: { one: msg`Agency`, many: msg`Agencies` },
  service: { one: msg`Service`, many: msg`Services` },
  form: { one: msg`Form`, many: msg`Forms` },
  fee: { one: msg`License or fee`, many: msg`Licenses and fees` },
  guide: { one: msg`Guide`, many: msg`Guides` },
  elsewhere: { one: msg`Another office`, many: msg`Other offices` },
  help: { one: msg`Help page`, many: msg`Help` },
  policy: { one: msg`Terms and privacy`, many: msg`Terms and privacy` },
};

/** Shows a result; pages outside of the web app open in a new tab. */
export function ResultItem({ item }: { item: Result }) {
  const { t } = useLingui();
  const { type, title, summary, href } = item;
  return (
    <li className="search-result">
      <span className="block quiet small">{t(resultTypes[type].one)}</span>
      {type === 'help' || type === 'elsewhere' ? (
        <a href={href} className="usa-link text-bold" target="_blank" rel="noreferrer">
          {title} <span className="usa-sr-only">{t`(opens in a new tab)`}</span>
        </a>
      ) : (
        <Link to={href} className="usa-link text-bold">
          {title}
        </Link>
      )}
      {summary && <p>{summary}</p>}
    </li>
  );
}
