import type { Question } from '@/features/applications/api';

/** Creates a required text question of an application form, with changes. */
export const createQuestion = (name: string, changes: Partial<Question> = {}): Question => ({
  name,
  label: name,
  kind: 'text',
  help: null,
  isRequired: true,
  maxLength: 200,
  minimum: null,
  maximum: null,
  choices: [],
  allowsPoBox: true,
  prefill: null,
  allowsOtherStates: false,
  hasAddress: false,
  shownWhen: null,
  ...changes,
});
