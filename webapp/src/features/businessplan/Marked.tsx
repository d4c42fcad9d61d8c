import type { Part } from './highlight';

/** A name with what stands out in it. It may be in any script, so it keeps its direction to itself. */
export function Marked({ parts }: { parts: readonly Part[] }) {
  return (
    <bdi>{parts.map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : text))}</bdi>
  );
}
