import { Component, type ReactNode } from 'react';
import { reload } from '@/lib/browser';
import { ForeignChangeBoundary } from './ForeignChangeBoundary';
import { RetryPage } from './pages/RetryPage';

/** Shows an error page when even the shell fails. */
export class AppBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return <ForeignChangeBoundary>{this.props.children}</ForeignChangeBoundary>;
    return <RetryPage isOurFault onRetry={reload} />;
  }
}
