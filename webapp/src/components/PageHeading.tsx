import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { setPageTitle } from '@/lib/pageTitle';
import { createStore } from '@/lib/store';
import { HelpLink } from './HelpLink';

const product = 'Saguaro';
const hasShownPage = createStore(() => false);

interface PageHeadingProps {
  /** The page's title in the browser, and by default its heading. */
  title: string;
  children?: ReactNode;
  className?: string;
  /** False if the page has its help link elsewhere or has no help. */
  hasHelp?: boolean;
  /** True for a heading that is shown until the page has loaded: it takes no focus. */
  isEarly?: boolean | undefined;
}

/**
 * The heading of a page. It sets the browser's title and takes the focus after navigation, so that a screen reader
 * starts there.
 */
export function PageHeading({
  title,
  children,
  className = '',
  hasHelp = true,
  isEarly = false,
}: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useNavigationType();

  useEffect(() => {
    setPageTitle(`${title} | ${product}`);
  }, [title]);

  // A layout effect, because useEffect runs after the page is shown at the old scroll position and without focus.
  useLayoutEffect(() => {
    if (isEarly) return;
    if (!hasShownPage.current()) {
      hasShownPage.set(true);
      return;
    }
    // A person may write in a panel that opened while the page was loading.
    if (!document.activeElement?.matches('textarea')) heading.current?.focus({ preventScroll: true });
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    // A heading is mounted once for each page; later navigation types do not matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const words = (
    <h1 ref={heading} tabIndex={-1} className={`page-heading ${className}`}>
      {children ?? title}
    </h1>
  );
  if (!hasHelp) return words;
  return (
    <div className="row row--between row--top page-top">
      {words}
      <HelpLink />
    </div>
  );
}
