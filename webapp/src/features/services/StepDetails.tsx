import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { FeeList } from '@/components/fees/FeeList';
import { Icon } from '@/components/Icon';
import type { PublicService } from './api';
import { CheckedOn, OfficialPage, PhoneLink } from './Facts';
import type { Step } from './guides';
import { useTextSelector } from './useTextSelector';

interface StepDetailsProps {
  step: Step;
  /** All services of the portal. */
  services: readonly PublicService[];
}

/** The link of a step, its deadline, and its cost. */
export function StepDetails({ step, services }: StepDetailsProps) {
  const selectText = useTextSelector();
  const service = services.find(({ id }) => id === step.service);
  const action = service?.actions.find(({ id }) => id === step.action);
  const guidance = step.action ? action?.guidance : service?.guidance;
  const fees = guidance?.fees ?? [];
  const hasFee = step.fee !== undefined || fees.length > 0;
  const deadline = step.deadline ? selectText(step.deadline) : guidance?.time;
  const source = step.source ?? guidance?.link;
  const checkedOn = step.checkedOn ?? guidance?.checkedOn;
  // A fee has its own link to its page.
  const isNamed = source === step.url || fees.some(({ sourceUrl }) => sourceUrl === source);
  return (
    <>
      <Target step={step} services={services} />
      {(deadline || hasFee) && (
        <dl className="fact-grid step__facts">
          {deadline && <Fact name={<Trans>Time and deadlines</Trans>}>{deadline}</Fact>}
          {hasFee && (
            <Fact name={<Trans>What it costs</Trans>}>
              {step.fee ? selectText(step.fee) : <FeeList fees={fees} agency={null} />}
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

/** The link of a step; empty for a service that is not in the portal. */
function Target({ step, services }: StepDetailsProps): ReactNode {
  const selectText = useTextSelector();
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
        {selectText(label)}
      </Link>
    );
  }
  if (elsewhere) {
    const { checkedOn, office, phone } = elsewhere;
    return (
      <span className="block">
        <OutsideLink url={elsewhere.url} checkedOn={checkedOn}>
          {selectText(office)}
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
  // The date of a source is shown with the source.
  return (
    <span className="block">
      <OutsideLink url={url} checkedOn={source && source !== url ? null : (checkedOn ?? null)}>
        {selectText(label)}
      </OutsideLink>
    </span>
  );
}

interface OutsideLinkProps {
  url: string;
  /** Null if the page was never read. */
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
