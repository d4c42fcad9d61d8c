import type { paths } from '@/generated/openapi';
import { getI18n } from '../i18n/language';

type Values<T> = T[keyof T];
type OperationResponses<O> = O extends { responses: infer R } ? Values<R> : never;
type JsonBody<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type ReplyCode<J> = J extends { code: infer C; requestId: string } ? C : never;

/** The codes of the contract's errors, whatever call answers them. */
type ContractCode = ReplyCode<JsonBody<OperationResponses<Values<Values<paths>>>>>;

/** The code of a failed call: the portal's, or one of the app when the answer has none. */
export type ErrorCode =
  ContractCode | 'network' | 'sessionEnded' | 'unreadable' | 'validation' | `status${number}`;

/** The errors of a field, from the server. */
export interface ValidationError {
  applicationSection: string;
  propertyName: string;
  validationErrors: string[];
  /** The same errors in each language; not every answer has them. */
  wordings?: Record<string, string[]>;
}

/** The error in an answer. */
export interface ErrorReply {
  code?: ErrorCode;
  message?: string;
  /** The message in each language; not every answer has them. */
  wordings?: Record<string, string>;
  requestId?: string;
  /** The ways to step up that would do, of `enhancedAuthenticationRequired`. */
  types?: readonly number[];
  /** The business that stands in the way, of `businessAlreadyAdded`. */
  businessId?: string;
  businessName?: string;
}

/**
 * A call that did not succeed. A status of 0 means that there was no answer.
 *
 * Its texts are in the language that the page has when they are read, so a page reads them each time it is drawn.
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
    /** The rest of the answer, of the codes that say more. */
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

/** Throws the error of a request that got no answer, or only a part of one. */
export function throwNetworkError(cause: unknown): never {
  throw new ApiError(0, 'network', String(cause));
}

/** A call that was given up because the person moved on; not a failure that anybody needs to see. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}
