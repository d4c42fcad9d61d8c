import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { messagesTo } from './identityProvider';
import { callAs } from './portal';

const portalUrl = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');

/** The sandbox's agencies listen on the third port after the portal's. */
const agenciesUrl = `http://localhost:${Number(portalUrl.port) + 3}`;

const root = '/api/businessapplications';

/** The form that the tests fill in; the sandbox's Corporation Commission takes it. */
export const articles = 'azcc-entity-llc-articles';

const tucson = { line1: '1200 W Ocotillo Ln', city: 'Tucson', state: 'AZ', zip: '85713' };

/** Returns a name that nobody else has filed: a name is taken from its submission on. */
export const freeName = () => `Ocotillo Repair ${crypto.randomUUID().replace(/[\d-]/g, '')} LLC`;

/** Answers that the form takes as they are. */
export const completeAnswers = () => ({
  companyType: 'llc',
  companyName: freeName(),
  character: 'Repair of bicycles',
  agentName: 'Elena Ochoa',
  agentAddress: tucson,
  agentCounty: 'pima',
  isAgentAddress: 'yes',
  managedBy: 'members',
  members: [{ name: 'Elena Ochoa', address: tucson }],
  startsWhen: 'onFiling',
  speed: 'regular',
});

/** A small PDF. */
export const pdf = {
  name: 'acceptance.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
};

/** A business of the person, made without a browser. */
export async function businessOf(request: APIRequestContext, email: string, name = 'Ocotillo Repair LLC'): Promise<string> {
  const { id } = (await callAs(request, email, 'POST', `${root}/businesses`, { name, entityType: 'llc', countyId: 'pima' })) as { id: string };
  return id;
}

interface Begun {
  id: string;
  revision: number;
}

/** An application for a business, begun and, where there are answers, filled in without a browser. */
export async function applicationFor(request: APIRequestContext, email: string, businessId: string, answers?: Record<string, unknown>): Promise<string> {
  const begun = (await callAs(request, email, 'POST', `${root}/applications`, { formId: articles, businessId })) as Begun;
  if (answers) await callAs(request, email, 'PUT', `${root}/applications/${begun.id}/answers`, { answers, revision: begun.revision });
  return begun.id;
}

/** The same with its file, submitted. */
export async function submittedFor(request: APIRequestContext, email: string, businessId: string): Promise<string> {
  const id = await applicationFor(request, email, businessId, completeAnswers());
  const path = `${root}/applications/${id}`;
  await callAs(request, email, 'POST', `${path}/documents`, {
    code: 'AGENT_ACCEPTANCE',
    name: pdf.name,
    content: pdf.buffer.toString('base64'),
  });
  const { revision } = (await callAs(request, email, 'GET', path)) as Begun;
  await callAs(request, email, 'POST', `${path}/submission`, { revision, isDeclared: true });
  return id;
}

interface Decision {
  state: 'received' | 'inReview' | 'needsInformation' | 'approved' | 'refused';
  note?: { en: string; es: string };
  respondBy?: string;
}

/** Makes the sandbox's Corporation Commission say something of an application, once it has it. */
export async function agencyDecides(request: APIRequestContext, applicationId: string, decision: Decision): Promise<void> {
  await expect(async () => {
    const answer = await request.post(`${agenciesUrl}/applications/azcc/${applicationId}`, { data: decision });
    expect(answer.ok(), await answer.text()).toBe(true);
  }).toPass({ timeout: 15_000 });
}

/** The link of the newest invitation that was sent to an address, as a path of the portal. */
export async function invitationFor(request: APIRequestContext, email: string): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const texts = (await messagesTo(request, email)).map(({ text }) => text);
    path = texts.map((text) => /\/businessapplications\/invitation\?token=\S+/.exec(text)?.[0]).find(Boolean);
    expect(path).toBeDefined();
  }).toPass();
  return path as string;
}

/** The id at the end of the page's address. */
export const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) as string;
