import type { FieldError } from '@/lib/forms/useAction';
import type { ApplicationDocument } from './api';
import {
  getAnswerId,
  listAskedDocuments,
  listAskedSections,
  declarationId,
  getDocumentId,
  isPartOf,
  listDocumentProblems,
  listSectionProblems,
  type Form,
  type Section,
  type Answers,
  type WantedDocument,
} from './form';

// The agency chooses the ids of its sections; these cannot be one, for it begins with a letter.
export const documentsStep = '-documents';
export const reviewStep = '-review';

/** A page of the form. */
export type Step =
  | { kind: 'section'; id: string; section: Section }
  | { kind: 'documents'; id: typeof documentsStep; wanted: readonly WantedDocument[] }
  | { kind: 'review'; id: typeof reviewStep };

/** The pages of a form that has these answers. */
export function listSteps(form: Form, answers: Answers): Step[] {
  const wanted = listAskedDocuments(form, answers);
  return [
    ...listAskedSections(form, answers).map((section): Step => ({
      kind: 'section',
      id: section.id,
      section,
    })),
    ...(wanted.length > 0 ? [{ kind: 'documents', id: documentsStep, wanted } as const] : []),
    { kind: 'review', id: reviewStep },
  ];
}

/** What is wrong on a page, as far as it can be seen; the review has nothing of its own. */
export function listStepProblems(
  step: Step,
  typed: Answers,
  documents: readonly ApplicationDocument[],
  t: Parameters<typeof listSectionProblems>[2],
  locale: string,
): FieldError[] {
  if (step.kind === 'section') return listSectionProblems(step.section, typed, t, locale);
  return step.kind === 'documents' ? listDocumentProblems(step.wanted, documents, t) : [];
}

/** The page on which a field is; undefined when it is on none. */
export function findStep(steps: readonly Step[], field: string): Step | undefined {
  return steps.find((step) => {
    if (step.kind === 'section')
      return step.section.fields.some(({ name }) => isPartOf(field, getAnswerId(name)));
    if (step.kind === 'documents') return step.wanted.some(({ code }) => getDocumentId(code) === field);
    return field === declarationId;
  });
}
