import type { AuthPort, SignInDemand } from '../auth/port';
import { ApiError } from './errors';
import type { ReceivedReply } from './transport';

/** The session of the page, whose module cannot be imported here. */
interface RenewedSession {
  current: () => { status: string };
  port: () => Promise<AuthPort>;
  expire: (demand?: SignInDemand) => void;
}

/** Runs a call with the tokens of the signed-in person, and renews an expired session once. */
export async function renewOnExpiry(
  session: RenewedSession,
  refusedForTerms: { set: (isRefused: boolean) => void },
  send: () => Promise<ReceivedReply>,
): Promise<ReceivedReply> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'termsNotAccepted') refusedForTerms.set(true);
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  // A session that the portal ended can still be renewed at the provider, which would hide its end at every call.
  if (session.current().status === 'expired') throw new ApiError(401, 'sessionEnded');
  const port = await session.port();
  if (await port.tokens(true)) {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.expire('password');
      throw error;
    }
  }
  session.expire();
  throw new ApiError(401, 'sessionEnded');
}
