import { Component, type ReactNode } from 'react';
import { ErrorPage } from '../pages/ErrorPage';

interface PageBoundaryProps {
  pathname: string;
  children: ReactNode;
}

interface PageBoundaryState {
  failedOn: string | null;
}

/** Shows the error page in place of a page that failed; the shell around it stays, and the next page is tried anew. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failedOn: null };

  static getDerivedStateFromProps(
    { pathname }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return state.failedOn !== null && state.failedOn !== pathname ? { failedOn: null } : null;
  }

  override componentDidCatch() {
    this.setState({ failedOn: this.props.pathname });
  }

  override render() {
    return this.state.failedOn !== null ? <ErrorPage /> : this.props.children;
  }
}
