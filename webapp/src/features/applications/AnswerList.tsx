import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useCountyNames } from '@/lib/api/lookups';
import type { Application } from './api';
import { FileLine } from './FileLine';
import { formatAnswer, type Answers } from './form';
import { listSteps, reviewStep } from './steps';

interface AnswerListProps {
  application: Application;
  answers: Answers;
  /** Returns the address at which a step can be changed; omit it for a read-only list. */
  getStepAddress?: (step: string) => string;
}

/** Every asked question with its answer, and the files. */
export function AnswerList({ application, answers, getStepAddress }: AnswerListProps) {
  const { t, i18n } = useLingui();
  const counties = useCountyNames();
  const { form, id } = application;
  const steps = listSteps(form, answers, t).filter((step) => step.id !== reviewStep);

  return (
    <div>
      {steps.map((step) => (
        <section key={step.id} aria-labelledby={`answers-${step.id}`}>
          <div className="section-top">
            <h3 id={`answers-${step.id}`}>{step.title}</h3>
            {getStepAddress && (
              <Link to={getStepAddress(step.id)} className="usa-link" aria-label={t`Change ${step.title}`}>
                <Trans>Change</Trans>
              </Link>
            )}
          </div>
          <dl className="fact-list">
            {step.fields.map((question) => {
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
            {step.documents.map(({ code, label }) => {
              const files = application.documents.filter((document) => document.code === code);
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
      ))}
    </div>
  );
}
