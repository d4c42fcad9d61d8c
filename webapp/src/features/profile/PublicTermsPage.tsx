import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { paths } from '@/lib/paths';
import { DocumentPage } from '@/components/document/DocumentPage';
import { Paragraphs } from '@/components/document/Paragraphs';
import { versions } from '../../../../shared/data/terms.json';

/** Shows the current terms without signing in. */
export default function PublicTermsPage() {
  const { t } = useLingui();
  const language = getCurrentLanguage();
  // The oldest version is first.
  const terms = versions.at(-1);
  if (!terms) throw new Error('there are no terms');
  const { sections } = terms.texts[language];

  return (
    <DocumentPage
      title={t`Terms and conditions`}
      version={terms.version}
      effectiveOn={terms.effectiveOn}
      language={language}
      sections={sections.map(({ heading, paragraphs }, index) => ({
        id: `section-${index + 1}`,
        heading,
        content: <Paragraphs texts={paragraphs} />,
      }))}
    >
      <p>
        <Trans>
          You accept or decline these terms when you register. You can change that at any time under Profile.
        </Trans>{' '}
        <Trans>
          How we handle your data is in the <Link to={paths.privacy}>privacy notice</Link>.
        </Trans>
      </p>
    </DocumentPage>
  );
}
