import { Trans, useLingui } from '@lingui/react/macro';
import { getRegion } from '@/lib/i18n/language';
import { formatShortMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { Moment } from '@/components/Moment';
import type { SignIn } from './api';
import { useDescribeDevice } from './useDescribeDevice';

interface SignInItemProps {
  signIn: SignIn;
  isBusy: boolean;
  onEnd: () => void;
}

/** Returns the id of the heading that takes the focus after the sign-in has ended. */
export function getSignInElementId({ id }: SignIn): string {
  return `sign-in-${id}`;
}

/** Shows a sign-in with the button that ends it. */
export function SignInItem({ signIn, isBusy, onEnd }: SignInItemProps) {
  const { t, i18n } = useLingui();
  const device = useDescribeDevice()(signIn);
  const place = formatPlace(signIn, i18n.locale);
  const signedInAt = formatShortMoment(signIn.signedInAt, i18n.locale);
  return (
    <li className="account__sign-in">
      <div>
        <div className="row row--tight">
          <h3 id={getSignInElementId(signIn)} tabIndex={-1} className="heading-sm">
            {device}
          </h3>
          {signIn.isCurrent && (
            <span className="tag tag--good">
              <Icon name="check_circle" />
              <Trans>This device</Trans>
            </span>
          )}
          {signIn.endedAt !== null && (
            <span className="tag tag--ended">
              <Trans>Ended</Trans>
            </span>
          )}
        </div>
        {place && (
          <p className="account__change">
            <Trans>
              Near <bdi>{place}</bdi>
            </Trans>
          </p>
        )}
        <p className="fine-print account__change">
          <Moment at={signIn.signedInAt} />
          {signIn.hasSecondFactor && (
            <>
              {', '}
              <Trans>with a second factor</Trans>
            </>
          )}
        </p>
      </div>
      {signIn.endedAt === null && (
        <Button
          kind="unstyled"
          className="action"
          isBusy={isBusy}
          aria-label={
            signIn.isCurrent
              ? t`Sign out here: ${device}, ${signedInAt}`
              : t`Sign out there: ${device}, ${signedInAt}`
          }
          onClick={onEnd}
        >
          {signIn.isCurrent ? <Trans>Sign out here</Trans> : <Trans>Sign out there</Trans>}
        </Button>
      )}
    </li>
  );
}

/** Returns the name of a country of two letters, such as `MX`, in the language of the page. */
function formatCountry(code: string, locale: string): string {
  return new Intl.DisplayNames(getRegion(locale), { type: 'region' }).of(code) ?? code;
}

/** Describes the approximate place; empty if unknown. The country is left out where a place in the US is known. */
function formatPlace({ city, region, country }: SignIn, locale: string): string {
  const isKnownInUs = country === 'US' && (city ?? region) !== null;
  return [city, region, country && !isKnownInUs ? formatCountry(country, locale) : null]
    .filter((part) => part !== null)
    .join(', ');
}
