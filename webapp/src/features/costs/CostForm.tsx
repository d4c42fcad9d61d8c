import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { getOptions, useBusinessCategories, useCounties } from '@/lib/api/lookups';
import { useForm } from '@/lib/forms/useForm';
import { entityLabels, entityTypes } from '@/components/businessLabels';
import { FailedRead } from '@/components/FailedRead';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SelectField } from '@/components/forms/SelectField';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { parseCount } from '@/components/planning/parseCount';
import type { EstimateRequest, Figures } from './api';
import {
  contractorClasses,
  expedites,
  furtherSwitches,
  hasAgent,
  isContractor,
  createEstimateRequest,
  switches,
  type Answers,
  type Switch,
} from './estimate';
import { contractorLabels, expediteLabels, switchLabels } from './labels';
import { RunningEstimate } from './RunningEstimate';
import { validateAnswers } from './validateAnswers';

interface CostFormProps {
  initial: Answers;
  /** The person's own figures, which are sent along with changed answers. */
  figures: Figures;
  /** True when the form changes the answers of an estimate on the page. */
  isChange: boolean;
  estimate: (plan: EstimateRequest) => Promise<void>;
}

/** The fields that are hidden under “More questions”. */
const furtherFields: readonly (keyof Answers)[] = [
  ...furtherSwitches,
  'expedite',
  'hasOwnStatutoryAgent',
  'monthsOfCash',
  'funding',
  'sector',
  'date',
];

