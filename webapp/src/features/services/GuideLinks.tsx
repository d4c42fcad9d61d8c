import titles from 'virtual:guide-titles';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { useWords } from './useWords';

/** Links to all guides. */
export function GuideLinks() {
  const getWords = useWords();
  return (
    <ul className="line-list">
      {titles.map(({ id, title }) => (
        <li key={id}>
          <Link to={generatePath(paths.guide, { id })} className="usa-link">
            {getWords(title)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
