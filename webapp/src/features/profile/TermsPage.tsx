import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { getSession } from '@/lib/auth/session';
import { storeDeclinedTerms } from '@/lib/journey/declinedTerms';
import { postLoginActions, useContinueJourney } from '@/lib/journey/journey';
import { useUserDetails } from '@/lib/journey/userDetails';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { useDialogs } from '@/components/dialogs/dialogs';
import { DocumentText } from '@/components/document/DocumentText';
import { Paragraphs } from '@/components/document/Paragraphs';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { StepIndicator } from '@/components/StepIndicator';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { useAction } from '@/lib/forms/useAction';
import { decideOnTerms, useTerms, type Decision, type Terms } from './api';

interface DecisionProps {
  terms: Terms;
  hasAccepted: boolean;
  onSuperseded: () => void;
}

/** The buttons to accept and decline. After accepting, the person can still decline. */
function DecisionButtons({ terms, hasAccepted, onSuperseded }: DecisionProps) {
  const { t } = useLingui();
  const continueJourney = useContinueJourney();
  const { errors, isBusy, refusals, run } = useAction({
    onOutdated: ({ code }) => {
      if (code === 'termsSuperseded') onSuperseded();
    },
  });
  const { confirm } = useDialogs();

  const decide = (decision: 'accept' | 'decline', then: (decided: Decision) => Promise<void>) =>
    run(async () => then(await decideOnTerms(decision, terms.version)));

  async function decline(): Promise<void> {
    const isSure = await confirm({
      body: t`Without accepting the terms you cannot use the portal. You will be signed out. You can come back and accept at any time.`,
      okBtnText: t`Decline and sign out`,
      cancelBtnText: t`Go back`,
    });
    if (!isSure) return;
    await decide('decline', async (decided) => {
      storeDeclinedTerms(decided);
      await getSession().signOut();
    });
  }

  return (
    <>
      <ErrorSummary errors={errors} refusals={refusals} />
      <div className="row">
        {hasAccepted ? (
          <Link to={paths.dashboard} className="usa-button usa-button--big">
            <Trans>Go to your dashboard</Trans>
          </Link>
        ) : (
          <Button kind="big" isBusy={isBusy} onClick={() => decide('accept', continueJourney)}>
            {t`I accept`}
          </Button>
        )}
        <Button kind="big" className="usa-button--outline" isBusy={isBusy} onClick={decline}>
          {hasAccepted ? t`I no longer accept` : t`I decline`}
        </Button>
      </div>
    </>
  );
}

TermsPage.FirstReads = createFirstReads(() => {
  useTerms();
});

/** Shows the current terms and the person's decision. */
export default function TermsPage() {
  const { t, i18n } = useLingui();
  const { data: terms, error, mutate } = useTerms();
  const { data: details } = useUserDetails();
  const isRequired = details?.postLoginAction === postLoginActions.termsAndConditions;

  if (!terms) {
    return (
      <div className="page page--narrow">
        <PageHeading title={t`Terms and conditions`} />
        {<Awaited lines={12} error={error} onRetry={mutate} />}
      </div>
    );
  }

  const effectiveOn = formatDay(terms.effectiveOn, i18n.locale);
  // If the portal still requires the terms, the person can accept them again.
  const decidedOn = terms.decision ? formatDay(getDay(terms.decision.decidedAt), i18n.locale) : '';
  const hasAccepted = terms.decision?.outcome === 'accepted' && !isRequired;
  return (
    <div className="page page--narrow">
      {isRequired && <StepIndicator current={2} />}
      <PageHeading title={t`Terms and conditions`}>{terms.title}</PageHeading>
      <p className="fine-print">
        <Trans>
          Version {terms.version}, effective {effectiveOn}
        </Trans>
      </p>
      {hasAccepted && <Accepted on={decidedOn} />}
      {terms.decision?.outcome === 'declined' && (
        <Alert kind="warning">
          <p>
            <Trans>You declined these terms on {decidedOn}. You can still accept them.</Trans>
          </p>
        </Alert>
      )}
      <DocumentText
        className="card"
        language={terms.language}
        sections={terms.sections.map(({ heading, paragraphs }, index) => ({
          id: `section-${index + 1}`,
          heading,
          content: <Paragraphs texts={paragraphs} />,
        }))}
      />
      <p>
        <Trans>
          How we handle your data is in the <Link to={paths.privacy}>privacy notice</Link>.
        </Trans>
      </p>
      <DecisionButtons terms={terms} hasAccepted={hasAccepted} onSuperseded={() => void mutate()} />
    </div>
  );
}

function Accepted({ on }: { on: string }) {
  return (
    <Alert kind="success">
      <p>
        <Trans>You accepted these terms on {on}.</Trans>
      </p>
    </Alert>
  );
}