/** Asks the questions of the estimate; the optional ones are hidden at first. */
export function CostForm({ initial, figures, isChange, estimate }: CostFormProps) {
  const { t } = useLingui();
  const counties = useCounties();
  const categories = useBusinessCategories();
  const lists = [counties, categories];
  const failed = lists.find(({ error }) => error !== undefined);
  const [isOpen, setOpen] = useState(
    furtherFields.some((field) => initial[field] && field !== 'monthsOfCash'),
  );
  const switchesId = useId();

  const asksForClass = ({ sector, categoryId }: Answers) =>
    isContractor(sector, categories.data?.items.find(({ id }) => id === categoryId)?.naicsSector);

  const form = useForm<Answers>({
    // No draft is stored: the address of the result holds the answers.
    name: null,
    initial,
    validate: (answers) => validateAnswers(answers, t),
    submit: (answers) => estimate(createEstimateRequest(answers, figures, asksForClass(answers))),
    getField: (name) => (Object.hasOwn(initial, name) ? (name as keyof Answers) : null),
  });
  const { field, values, set, getMessages: messagesOf } = form;
  const isUnchanged = isChange && JSON.stringify(values) === JSON.stringify(initial);
  const plan =
    isUnchanged || validateAnswers(values, t).length > 0
      ? null
      : createEstimateRequest(values, figures, asksForClass(values));

  const hasEmployees = (parseCount(values.employees) ?? 0) > 0;
  const check = (name: Switch | 'includesWages', label: string) => (
    <div key={name} className="usa-checkbox">
      <input
        id={`${switchesId}-${name}`}
        className="usa-checkbox__input usa-checkbox__input--tile"
        type="checkbox"
        checked={values[name]}
        onChange={(event) => set(name, event.target.checked)}
      />
      <label className="usa-checkbox__label" htmlFor={`${switchesId}-${name}`}>
        {label}
      </label>
    </div>
  );
  const mustBeOpen = furtherFields.some((name) => messagesOf(name).length > 0);

  return (
    <>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      {failed && (
        <FailedRead
          error={failed.error}
          onRetry={() => {
            for (const { error, mutate } of lists) if (error !== undefined) void mutate();
          }}
        />
      )}
      <div className="columns columns--result">
        <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Your answers`}>
          <SelectField
            {...field('entityType')}
            label={t`What is the business structure?`}
            placeholder={t`- Select -`}
            options={entityTypes.map((type) => ({ value: type, text: t(entityLabels[type]) }))}
            onChange={(value) => set('entityType', entityTypes.find((type) => type === value) ?? '')}
          />
          <SelectField
            {...field('categoryId')}
            label={t`What does it do?`}
            placeholder={t`- Select -`}
            options={getOptions(categories.data?.items)}
          />
          {asksForClass(values) && (
            <SelectField
              {...field('contractorClass')}
              label={t`Class of contractor license`}
              hint={t`The license fee depends on it.`}
              optionalWord={t`optional`}
              placeholder={t`Not decided`}
              options={contractorClasses.map((kind) => ({ value: kind, text: t(contractorLabels[kind]) }))}
              onChange={(value) =>
                set('contractorClass', contractorClasses.find((kind) => kind === value) ?? '')
              }
            />
          )}
          <SelectField
            {...field('businessCountyId')}
            label={t`County of the business`}
            placeholder={t`- Select -`}
            options={getOptions(counties.data?.items)}
          />
          {hasAgent(values.entityType) && (
            <SelectField
              {...field('agentCountyId')}
              label={t`County of the statutory agent`}
              hint={t`The agent receives legal papers for the business. This county can decide where you must publish a notice.`}
              placeholder={t`- Select -`}
              options={getOptions(counties.data?.items)}
            />
          )}
          <RadioGroup
            {...field('premises')}
            legend={t`Where will you work?`}
            options={[
              { value: 'home', text: t`At home` },
              { value: 'rented', text: t`In rented premises` },
            ]}
          />
          <TextField
            {...field('employees')}
            label={t`Employees in the first year`}
            hint={t`Don’t count yourself. Enter 0 if you have none.`}
            inputMode="numeric"
            className="short"
          />
          {hasEmployees && (
            <div className="usa-form-group">
              {check('includesWages', t`Include wages`)}
              {!values.includesWages && (
                <p className="usa-hint">
                  <Trans>If you leave them out, the estimate has no wages or payroll taxes.</Trans>
                </p>
              )}
            </div>
          )}
          {hasEmployees && values.includesWages && (
            <TextField
              {...field('averageMonthlyWage')}
              label={t`Average monthly wage of one employee, in dollars`}
              inputMode="decimal"
              className="short"
            />
          )}
          <fieldset className="usa-fieldset usa-form-group">
            <legend className="usa-legend">
              <Trans>Which of these are true?</Trans>
              <span className="usa-hint text-normal"> ({t`optional`})</span>
            </legend>
            {switches.map((name) => check(name, t(switchLabels[name])))}
          </fieldset>
          {values.sellsTaxable && (
            <TextField
              {...field('locations')}
              label={t`Locations where you sell`}
              inputMode="numeric"
              className="short"
            />
          )}
          <details
            className="cost-more"
            open={isOpen || mustBeOpen}
            onToggle={(event) => setOpen(event.currentTarget.open)}
          >
            <summary>
              <Trans>More questions</Trans>
            </summary>
            <fieldset className="usa-fieldset usa-form-group">
              <legend className="usa-sr-only">
                <Trans>The name of the business</Trans>
              </legend>
              {furtherSwitches.map((name) => check(name, t(switchLabels[name])))}
            </fieldset>
            <SelectField
              {...field('expedite')}
              label={t`How fast should the filing be handled?`}
              optionalWord={t`optional`}
              placeholder={t`Standard time, no extra fee`}
              options={expedites.map((level) => ({ value: level, text: t(expediteLabels[level]) }))}
              onChange={(value) => set('expedite', expedites.find((level) => level === value) ?? '')}
            />
            {hasAgent(values.entityType) && (
              <SelectField
                {...field('hasOwnStatutoryAgent')}
                label={t`Who will be the statutory agent?`}
                optionalWord={t`optional`}
                placeholder={t`Not decided (we count a hired one)`}
                options={[
                  { value: 'yes', text: t`Myself or someone I know` },
                  { value: 'no', text: t`A hired one` },
                ]}
                onChange={(value) =>
                  set('hasOwnStatutoryAgent', value === 'yes' || value === 'no' ? value : '')
                }
              />
            )}
            <TextField
              {...field('monthsOfCash')}
              label={t`Months your cash should last`}
              hint={t`From 0 to 24; three are usual.`}
              inputMode="numeric"
              className="short"
            />
            <TextField
              {...field('funding')}
              label={t`Money you have to start, in dollars`}
              optionalWord={t`optional`}
              inputMode="decimal"
              className="short"
            />
            <TextField
              {...field('sector')}
              label={t`NAICS code of the business`}
              optionalWord={t`optional`}
              hint={t`Two to four digits. We use it instead of the industry you chose.`}
              inputMode="numeric"
              className="short"
            />
            <TextField
              {...field('date')}
              label={t`Date of the fees`}
              optionalWord={t`optional`}
              hint={t`If you leave it empty, we use today.`}
              type="date"
              className="short"
            />
          </details>
          <SubmitButton
            text={isChange ? t`Update the estimate` : t`Show my estimate`}
            isSubmitting={form.isSubmitting}
          />
        </form>
        <RunningEstimate plan={plan} />
      </div>
    </>
  );
}
