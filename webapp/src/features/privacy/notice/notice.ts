import type { NotInUse } from '@/lib/notInUse';
import type { laws } from './laws';

/** The sections of the notice, in the order of the specification's list. */
export const sectionIds = [
  'scope',
  'children',
  'changes',
  'your-data',
  'collection',
  'third-parties',
  'do-not-track',
  'sharing',
  'security',
  'choices',
  'retention',
  'california',
  'governing-law',
  'contact',
  'terms',
] as const;

export type SectionId = (typeof sectionIds)[number];

/** What one part of the notice says; a part about something that this version does not do yet says so. */
export type Block =
  | { kind: 'text'; text: string; feature?: NotInUse; laws?: readonly (keyof typeof laws)[] }
  | { kind: 'list'; intro?: string; items: readonly string[]; laws?: readonly (keyof typeof laws)[] }
  | { kind: 'definitions'; items: readonly { name: string; text: string }[] }
  /** The privacy officer's address, which the configuration names. */
  | { kind: 'officer' }
  | { kind: 'termsLink' };

export interface Section {
  heading: string;
  blocks: readonly Block[];
}

/** The notice in one language: both languages have every section. */
export interface Notice {
  sections: Record<SectionId, Section>;
}

/** The version of the notice, which changes with every change of what it says. */
export const noticeVersion = '2026-11-27';

/** The day from which this version counts. */
export const noticeEffectiveOn = '2026-11-27';

/** The laws that a section's statements rest on, each once, in the order of the text. */
export function lawsOf(section: Section): (keyof typeof laws)[] {
  return [...new Set(section.blocks.flatMap((block) => ('laws' in block ? (block.laws ?? []) : [])))];
}
