import { entityTypes, type EntityType } from '@/components/businessLabels';
import { parseCount } from '@/components/planning/parseCount';
import type { EstimateQuery, EstimateRequest, Figures } from './api';
import { formatDollars, parseCents } from './money';

export type Expedite = EstimateRequest['expedite'];
export type ContractorClass = NonNullable<EstimateRequest['contractorClass']>;

export const expedites: readonly Exclude<Expedite, 'none'>[] = ['standard', 'nextDay', 'sameDay', 'twoHour'];
export const contractorClasses: readonly ContractorClass[] = [
  'generalCommercial',
  'specialtyCommercial',
  'generalResidential',
  'specialtyResidential',
  'generalDual',
  'specialtyDual',
];

/** Entity types formed without a filing, which have no statutory agent. */
const withoutAgent: readonly string[] = ['soleProprietor', 'partnership'];

/** The NAICS sector whose trades need a contractor license. */
const construction = '23';

export const switches = ['inMunicipality', 'sellsTaxable', 'servesFood', 'servesAlcohol'] as const;
/** The switches that most people leave alone. */
export const furtherSwitches = ['reserveName', 'tradeName'] as const;
export type Switch = (typeof switches)[number] | (typeof furtherSwitches)[number];

/** The values of the form: typed values are text, and a choice that was not made is empty. */
export type Answers = Record<Switch, boolean> & {
  entityType: EntityType | '';
  categoryId: string;
  businessCountyId: string;
  agentCountyId: string;
  contractorClass: ContractorClass | '';
  premises: EstimateRequest['premises'];
  employees: string;
  /** True when wages count; a link has a wage above zero then. */
  includesWages: boolean;
  averageMonthlyWage: string;
  expedite: Exclude<Expedite, 'none'> | '';
  locations: string;
  hasOwnStatutoryAgent: 'yes' | 'no' | '';
  monthsOfCash: string;
  funding: string;
  sector: string;
  date: string;
};

export const emptyAnswers: Answers = {
  entityType: '',
  categoryId: '',
  businessCountyId: '',
  agentCountyId: '',
  contractorClass: '',
  premises: 'home',
  employees: '0',
  includesWages: false,
  averageMonthlyWage: '',
  inMunicipality: false,
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

/** Returns true for entity types that have a statutory agent. */
export function hasAgent(entityType: EntityType | ''): boolean {
  return entityType !== '' && !withoutAgent.includes(entityType);
}

/** Returns true when the NAICS code, or else the category's sector, is construction. */
export function isContractor(sector: string, sectorOfCategory: string | null | undefined): boolean {
  return (sector || (sectorOfCategory ?? '')).startsWith(construction);
}

/** Creates the request for an estimate from valid answers; questions that were not asked count as unanswered. */
export function createEstimateRequest(
  answers: Answers,
  figures: Figures,
  asksForClass: boolean,
): EstimateRequest {
  const { entityType } = answers;
  if (entityType === '') throw new Error('answers without an entity type were taken for valid');
  const employees = parseCount(answers.employees) ?? 0;
  const isWithAgent = hasAgent(entityType);
  return {
    entityType,
    businessCountyId: answers.businessCountyId,
    agentCountyId: (isWithAgent && answers.agentCountyId) || null,
    inMunicipality: answers.inMunicipality,
    municipalityId: null,
    sector: answers.sector.trim() || null,
    categoryId: answers.categoryId || null,
    employees,
    averageMonthlyWage:
      employees > 0 && answers.includesWages ? (parseCents(answers.averageMonthlyWage) ?? 0) : 0,
    sellsTaxable: answers.sellsTaxable,
    locations: answers.sellsTaxable ? (parseCount(answers.locations) ?? 1) : 1,
    expedite: answers.expedite || 'none',
    reserveName: answers.reserveName,
    tradeName: answers.tradeName,
    premises: answers.premises,
    servesAlcohol: answers.servesAlcohol,
    servesFood: answers.servesFood,
    contractorClass: (asksForClass && answers.contractorClass) || null,
    hasOwnStatutoryAgent:
      isWithAgent && answers.hasOwnStatutoryAgent ? answers.hasOwnStatutoryAgent === 'yes' : null,
    monthsOfCash: parseCount(answers.monthsOfCash) ?? 3,
    funding: parseCents(answers.funding) ?? 0,
    figures,
    date: answers.date || null,
  };
}

/** Earlier links name the city or town. */
const queryNames = [...Object.keys(emptyAnswers), 'municipalityId', 'figures', 'check'];

/** Parses the parameters of an estimate from an address; null when there are none. Other parameters are left out. */
export function parseQuery(search: URLSearchParams): EstimateQuery | null {
  const known = [...search].filter(([name]) => queryNames.includes(name));
  return known.length === 0 ? null : Object.fromEntries<string>(known);
}

/** Parses the person's own figures from the parameters, by line code. */
export function parseFigures(query: EstimateQuery): Figures {
  const pairs = [...(query.figures ?? '').matchAll(/([a-z0-9-]+):(\d+)/g)];
  return Object.fromEntries(pairs.map(([, code = '', cents]): [string, number] => [code, Number(cents)]));
}

/**
 * Parses the answers from parameters that the portal has accepted; they are not validated again.
 *
 * @param today the day in Arizona; the answers of an estimate for today have no date.
 */
export function parseAnswers(query: EstimateQuery, today: string): Answers {
  const isOn = (name: Switch) => query[name] === 'true';
  const wage = Number(query.averageMonthlyWage ?? 0);
  const own = query.hasOwnStatutoryAgent;
  return {
    entityType: entityTypes.find((type) => type === query.entityType) ?? '',
    categoryId: query.categoryId ?? '',
    businessCountyId: query.businessCountyId ?? '',
    agentCountyId: query.agentCountyId ?? '',
    contractorClass: contractorClasses.find((kind) => kind === query.contractorClass) ?? '',
    premises: query.premises === 'rented' ? 'rented' : 'home',
    employees: query.employees ?? emptyAnswers.employees,
    includesWages: wage > 0,
    averageMonthlyWage: wage > 0 ? formatDollars(wage) : '',
    inMunicipality: isOn('inMunicipality') || Boolean(query.municipalityId),
    sellsTaxable: isOn('sellsTaxable'),
    servesFood: isOn('servesFood'),
    servesAlcohol: isOn('servesAlcohol'),
    reserveName: isOn('reserveName'),
    tradeName: isOn('tradeName'),
    expedite: expedites.find((level) => level === query.expedite) ?? '',
    locations: query.locations ?? emptyAnswers.locations,
    hasOwnStatutoryAgent: own === 'true' ? 'yes' : own === 'false' ? 'no' : '',
    monthsOfCash: query.monthsOfCash ?? emptyAnswers.monthsOfCash,
    funding: query.funding ? formatDollars(Number(query.funding)) : '',
    sector: query.sector ?? '',
    date: query.date === today ? '' : (query.date ?? ''),
  };
}
