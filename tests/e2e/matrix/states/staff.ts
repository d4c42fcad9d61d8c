import type { Page } from "@playwright/test";
import { recordParts } from "../contract";
import type { Area, Json } from "../state";

const longName =
  "María de los Ángeles Hernández-Wigglesworth y Fernández de Córdoba-Montenegro";
const id = "aaaaaaaaaaaaaaaaaaaaaaaaaa";
const record = `/adminuserservices/${id}`;
const api = `/api/users/${id}`;
const at = "2026-11-20T20:00:02Z";

const person: Json = {
  id,
  displayName: longName,
  legalFirstName: "MARÍA DE LOS ÁNGELES",
  legalLastName: "HERNÁNDEZ-WIGGLESWORTH",
  preferredName: "Mari",
  birthYear: 1984,
  county: null,
  language: "es",
  email: "m•••@example.com",
  parts: recordParts,
  registeredAt: at,
  linkedAtRegistration: true,
  state: 3,
  acceptedTerms: null,
  currentTerms: "2026-11-01",
  terms: [{ version: "2026-11-01", outcome: "declined", decidedAt: at }],
};
/** The same for staff of an agency, and for a purpose that allows no changes. */
const ofAgency: Json = {
  ...person,
  parts: ["identity", "connections", "applications"],
  registeredAt: null,
  linkedAtRegistration: null,
  state: null,
  acceptedTerms: null,
  currentTerms: null,
  terms: null,
};
const parts = {
  [`${api}/contact`]: {
    language: "es",
    emailFrequency: "daily",
    savedAt: at,
    addresses: [
      {
        channel: "email",
        sentTo: "m•••@example.com",
        isVerified: true,
        status: "bounced",
        statusAt: at,
      },
    ],
    changes: [
      {
        id: "01kavk2m5y8h3d6s9t0w1x2z3q",
        channel: "email",
        sentTo: "m•••@example.org",
        isConfirmed: true,
        isAllowed: false,
        allowedFrom: null,
        allowedUntil: null,
      },
    ],
    deliveries: [
      {
        messageId: "m1",
        channel: "text",
        sentTo: "",
        state: "notSent",
        reason: "noAddress",
        at,
        sender: longName,
        subject: null,
      },
      {
        messageId: "m2",
        channel: "email",
        sentTo: "m•••@example.com",
        state: "failed",
        reason: "tryAgain",
        at,
        sender: "Saguaro",
        subject: longName,
      },
    ],
    unread: { count: 100, atLeast: true },
  },
  [`${api}/connections`]: {
    restorableUntil: "2099-11-27T20:00:02Z",
    items: [
      {
        serviceId: "s1",
        serviceName: longName,
        agencyName: longName,
        isOffered: false,
        isOnDashboard: false,
        notAnsweringSince: at,
        askedAgainFrom: at,
        lastFailure: { at, fault: "malformed" },
        connectedAt: at,
        records: [
          {
            status: "connected",
            connectedAt: at,
            checkedAt: null,
          },
        ],
      },
    ],
  },
  [`${api}/applications`]: {
    items: [
      {
        id: "a1",
        businessName: longName,
        formName: longName,
        agencyName: longName,
        state: "inReview",
        nextActor: "agency",
        since: at,
        dueOn: "2099-12-01",
        createdAt: at,
      },
    ],
  },
  [`${api}/locks`]: {
    items: [
      {
        id: "3",
        name: longName,
        failures: 5,
        lockedUntil: "2099-11-21T20:00:02Z",
      },
    ],
  },
  [`${api}/reloaddashboard`]: {
    items: [
      {
        number: 1,
        serviceName: longName,
        agencyName: longName,
        outcome: "unavailable",
        checkedAt: at,
      },
    ],
  },
} satisfies Record<string, Json>;
const found: Json = {
  items: [
    {
      id,
      displayName: longName,
      email: "m•••@example.com",
      county: "Pima",
      birthYear: 1984,
      state: "active",
    },
  ],
  isTruncated: true,
};
const search = "/api/users/search?**";
const refusal = (status: number, code: string) =>
  [status, { code, message: "Said by the portal.", requestId: "r1" }] as const;

async function openCase(page: Page): Promise<void> {
  await page.locator("#purpose").selectOption("complaint");
  await page.locator("#caseNumber").fill("C-2041");
  await page.locator("#caseNumber").press("Enter");
  await page.locator(".case-bar").waitFor();
}
async function openRecord(page: Page): Promise<void> {
  await openCase(page);
  await page.locator(".blocks").waitFor();
}
async function findSomebody(page: Page): Promise<void> {
  await openCase(page);
  await page.locator("#email").fill("mari@example.com");
  await page.locator("#email").press("Enter");
}
const said = async (page: Page): Promise<void> => {
  await openCase(page);
  await page.locator(".usa-alert").waitFor();
};

