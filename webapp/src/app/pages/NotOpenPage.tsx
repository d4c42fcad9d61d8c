import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { NotInUse } from '@/lib/notInUse';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

interface Service {
  title: MessageDescriptor;
  purpose: MessageDescriptor;
}

const services: Record<Extract<NotInUse, 'governmentSearch'>, Service> = {
  governmentSearch: {
    title: msg`Government search`,
    purpose: msg`Here staff will search agencies, services and content in one place.`,
  },
};

/** An honest page for a service that people may use once it opens. */
export function NotOpenPage({ service }: { service: keyof typeof services }) {
  const { t } = useLingui();
  const { title, purpose } = services[service];
  return (
    <div className="page page--narrow">
      <PageHeading title={t(title)} />
      <p className="lead">
        <Trans>This service is not open yet.</Trans>
      </p>
      <p>{t(purpose)}</p>
      <Link to={paths.dashboard} className="usa-button usa-button--big">
        <Trans>Go to your dashboard</Trans>
      </Link>
    </div>
  );
}
