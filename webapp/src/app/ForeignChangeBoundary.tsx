import { Component, Fragment, type ReactNode } from 'react';

interface ForeignChangeState {
  failure: unknown;
  redraws: number;
}

/** The controls of the page before it is drawn again, and the element with the focus. */
type Controls = [controls: Element[], focused: Element | null];

/** The limit stops a page that fails each time it is drawn. */
const maxRedraws = 100;

/** Loads the code that restores a form. It is a separate script, so the landing page does not load it. */
export const loadRestoreTyped = () => import('@/lib/forms/restoreTyped');

/** True if React did not find a node where it had put it: something else, such as a translator, changed the page. */
const isForeignChange = (failure: unknown) =>
  failure instanceof DOMException && failure.name === 'NotFoundError';

/**
 * Draws its part of the page again after something other than the app changed it, and restores the typed text. Passes
 * any other failure to the boundary around it.
 */
export class ForeignChangeBoundary extends Component<{ children: ReactNode }, ForeignChangeState> {
  override state: ForeignChangeState = { failure: null, redraws: 0 };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  static getDerivedStateFromProps(_: unknown, { failure, redraws }: ForeignChangeState) {
    return isForeignChange(failure) && redraws < maxRedraws ? { failure: null, redraws: redraws + 1 } : null;
  }

  override getSnapshotBeforeUpdate(_: unknown, { redraws }: ForeignChangeState): Controls | null {
    if (redraws === this.state.redraws) return null;
    return [[...document.querySelectorAll('input, select, textarea')], document.activeElement];
  }

  override componentDidUpdate(_: unknown, __: unknown, before: Controls | null) {
    if (before) void loadRestoreTyped().then(({ restoreTyped }) => restoreTyped(...before));
  }

  override render() {
    const { failure, redraws } = this.state;
    // oxlint-disable-next-line typescript/only-throw-error -- the boundary around it gets what the page threw
    if (failure !== null) throw failure;
    return <Fragment key={redraws}>{this.props.children}</Fragment>;
  }
}
