import type { ReactNode, RefObject } from 'react';

// A single selector: jsdom lists the matches of several one after another.
const reachable = ':is(a,button:enabled,iframe,input,select,textarea)';

interface FocusTrapProps {
  isActive: boolean;
  /** The element that holds the trap and its content, and nothing else. */
  container: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/**
 * Keeps Tab inside an open panel, from its end to its beginning. Two elements at the ends pass the focus on, because
 * the page cannot hear keys pressed inside a frame.
 */
export function FocusTrap({ isActive, container, children }: FocusTrapProps) {
  function moveFocus(end: 0 | -1) {
    const inside = container.current?.querySelectorAll<HTMLElement>(reachable) ?? [];
    [...inside]
      .filter((element) => !element.closest('[hidden]'))
      .at(end)
      ?.focus();
  }

  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- passes the focus on at once */}
      {isActive && <span className="focus-trap" tabIndex={0} onFocus={() => moveFocus(-1)} />}
      {children}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- passes the focus on at once */}
      {isActive && <span className="focus-trap" tabIndex={0} onFocus={() => moveFocus(0)} />}
    </>
  );
}
