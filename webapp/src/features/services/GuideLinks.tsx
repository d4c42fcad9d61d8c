import { useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Guide } from './guides';

/** Links to guides. */
export function GuideLinks({ guides: listed }: { guides: readonly Guide[] }) {
  const { i18n } = useLingui();
  return (
    <ul className="line-list">
      {listed.map(({ id, title }) => (
        <li key={id}>
          <Link to={generatePath(paths.guide, { id })} className="usa-link">
            {title[i18n.locale] ?? title.en}
          </Link>
        </li>
      ))}
    </ul>
  );
}
