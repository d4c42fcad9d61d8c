import { isDeep, type Differences } from '../support/axe';
import { firstLanguage, type Language } from '../support/words';
import { languagesOf, type Area, type Scene, type State } from './state';
import * as authentication from './states/authentication';
import * as business from './states/business';
import * as inbox from './states/inbox';
import * as planning from './states/planning';
import * as reading from './states/reading';
import * as services from './states/services';
import * as staff from './states/staff';
import * as start from './states/start';

/** The features of the web app that a part of the states shows. */
const parts: readonly [Record<string, Area>, readonly string[]][] = [
  [
    start,
    ['landing', 'signin', 'registration', 'privacy', 'profile', 'addressbook', 'accesslog', 'lock', 'idle'],
  ],
  [authentication, ['authentication']],
  [services, ['services', 'connections', 'dashboard']],
  [inbox, ['messages', 'transactions', 'bell']],
  [business, ['businesses', 'applications']],
  [planning, ['plan', 'names', 'costs', 'services', 'agencyaccounts']],
  [reading, ['resources', 'assistant']],
  [staff, ['userservices', 'assistant']],
] as unknown as [Record<string, Area>, readonly string[]][];

/** Everything that a person can have before them. */
export const areas: readonly Area[] = parts.flatMap(([part]) => Object.values(part));

/** Stands for any id in a path. */
const anyId = new Proxy({}, { get: () => ':id' });

/** The path of a state's page: that of all records of its kind, without a query. */
export function pageOf({ path }: State): string {
  const resolved = typeof path === 'function' ? path({ language: 'en', facts: anyId } as Scene) : path;
  return resolved.replace(/[?#].*/, '');
}

const isPlain = ({ then, isWaiting, breaksContract }: State): boolean =>
  !then && !isWaiting && !breaksContract;

/** Selects the states that get every look: of each page those that ask for it, otherwise the first plain one. */
function selectThorough(states: readonly State[]): Set<State> {
  const pages = [...new Set(states.map(pageOf))].map((page) =>
    states.filter((state) => pageOf(state) === page),
  );
  return new Set(
    pages.flatMap((ofPage) => {
      const chosen = ofPage.filter(({ hasEveryLook }) => hasEveryLook);
      return chosen.length > 0 ? chosen : [ofPage.find(isPlain) ?? ofPage[0]!];
    }),
  );
}

/** Selects at least one state of each page for every look; the others get fewer, except with `--deep`. */
export const thoroughStates: ReadonlySet<State> = selectThorough(areas.flatMap(({ states }) => states));

const { CHANGED_FEATURES: changed = 'all' } = process.env;

/** Tells if a feature of an area changed, or something that all pages share. */
export function isAffected(area: Area): boolean {
  if (changed === 'all') return true;
  const features = parts.find(([part]) => Object.values(part).includes(area))?.[1] ?? [];
  return features.some((feature) => changed.split(',').includes(feature));
}

/** Tells if a state is tested in this run: further states only with a feature that changed, and each night. */
export const isChosen = (area: Area, state: State): boolean => thoroughStates.has(state) || isAffected(area);

/** Returns the languages to test. A further state that takes steps is tested in one language only. */
export function chooseLanguages(state: State): Language[] {
  const languages = languagesOf(state);
  return isDeep || thoroughStates.has(state) || !state.then ? languages : languages.slice(0, 1);
}

/** Differences of a state from the one that gets every look: another language, or a further state of its page. */
export const differencesOf = (area: Area, state: State, language: Language): Differences => ({
  isSecondLanguage: language !== firstLanguage && !area.isWrittenTwice,
  isFurtherState: !thoroughStates.has(state),
});
