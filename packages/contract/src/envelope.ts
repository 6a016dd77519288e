import * as z from 'zod/mini';
import { wireMessage } from './errors.ts';
import type { ErrorKey, ErrorParams } from './error-keys.ts';
import { ERROR_CODES } from './errors/error-codes.ts';
import type { Code } from './errors/error-codes.ts';
import type { Language } from './languages.ts';

export { CODES } from './errors/error-codes.ts';
export type { Code } from './errors/error-codes.ts';

/** Money on the wire: decimal text with all decimals of the currency, signed where it can be negative. */
export const moneySchema = z.string().check(z.regex(/^-?\d{1,19}(\.\d{1,8})?$/));
/** A price with exactly the decimals of its product; may be negative. */
export const priceSchema = z.string().check(z.regex(/^-?\d{1,19}(\.\d{1,12})?$/));
/** A rate as a decimal fraction: "0.8500" is 85 %. */
export const rateSchema = z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,8})?$/));
/** A moment: ISO 8601 UTC with milliseconds. */
export const isoSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));
/** A business date. */
export const dateSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
export const idSchema = z.guid();
/** A SHA-256 as lower-case hex. */
export const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Sequence numbers and other counts: whole, not negative, exact in JavaScript. */
export const countSchema = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** The kind of money: practice or cash. */
export const WALLETS = ['practice', 'cash'] as const;
export const walletSchema = z.enum(WALLETS);
export type Wallet = z.infer<typeof walletSchema>;

/** The envelope of a call that succeeded, with `data` of the given shape. */
export function envelopeOf<T extends z.ZodMiniType>(data: T) {
  return z.object({ code: z.literal(200), msg: z.string(), data });
}

/** `data` of a call that answers nothing. */
export const nothing = z.null();

/** A keyset page: newest first, `nextCursor` null at the end. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

export type Page<T> = { items: T[]; nextCursor: string | null };

export const anyEnvelope = z.object({
  code: z.number().check(z.int()),
  msg: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  error: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Values for the placeholders in the text of `error`, so that a client can show it in its own language. */
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  retryAfterSec: z.optional(z.number()),
  roles: z.optional(z.array(z.string())),
  permissions: z.optional(z.array(z.string())),
});

/** Any answer as a client sees it, before the client knows whether `error` is a key in its table. */
export type Envelope = z.infer<typeof anyEnvelope>;

/** Reads an answer as an envelope; null if it is not one (a proxy's page, text that was cut off). */
export function parseEnvelope(answer: unknown): Envelope | null {
  const parsed = anyEnvelope.safeParse(answer);
  return parsed.success ? parsed.data : null;
}

export type Success<T> = { code: 200; msg: string; data: T };

export type Failure = {
  code: Code;
  msg: string;
  error: ErrorKey;
  fields?: Record<string, ErrorKey>;
  params?: ErrorParams;
  retryAfterSec?: number;
};

/** The envelope of a successful call; `key` selects another message than the default "done". */
export function successOf<T>(data: T, language: Language, key: ErrorKey = 'OK'): Success<T> {
  return { code: 200, msg: wireMessage(key, language), data };
}

type FailureExtras = Pick<Failure, 'fields' | 'params' | 'retryAfterSec'>;

/**
 * The envelope of a refusal or a fault, in the language of the request. A wait given as `retryAfterSec` also fills the
 * placeholders {seconds}, {minutes} and {hours}.
 */
export function failureOf(key: ErrorKey, language: Language, extras: FailureExtras = {}): Failure {
  const params = { ...waitParams(extras.retryAfterSec), ...extras.params };
  const failure: Failure = { code: ERROR_CODES[key], msg: wireMessage(key, language, params), error: key, ...extras };
  return Object.keys(params).length === 0 ? failure : { ...failure, params };
}

function waitParams(retryAfterSec: number | undefined): ErrorParams {
  if (retryAfterSec === undefined) return {};
  return {
    seconds: Math.ceil(retryAfterSec),
    minutes: Math.ceil(retryAfterSec / 60),
    hours: Math.ceil(retryAfterSec / 3_600),
  };
}

/**
 * The envelope for a body or query that the schema refused: code 400, `fields` with every wrong field, and as `error`
 * the key of the first one. Clients that show only one message show that one.
 */
export function invalidOf(fields: Record<string, ErrorKey>, language: Language): Failure {
  const first = Object.values(fields)[0] ?? 'PARAMETERS_INVALID';
  return { ...failureOf(first, language, { fields }), code: 400 };
}
