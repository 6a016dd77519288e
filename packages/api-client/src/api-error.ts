/*
 * Every failed call becomes this error. It carries keys; the app turns them into text.
 */

import { isErrorKey } from '@candor/contract/error-keys';
import type { ErrorKey, ErrorParams } from '@candor/contract/error-keys';
import type { Envelope } from '@candor/contract/envelope';

type ApiErrorFacts = {
  code: number;
  key: ErrorKey;
  /** The server's own message, shown only if this client does not know the key. */
  message: string;
  fields: Record<string, ErrorKey>;
  params: ErrorParams;
  retryAfterSec: number | null;
};

/** Code 0 is a network problem: no readable answer came back. */
export class ApiError extends Error {
  readonly code: number;
  readonly key: ErrorKey;
  readonly fields: Record<string, ErrorKey>;
  readonly params: ErrorParams;
  readonly retryAfterSec: number | null;
  readonly serverMessage: string;

  constructor(facts: ApiErrorFacts) {
    super(`${facts.code} ${facts.key}`);
    this.name = 'ApiError';
    this.code = facts.code;
    this.key = facts.key;
    this.fields = facts.fields;
    this.params = facts.params;
    this.retryAfterSec = facts.retryAfterSec;
    this.serverMessage = facts.message;
  }
}

const KEY_OF_CODE: Record<number, ErrorKey> = {
  401: 'SESSION_INVALID',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
};

/** The error in an envelope whose code is not 200. */
export function errorOfEnvelope(envelope: Envelope): ApiError {
  const fields: Record<string, ErrorKey> = {};
  for (const [field, key] of Object.entries(envelope.fields ?? {})) {
    fields[field] = isErrorKey(key) ? key : 'FIELD_INVALID';
  }
  const known = isErrorKey(envelope.error) ? envelope.error : null;
  return new ApiError({
    code: envelope.code,
    key: known ?? KEY_OF_CODE[envelope.code] ?? 'UNKNOWN_ERROR',
    message: known === null ? envelope.msg : '',
    fields,
    params: envelope.params ?? {},
    retryAfterSec: envelope.retryAfterSec ?? null,
  });
}

/** An error of the network, or an answer that is not an envelope. */
export function plainError(code: number, key: ErrorKey, retryAfterSec: number | null = null): ApiError {
  return new ApiError({ code, key, message: '', fields: {}, params: {}, retryAfterSec });
}

/** True if it is unknown whether the server carried out the request. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.key === 'OUTCOME_UNKNOWN' || error.key === 'FAULT');
}

/** True if no answer came at all. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 0;
}
