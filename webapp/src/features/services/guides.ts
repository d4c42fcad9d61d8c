import loaders from 'virtual:guides';
import { createStore } from '@/lib/store';

export type Words = Readonly<Record<string, string>> & { en: string };

/** A sentence of a guide, with at most one link. */
export interface Step {
  text: Words;
  /** Id of a service in the list of services. */
  service?: string;
  /** Id of an action of the service, which states its own deadline and fees. */
  action?: string;
  /** Id of an application form. */
  form?: string;
  /** An address of this portal, with the words of its link. */
  page?: string;
  label?: Words;
  /** An official page, with the words of its link under `label`. */
  url?: string;
  /** An office that is not in the portal. */
  elsewhere?: Office;
  deadline?: Words;
  fee?: Words;
  /** The official page that states the deadline or the fee. */
  source?: string;
  /** The date on which the official pages were read, such as 2026-11-29. */
  checkedOn?: string;
}

export interface Guide {
  id: string;
  title: Words;
  summary: Words;
  isChecklist?: boolean;
  steps: readonly Step[];
}

/** An office that is not in the portal. */
export interface Office {
  office: Words;
  url: string;
  phone?: string;
  /** Null if the page was never read. */
  checkedOn: string | null;
}

const loaded = createStore(() => new Map<string, Promise<Guide | null>>());

/** Loads a guide, once for the page; null if there is none with the id. A failed load is repeated. */
export function loadGuide(id: string): Promise<Guide | null> {
  const guides = loaded.current();
  const known = guides.get(id);
  if (known) return known;
  const load = Object.hasOwn(loaders, id) ? loaders[id] : undefined;
  const guide = load ? load().then((module) => module.default as Guide) : Promise.resolve(null);
  guides.set(id, guide);
  guide.catch(() => guides.delete(id));
  return guide;
}
