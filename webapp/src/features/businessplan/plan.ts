import type { AnswerOf, BodyOf } from '@/lib/api/call';
import { entityTypes, type EntityType } from '@/components/businesses/labels';
import { centsIn, dollarsOf } from './money';

export const estimatePath = '/api/businessapplications/startupcostestimate';

export type Estimate = AnswerOf<typeof estimatePath, 'get'>;
export type Line = Estimate['lines'][number];
export type Plan = BodyOf<typeof estimatePath, 'post'>;
export type Expedite = Plan['expedite'];
export type ContractorClass = NonNullable<Plan['contractorClass']>;
export type Figures = NonNullable<Plan['figures']>;

export const expedites: readonly Exclude<Expedite, 'none'>[] = ['standard', 'nextDay', 'sameDay', 'twoHour'];
export const contractorClasses: readonly ContractorClass[] = [
  'generalCommercial',
  'specialtyCommercial',
  'generalResidential',
  'specialtyResidential',
  'generalDual',
  'specialtyDual',
];

/** What is formed without a filing, and therefore without a statutory agent. */
const withoutAgent: readonly string[] = ['soleProprietor', 'partnership'];

/** The NAICS sector whose trades need a contractor licence. */
const construction = '23';

export const switches = ['sellsTaxable', 'servesFood', 'servesAlcohol', 'reserveName', 'tradeName'] as const;
export type Switch = (typeof switches)[number];

/** The answers as the form has them: what is typed is text, and what is not chosen is empty. */
export type Answers = Record<Switch, boolean> & {
  entityType: EntityType | '';
  categoryId: string;
  businessCountyId: string;
  municipalityId: string;
  agentCountyId: string;
  contractorClass: ContractorClass | '';
  premises: Plan['premises'];
  employees: string;
  averageMonthlyWage: string;
  expedite: Exclude<Expedite, 'none'> | '';
  locations: string;
  hasOwnStatutoryAgent: 'yes' | 'no' | '';
  monthsOfCash: string;
  funding: string;
  sector: string;
  date: string;
};

export const noAnswers: Answers = {
  entityType: '',
  categoryId: '',
  businessCountyId: '',
  municipalityId: '',
  agentCountyId: '',
  contractorClass: '',
  premises: 'home',
  employees: '0',
  averageMonthlyWage: '',
  sellsTaxable: false,
  servesFood: false,
  servesAlcohol: false,
  reserveName: false,
  tradeName: false,
  expedite: '',
  locations: '1',
  hasOwnStatutoryAgent: '',
  monthsOfCash: '3',
  funding: '',
  sector: '',
  date: '',
};

/** Whether businesses of the type have a statutory agent. */
export function hasAgent(entityType: EntityType | ''): boolean {
  return entityType !== '' && !withoutAgent.includes(entityType);
}

/** Whether the answers are those of a contractor, as far as the character of business or its code tells. */
export function isContractor(sector: string, sectorOfCategory: string | null | undefined): boolean {
  return (sector || (sectorOfCategory ?? '')).startsWith(construction);
}

/** A whole number as it was typed, or null. */
export function countIn(text: string): number | null {
  const typed = text.replaceAll(/[\s\p{Cf}]/gu, '');
  return /^\d{1,5}$/.test(typed) ? Number(typed) : null;
}

/** The plan that valid answers make; questions that were not asked count as not answered. */
export function planOf(answers: Answers, figures: Figures, asksForClass: boolean): Plan {
  const { entityType } = answers;
  if (entityType === '') throw new Error('answers without an entity type were taken for valid');
  const employees = countIn(answers.employees) ?? 0;
  const isWithAgent = hasAgent(entityType);
  return {
    entityType,
    businessCountyId: answers.businessCountyId,
    agentCountyId: (isWithAgent && answers.agentCountyId) || null,
    municipalityId: answers.municipalityId || null,
    sector: answers.sector.trim() || null,
    categoryId: answers.categoryId || null,
    employees,
    averageMonthlyWage: employees > 0 ? (centsIn(answers.averageMonthlyWage) ?? 0) : 0,
    sellsTaxable: answers.sellsTaxable,
    locations: answers.sellsTaxable ? (countIn(answers.locations) ?? 1) : 1,
    expedite: answers.expedite || 'none',
    reserveName: answers.reserveName,
    tradeName: answers.tradeName,
    premises: answers.premises,
    servesAlcohol: answers.servesAlcohol,
    servesFood: answers.servesFood,
    contractorClass: (asksForClass && answers.contractorClass) || null,
    hasOwnStatutoryAgent:
      isWithAgent && answers.hasOwnStatutoryAgent ? answers.hasOwnStatutoryAgent === 'yes' : null,
    monthsOfCash: countIn(answers.monthsOfCash) ?? 3,
    funding: centsIn(answers.funding) ?? 0,
    figures,
    date: answers.date || null,
  };
}

const queryNames = [...Object.keys(noAnswers), 'figures', 'check'];

/** What a page's address says of an estimate, as the portal takes it. */
export type Query = Readonly<Record<string, string>>;

/** The input that an address carries; null when it carries none. What does not belong to an estimate is left out. */
export function queryIn(search: URLSearchParams): Query | null {
  const known = [...search].filter(([name]) => queryNames.includes(name));
  return known.length === 0 ? null : Object.fromEntries<string>(known);
}

/** The person's own figures that an address carries, by the codes of their lines. */
export function figuresIn(query: Query): Figures {
  const pairs = [...(query.figures ?? '').matchAll(/([a-z0-9-]+):(\d+)/g)];
  return Object.fromEntries(pairs.map(([, code = '', cents]): [string, number] => [code, Number(cents)]));
}

/**
 * The answers that an address carries. Only of an address that the portal has taken: nothing of it is checked again.
 *
 * @param today the day in Arizona; an estimate of today names no day.
 */
export function answersIn(query: Query, today: string): Answers {
  const isOn = (name: Switch) => query[name] === 'true';
  const own = query.hasOwnStatutoryAgent;
  return {
    entityType: entityTypes.find((type) => type === query.entityType) ?? '',
    categoryId: query.categoryId ?? '',
    businessCountyId: query.businessCountyId ?? '',
    municipalityId: query.municipalityId ?? '',
    agentCountyId: query.agentCountyId ?? '',
    contractorClass: contractorClasses.find((kind) => kind === query.contractorClass) ?? '',
    premises: query.premises === 'rented' ? 'rented' : 'home',
    employees: query.employees ?? noAnswers.employees,
    averageMonthlyWage: query.averageMonthlyWage ? dollarsOf(Number(query.averageMonthlyWage)) : '',
    sellsTaxable: isOn('sellsTaxable'),
    servesFood: isOn('servesFood'),
    servesAlcohol: isOn('servesAlcohol'),
    reserveName: isOn('reserveName'),
    tradeName: isOn('tradeName'),
    expedite: expedites.find((level) => level === query.expedite) ?? '',
    locations: query.locations ?? noAnswers.locations,
    hasOwnStatutoryAgent: own === 'true' ? 'yes' : own === 'false' ? 'no' : '',
    monthsOfCash: query.monthsOfCash ?? noAnswers.monthsOfCash,
    funding: query.funding ? dollarsOf(Number(query.funding)) : '',
    sector: query.sector ?? '',
    date: query.date === today ? '' : (query.date ?? ''),
  };
}

/** The day that it is in Arizona, as YYYY-MM-DD. */
export function todayInArizona(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Phoenix' }).format(new Date());
}
