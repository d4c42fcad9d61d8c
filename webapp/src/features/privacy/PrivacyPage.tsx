import { Trans, useLingui } from '@lingui/react/macro';
import { use, useDeferredValue } from 'react';
import { Link } from 'react-router';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { currentLanguage } from '@/lib/i18n/language';
import { paths } from '@/lib/paths';
import { DocumentPage } from '@/components/document/DocumentPage';
import { laws } from './notice/laws';
import { noticeIn } from './notice/load';
import {
  lawsOf,
  noticeEffectiveOn,
  noticeVersion,
  sectionIds,
  type Block,
  type Section,
} from './notice/notice';

function Officer() {
  const { privacyOfficerEmail: address } = useConfiguration();
  return address ? (
    <p className="notice__officer">
      <a href={`mailto:${address}`}>{address}</a>
    </p>
  ) : (
    <p className="notice__officer">
      <Trans>This copy of the portal names no address yet.</Trans>
    </p>
  );
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <>
          {block.intro && <p>{block.intro}</p>}
          <ul>
            {block.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      );
    case 'definitions':
      return (
        <dl className="notice__definitions">
          {block.items.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'officer':
      return <Officer />;
    case 'termsLink':
      return (
        <p>
          <Link to={paths.terms}>
            <Trans>Read the terms and conditions</Trans>
          </Link>
        </p>
      );
  }
}

function SectionText({ section }: { section: Section }) {
  const basis = lawsOf(section)
    .map((law) => laws[law].citation)
    .join('; ');
  return (
    <>
      {section.blocks.map((block, index) => (
        <BlockText key={index} block={block} />
      ))}
      {basis && (
        <p className="fine-print">
          <Trans>Legal references: {basis}</Trans>
        </p>
      )}
    </>
  );
}

/** The privacy notice, for everybody. */
export function PrivacyPage() {
  const { t } = useLingui();
  // The text shown so far stays until the one in the other language has arrived.
  const language = useDeferredValue(currentLanguage());
  const { sections } = use(noticeIn(language));

  return (
    <DocumentPage
      title={t`Privacy notice`}
      version={noticeVersion}
      effectiveOn={noticeEffectiveOn}
      language={language}
      sections={sectionIds.map((id) => ({
        id,
        heading: sections[id].heading,
        content: <SectionText section={sections[id]} />,
      }))}
    />
  );
}
