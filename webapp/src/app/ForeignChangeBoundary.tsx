import { Component, Fragment, type ReactNode } from 'react';

interface ForeignChangeState {
  failure: unknown;
  redraws: number;
}

/** The controls of the page before it is drawn anew, and the element with the focus. */
type Before = [controls: Element[], focused: Element | null];

/** Ends a page that fails each time that it is drawn. */
const mostRedraws = 100;

/** Loads what restores a form: in a script of its own, so that the landing page loads nothing of it. */
export const loadRestoring = () => import('@/lib/forms/restoreTyped');

/** True if React did not find a node where it had put it: something else, such as a translator, changed the page. */
const isForeignChange = (failure: unknown) =>
  failure instanceof DOMException && failure.name === 'NotFoundError';

/**
 * Draws its part of the page anew after something other than the app changed it, with what was typed. Any other failure
 * goes to the boundary around it.
 */
export class ForeignChangeBoundary extends Component<{ children: ReactNode }, ForeignChangeState> {
  override state: ForeignChangeState = { failure: null, redraws: 0 };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  static getDerivedStateFromProps(_: unknown, { failure, redraws }: ForeignChangeState) {
    return isForeignChange(failure) && redraws < mostRedraws ? { failure: null, redraws: redraws + 1 } : null;
  }

  override getSnapshotBeforeUpdate(_: unknown, { redraws }: ForeignChangeState): Before | null {
    if (redraws === this.state.redraws) return null;
    return [[...document.querySelectorAll('input, select, textarea')], document.activeElement];
  }

  override componentDidUpdate(_: unknown, __: unknown, before: Before | null) {
    if (before) void loadRestoring().then(({ restoreTyped }) => restoreTyped(...before));
  }

  override render() {
    const { failure, redraws } = this.state;
    // oxlint-disable-next-line typescript/only-throw-error -- the boundary around it gets what the page threw
    if (failure !== null) throw failure;
    return <Fragment key={redraws}>{this.props.children}</Fragment>;
  }
}
