import { ErrorResponse, type SigninRedirectArgs, type UserManager } from 'oidc-client-ts';
import { removeTicks } from '../storage/checklists';
import { removeStoredPlan } from '../storage/plan';
import { isTabStoragePersistent } from '../storage/browserStorage';
import { tabStorage } from '../storage/storage';
import type { SignInOutcome } from './port';
import { parseSignInAnswer, type SignInAnswer } from './signInAnswer';
import type { getSignInMeaning } from './signInMeaning';

/** The answer that this tab redeemed last; loading it again is not a new sign-in. */
const redeemedKey = 'saguaro.redeemedAnswer';
/** True if this tab restarted after an answer to another request, and has had no answer of its own since. */
const retryKey = 'saguaro.signInRetry';

/** The parts of the sign-in port that the module needs, so that it loads only with the page that handles answers. */
interface PortParts {
  getSignInMeaning: typeof getSignInMeaning;
  forget: () => Promise<void>;
  redirectToProvider: (how: SigninRedirectArgs) => Promise<never>;
}

/** Reads the provider's answer in the current address. */
export async function takeAnswer(manager: UserManager, port: PortParts): Promise<SignInOutcome> {
  const answer = parseSignInAnswer(window.location.href);
  const { href, state, code } = answer;
  const isOwn = state !== null && (await manager.settings.stateStore.get(state)) !== null;
  if (!isOwn) return refuse(manager, port, answer);
  try {
    await manager.signinRedirectCallback(href);
    tabStorage.setItem(redeemedKey, `${state} ${code}`);
    tabStorage.removeItem(retryKey);
    return 'signedIn';
  } catch (error) {
    const meaning = port.getSignInMeaning(answer.error, answer.description);
    if (meaning === 'failed') throw error;
    tabStorage.removeItem(retryKey);
    const user = await manager.getUser();
    const asker = error instanceof ErrorResponse ? error.state : null;
    // Another person has signed in since, in another tab.
    if (user && user.profile.sub !== asker) await endKeptSession(port);
    return meaning;
  }
}

/** Ends the session that the tabs share, because it may belong to another person. */
async function endKeptSession({ forget }: PortParts): Promise<void> {
  // These items identify no person, so they cannot stay for their owner.
  removeStoredPlan();
  removeTicks();
  await forget();
}

/**
 * Refuses the code of an answer to another request: from an old page of the provider, a bookmark, another tab or a
 * link.
 *
 * The stored tokens may belong to another person than the one who just signed in at the provider. They are removed, and
 * one new sign-in asks the provider, which knows its own session.
 */
async function refuse(
  manager: UserManager,
  port: PortParts,
  { state, code, error, description }: SignInAnswer,
): Promise<SignInOutcome> {
  const user = await manager.getUser();
  const isReload = code !== null && tabStorage.getItem(redeemedKey) === `${state} ${code}`;
  if (isReload && user && !user.expired) return 'signedIn';
  // A federated provider may lose our state; going home is safe without it, for a visitor.
  if (!user && port.getSignInMeaning(error, description) === 'cancelled') return 'cancelled';
  if (user) await endKeptSession(port);
  if (!isTabStoragePersistent()) return 'storageNeeded';
  if (tabStorage.getItem(retryKey)) return 'refused';
  tabStorage.setItem(retryKey, 'started');
  return port.redirectToProvider({ redirectMethod: 'replace' });
}
