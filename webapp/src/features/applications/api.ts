import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

export const applicationsPath = '/api/businessapplications/applications';
const applicationPath = '/api/businessapplications/applications/{id}';
const answersPath = '/api/businessapplications/applications/{id}/answers';
const submissionPath = '/api/businessapplications/applications/{id}/submission';
const withdrawalPath = '/api/businessapplications/applications/{id}/withdrawal';
const documentsPath = '/api/businessapplications/applications/{id}/documents';
const documentPath = '/api/businessapplications/applications/{id}/documents/{document}';
export const nameCheckPath = '/api/businessapplications/applications/{id}/namecheck';
export const businessesPath = '/api/businessapplications/businesses';
export const formsPath = '/api/businessapplications/forms';
export const reservationsPath = '/api/businessapplications/businessnames/reservations';

export type ApplicationSummary = AnswerBody<typeof applicationsPath, 'get'>['items'][number];
export type Application = AnswerBody<typeof applicationPath, 'get'>;
export type Form = Application['form'];
export type Section = Form['sections'][number];
export type Question = Section['fields'][number];
export type WantedDocument = Form['documents'][number];
/** An answer: text, an address, or people. */
export type Answer = Application['answers'][string];
export type Person = Extract<Answer, readonly unknown[]>[number];
export type Address = NonNullable<Person['address']>;
export type ApplicationState = ApplicationSummary['state'];
export type Due = NonNullable<ApplicationSummary['due']>;
export type ApplicationDocument = Application['documents'][number];
export type FormSummary = AnswerBody<typeof formsPath, 'get'>['items'][number];
export type Reservation = AnswerBody<typeof reservationsPath, 'get'>['items'][number];
export type NameCheck = AnswerBody<typeof nameCheckPath, 'get'>;
export type Owed = Application['owed'];
export type Fee = Owed['fees'][number];
type DocumentLink = AnswerBody<typeof documentPath, 'get'>;

/** Milliseconds between reads of an application that waits for its agency. */
const newsMilliseconds = 60_000;

/** Milliseconds between reads of a file that is being checked. */
const checkMilliseconds = 3_000;

/** The businesses for which the person can file. */
export function useBusinesses() {
  return useRead(businessesPath);
}

/** The forms of all agencies. */
export function useForms() {
  return useRead(formsPath);
}

/** The applications of all businesses of the person. */
export function useApplications(options: { revalidateOnFocus?: boolean } = {}) {
  return useRead(applicationsPath, options);
}

/** Reads the names that are or were reserved for the person. */
export function useReservations() {
  return useRead(reservationsPath);
}

/**
 * Reads an application, and again every minute while it waits for the agency.
 *
 * @param isStill - True if nothing may change under the person's hands.
 */
export function useApplication(id: string, isStill: boolean) {
  const { data, error, mutate } = useRead(applicationPath, {
    parameters: { id },
    keepPreviousData: false,
    revalidateOnFocus: !isStill,
    revalidateOnReconnect: !isStill,
    refreshInterval: (latest?: Application) => (latest?.nextActor === 'agency' ? newsMilliseconds : 0),
  });
  return {
    data,
    error,
    readAgain: () => mutate(),
    /** Shows what a call has changed; reads the application if it is still loading in another language. */
    update: (changes: Partial<Application>) =>
      mutate((current) => current && { ...current, ...changes }, {
        revalidate: (latest?: Application) => !latest,
      }),
  };
}

export type UpdateApplication = ReturnType<typeof useApplication>['update'];

/** Starts an application and returns it; the same key twice starts one. */
export function createApplication(body: RequestBody<typeof applicationsPath, 'post'>, key: string) {
  return call('post', applicationsPath, { body, headers: { 'Idempotency-Key': key } });
}

/** Reads an application. */
export function getApplication(id: string, lifetime: 'page' | 'session' = 'page') {
  return call('get', applicationPath, { parameters: { id }, lifetime });
}

/** Saves answers, also when the person opens another page meanwhile; returns the next revision. */
export function saveAnswers(id: string, body: RequestBody<typeof answersPath, 'put'>) {
  return call('put', answersPath, { parameters: { id }, body, lifetime: 'session' });
}

/** Submits an application and returns it. */
export function submitApplication(id: string, body: RequestBody<typeof submissionPath, 'post'>) {
  return call('post', submissionPath, { parameters: { id }, body });
}

/** Withdraws a submitted application and returns it. */
export function withdrawApplication(id: string) {
  return call('post', withdrawalPath, { parameters: { id }, body: {} });
}

/** Removes a draft. */
export function deleteApplication(id: string) {
  return call('delete', applicationPath, { parameters: { id } });
}

/** Adds a file. */
export function createDocument(id: string, body: RequestBody<typeof documentsPath, 'post'>) {
  return call('post', documentsPath, { parameters: { id }, body });
}

/** Removes a file. */
export function deleteDocument(id: string, document: string) {
  return call('delete', documentPath, { parameters: { id, document } });
}

/** Returns the address of a file, or the state that keeps it from being downloaded. */
export function getDocument(id: string, document: string) {
  return call('get', documentPath, { parameters: { id, document } });
}

/** Reads a file's state until it was checked. */
export function useDocument(id: string, document: string) {
  return useRead(documentPath, {
    parameters: { id, document },
    refreshInterval: (latest?: DocumentLink) => (latest?.state === 'checking' ? checkMilliseconds : 0),
  });
}
