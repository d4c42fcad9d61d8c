import data from '../../../../shared/data/guides.json';

type Words = Readonly<Record<string, string>> & { en: string };

/** A sentence of a guide, with at most one place to go. */
export interface Step {
  text: Words;
  /** Id of a service in the list of services. */
  service?: string;
  /** Id of an application form. */
  form?: string;
  /** An address of this portal, with the words of its link. */
  page?: string;
  label?: Words;
  /** An official page. */
  url?: string;
}

export interface Guide {
  id: string;
  title: Words;
  summary: Words;
  isChecklist?: boolean;
  steps: readonly Step[];
}

export const guides: readonly Guide[] = data.guides;
