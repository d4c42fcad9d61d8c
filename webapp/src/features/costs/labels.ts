import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Change, Line } from './api';
import type { ContractorClass, Expedite, Switch } from './estimate';
import type { CostKind, TotalName } from './totals';

type Labels<K extends string> = Readonly<Record<K, MessageDescriptor>>;

export const expediteLabels: Labels<Exclude<Expedite, 'none'>> = {
  standard: msg`Expedited`,
  nextDay: msg`Next day`,
  sameDay: msg`Same day`,
  twoHour: msg`Within two hours`,
};

export const contractorLabels: Labels<ContractorClass> = {
  generalCommercial: msg`General commercial (A, B)`,
  specialtyCommercial: msg`Specialty commercial (C)`,
  generalResidential: msg`General residential (B)`,
  specialtyResidential: msg`Specialty residential (R)`,
  generalDual: msg`General dual (K)`,
  specialtyDual: msg`Specialty dual (CR)`,
};

export const switchLabels: Labels<Switch> = {
  sellsTaxable: msg`I sell taxable goods or services`,
  servesFood: msg`I serve food`,
  servesAlcohol: msg`I serve alcohol`,
  reserveName: msg`I want to reserve the name first`,
  tradeName: msg`I want to register a trade name`,
  inMunicipality: msg`The business is inside a city or town`,
};

/** The questions of the form, by the names that a link has for their answers. */
export const questionLabels: Readonly<Record<string, MessageDescriptor>> = {
  ...switchLabels,
  entityType: msg`What is the business structure?`,
  categoryId: msg`What does it do?`,
  contractorClass: msg`Class of contractor license`,
  businessCountyId: msg`County of the business`,
  municipalityId: msg`City or town`,
  agentCountyId: msg`County of the statutory agent`,
  premises: msg`Where will you work?`,
  employees: msg`Employees in the first year`,
  includesWages: msg`Include wages`,
  averageMonthlyWage: msg`Average monthly wage of one employee, in dollars`,
  locations: msg`Locations where you sell`,
  expedite: msg`How fast should the filing be handled?`,
  hasOwnStatutoryAgent: msg`Who will be the statutory agent?`,
  monthsOfCash: msg`Months your cash should last`,
  funding: msg`Money you have to start, in dollars`,
  sector: msg`NAICS code of the business`,
  figures: msg`Your own amounts`,
};

export const cadenceLabels: Labels<Line['cadence']> = {
  once: msg`Once`,
  monthly: msg`Every month`,
  yearly: msg`Every year`,
  everyTwoYears: msg`Every two years`,
  everyFiveYears: msg`Every five years`,
};

export const changeLabels: Labels<Change['kind']> = {
  added: msg`Added`,
  removed: msg`Removed`,
  changed: msg`Changed`,
};

export const causeLabels: Labels<Change['cause']> = {
  fees: msg`The fee itself changed`,
  answers: msg`Your answers are different`,
};

export const totalLabels: Labels<Exclude<TotalName, 'contingency' | 'stillNeeded'>> = {
  oneTime: msg`To open, with estimates`,
  monthly: msg`Each month`,
  yearly: msg`Later in the year`,
  firstYear: msg`The first year`,
  cashNeeded: msg`Cash you need, with a reserve`,
};

export const kindLabels: Labels<CostKind> = {
  government: msg`Government fees`,
  premises: msg`Premises`,
  insurance: msg`Insurance`,
  people: msg`People and wages`,
  equipment: msg`Equipment and stock`,
  other: msg`Other`,
};
