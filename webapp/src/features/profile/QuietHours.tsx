import { Trans, useLingui } from '@lingui/react/macro';
import type { Form } from '@/lib/forms/useForm';
import { TextField } from '@/components/forms/TextField';
import type { ContactValues } from './contactForm';

/** Sets the hours in which only security notices are sent. */
export function QuietHours({ values, field, set }: Form<ContactValues>) {
  const { t } = useLingui();
  return (
    <fieldset className="usa-fieldset usa-form-group" aria-describedby="quiet-hint">
      <legend className="usa-legend">
        <Trans>Quiet hours</Trans>
      </legend>
      <span id="quiet-hint" className="usa-hint">
        <Trans>
          We hold notices and send them when quiet hours end. We send security notices at any hour.
        </Trans>
      </span>
      <div className="usa-checkbox">
        <input
          id="isQuiet"
          type="checkbox"
          className="usa-checkbox__input usa-checkbox__input--tile"
          checked={values.isQuiet}
          onChange={(event) => set('isQuiet', event.target.checked)}
        />
        <label className="usa-checkbox__label" htmlFor="isQuiet">
          <Trans>Send me nothing during these hours</Trans>
        </label>
      </div>
      {values.isQuiet && (
        <div className="row quiet-hours">
          <TextField {...field('quietStart')} label={t`From (Arizona time)`} type="time" />
          <TextField {...field('quietEnd')} label={t`Until (Arizona time)`} type="time" />
        </div>
      )}
    </fieldset>
  );
}
