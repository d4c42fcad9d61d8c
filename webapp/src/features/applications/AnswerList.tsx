import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Application } from './api';
import { FileLine } from './FileLine';
import { formatAnswer, listAskedDocuments, listAskedSections, type Answers } from './form';
import { documentsStep } from './steps';

interface AnswerListProps {
  application: Application;
  answers: Answers;
  counties: ReadonlyMap<string, string>;
  headingLevel: 2 | 3;
  /** The address at which a step can be changed; without it nothing can. */
  stepAddress?: (step: string) => string;
}

/** Every question that is asked with its answer, and the files. */
export function AnswerList({ application, answers, counties, headingLevel, stepAddress }: AnswerListProps) {
  const { t, i18n } = useLingui();
  const { documents, form, id } = application;
  const wanted = listAskedDocuments(form, answers);
  const Heading = `h${headingLevel}` as const;

  return (
    <div>
      {listAskedSections(form, answers).map((section) => (
        <section key={section.id} aria-labelledby={`answers-${section.id}`}>
          <div className="section-top">
            <Heading id={`answers-${section.id}`}>{section.title}</Heading>
            {stepAddress && (
              <Link to={stepAddress(section.id)} className="usa-link" aria-label={t`Change ${section.title}`}>
                <Trans>Change</Trans>
              </Link>
            )}
          </div>
          <dl className="fact-list">
            {section.fields.map((question) => {
              const answer = answers[question.name];
              return (
                <div key={question.name}>
                  <dt>{question.label}</dt>
                  <dd className={answer ? '' : 'quiet'}>
                    {answer ? (
                      <bdi>{formatAnswer(question, answer, i18n.locale, counties, t)}</bdi>
                    ) : (
                      <Trans>No answer</Trans>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
      {wanted.length > 0 && (
        <section aria-labelledby={`answers-${documentsStep}`}>
          <div className="section-top">
            <Heading id={`answers-${documentsStep}`}>
              <Trans>Documents</Trans>
            </Heading>
            {stepAddress && (
              <Link to={stepAddress(documentsStep)} className="usa-link" aria-label={t`Change the documents`}>
                <Trans>Change</Trans>
              </Link>
            )}
          </div>
          <dl className="fact-list">
            {wanted.map(({ code, label }) => {
              const files = documents.filter((document) => document.code === code);
              return (
                <div key={code}>
                  <dt>{label}</dt>
                  <dd className={files.length > 0 ? '' : 'quiet'}>
                    {files.length === 0 && <Trans>No file</Trans>}
                    {files.map((file) => (
                      <FileLine key={file.id} applicationId={id} file={file} />
                    ))}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      )}
    </div>
  );
}
