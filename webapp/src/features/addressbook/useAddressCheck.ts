import { useEffect, useRef, useState } from 'react';
import { Refusal } from '@/lib/forms/useForm';
import {
  checkOf,
  differences,
  isSamePlace,
  placeOf,
  suggestionsOf,
  type Place,
  type PlaceField,
} from './addressCheck';
import { fieldOf, type AddressValues } from './addressForm';

/** One of the suggestions to save, the address as it was typed, or the form again. */
export type Answer = Place | 'asTyped' | 'backToForm';

/** What the person is asked before the address is saved. */
export interface Question {
  entered: Place;
  suggestions: readonly Place[];
  messages: readonly string[];
  /** Whose list the suggestions are from. */
  credit: string;
  answer: (answer: Answer) => void;
}

/**
 * Asks the portal about an address before it is saved, and the person when the portal knows better. What was decided
 * about a place once is not asked again, nor is anything asked about a place that does not change.
 */
export function useAddressCheck(initial: AddressValues) {
  const settled = useRef<Place>(placeOf(initial));
  const returnTo = useRef<PlaceField | null>(null);
  const [doubted, setDoubted] = useState<Place | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => {
    if (question || returnTo.current === null) return;
    document.getElementById(returnTo.current)?.focus();
    returnTo.current = null;
  }, [question]);

  /** What is to be saved of what was typed; throws `Refusal` when nothing is. */
  async function decide(values: AddressValues): Promise<AddressValues> {
    const entered = placeOf(values);
    if (isSamePlace(entered, settled.current)) return values;
    const check = await checkOf(entered);
    if (check?.outcome === 'INVALID') {
      setDoubted(entered);
      throw new Refusal(
        check.messages.map(({ propertyName, text }) => ({ field: fieldOf(propertyName), message: text })),
      );
    }
    const isQuestion = check?.outcome === 'CORRECTED' || check?.outcome === 'AMBIGUOUS';
    const suggestions = isQuestion ? suggestionsOf(check, entered) : [];
    let answer: Answer = 'asTyped';
    if (check && suggestions.length > 0) {
      const messages = check.messages.map(({ text }) => text);
      answer = await new Promise<Answer>((resolve) => {
        setQuestion({ entered, suggestions, messages, credit: check.credit, answer: resolve });
      });
    }
    if (answer === 'backToForm') {
      returnTo.current = suggestions.flatMap((place) => differences(entered, place))[0] ?? null;
      setQuestion(null);
      throw new Refusal();
    }
    settled.current = answer === 'asTyped' ? entered : answer;
    return answer === 'asTyped' ? values : { ...values, ...answer };
  }

  return {
    question,
    decide,
    /** Shows the form again. */
    close: () => setQuestion(null),
    /** Whether the portal takes the place of the form for wrong. */
    doubts: (values: AddressValues) => doubted !== null && isSamePlace(doubted, placeOf(values)),
    /** Saves the place of the form whatever the portal takes it for. */
    insistOn: (values: AddressValues) => {
      settled.current = placeOf(values);
    },
  };
}
