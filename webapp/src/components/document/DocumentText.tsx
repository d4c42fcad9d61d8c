import '@/styles/document.scss';
import type { ReactNode } from 'react';

export interface DocumentSection {
  /** The id of the section in links. */
  id: string;
  heading: string;
  content: ReactNode;
}

interface DocumentTextProps {
  sections: readonly DocumentSection[];
  /** The language of the text, which can briefly differ from the page's. */
  language: string;
  className?: string;
}

/** Headings with their content, each with an address of its own. */
export function DocumentText({ sections, language, className = '' }: DocumentTextProps) {
  return (
    <div className={`prose document-text ${className}`} lang={language}>
      {sections.map(({ id, heading, content }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="heading-lg">
            {heading}
          </h2>
          {content}
        </section>
      ))}
    </div>
  );
}
