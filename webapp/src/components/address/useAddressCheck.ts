import { useEffect, useRef, useState } from 'react';
import { Refusal } from '@/lib/forms/useAction';
import {
  checkPlace,
  listDifferences,
  hasAreaDoubt,
  isSamePlace,
  findPlaceField,
  listSuggestions,
  type Place,
  type PlaceField,
} from './place';

/** The choice: a suggestion, the typed address, or the form again. */
export type Answer = Place | 'asTyped' | 'backToForm';

/** The question before the address is saved. */
export interface Question {
  entered: Place;
  suggestions: readonly Place[];
  messages: readonly string[];
  /** The source of the suggestions. */
  credit: string;
  answer: (answer: Answer) => void;
}

/**
 * Checks an address with the portal before it is saved, and asks the person if the portal has a better one. Asks about
 * each place only once.
 *
 * @param initial - Places that are already saved, which need no question.
 */
export function useAddressCheck(initial: readonly Place[]) {
  const settled = useRef<readonly Place[]>(initial);
  const returnTo = useRef<string | null>(null);
  const [doubted, setDoubted] = useState<Place | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => {
    if (question || returnTo.current === null) return;
    document.getElementById(returnTo.current)?.focus();
    returnTo.current = null;
  }, [question]);

  function settle(place: Place): Place {
    settled.current = [...settled.current, place];
    return place;
  }

  /**
   * Returns the place to save for the typed one; throws `Refusal` if nothing is to be saved.
   *
   * @param getFieldId - Returns the id on the page of a part of the address.
   */
  async function decide(entered: Place, getFieldId: (field: PlaceField) => string): Promise<Place> {
    if (settled.current.some((place) => isSamePlace(entered, place))) return entered;
    const check = await checkPlace(entered);
    if (check?.outcome === 'INVALID') {
      setDoubted(entered);
      throw new Refusal(() =>
        check.messages.map(({ propertyName, text }) => {
          const field = findPlaceField(propertyName);
          return { field: field && getFieldId(field), message: text };
        }),
      );
    }
    const isQuestion = check?.outcome === 'CORRECTED' || check?.outcome === 'AMBIGUOUS';
    const suggestions = isQuestion ? listSuggestions(check, entered) : [];
    if (!check || (suggestions.length === 0 && !hasAreaDoubt(check))) return settle(entered);
    const messages = check.messages.map(({ text }) => text);
    const answer = await new Promise<Answer>((resolve) => {
      setQuestion({ entered, suggestions, messages, credit: check.credit, answer: resolve });
    });
    if (answer === 'backToForm') {
      const changed =
        suggestions.flatMap((place) => listDifferences(entered, place))[0] ??
        findPlaceField(check.messages[0]?.propertyName ?? '');
      returnTo.current = changed ? getFieldId(changed) : null;
      setQuestion(null);
      throw new Refusal();
    }
    return settle(answer === 'asTyped' ? entered : answer);
  }

  return {
    question,
    decide,
    /** Shows the form again. */
    close: () => setQuestion(null),
    /** Returns true if the portal considers a place wrong. */
    doubts: (place: Place) => doubted !== null && isSamePlace(doubted, place),
    /** Saves a place without regard to the check. */
    insistOn: (place: Place) => void settle(place),
  };
}
