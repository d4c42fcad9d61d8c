import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { Person } from './identityProvider';
import { callAs, newcomer, registered } from './portal';

const portalUrl = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');

/** The sandbox's agencies listen on the third port after the portal's. */
const agenciesUrl = `http://localhost:${Number(portalUrl.port) + 3}`;

/** Records of Rosa, and what has to be typed to find them. */
export const records = {
  benefits: { agencyServiceId: 'azdes-benefits', identity: { caseNumber: '7012345678', dateOfBirth: '1984-05-17' } },
  hunting: { agencyServiceId: 'azgfd-licence', identity: { departmentId: '100234567', dateOfBirth: '1984-05-17' } },
} as const;

/** The agencies' own names for records of Rosa like which others are made. */
const models = { benefits: 'azdes/d-3f7710', hunting: 'azgfd/g-6612ad', voter: 'azsos/s-71b0d2', water: 'tucson-utilities/u-90c311' } as const;

/** A record that an agency holds: how it is found, and the agency's own name for it. */
export interface HeldRecord {
  agencyServiceId: string;
  identity: Record<string, string>;
  reference: string;
}

/** As `settle` registers everybody new. */
const elena = { legalFirstName: 'Elena', legalLastName: 'Ochoa', dateOfBirth: '1988-03-09' };

/** A record of somebody new that no other test is connected with, so that its messages are nobody else's. */
export async function recordLike(request: APIRequestContext, model: keyof typeof models, person = elena): Promise<HeldRecord> {
  const answer = await request.post(`${agenciesUrl}/records/${models[model]}/copy`, { data: { person } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as HeldRecord;
}

/** A record of a voter. */
export async function voterRecord(request: APIRequestContext): Promise<HeldRecord> {
  return recordLike(request, 'voter');
}

/** Connects somebody with a record. */
async function connect(request: APIRequestContext, person: Person, { agencyServiceId, identity }: HeldRecord): Promise<void> {
  await callAs(request, person.email, 'POST', '/api/subscriptions/agencyservice', { agencyServiceId, identity });
}

/** Somebody new who is signed in, has everything set up and these records connected, before any page is loaded. */
export async function newcomerWith(page: Page, ...wanted: (keyof typeof models | HeldRecord)[]): Promise<Person> {
  const person = await newcomer(page);
  for (const each of wanted) await connect(page.request, person, typeof each === 'string' ? await recordLike(page.request, each) : each);
  return person;
}

/** The same for somebody who is not signed in here. */
export async function registeredWith(request: APIRequestContext, record: HeldRecord): Promise<Person> {
  const person = await registered(request);
  await connect(request, person, record);
  return person;
}

/** Connects somebody with so many records of their own. */
export async function connectWith(request: APIRequestContext, person: Person, model: keyof typeof models, count: number): Promise<void> {
  const owner = { ...elena, legalFirstName: person.givenName, legalLastName: person.familyName };
  for (let made = 0; made < count; made += 1) {
    const record = await recordLike(request, model, owner);
    // After an outage the portal asks an agency again only when half a minute is over.
    await expect(async () => {
      await connect(request, person, record);
    }).toPass({ timeout: 40_000 });
  }
}

/** Makes an agency of the sandbox misbehave while the work lasts. */
export async function whileAgencyIs(request: APIRequestContext, agency: string, mode: string, work: () => Promise<void>): Promise<void> {
  const turn = async (to: string) => expect((await request.post(`${agenciesUrl}/switches/${agency}`, { data: { mode: to } })).ok()).toBe(true);
  await turn(mode);
  try {
    await work();
  } finally {
    await turn('normal');
  }
}

/** What a message of an agency has beyond its subject; the sandbox writes the rest. */
interface Letter {
  type?: string;
  format?: 'plain' | 'html';
  body?: { en: string };
  action?: boolean;
  attachment?: 'pdf' | 'png' | 'harmful';
}

/** Makes an agency of the sandbox send a message about one of its records, to everybody who is connected with it. */
export async function agencySends(request: APIRequestContext, agency: string, reference: string, subject: string, letter: Letter = {}): Promise<void> {
  const data = { reference, subject: { en: subject, es: subject }, ...letter };
  const answer = await request.post(`${agenciesUrl}/messages/${agency}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
