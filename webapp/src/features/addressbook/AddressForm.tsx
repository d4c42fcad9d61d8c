import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link, useNavigate } from 'react-router';
import { isKeyReused } from '@/lib/api/keyReused';
import { useAccount } from '@/lib/auth/session';
import { useForm } from '@/lib/forms/useForm';
import { paths } from '@/lib/paths';
import { removeDraft } from '@/lib/storage/drafts';
import { AddressQuestion } from '@/components/address/AddressQuestion';
import { isSamePlace, placeFields } from '@/components/address/place';
import { PlaceFields } from '@/components/address/PlaceFields';
import { useAddressCheck } from '@/components/address/useAddressCheck';
import { PageHeading } from '@/components/PageHeading';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';
import { showToast } from '@/components/toasts/toasts';
import type { Address } from './api';
import { getField, getPlace, typeLabels, types, validateAddress, type AddressValues } from './addressForm';
import { PostalAddress } from './PostalAddress';
import { useAddressBook, mergeAddress } from './useAddressBook';
import { useAgencyRecords } from './useAgencyRecords';

interface AddressFormProps {
  title: string;
  /** The name of the form's draft. */
  name: string;
  initial: AddressValues;
  save: (values: AddressValues) => Promise<Address>;
}

/** The page with the form for a saved address. */
export function AddressForm({ title, name, initial, save }: AddressFormProps) {
  const { t } = useLingui();
  const { id: userId } = useAccount();
  const navigate = useNavigate();
  const describeFailure = useFailureMessage();
  const { addresses, show, reload } = useAddressBook();
  const { records } = useAgencyRecords();
  const check = useAddressCheck([getPlace(initial)]);
  const optional = t`optional`;

  const form = useForm<AddressValues>({
    name,
    initial,
    validate: (values) => validateAddress(values, t),
    submit: async (typed) => {
      const entered = getPlace(typed);
      const place = await check.decide(entered, (part) => part);
      const decided = isSamePlace(place, entered) ? typed : { ...typed, ...place };
      // The form keeps the chosen address if saving fails.
      for (const field of placeFields) if (decided[field] !== typed[field]) form.set(field, decided[field]);
      const saved = await save(decided).catch((error: unknown) => {
        check.close();
        // An earlier attempt did arrive. Saving again after this message adds a second address.
        if (isKeyReused(error)) {
          form.set('key', crypto.randomUUID());
          reload();
        }
        throw error;
      });
      show(mergeAddress(addresses, saved));
      showToast(t`Address saved.`);
      const next = records?.length
        ? generatePath(paths.addressToAgencies, { id: saved.id })
        : paths.addressBook;
      void navigate(next, { replace: true, state: { isJustSaved: true } });
    },
    getField,
    describeFailure: (error) =>
      isKeyReused(error)
        ? t`We already saved an earlier version of this address. Change it in your address book, or save again to add this one too.`
        : describeFailure(error),
  });
  const { field, values } = form;
  const place = getPlace(values);
  const isDoubted = check.doubts(place);
  const isStarted = [values.recipient, ...Object.values(place)].some((text) => text.trim() !== '');

  return (
    <div className="page page--narrow">
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <PageHeading title={title} />
      {check.question ? (
        <AddressQuestion question={check.question} />
      ) : (
        <>
          <p className="lead">
            <Trans>Enter a US or military address, or one in a US territory.</Trans>
          </p>
          <div className="columns page__wide">
            <form className="form" noValidate onSubmit={form.onSubmit} aria-label={title}>
              <RadioGroup
                {...field('type')}
                legend={t`Address type`}
                options={types.map((type) => ({ value: type, text: t(typeLabels[type]) }))}
              />
              <TextField
                {...field('label')}
                label={t`Nickname for this address`}
                optionalWord={optional}
                hint={t`For example “Cabin” or “Office”. Only you see it.`}
                autoComplete="off"
                maxLength={40}
              />
              <TextField
                {...field('recipient')}
                label={t`Name of the person or business`}
                autoComplete="name"
                maxLength={100}
              />
              <PlaceFields field={field} isOwn hasState />
              <TextField
                {...field('phone')}
                label={t`Phone number`}
                optionalWord={optional}
                hint={t`A US number, for example 602-555-0123.`}
                type="tel"
                autoComplete="tel"
                maxLength={30}
              />
              {isDoubted && (
                <p id="as-typed" className="as-typed">
                  <Trans>If the address is correct, you can save it as you typed it.</Trans>
                </p>
              )}
              <div className="row form-buttons">
                <SubmitButton text={t`Save address`} isSubmitting={form.isSubmitting} />
                {isDoubted && (
                  <button
                    type="submit"
                    className="usa-button usa-button--outline"
                    aria-describedby="as-typed"
                    aria-disabled={form.isSubmitting}
                    onClick={() => check.insistOn(place)}
                  >
                    <Trans>Save as typed</Trans>
                  </button>
                )}
                <Link
                  to={paths.addressBook}
                  className="usa-link action"
                  onClick={() => removeDraft(userId, name)}
                >
                  <Trans>Cancel</Trans>
                </Link>
              </div>
            </form>
            <aside className="columns__aside from-desktop" aria-labelledby="envelope">
              <div className="card">
                <h2 id="envelope" className="card__title">
                  <Trans>On an envelope</Trans>
                </h2>
                {isStarted ? (
                  <PostalAddress
                    address={{
                      ...place,
                      recipient: values.recipient.trim(),
                      zip4: null,
                      phone: null,
                    }}
                  />
                ) : (
                  <p className="hint">
                    <Trans>The address appears here as you type.</Trans>
                  </p>
                )}
              </div>
            </aside>
          </div>
        </>
      )}
    </div>
  );
}
