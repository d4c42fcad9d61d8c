import type { TextPart } from './highlight';

/** Shows a name with its marked parts highlighted; `bdi` isolates the direction of its script. */
export function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
  return (
    <bdi>
      {parts.map(({ text, isMarked }, index) =>
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </bdi>
  );
}
