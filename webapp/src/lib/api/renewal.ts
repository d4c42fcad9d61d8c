import type { AuthPort, SignInDemand } from '../auth/port';
import { ApiError } from './errors';
import type { ReceivedReply } from './transport';

/** The session of the page, whose module cannot be imported here. */
interface RenewedSession {
  current: () => { status: string };
  port: () => Promise<AuthPort>;
  expire: (demand?: SignInDemand) => void;
}

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Renews an expired session once and repeats the refused call. */
export async function handleRefusal(
  refusal: ApiError,
  session: RenewedSession,
  refusedForTerms: { set: (isRefused: boolean) => void },
  send: () => Promise<ReceivedReply>,
): Promise<ReceivedReply> {
  if (refusal.code === 'termsNotAccepted') refusedForTerms.set(true);
  if (!isUnauthorized(refusal)) throw refusal;
  // A session that the portal ended can still be renewed at the provider, which would hide its end at every call.
  if (session.current().status !== 'expired') {
    const isRenewed = await (await session.port()).tokens(true);
    try {
      if (isRenewed) return await send();
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    session.expire(isRenewed ? 'password' : undefined);
  }
  throw new ApiError(401, 'sessionEnded');
}
