import { msg } from '@lingui/core/macro';
import type { FieldError } from '@/lib/forms/useAction';
import type { ApplicationDocument, Form, Section, WantedDocument } from './api';
import {
  declarationId,
  findProblem,
  getAnswerId,
  getDocumentId,
  getText,
  isAsked,
  isSameField,
  joinLabels,
  type Answers,
  type Translate,
} from './form';
import { listRecordProblems } from './records';

// An agency chooses the ids of its sections, which begin with a letter.
const documentsStep = '-documents';
export const reviewStep = '-review';

/** A page of the form: a section with the questions that are asked, the documents, or the review. */
export interface Step extends Section {
  documents: readonly WantedDocument[];
}

/** Lists the pages of a form that has these answers. */
export function listSteps(form: Form, answers: Answers, t: Translate): [...Step[], Step] {
  const listAsked = <T extends Parameters<typeof isAsked>[0]>(things: readonly T[]): T[] =>
    things.filter((thing) => isAsked(thing, form, answers));
  const empty = { introduction: null, fields: [], documents: [] };
  const sections = form.sections.map((section) => ({
    ...section,
    fields: listAsked(section.fields),
    documents: [],
  }));
  const documents = {
    ...empty,
    id: documentsStep,
    title: t(msg`Documents`),
    documents: listAsked(form.documents),
  };
  const steps: Step[] = [...sections, documents];
  return [
    ...steps.filter((step) => step.fields.length > 0 || step.documents.length > 0),
    { ...empty, id: reviewStep, title: t(msg`Check and submit`) },
  ];
}

/** Lists the errors on a page that are visible without asking the portal, each with the label of its question. */
export function listStepProblems(
  step: Step,
  typed: Answers,
  documents: readonly ApplicationDocument[],
  t: Translate,
  locale: string,
): FieldError[] {
  const inAnswers = step.fields.flatMap((question) => {
    const id = getAnswerId(question.name);
    const answer = typed[question.name] ?? '';
    if (question.kind === 'address' || question.kind === 'people')
      return listRecordProblems(question, answer).map(({ part, person, message }) => ({
        field: id + part,
        message: joinLabels(question.label, person && t(msg`person ${person}`), t(message)),
      }));
    const problem = findProblem(question, getText(answer), locale);
    return problem ? [{ field: id, message: joinLabels(question.label, t(problem)) }] : [];
  });
  const missing = step.documents.filter(
    ({ code, isRequired }) => isRequired && !documents.some((document) => document.code === code),
  );
  const inDocuments = missing.map(({ code, label }) => ({
    field: getDocumentId(code),
    message: joinLabels(label, t(msg`Choose a file`)),
  }));
  return [...inAnswers, ...inDocuments];
}

/** Finds the page with a field; undefined when no page has it. */
export function findStep(steps: readonly Step[], field: string): Step | undefined {
  return steps.find(
    ({ id, fields, documents }) =>
      fields.some(({ name }) => isSameField(field, getAnswerId(name))) ||
      documents.some(({ code }) => getDocumentId(code) === field) ||
      (id === reviewStep && field === declarationId),
  );
}
