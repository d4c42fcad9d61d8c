import { useLingui } from '@lingui/react/macro';
import { SaguaroMark } from './SaguaroMark';

/** Fills the page while nothing else can be shown. */
export function LoadingScreen() {
  const { t } = useLingui();
  return (
    <div className="loading-screen" role="status">
      <SaguaroMark className="loading-screen__mark" />
      <h1 className="heading-sm text-normal">{t`Loading…`}</h1>
    </div>
  );
}
