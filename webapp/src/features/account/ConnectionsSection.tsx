import { Trans } from '@lingui/react/macro';
import { useSubscriptions } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { SectionLink } from './SectionLink';

/** Lists the services that the person is connected with. */
export function ConnectionsSection() {
  const { data, error, mutate } = useSubscriptions();
  return (
    <>
      {data ? (
        <ConnectedServices names={data.items.map(({ service }) => service.name)} />
      ) : (
        <Awaited lines={2} error={error} onRetry={mutate} />
      )}
      <SectionLink to={paths.connections}>
        <Trans>Manage connections</Trans>
      </SectionLink>
    </>
  );
}

function ConnectedServices({ names }: { names: readonly string[] }) {
  if (names.length === 0) {
    return (
      <p>
        <Trans>You are not connected with any service.</Trans>
      </p>
    );
  }
  return (
    <ul className="usa-list--unstyled account__list">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
