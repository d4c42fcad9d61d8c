import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { useEscape } from '@/components/useEscape';
import { useTitle } from '@/components/useTitle';

interface DetailProps {
  title: string;
  /** The language of the title, where it is not that of the page. */
  lang?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Shows an item beside the list. It takes the focus; Escape closes it. */
export function DetailPanel({
  title,
  lang,
  closeLabel,
  onClose,
  children,
}: DetailProps & { closeLabel: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useTitle(title);
  useEscape(onClose);

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <article className="card sticky detail-panel" aria-labelledby={titleId}>
      <div className="row row--nowrap row--top">
        <h2
          id={titleId}
          ref={heading}
          tabIndex={-1}
          className="detail-panel__title grow card__title"
          dir="auto"
          lang={lang}
        >
          {title}
        </h2>
        <button
          type="button"
          className="icon-button detail-panel__close"
          aria-label={closeLabel}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </article>
  );
}

interface DetailPageProps extends DetailProps {
  /** The address of the list. */
  list: { pathname: string; search: string };
  backLabel: string;
}

/** Shows an item as a page of its own, on screens without room beside the list. */
export function DetailPage({ title, lang, list, backLabel, onClose, children }: DetailPageProps) {
  return (
    <article className="page page--narrow detail-page">
      <Link
        to={list}
        className="usa-link action no-print"
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <Icon name="navigate_before" />
        {backLabel}
      </Link>
      <PageHeading title={title}>
        <span dir="auto" lang={lang}>
          {title}
        </span>
      </PageHeading>
      {children}
    </article>
  );
}
