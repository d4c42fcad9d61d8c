import type { components } from '@/generated/openapi';
import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

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
/** The people that a search found, with enough to choose the right one. */
export type Found = AnswerBody<typeof searchPath, 'get'>;

/** The reason for an access; it is logged with it. */
export interface Case {
  purpose: components['schemas']['AccessReply']['purpose'];
  caseNumber: string;
}

const buildCaseHeaders = ({ purpose, caseNumber }: Case) => ({ purpose, 'case-number': caseNumber });
/** Headers with the name that confirms an action, encoded because a header has no accents. */
const buildConfirmedHeaders = (about: Case, name: string) => ({
  ...buildCaseHeaders(about),
  'confirmed-name': encodeURIComponent(name),
});
// Each repetition would be one more access in the person's log.
const buildAccessOptions = (about: Case, id: string) => ({
  parameters: { id },
  headers: buildCaseHeaders(about),
  isRepeated: false,
});

export const findPeople = (about: Case, query: Record<string, string>) =>
  call('get', searchPath, { query, headers: buildCaseHeaders(about), isRepeated: false });
export const readPerson = (about: Case, id: string) => call('get', personPath, buildAccessOptions(about, id));
export const readContact = (about: Case, id: string) =>
  call('get', `${personPath}/contact`, buildAccessOptions(about, id));
export const readConnections = (about: Case, id: string) =>
  call('get', `${personPath}/connections`, buildAccessOptions(about, id));
export const readApplications = (about: Case, id: string) =>
  call('get', `${personPath}/applications`, buildAccessOptions(about, id));
export const readLocks = (about: Case, id: string) =>
  call('get', `${personPath}/locks`, buildAccessOptions(about, id));

const allowPath = `${personPath}/contact/{channel}/allow` as const;
const withdrawPath = `${personPath}/contact/{channel}/withdraw` as const;
export const allowChange = (
  about: Case,
  id: string,
  channel: string,
  body: RequestBody<typeof allowPath, 'post'>,
) => call('post', allowPath, { parameters: { id, channel }, body, headers: buildCaseHeaders(about) });

export const withdrawPermission = (
  about: Case,
  id: string,
  channel: string,
  body: RequestBody<typeof withdrawPath, 'post'>,
) => call('post', withdrawPath, { parameters: { id, channel }, body, headers: buildCaseHeaders(about) });
const resendPath = `${personPath}/notices/{message}/{channel}/resend` as const;
export const resendNotice = (about: Case, id: string, message: string, channel: string) =>
  call('post', resendPath, { parameters: { id, message, channel }, headers: buildCaseHeaders(about) });
const liftPath = `${personPath}/locks/{lock}/lift` as const;
export const liftLock = (about: Case, id: string, lock: string, body: RequestBody<typeof liftPath, 'post'>) =>
  call('post', liftPath, { parameters: { id, lock }, body, headers: buildCaseHeaders(about) });
export const reloadDashboard = (about: Case, id: string, name: string) =>
  call('post', `${personPath}/reloaddashboard`, {
    parameters: { id },
    headers: buildConfirmedHeaders(about, name),
  });
export const clearDashboard = (about: Case, id: string, name: string) =>
  call('delete', `${personPath}/cleardashboard`, {
    parameters: { id },
    headers: buildConfirmedHeaders(about, name),
  });
export const restoreDashboard = (about: Case, id: string) =>
  call('post', `${personPath}/restoredashboard`, { parameters: { id }, headers: buildCaseHeaders(about) });

const questionsPath = '/api/users/questions';
const questionPath = `${personPath}/questions/{question}` as const;

export type OpenQuestions = AnswerBody<typeof questionsPath, 'get'>;
export type Question = AnswerBody<typeof questionPath, 'get'>;

/** How often the questions are read again, in milliseconds. */
const refreshInterval = 60_000;

/** The questions that wait, the oldest first. */
export const useOpenQuestions = (isWanted = true) => useRead(questionsPath, { isWanted, refreshInterval });
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
export const getGovernmentSearchKey = (
  userId: string,
  language: string,
  q: string,
  type: string,
  nextToken: string,
) => [governmentPath, userId, language, q, type, nextToken] as const;
export const searchGovernment = (query: Record<string, string>) => call('get', governmentPath, { query });
