import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '@/lib/api/call';
import { Refusal } from '@/lib/forms/useAction';
import type { Place } from '@/components/address/place';
import { useAddressCheck } from '@/components/address/useAddressCheck';
import type { Answer } from './api';
import { getAnswerId, getAnswer, isSameField, joinLabels, type Answers } from './form';
import { isSameAnswer, listPlaces, replacePlaces } from './records';
import type { Step } from './steps';
import type { AnswersInForm } from './useAnswers';

/** Checks the addresses of a step before the next step, as the address book does before it saves. */
export function useAddressesOfStep(answers: AnswersInForm, refuse: (refusal: Refusal) => void) {
  const check = useAddressCheck([]);
  const [checkedStep, setCheckedStep] = useState<string | null>(null);
  const latest = useRef(answers);
  useEffect(() => {
    latest.current = answers;
  });

  async function decideAll(step: Step, typed: Answers): Promise<Answers> {
    const changes: Record<string, Answer> = {};
    for (const question of step.fields) {
      const text = typed[question.name] ?? '';
      if (getAnswer(question, text) === '') continue;
      const decided: Place[] = [];
      for (const { part, place } of listPlaces(question, text))
        decided.push(await check.decide(place, (field) => `${getAnswerId(question.name)}${part}.${field}`));
      if (decided.length > 0) changes[question.name] = replacePlaces(question, text, decided);
    }
    return changes;
  }

  return {
    isBusy: checkedStep !== null && check.question === null,
    /** Returns the question about an address of this step; null without one. */
    getQuestion: (step: Step) =>
      check.question && checkedStep === step.id
        ? { key: JSON.stringify(check.question.entered), question: check.question }
        : null,
    /** Returns whether the person has settled the addresses of the step. */
    async settle(step: Step, typed: Answers): Promise<boolean> {
      setCheckedStep(step.id);
      try {
        const changes = await decideAll(step, typed);
        // The person has typed another address meanwhile.
        if (Object.keys(changes).some((name) => !isSameAnswer(latest.current.typed[name], typed[name])))
          return false;
        if (Object.keys(changes).length > 0) latest.current.set(changes);
        return true;
      } catch (error) {
        if (error instanceof Refusal)
          refuse(
            new Refusal(() =>
              error.listErrors().map(({ field, message }) => {
                const question = step.fields.find(({ name }) => isSameField(field, getAnswerId(name)));
                return { field, message: joinLabels(question?.label, message) };
              }),
            ),
          );
        else if (!isCancelled(error)) throw error;
        return false;
      } finally {
        check.close();
        setCheckedStep(null);
      }
    },
  };
}
