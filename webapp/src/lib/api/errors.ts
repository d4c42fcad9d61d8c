import type { paths } from '@/generated/openapi';
import { requestIdIn } from './requestIds';

type Values<T> = T[keyof T];
type ResponsesOf<O> = O extends { responses: infer R } ? Values<R> : never;
type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type CodeOf<J> = J extends { code: infer C; requestId: string } ? C : never;

/** The codes of the contract's errors, whatever call answers them. */
type ContractCode = CodeOf<JsonOf<ResponsesOf<Values<Values<paths>>>>>;

/** What tells one failed call from another: the portal's code, or one of our own where no code came. */
export type ErrorCode =
  ContractCode | 'network' | 'sessionEnded' | 'unreadable' | 'validation' | `status${number}`;

/** One field's errors, as the server lists them. */
export interface ValidationError {
  applicationSection: string;
  propertyName: string;
  validationErrors: string[];
}

/** The error in an answer. */
interface Said {
  code?: ErrorCode;
  message?: string;
  requestId?: string;
  /** The ways to step up that would do, of `enhancedAuthenticationRequired`. */
  types?: readonly number[];
  /** The business that stands in the way, of `businessAlreadyAdded`. */
  businessId?: string;
  businessName?: string;
}

/** A call that did not succeed. A status of 0 means that there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly requestId: string | null = null,
    readonly validationErrors: readonly ValidationError[] = [],
    readonly retryAfterSeconds: number | null = null,
    /** The rest of the answer, of the codes that say more. */
    readonly said: Said = {},
  ) {
    super(message);
  }
}

/** A call that was given up because the person moved on; not a failure that anybody needs to see. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body?: string;
}

const isValidationError = (value: ValidationError | null): boolean => Array.isArray(value?.validationErrors);

/** Reads an answer that is an error, in any of the shapes that the portal and its gateway use. */
export function errorOf(answer: Answer): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(answer.body ?? '');
  } catch {
    // Something other than the portal answered.
  }
  const retryAfter = Number(answer.headers['retry-after']);
  const isList = Array.isArray(body);
  const said = (isList ? { code: 'validation' } : (body ?? {})) as Said;
  return new ApiError(
    answer.statusCode,
    said.code ?? `status${answer.statusCode}`,
    said.message ?? '',
    said.requestId ?? requestIdIn(answer.headers),
    isList ? (body as ValidationError[]).filter(isValidationError) : [],
    Number.isFinite(retryAfter) ? retryAfter : null,
    said,
  );
}
