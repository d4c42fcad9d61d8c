import type { TransRenderProps } from '@lingui/react';
import { Children, type ReactNode } from 'react';

const joinTexts = (parts: ReactNode) =>
  Children.map(parts, (part) => (typeof part === 'object' ? '<>' : part))?.join('');

/**
 * The element around the text of each `<Trans>`. A browser that translates the page replaces text nodes: React can
 * still remove, replace and place an element, but not a text. A sentence with elements in it is drawn again when one of
 * its texts changes.
 */
export function Sentence({ translation }: TransRenderProps) {
  return <span key={joinTexts(translation)}>{translation}</span>;
}
