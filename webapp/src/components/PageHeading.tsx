import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

const product = 'Saguaro';
let pagesShown = 0;

interface PageHeadingProps {
  /** The page's title in the browser; the heading itself unless it says more than a title should. */
  title: string;
  children?: ReactNode;
  className?: string;
}

/**
 * The heading of a page. It names the page in the browser's title and takes the focus when the page was reached from
 * another one, so that a screen reader starts reading there.
 */
export function PageHeading({ title, children, className = '' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useNavigationType();

  useEffect(() => {
    document.title = `${title} | ${product}`;
  }, [title]);

  useEffect(() => {
    const isFirst = pagesShown === 0;
    pagesShown += 1;
    if (isFirst) return;
    heading.current?.focus({ preventScroll: true });
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    // A heading is mounted once for each page; the kind of a later navigation is not its concern.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={`page-heading ${className}`}>
      {children ?? title}
    </h1>
  );
}
