import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { DashboardHeading } from './DashboardHeading';
import { SaguaroMark } from './SaguaroMark';
import { Skeleton } from './Skeleton';

/** Fills the page until there is content. On the dashboard it shows the greeting. */
export function LoadingScreen() {
  const { t } = useLingui();
  const { account, status } = useSession();
  if (account && status !== 'leaving' && window.location.pathname === paths.dashboard)
    return (
      <div className="page">
        <DashboardHeading account={account} isEarly />
        <Skeleton lines={6} />
      </div>
    );
  return (
    <div className="loading-screen" role="status">
      <SaguaroMark className="loading-screen__mark" />
      <h1 className="heading-sm text-normal">{t`Loading…`}</h1>
    </div>
  );
}
