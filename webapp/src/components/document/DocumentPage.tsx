import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { formatDay } from '@/lib/i18n/dates';
import { Button } from '@/components/Button';
import { PageHeading } from '@/components/PageHeading';
import { DocumentText, type DocumentSection } from './DocumentText';

interface DocumentPageProps {
  title: string;
  version: string;
  effectiveOn: string;
  language: string;
  sections: readonly DocumentSection[];
  /** Content between the heading and the text. */
  children?: ReactNode;
}

/**
 * A long text to read or to print, with a table of contents. An address with a section's name scrolls to that section.
 */
export function DocumentPage({
  title,
  version,
  effectiveOn,
  language,
  sections,
  children,
}: DocumentPageProps) {
  const { t, i18n } = useLingui();
  const day = formatDay(effectiveOn, i18n.locale);

  useEffect(() => {
    // The browser looked for the section before the text had loaded.
    const id = window.location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);

  return (
    <div className="page">
      <PageHeading title={title} />
      <div className="row row--between margin-bottom-2">
        <p className="fine-print margin-0">
          <Trans>
            Version {version}, effective {day}
          </Trans>
        </p>
        <Button kind="outline" onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </div>
      {children}
      <div className="document__columns">
        <nav className="card sticky document__contents no-print" aria-labelledby="document-contents">
          <h2 id="document-contents" className="heading-sm">
            <Trans>On this page</Trans>
          </h2>
          <ol className="small" lang={language}>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="usa-link">
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <DocumentText sections={sections} language={language} />
      </div>
    </div>
  );
}
