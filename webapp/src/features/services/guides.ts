import elsewhere from '../../../../shared/data/elsewhere.json';
import data from '../../../../shared/data/guides.json';

export type Words = Readonly<Record<string, string>> & { en: string };

/** A sentence of a guide, with at most one place to go. */
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
  /** Id of a matter of an office that is not in the portal. */
  elsewhere?: string;
  deadline?: Words;
  fee?: Words;
  /** The official page that states the deadline or the fee. */
  source?: string;
  /** The day on which somebody read the official pages, such as 2026-11-29. */
  checkedOn?: string;
}

export interface Guide {
  id: string;
  title: Words;
  summary: Words;
  isChecklist?: boolean;
  steps: readonly Step[];
}

export const guides: readonly Guide[] = data.guides;

/** A matter of an office that is not in the portal. */
export interface Elsewhere {
  id: string;
  title: Words;
  office: Words;
  url: string;
  phone?: string;
  /** Null if nobody has read the page. */
  checkedOn: string | null;
}

/** Finds the matter of an office that is not in the portal. */
export const findElsewhere = (id: string): Elsewhere | undefined =>
  elsewhere.items.find((item) => item.id === id);
