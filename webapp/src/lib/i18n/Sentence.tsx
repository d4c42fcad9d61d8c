import type { TransRenderProps } from '@lingui/react';
import { Children, type ReactNode } from 'react';

const joinTexts = (parts: ReactNode) =>
  Children.map(parts, (part) => (typeof part === 'object' ? '<>' : part))?.join('');

/**
 * The element of its own that each `<Trans>` has. A browser that translates the page puts its own nodes in the place of
 * texts: React can still remove, replace and place an element, but no text. A sentence with elements in it is drawn anew
 * when one of its texts changes.
 */
export function Sentence({ translation }: TransRenderProps) {
  return <span key={joinTexts(translation)}>{translation}</span>;
}