const governmentSearch = "/api/governmentsearch?**";
const resultTypes = ["agency", "service", "form", "fee", "guide", "elsewhere", "help", "policy"];
const governmentResults: Json = {
  items: resultTypes.map((type) => ({
    type,
    title: longName,
    summary: longName,
    href: "/connections",
  })),
  facets: resultTypes.map((type) => ({ type, count: 1200 })),
  nextToken: "more",
};

export const staff: Area = {
  name: "staff",
  who: "admin",
  states: [
    { name: "dashboard", path: "/dashboard" },
    { name: "government search", path: "/governmentsearch" },
    {
      name: "government search results",
      hasEveryLook: true,
      path: "/governmentsearch?q=license",
      answers: { [governmentSearch]: governmentResults },
      then: async (page) => page.locator(".search-result").first().waitFor(),
    },
    {
      name: "government search without results",
      path: "/governmentsearch?q=nothing",
      answers: {
        [governmentSearch]: {
          items: [],
          facets: resultTypes.map((type) => ({ type, count: 0 })),
          nextToken: null,
        },
      },
      then: async (page) => page.locator("#found").waitFor(),
    },
    {
      name: "government search without a second factor",
      path: "/governmentsearch?q=license",
      answers: { [governmentSearch]: refusal(403, "secondFactorRequired") },
      then: async (page) => page.locator(".usa-alert").waitFor(),
    },
    { name: "user services", hasEveryLook: true, path: "/adminuserservices" },
    {
      name: "a case without anything",
      path: "/adminuserservices",
      then: (page) => page.locator("form button[type=submit]").click(),
    },
    { name: "search", path: "/adminuserservices", then: openCase },
    {
      name: "search for too little",
      path: "/adminuserservices",
      then: async (page) => {
        await openCase(page);
        await page.locator("form button[type=submit]").click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "people found",
      hasEveryLook: true,
      path: "/adminuserservices",
      answers: { [search]: found },
      then: async (page) => {
        await findSomebody(page);
        await page.locator(".person-results__item").waitFor();
      },
    },
    {
      name: "nobody found",
      path: "/adminuserservices",
      answers: { [search]: { items: [], isTruncated: false } },
      then: async (page) => {
        await findSomebody(page);
        await page.locator(".person-results__count").waitFor();
      },
    },
    { name: "a record before the case", path: record },
    {
      name: "a record",
      path: record,
      answers: { [api]: person },
      then: openRecord,
    },
    {
      name: "a record with all parts",
      hasEveryLook: true,
      path: record,
      answers: { [api]: person, ...parts },
      then: async (page) => {
        await openRecord(page);
        const closed = page.locator(".section-top .usa-button--outline");
        for (let left = await closed.count(); left > 0; left -= 1)
          await closed.first().click();
        await page
          .locator(".section-top .usa-button--unstyled")
          .nth(3)
          .waitFor();
      },
    },
    {
      name: "a record for staff of an agency who only look",
      path: record,
      answers: { [api]: ofAgency },
      then: openRecord,
    },
    {
      name: "allowing a change of address",
      path: record,
      answers: { [api]: person, ...parts },
      then: async (page) => {
        await openRecord(page);
        await page.locator(".section-top .usa-button--outline").last().click();
        await page.locator(".line-list .usa-button--outline").first().click();
        await page.locator(".card form button[type=submit]").click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "lifting a lock",
      path: record,
      answers: { [api]: person, ...parts },
      then: async (page) => {
        await openRecord(page);
        await page.locator(".section-top .usa-button--outline").first().click();
        await page.locator(".line-list .usa-button--outline").click();
        await page.locator(".card form button[type=submit]").click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "a reloaded dashboard",
      path: record,
      answers: { [api]: person, ...parts },
      then: async (page) => {
        await openRecord(page);
        await page.locator(".card .buttons button").first().click();
        await page.locator("#typedName").fill(longName);
        await page.locator("#typedName").press("Enter");
        await page.locator(".line-list").last().waitFor();
      },
    },
    {
      name: "a record without a second factor",
      path: record,
      answers: { [api]: refusal(403, "secondFactorRequired") },
      then: said,
    },
    {
      name: "one’s own record",
      path: record,
      answers: { [api]: refusal(403, "ownRecord") },
      then: said,
    },
    {
      name: "no such record",
      path: record,
      answers: { [api]: refusal(403, "notYourCase") },
      then: said,
    },
    {
      name: "a look that cannot be written down",
      path: record,
      answers: { [api]: refusal(503, "accessNotRecorded") },
      then: said,
    },
  ],
};

const queue = "/api/users/questions";
const questionApi = `${api}/questions/${id}`;
const questionPage = `/adminuserservices/questions/${id}/${id}`;
const openQuestion: Json = {
  id,
  userId: id,
  number: "Q-AAAAAAAA",
  language: "es",
  askedAt: at,
  expectedOn: "2026-11-24",
  takenBy: null,
  isMine: false,
};
const question: Json = {
  ...openQuestion,
  displayName: longName,
  text: "¿Por qué recibí dos cuentas del mismo impuesto?",
  transcript: [
    { author: "person", text: "dos cuentas", sentAt: at },
    { author: "assistant", text: "No lo sé.", sentAt: at },
  ],
  answer: null,
};

export const supportQuestions: Area = {
  name: "questions to support",
  who: "admin",
  states: [
    {
      name: "an empty queue",
      path: "/adminuserservices/questions",
      answers: { [queue]: { items: [], isTruncated: false } },
    },
    {
      name: "a queue, also overdue and taken",
      path: "/adminuserservices/questions",
      answers: {
        [queue]: {
          items: [
            { ...openQuestion, expectedOn: "2020-01-02" },
            { ...openQuestion, id: "b", takenBy: "S-TFQ7HGL4MQ" },
            { ...openQuestion, id: "c", takenBy: "S-TFQ7HGL4MQ", isMine: true },
          ],
          isTruncated: true,
        },
      },
      then: async (page) => page.locator(".question-queue").waitFor(),
    },
    {
      name: "desk on the dashboard",
      hasEveryLook: true,
      path: "/dashboard",
      answers: { [queue]: { items: [{ ...openQuestion, expectedOn: "2020-01-02" }, openQuestion], isTruncated: false } },
      then: async (page) => page.locator(".staff-desk .tag").waitFor(),
    },
    {
      name: "desk without a second factor",
      path: "/dashboard",
      answers: { [queue]: refusal(403, "secondFactorRequired") },
      then: async (page) => page.locator(".staff-desk .usa-alert").waitFor(),
    },
    {
      name: "a queue without a second factor",
      path: "/adminuserservices/questions",
      answers: { [queue]: refusal(403, "secondFactorRequired") },
      then: async (page) => page.locator(".usa-alert").waitFor(),
    },
    {
      name: "a question that a colleague took",
      path: questionPage,
      answers: { [questionApi]: { ...question, takenBy: "S-TFQ7HGL4MQ" } },
      then: async (page) => page.locator("#taking").waitFor(),
    },
    {
      name: "an answer with mistakes",
      path: questionPage,
      answers: {
        [questionApi]: { ...question, takenBy: "S-TFQ7HGL4MQ", isMine: true },
      },
      then: async (page) => {
        await page.locator("form.card button[type=submit]").click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "an answered question",
      path: questionPage,
      answers: {
        [questionApi]: {
          ...question,
          answer: {
            text: "Una es del año 2025.",
            staffNumber: "S-TFQ7HGL4MQ",
            at,
          },
        },
      },
      then: async (page) => page.locator("#answer").waitFor(),
    },
    {
      name: "no such question",
      path: questionPage,
      answers: { [questionApi]: refusal(404, "questionNotFound") },
      then: async (page) => page.locator(".usa-alert").waitFor(),
    },
  ],
};

const accesses = "/api/profile/access?**";
const access: Json = {
  number: 5,
  at,
  staffNumber: "S-TFQ7HGL4MQ",
  agency: null,
  role: "support",
  purpose: "resident-asked",
  caseNumber: "C-2041",
  kind: "view",
  call: "GET /api/users/search",
  fields: ["birthYear", "county", "email", "name", "state"],
  resultCount: 7,
  proof: null,
};

export const accessLog: Area = {
  name: "access log",
  who: "resident",
  states: [
    {
      name: "accesses",
      hasEveryLook: true,
      path: "/profile/access",
      answers: {
        [accesses]: {
          items: [
            access,
            {
              ...access,
              number: 4,
              kind: "change",
              call: "POST /api/users/{id}/locks/{lock}/lift",
              fields: ["locks"],
              resultCount: 1,
            },
          ],
          nextToken: "n",
          isLogReadable: true,
        },
      },
      arrived: ".access",
    },
    {
      name: "missing entries",
      path: "/profile/access",
      answers: {
        [accesses]: {
          items: [access, { ...access, number: 3 }, { ...access, number: 3 }],
          nextToken: null,
          isLogReadable: true,
        },
      },
      arrived: ".usa-alert--error",
    },
    {
      name: "nobody",
      path: "/profile/access",
      answers: {
        [accesses]: { items: [], nextToken: null, isLogReadable: true },
      },
      arrived: ".empty",
    },
    {
      name: "loading",
      path: "/profile/access",
      answers: { [accesses]: "never" },
      arrived: ".skeleton",
      isWaiting: true,
    },
    {
      name: "cannot be read",
      path: "/profile/access",
      answers: { [accesses]: 503 },
      arrived: ".usa-alert--error",
    },
  ],
};
