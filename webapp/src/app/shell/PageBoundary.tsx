import { Component, type ReactNode } from 'react';
import { ApiError } from '@/lib/api/errors';
import { lastRequestId } from '@/lib/api/requestIds';
import { ErrorPage } from '../pages/ErrorPage';

interface PageBoundaryProps {
  pathname: string;
  children: ReactNode;
}

interface PageBoundaryState {
  failedOn: string | null;
  reference: string | null;
}

/** Shows the error page in place of a page that failed; the shell around it stays, and the next page is tried anew. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failedOn: null, reference: null };

  static getDerivedStateFromProps(
    { pathname }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return state.failedOn !== null && state.failedOn !== pathname
      ? { failedOn: null, reference: null }
      : null;
  }

  override componentDidCatch(error: unknown) {
    const reference = (error instanceof ApiError ? error.requestId : null) ?? lastRequestId();
    this.setState({ failedOn: this.props.pathname, reference });
  }

  override render() {
    const { failedOn, reference } = this.state;
    return failedOn !== null ? <ErrorPage requestId={reference} canReload /> : this.props.children;
  }
}
