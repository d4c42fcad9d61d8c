import titles from 'virtual:guide-titles';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { useTextSelector } from './useTextSelector';

/** Links to all guides. */
export function GuideLinks() {
  const selectText = useTextSelector();
  return (
    <ul className="line-list">
      {titles.map(({ id, title }) => (
        <li key={id}>
          <Link to={generatePath(paths.guide, { id })} className="usa-link">
            {selectText(title)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
