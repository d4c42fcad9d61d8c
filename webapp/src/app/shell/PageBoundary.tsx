import { Component, type ReactNode } from 'react';
import { ApiError } from '@/lib/api/errors';
import { getLastRequestId } from '@/lib/api/requestIds';
import { reload } from '@/lib/browser';
import { clearFailures, reloadAfterRelease } from '@/lib/lazyComponent';
import { LoadingScreen } from '@/components/LoadingScreen';
import { ForeignChangeBoundary } from '../ForeignChangeBoundary';
import { ErrorPage } from '../pages/ErrorPage';
import { OfflinePage } from '../pages/OfflinePage';

interface PageBoundaryProps {
  pathname: string;
  children: ReactNode;
}

interface PageBoundaryState {
  failedOn: string | null;
  reference: string | null;
  isOffline: boolean;
  /** True while the page reloads, or checks if it can. */
  mayReload: boolean;
}

const unfailed: PageBoundaryState = { failedOn: null, reference: null, isOffline: false, mayReload: false };

/** Shows the error page in place of a failed page. The shell stays, and the next page is tried again. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = unfailed;
  private wasOffline = false;

  static getDerivedStateFromProps(
    { pathname }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return state.failedOn !== null && state.failedOn !== pathname ? unfailed : null;
  }

  override componentDidCatch(error: unknown) {
    const reference = (error instanceof ApiError ? error.requestId : null) ?? getLastRequestId();
    const mayReload = clearFailures() && navigator.onLine;
    this.setState({ failedOn: this.props.pathname, reference, isOffline: !navigator.onLine, mayReload });
    if (mayReload) void reloadAfterRelease().then((reloads) => this.setState({ mayReload: reloads }));
    // Some browsers cache the failure of a script; only a reload of the page requests it again.
    if (navigator.onLine && this.wasOffline) reload();
    this.wasOffline ||= !navigator.onLine;
  }

  override render() {
    const { failedOn, reference, isOffline, mayReload } = this.state;
    if (failedOn === null) return <ForeignChangeBoundary>{this.props.children}</ForeignChangeBoundary>;
    if (mayReload) return <LoadingScreen />;
    return isOffline ? <OfflinePage /> : <ErrorPage requestId={reference} canReload />;
  }
}
