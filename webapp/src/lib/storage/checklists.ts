import { readItem, removeItem, writeItem } from './storage';

/** The checked steps of checklists, by the guide's id, stored in this browser only, whoever uses it. */
const key = 'saguaro.checklists';

function readChecklists(): Record<string, unknown> {
  try {
    const checklists = JSON.parse(readItem(key) ?? '{}') as unknown;
    return typeof checklists === 'object' && checklists !== null ? { ...checklists } : {};
  } catch {
    return {};
  }
}

/** Reads the checked steps of a checklist; omits invalid values. */
export function readTicks(guide: string): string[] {
  const ticks = readChecklists()[guide];
  return Array.isArray(ticks) ? ticks.filter((step) => typeof step === 'string') : [];
}

/** Stores the checked steps of a checklist. */
export function writeTicks(guide: string, ticks: readonly string[]): void {
  writeItem(key, JSON.stringify({ ...readChecklists(), [guide]: ticks }));
}

/** Removes the checked steps of all checklists. */
export function removeTicks(): void {
  removeItem(key);
}
