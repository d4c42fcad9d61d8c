import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { FeeList } from '@/components/fees/FeeList';
import { Icon } from '@/components/Icon';
import type { PublicService } from './api';
import { CheckedOn, OfficialPage, PhoneLink } from './Facts';
import type { Step } from './guides';
import { useWords } from './useWords';

interface StepDetailsProps {
  step: Step;
  /** All services of the portal. */
  services: readonly PublicService[];
}

/** The place to which a step leads, by when to do it, and what it costs. */
export function StepDetails({ step, services }: StepDetailsProps) {
  const getWords = useWords();
  const service = services.find(({ id }) => id === step.service);
  const action = service?.actions.find(({ id }) => id === step.action);
  const guidance = step.action ? action?.guidance : service?.guidance;
  const fees = guidance?.fees ?? [];
  const hasFee = step.fee !== undefined || fees.length > 0;
  const deadline = step.deadline ? getWords(step.deadline) : guidance?.time;
  const source = step.source ?? guidance?.link;
  const checkedOn = step.checkedOn ?? guidance?.checkedOn;
  // A fee names its page itself.
  const isNamed = source === step.url || fees.some(({ sourceUrl }) => sourceUrl === source);
  return (
    <>
      <Target step={step} services={services} />
      {(deadline || hasFee) && (
        <dl className="fact-grid step__facts">
          {deadline && <Fact name={<Trans>Time and deadlines</Trans>}>{deadline}</Fact>}
          {hasFee && (
            <Fact name={<Trans>What it costs</Trans>}>
              {step.fee ? getWords(step.fee) : <FeeList fees={fees} agency={null} />}
            </Fact>
          )}
          {source && checkedOn && !isNamed && (
            <Fact name={<Trans>Official page</Trans>}>
              <OfficialPage link={source} checkedOn={checkedOn} />
            </Fact>
          )}
        </dl>
      )}
    </>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The place to which a step leads; nothing for a service that is not in the portal. */
function Target({ step, services }: StepDetailsProps): ReactNode {
  const getWords = useWords();
  const { action: actionId, checkedOn, elsewhere, form: formId, label, page, service: serviceId } = step;
  const { source, url } = step;
  const service = services.find(
    ({ id, forms }) => id === serviceId || forms.some((form) => form.id === formId),
  );
  const form = service?.forms.find(({ id }) => id === formId);
  if (form && service) {
    return (
      <>
        <Link to={`${paths.newApplication}?form=${form.id}`} className="usa-link block">
          {form.name}
        </Link>
        <details>
          <summary>
            <Trans>Agency fees</Trans>
          </summary>
          <FeeList fees={form.fees} agency={service.agency.name} />
        </details>
      </>
    );
  }
  if (service) {
    const action = service.actions.find(({ id }) => id === actionId);
    const address = generatePath(paths.service, { id: service.id });
    return (
      <Link to={action ? `${address}#${action.id}` : address} className="usa-link block">
        {action?.label ?? service.name}
      </Link>
    );
  }
  if (page && label) {
    return (
      <Link to={page} className="usa-link block">
        {getWords(label)}
      </Link>
    );
  }
  if (elsewhere) {
    const { checkedOn, office, phone } = elsewhere;
    return (
      <span className="block">
        <OutsideLink url={elsewhere.url} checkedOn={checkedOn}>
          {getWords(office)}
        </OutsideLink>
        {phone && (
          <>
            {' '}
            <PhoneLink phone={phone} />
          </>
        )}
      </span>
    );
  }
  if (!url || !label) return null;
  // The day of a source is told with the source.
  return (
    <span className="block">
      <OutsideLink url={url} checkedOn={source && source !== url ? null : (checkedOn ?? null)}>
        {getWords(label)}
      </OutsideLink>
    </span>
  );
}

interface OutsideLinkProps {
  url: string;
  /** Null if nobody has read the page. */
  checkedOn: string | null;
  children: ReactNode;
}

function OutsideLink({ url, checkedOn, children }: OutsideLinkProps) {
  const { t } = useLingui();
  return (
    <>
      <a href={url} className="usa-link" target="_blank" rel="noopener noreferrer">
        {children} <Icon name="launch" />
        <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
      </a>{' '}
      {checkedOn !== null && <CheckedOn day={checkedOn} />}
    </>
  );
}
