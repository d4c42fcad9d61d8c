import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Language } from '../support/words';
import type { Asked, Reply } from './answers';
import type { Facts, Who } from './state';

const folder = join(import.meta.dirname, 'recordings');

/** One answer as it stands in a file: in which languages, and in which state only, if not in all. */
interface Entry {
  request: string;
  languages: Language[];
  state?: string;
  status: number;
  body?: unknown;
}

/** What is recorded of somebody. */
export interface Recording {
  /** When the answers were given; the pages that show them go by this time. */
  recordedAt: string;
  /** What the identity provider says of the person; null for a visitor. */
  profile: Record<string, unknown> | null;
  /** What was made for the states. */
  facts: Facts;
  answers: Entry[];
}

/** Who asks, in which language, and in which state. */
export interface Asker {
  who: Who;
  language: Language;
  state: string;
}

const requestOf = ({ method, path }: Asked): string => `${method} ${path}`;

/** Every recording, by whom it is of. */
export function allRecordings(): ReadonlyMap<Who, Recording> {
  return new Map(
    readdirSync(folder).map((file) => [
      basename(file, '.json') as Who,
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording,
    ]),
  );
}

/** Finds recorded answers. */
export class Recordings {
  readonly recordings = allRecordings();
  readonly #found = new Map<string, Reply[]>();

  constructor() {
    for (const [who, { answers }] of this.recordings) {
      for (const { request, languages, state = '', status, body } of answers) {
        for (const language of languages) {
          const key = `${who} ${language} ${state} ${request}`;
          this.#found.set(key, [...(this.#found.get(key) ?? []), { status, json: body }]);
        }
      }
    }
  }

  /** The recording of somebody. Throws an Error when there is none. */
  of(who: Who): Recording {
    const recording = this.recordings.get(who);
    if (!recording) throw new Error(`nothing is recorded of ${who}; \`npm run recordings\` does so`);
    return recording;
  }

  /** The answers that were given one after the other; none where nobody asked. */
  answers({ who, language, state }: Asker, asked: Asked): readonly Reply[] {
    const key = (inState: string) => `${who} ${language} ${inState} ${requestOf(asked)}`;
    return this.#found.get(key(state)) ?? this.#found.get(key('')) ?? [];
  }
}

/** An answer without what differs from one time to the next and means nothing. */
const lasting = ({ status, json }: Reply): string =>
  JSON.stringify({ status, json })
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(Z|\+00:00)/g, '')
    .replaceAll(/"(nextToken|requestId)":"[^"]*"/g, '');

/** A recording as JSON with one line for each answer, so that a review shows which answers changed. */
function format({ answers, ...rest }: Recording): string {
  const lines = answers.map((answer) => JSON.stringify(answer)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},\n"answers":[\n${lines}\n]}\n`;
}

interface Given {
  language: Language;
  state: string;
  request: string;
  reply: Reply;
}

function grouped<T>(all: Iterable<T>, key: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}

/** Gathers answers that somebody gets, and writes each of them once. */
export class Recorder {
  readonly #given: Given[] = [];

  /** Keeps an answer. */
  keep({ language, state }: Asker, asked: Asked, reply: Reply): void {
    this.#given.push({ language, state, request: requestOf(asked), reply });
  }

  /**
   * Writes everything in place of what was recorded of the person before: the first answer to a request as that of
   * every state, others as those of their state, in the order in which they came.
   */
  write(who: Who, person: Pick<Recording, 'profile' | 'facts'>): void {
    const entries = new Map<string, Entry>();
    const add = ({ language, request, reply: { status, json } }: Given, state?: string, number = 0) => {
      const key = JSON.stringify([request, state, number, lasting({ status, json })]);
      const entry = entries.get(key) ?? {
        request,
        languages: [],
        ...(state && { state }),
        status,
        body: json,
      };
      if (!entry.languages.includes(language)) entry.languages.push(language);
      entries.set(key, entry);
    };
    for (const given of grouped(this.#given, ({ language, request }) => `${language} ${request}`).values()) {
      const [usual] = given as [Given];
      add(usual);
      for (const [state, inState] of grouped(given, (each) => each.state)) {
        if (inState.some(({ reply }) => lasting(reply) !== lasting(usual.reply)))
          inState.forEach((each, number) => add(each, state, number));
      }
    }
    const answers = [...entries.values()].sort((a, b) =>
      a.request < b.request ? -1 : a.request > b.request ? 1 : 0,
    );
    const recording: Recording = { recordedAt: new Date().toISOString(), ...person, answers };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${who}.json`), format(recording));
  }
}
