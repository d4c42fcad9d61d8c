import { readItem, removeItem, writeItem } from './storage';

/** The ticked steps of checklists, by the guide's id: kept in this browser alone, by whoever uses it. */
const key = 'saguaro.checklists';

function readAll(): Record<string, unknown> {
  try {
    const kept = JSON.parse(readItem(key) ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** Reads the ticked steps of a checklist; invalid values are left out. */
export function readTicks(guide: string): string[] {
  const ticks = readAll()[guide];
  return Array.isArray(ticks) ? ticks.filter((step) => typeof step === 'string') : [];
}

/** Keeps the ticked steps of a checklist. */
export function writeTicks(guide: string, ticks: readonly string[]): void {
  writeItem(key, JSON.stringify({ ...readAll(), [guide]: ticks }));
}

/** Forgets the ticks of all checklists. */
export function removeTicks(): void {
  removeItem(key);
}
