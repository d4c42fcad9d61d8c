import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { use, useDeferredValue } from 'react';
import { Link } from 'react-router';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { DocumentPage } from '@/components/document/DocumentPage';
import { loadNotice } from './notice/load';
import { noticeEffectiveOn, noticeVersion, type Block } from './notice/notice';

function Officer() {
  const { privacyOfficerEmail: address } = useConfiguration();
  return address ? (
    <p className="text-bold">
      <a href={`mailto:${address}`}>{address}</a>
    </p>
  ) : (
    <p className="text-bold">
      <Trans>This copy of the portal has no address yet.</Trans>
    </p>
  );
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'definitions':
      return (
        <dl className="divided">
          {block.items.map(({ name, text }) => (
            <div key={name}>
              <dt className="text-bold">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'officer':
      return <Officer />;
    case 'link':
      return (
        <p>
          <Link to={block.to}>{block.text}</Link>
        </p>
      );
    case 'references':
      return <p className="fine-print">{block.text}</p>;
  }
}

/** The privacy notice, which is public. */
export default function PrivacyPage() {
  const { t } = useLingui();
  // The current text stays until the one in the other language has arrived.
  const language = useDeferredValue(getCurrentLanguage());
  const sections = use(loadNotice(language));

  return (
    <DocumentPage
      title={t`Privacy notice`}
      version={noticeVersion}
      effectiveOn={noticeEffectiveOn}
      language={language}
      sections={sections.map(({ id, heading, blocks }) => ({
        id,
        heading,
        content: blocks.map((block, index) => <BlockText key={index} block={block} />),
      }))}
    />
  );
}
