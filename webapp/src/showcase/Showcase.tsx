import { I18nProvider } from '@lingui/react';
import { useState, type ReactNode } from 'react';
import { ApiError } from '@/lib/api/errors';
import { i18n } from '@/lib/i18n/language';
import { Alert } from '@/components/Alert';
import { FailedRead } from '@/components/FailedRead';
import { Skeleton } from '@/components/Skeleton';
import { StepIndicator } from '@/components/StepIndicator';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { MemorableDate } from '@/components/forms/MemorableDate';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SecretField } from '@/components/forms/SecretField';
import { SelectField } from '@/components/forms/SelectField';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextAreaField } from '@/components/forms/TextAreaField';
import { TextField } from '@/components/forms/TextField';

const refused = ['Enter something else'];
const options = [
  { value: 'one', text: 'One' },
  { value: 'two', text: 'Two', description: 'With a description' },
];

/** Each input as it is at first, and as it was refused. */
function Inputs({ prefix, messages }: { prefix: string; messages: readonly string[] }) {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState('one');
  const [date, setDate] = useState({ month: '', day: '', year: '' });
  const input = { messages, value: text, onChange: setText };
  const select = { messages, value: choice, onChange: setChoice, options };
  return (
    <>
      <TextField id={`${prefix}-text`} label="Text field" hint="With a hint" {...input} />
      <TextField id={`${prefix}-optional`} label="Text field" optionalWord="optional" {...input} />
      <SecretField id={`${prefix}-secret`} label="Secret field" showText="Show" hideText="Hide" {...input} />
      <TextAreaField id={`${prefix}-area`} label="Text area" maxLength={200} {...input} />
      <SelectField id={`${prefix}-select`} label="Select" placeholder="- Select -" {...select} />
      <RadioGroup id={`${prefix}-radio`} legend="Radio group" hint="With a hint" {...select} />
      <MemorableDate
        id={`${prefix}-date`}
        legend="Memorable date"
        hint="With a hint"
        isBirthday={false}
        messages={messages}
        value={date}
        onChange={setDate}
      />
    </>
  );
}

/** The shared components with their states, by name. */
export const examples: Readonly<Record<string, () => ReactNode>> = {
  'Alert, of each kind': () =>
    (['info', 'success', 'warning', 'error'] as const).map((kind) => (
      <Alert key={kind} kind={kind} heading={kind} headingLevel={3}>
        What happened, and what to do.
      </Alert>
    )),
  'ErrorSummary, with a field and without': () => (
    <ErrorSummary
      refusals={0}
      errors={[
        { field: 'refused-text', message: 'Enter something else' },
        { field: null, message: 'The portal could not be reached' },
      ]}
    />
  ),
  FailedRead: () => <FailedRead error={new ApiError(503, 'status503', '')} onRetry={() => undefined} />,
  'Inputs, at first': () => <Inputs prefix="first" messages={[]} />,
  'Inputs, refused': () => <Inputs prefix="refused" messages={refused} />,
  Skeleton: () => <Skeleton lines={3} />,
  'StepIndicator, in the middle': () => <StepIndicator current={2} />,
  'SubmitButton, ready': () => <SubmitButton text="Save" isSubmitting={false} />,
  'SubmitButton, busy': () => <SubmitButton text="Save" isSubmitting />,
};

/** For developers: every shared component in every state, on one page of the development server. */
export function Showcase() {
  return (
    <I18nProvider i18n={i18n()}>
      <main className="main page">
        <h1>Components</h1>
        {Object.entries(examples).map(([name, example]) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            {example()}
          </section>
        ))}
      </main>
    </I18nProvider>
  );
}
