/** A part of a section, which the build creates from Markdown. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'definitions'; items: { name: string; text: string }[] }
  /** The privacy officer's address from the configuration. */
  | { kind: 'officer' }
  | { kind: 'link'; text: string; to: string }
  /** The laws that the section cites. */
  | { kind: 'references'; text: string };

export interface Section {
  id: string;
  heading: string;
  blocks: Block[];
}

/** The version of the notice, which changes with its text. */
export const noticeVersion = '2026-11-30';

/** The effective date of this version. */
export const noticeEffectiveOn = '2026-11-30';
