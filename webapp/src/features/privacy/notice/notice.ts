/** A part of a section, as the build makes it from the Markdown. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'definitions'; items: { name: string; text: string }[] }
  /** The privacy officer's address, which the configuration names. */
  | { kind: 'officer' }
  | { kind: 'link'; text: string; to: string }
  /** The laws on which the section rests. */
  | { kind: 'references'; text: string };

export interface Section {
  id: string;
  heading: string;
  blocks: Block[];
}

/** The version of the notice, which changes with every change of what it says. */
export const noticeVersion = '2026-11-29';

/** The day from which this version counts. */
export const noticeEffectiveOn = '2026-11-29';
