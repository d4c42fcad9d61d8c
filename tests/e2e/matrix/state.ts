import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { words, type Language, type Words } from '../support/words';

export type Json = Record<string, unknown>;

/** An error status, by itself or with what it says. */
type Refusal = number | readonly [status: number, json: Json];

/**
 * What to do with the portal's answer: change it, put another or a refusal in its place, or never give it. A function
 * that takes nothing is called without asking the portal.
 */
export type Answer = ((json: Json) => Json | Refusal) | Json | Refusal | 'never';

/**
 * Answers by the end of a request's address, such as `/api/users`. An address that ends in `**` stands for all that
 * begin so.
 */
export type Answers = Readonly<Record<string, Answer>>;

/** Sample people by who they are for the states. */
export const samplePeople = { newcomer: 'new@example.com', resident: 'resident@example.com', admin: 'admin@example.com' } as const;

/** Who looks; `elena` and `owner` are registered for it. */
export type Who = 'visitor' | keyof typeof samplePeople | 'elena' | 'owner';

/** Ids of what was made for the states of somebody. */
export type Facts = Readonly<Record<string, string>>;

/** Calls the API of a live portal as the person who looks. */
export type Call = (method: string, path: string, data?: unknown) => Promise<unknown>;

/** What a state has to do with while it is brought about. */
export interface Scene {
  say: Words;
  language: Language;
  /** Answers in another way from now on, too. */
  answer: (answers: Answers) => Promise<void>;
  /** Does what happens elsewhere meanwhile; with recorded answers it has happened. */
  elsewhere: (happens: (call: Call) => Promise<void>) => Promise<void>;
  facts: Facts;
}

/** One thing that a person can have before them. */
export interface State {
  name: string;
  path: string | ((scene: Scene) => string);
  /** How the portal's answers differ from those that the person would get. */
  answers?: Answers | ((scene: Scene) => Answers);
  /** What is in local storage: by the time by which the page goes, and the subject of the person's tokens. */
  kept?: (now: number, subject: string) => Record<string, string>;
  /** What shows that the page has arrived, as a selector; its heading unless said otherwise. */
  arrived?: string;
  /** What the person does there. */
  then?: (page: Page, scene: Scene) => Promise<void>;
  /** For one that is the same in every language: the language that it is in. */
  onlyIn?: Language;
  /** For one that stays as it is while something is on its way. */
  isWaiting?: true;
  /** For one in which the portal answers what its contract does not allow. */
  breaksContract?: true;
  /** Gets every look, in place of the first plain state of its page. */
  hasEveryLook?: true;
}

/** States of one part of the portal. */
export interface Area {
  name: string;
  who: Who;
  /** For pages that are written in each language, and not translated sentence by sentence. */
  isWrittenTwice?: true;
  /** Makes in a live portal what the states show; once for each person. */
  arrange?: (request: APIRequestContext, email: string) => Promise<Facts>;
  states: readonly State[];
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const summary = (page: Page): Locator => page.getByRole('alert').first();

/** The languages in which a state is looked at. */
export const languagesOf = ({ onlyIn }: State): Language[] => (onlyIn ? [onlyIn] : (Object.keys(words) as Language[]));
