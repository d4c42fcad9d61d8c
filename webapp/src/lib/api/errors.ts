import type { paths } from '@/generated/openapi';
import { getI18n } from '../i18n/language';

type Values<T> = T[keyof T];
type OperationResponses<O> = O extends { responses: infer R } ? Values<R> : never;
type JsonBody<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type ReplyCode<J> = J extends { code: infer C; requestId: string } ? C : never;

/** The error codes that any call of the contract may return. */
type ContractCode = ReplyCode<JsonBody<OperationResponses<Values<Values<paths>>>>>;

/** The code of a failed call: the portal's, or the app's own if the reply has none. */
export type ErrorCode =
  ContractCode | 'network' | 'sessionEnded' | 'unreadable' | 'validation' | `status${number}`;

/** The errors of a field, from the server. */
export interface ValidationError {
  applicationSection: string;
  propertyName: string;
  validationErrors: string[];
  /** The same errors in each language; some replies omit them. */
  wordings?: Record<string, string[]>;
}

/** The error in an answer. */
export interface ErrorReply {
  code?: ErrorCode;
  message?: string;
  /** The message in each language; some replies omit it. */
  wordings?: Record<string, string>;
  requestId?: string;
  /** The ways to step up that would be enough, for `enhancedAuthenticationRequired`. */
  types?: readonly number[];
  /** The existing business, for `businessAlreadyAdded`. */
  businessId?: string;
  businessName?: string;
}

/**
 * A failed call. A status of 0 means that there was no reply.
 *
 * Its texts are in the current language of the page, so a page reads them each time it is drawn.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly received = '',
    readonly requestId: string | null = null,
    readonly problems: readonly ValidationError[] = [],
    readonly retryAfterSeconds: number | null = null,
    /** The other fields of the reply, for codes that have some. */
    readonly said: ErrorReply = {},
  ) {
    super();
  }

  override get message(): string {
    return this.said.wordings?.[getI18n().locale] ?? this.received;
  }

  get validationErrors(): readonly ValidationError[] {
    return this.problems.map((problem) => ({
      ...problem,
      validationErrors: problem.wordings?.[getI18n().locale] ?? problem.validationErrors,
    }));
  }
}

/** Throws the error of a request without a complete reply. */
export function throwNetworkError(cause: unknown): never {
  throw new ApiError(0, 'network', String(cause));
}

/** A call that was canceled by navigation; not a failure to show. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}
