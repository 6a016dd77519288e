import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The HTTP server as features see it: routes are typed by their schemas. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export type HttpRequest = FastifyRequest;

/** A handled outcome that is not a success. `key` is in the contract's error table, with its code and texts. */
export class Refused extends Error {
  override name = 'Refused';
  readonly key: string;
  readonly fields: Record<string, string> | undefined;
  readonly params: Record<string, string | number> | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(
    key: string,
    more: { fields?: Record<string, string>; params?: Record<string, string | number>; retryAfterSec?: number } = {},
  ) {
    super(key);
    this.key = key;
    this.fields = more.fields;
    this.params = more.params;
    this.retryAfterSec = more.retryAfterSec;
  }
}

/** A call over its budget. It gets HTTP status 429 and `Retry-After`, unlike outcomes a member can act on. */
export class TooMany extends Refused {
  override name = 'TooMany';
  readonly waitSec: number;

  constructor(waitSec: number) {
    super('RATE_LIMITED', { retryAfterSec: waitSec });
    this.waitSec = waitSec;
  }
}

/** The HTTP server answers it with status 413. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
  readonly statusCode = 413;

  constructor() {
    super('the body is too large');
  }
}

export interface Answer<T> {
  code: 200;
  msg: 'ok';
  data: T;
}

/** The envelope of a successful answer. */
export function ok<T>(data: T): Answer<T> {
  return { code: 200, msg: 'ok', data };
}

/** One header as text; a header sent twice counts as absent. */
export function header(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
