import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FieldError } from '@/lib/forms/useAction';
import { parseCount } from '@/components/planning/parseCount';
import { hasAgent, type Answers } from './estimate';
import { parseCents } from './money';

type Translate = (message: MessageDescriptor) => string;

/** Lists the errors in the answers that can be found without a request. */
export function validateAnswers(answers: Answers, t: Translate): FieldError<keyof Answers>[] {
  const problems: FieldError<keyof Answers>[] = [];
  const refuse = (field: keyof Answers, message: MessageDescriptor) =>
    problems.push({ field, message: t(message) });

  if (!answers.entityType) refuse('entityType', msg`Choose the business structure`);
  if (!answers.categoryId && !answers.sector.trim()) refuse('categoryId', msg`Choose what the business does`);
  if (!answers.businessCountyId) refuse('businessCountyId', msg`Choose the county of the business`);
  if (hasAgent(answers.entityType) && !answers.agentCountyId)
    refuse('agentCountyId', msg`Choose the county of the statutory agent`);
  const employees = parseCount(answers.employees);
  if (employees === null) refuse('employees', msg`Enter the number of employees, such as 0 or 3`);
  if (employees && answers.includesWages && !parseCents(answers.averageMonthlyWage))
    refuse('averageMonthlyWage', msg`Enter the average monthly wage, such as 3200`);
  if (answers.sellsTaxable && !parseCount(answers.locations))
    refuse('locations', msg`Enter the number of locations, 1 or more`);
  if (parseCount(answers.monthsOfCash) === null)
    refuse('monthsOfCash', msg`Enter the number of months, from 0 to 24`);
  if (answers.funding.trim() && parseCents(answers.funding) === null)
    refuse('funding', msg`Enter the money you have in dollars, such as 15000`);
  return problems;
}
