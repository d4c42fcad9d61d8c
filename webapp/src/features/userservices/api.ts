import type { components } from '@/generated/openapi';
import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';

const searchPath = '/api/users/search';
const personPath = '/api/users/{id}';

type Read<P extends '' | '/contact' | '/connections' | '/applications' | '/locks'> = AnswerBody<
  `${typeof personPath}${P}`,
  'get'
>;

export type Person = Read<''>;
export type Contact = Read<'/contact'>;
export type Connections = Read<'/connections'>;
export type Connection = Connections['items'][number];
export type Applications = Read<'/applications'>;
export type Locks = Read<'/locks'>;
export type Lock = Locks['items'][number];
export type Report = AnswerBody<`${typeof personPath}/reloaddashboard`, 'post'>;
export type Clearing = AnswerBody<`${typeof personPath}/cleardashboard`, 'delete'>;
export type Card = Report['items'][number];
/** What a search shows of people, so that the right one can be told. */
export type Found = AnswerBody<typeof searchPath, 'get'>;

/** What every look is for; it is written down with it. */
export interface Case {
  purpose: components['schemas']['AccessReply']['purpose'];
  caseNumber: string;
}

const headersOf = ({ purpose, caseNumber }: Case) => ({ purpose, 'case-number': caseNumber });
/** A header carries no accents as they are. */
const confirmed = (about: Case, name: string) => ({
  ...headersOf(about),
  'confirmed-name': encodeURIComponent(name),
});
// Each repetition would be one look more in the person's list.
const look = (about: Case, id: string) => ({
  parameters: { id },
  headers: headersOf(about),
  isRepeated: false,
});

export const findPeople = (about: Case, query: Record<string, string>) =>
  call('get', searchPath, { query, headers: headersOf(about), isRepeated: false });
export const readPerson = (about: Case, id: string) => call('get', personPath, look(about, id));
export const readContact = (about: Case, id: string) => call('get', `${personPath}/contact`, look(about, id));
export const readConnections = (about: Case, id: string) =>
  call('get', `${personPath}/connections`, look(about, id));
export const readApplications = (about: Case, id: string) =>
  call('get', `${personPath}/applications`, look(about, id));
export const readLocks = (about: Case, id: string) => call('get', `${personPath}/locks`, look(about, id));

const allowPath = `${personPath}/contact/{channel}/allow` as const;
const withdrawPath = `${personPath}/contact/{channel}/withdraw` as const;
export const allowChange = (
  about: Case,
  id: string,
  channel: string,
  body: RequestBody<typeof allowPath, 'post'>,
) => call('post', allowPath, { parameters: { id, channel }, body, headers: headersOf(about) });

export const withdrawPermission = (
  about: Case,
  id: string,
  channel: string,
  body: RequestBody<typeof withdrawPath, 'post'>,
) => call('post', withdrawPath, { parameters: { id, channel }, body, headers: headersOf(about) });
const resendPath = `${personPath}/notices/{message}/{channel}/resend` as const;
export const resendNotice = (about: Case, id: string, message: string, channel: string) =>
  call('post', resendPath, { parameters: { id, message, channel }, headers: headersOf(about) });
const liftPath = `${personPath}/locks/{lock}/lift` as const;
export const liftLock = (about: Case, id: string, lock: string, body: RequestBody<typeof liftPath, 'post'>) =>
  call('post', liftPath, { parameters: { id, lock }, body, headers: headersOf(about) });
export const reloadDashboard = (about: Case, id: string, name: string) =>
  call('post', `${personPath}/reloaddashboard`, { parameters: { id }, headers: confirmed(about, name) });
export const clearDashboard = (about: Case, id: string, name: string) =>
  call('delete', `${personPath}/cleardashboard`, { parameters: { id }, headers: confirmed(about, name) });
export const restoreDashboard = (about: Case, id: string) =>
  call('post', `${personPath}/restoredashboard`, { parameters: { id }, headers: headersOf(about) });

const questionsPath = '/api/users/questions';
const questionPath = `${personPath}/questions/{question}` as const;

export type OpenQuestions = AnswerBody<typeof questionsPath, 'get'>;
export type Question = AnswerBody<typeof questionPath, 'get'>;

/** The key of the queue, for SWR. */
export const openQuestionsKey = (userId: string) => [questionsPath, userId] as const;
export const listOpenQuestions = () => call('get', questionsPath);
export const readQuestion = (id: string, question: string) =>
  call('get', questionPath, { parameters: { id, question }, isRepeated: false });
export const takeQuestion = (id: string, question: string, takenBy: string | null) =>
  call('post', `${questionPath}/take`, { parameters: { id, question }, body: { takenBy } });
export const releaseQuestion = (id: string, question: string) =>
  call('post', `${questionPath}/release`, { parameters: { id, question } });
export const answerQuestion = (id: string, question: string, text: string) =>
  call('post', `${questionPath}/answer`, { parameters: { id, question }, body: { text } });

const governmentPath = '/api/governmentsearch';

export type GovernmentResults = AnswerBody<typeof governmentPath, 'get'>;

/** The key of a page of results, for SWR. */
export const governmentSearchKey = (
  userId: string,
  language: string,
  q: string,
  type: string,
  nextToken: string,
) => [governmentPath, userId, language, q, type, nextToken] as const;
export const searchGovernment = (query: Record<string, string>) => call('get', governmentPath, { query });
