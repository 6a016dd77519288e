/*
 * The request layer. It adds the token, the language and the idempotency key, tries the next host when one cannot be
 * reached, reads the envelope, and turns every failure into an `ApiError`. It shows nothing. When the server no longer
 * knows the session, it reports this once.
 */

import { parseEnvelope } from '@candor/contract/envelope';
import type { Envelope } from '@candor/contract/envelope';
import type { ErrorKey } from '@candor/contract/error-keys';
import { fillPath } from '@candor/contract/operation';
import type { Operation } from '@candor/contract/operation';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { ApiError, errorOfEnvelope, plainError } from './api-error.ts';
import { decideNext } from './decide-next.ts';
import type { CallToSign } from './device-keys.ts';
import type { Hosts } from './hosts.ts';
import { newKey } from './new-key.ts';
import { attemptUpload } from './attempt-upload.ts';
import type { CallArguments, Given, MakeCall, RequestOptions } from './call.ts';
import { NO_ANSWER, parseJson, retryAfterSec } from './answer.ts';
import type { Answer } from './answer.ts';
import { NotInTime } from './within.ts';

export const READ_TIMEOUT_MS = 5_000;
export const WRITE_TIMEOUT_MS = 60_000;
export const CAPTCHA_TIMEOUT_MS = 20_000;

/** Puzzles solved for one call, if the site refuses each of them. */
const PUZZLES_MAX = 3;

const RESIGNED: ReadonlySet<ErrorKey> = new Set<ErrorKey>(['SIGNATURE_USED', 'SIGNATURE_EXPIRED']);

/** Anything with a parse function, such as a schema of the contract. */
type Schema<T> = { parse: (data: unknown) => T };

type KeyedOptions = RequestOptions & { idempotencyKey: string };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type UnauthorizedReason = 'session' | 'frozen' | 'device-key';

/** Why a 401 ends the session; any other key means that the server does not know it. */
const UNAUTHORIZED: Readonly<Partial<Record<string, UnauthorizedReason>>> = {
  DEVICE_KEY_REQUIRED: 'device-key',
  SESSION_FROZEN_BECAUSE: 'frozen',
};

export type ApiSettings = {
  hosts: Hosts;
  /** The current session's token, or null. */
  token: () => string | null;
  /**
   * The server no longer knows this token, its member is frozen, or this device cannot sign for it. Called once per token,
   * even if many calls fail together. `refusal` says it in the member's language.
   */
  onUnauthorized: (why: UnauthorizedReason, refusal: ApiError) => void;
  /** For Accept-Language. */
  language: () => string;
  /** Signs a call that declares it; null if this device has no key of the session. */
  sign?: (token: string, call: CallToSign) => Promise<string | null>;
  /**
   * The server wants the member to confirm that it is them. True when they did: the same request is then sent again, with its
   * key and everything that was typed.
   */
  confirm?: (refusal: ApiError) => Promise<boolean>;
  /**
   * The site wants this device to solve a puzzle before it takes the form of a stranger. Returns the header with the answer.
   * `form` is undefined before the site asked: then only an answer that is ready counts, or null.
   */
  puzzle?: (path: string, call: MakeCall, form?: unknown) => Promise<string> | string | null;
  /** More headers for every call. */
  headers?: () => Readonly<Record<string, string>>;
  /** The answer to a GET that the page sent before this code was there, for this address and token. */
  early?: (url: string, token: string | null) => Promise<Response | null> | null;
};

export type Api = {
  call: MakeCall;
  /** A private picture: it needs the token, so it cannot be the address of an image. */
  picture: <O extends Operation & { sends: 'picture' }>(operation: O, ...given: CallArguments<O>) => Promise<Blob>;
};

/** For calls whose data is not used. */
const anything: Schema<unknown> = { parse: (data) => data };

export function createApi(settings: ApiSettings): Api {
  const { hosts } = settings;

  function commonHeaders(): Record<string, string> {
    return { ...settings.headers?.(), 'Accept-Language': settings.language() };
  }

  async function send(method: Method, path: string, body: unknown, options: RequestOptions = {}): Promise<Envelope> {
    const once = { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
    try {
      return await sendSolved(method, path, body, once);
    } catch (error) {
      const isAsked = error instanceof ApiError && error.key === 'CONFIRMATION_REQUIRED' && options.confirms !== false;
      if (!isAsked || settings.confirm === undefined || !(await settings.confirm(error))) throw error;
      return await sendSigned(method, path, body, once);
    }
  }

  /** With the answer to a puzzle, where the site asks for one. While it was solved, the price may have risen. */
  async function sendSolved(method: Method, path: string, body: unknown, once: KeyedOptions): Promise<Envelope> {
    let header = settings.puzzle?.(path, api.call) ?? null;
    for (let tries = 0; ; tries += 1) {
      const puzzle = await header;
      const headers = puzzle === null ? once.headers : { ...once.headers, [PUZZLE_HEADER]: puzzle };
      try {
        return await sendSigned(method, path, body, headers === undefined ? once : { ...once, headers });
      } catch (error) {
        if (!(error instanceof ApiError) || error.key !== 'PUZZLE_REQUIRED' || tries === PUZZLES_MAX) throw error;
        header = settings.puzzle?.(path, api.call, error.params['form']) ?? null;
        if (header === null) throw error;
      }
    }
  }

  async function sendSigned(method: Method, path: string, body: unknown, once: KeyedOptions): Promise<Envelope> {
    try {
      return await sendOnce(method, path, body, once);
    } catch (error) {
      // A browser repeats a call by itself when a connection breaks, and then the signature was used before. A new one with
      // the same idempotency key gets the answer to the first.
      const isAnew = error instanceof ApiError && RESIGNED.has(error.key) && once.signed === true;
      if (isAnew) return await sendOnce(method, path, body, once);
      throw error;
    }
  }

  async function sendOnce(method: Method, path: string, body: unknown, options: KeyedOptions): Promise<Envelope> {
    const sentToken = options.isToken === false ? null : settings.token();
    const isToSign = settings.sign !== undefined && sentToken !== null && options.signed === true;
    const form = isToSign && body instanceof FormData ? await encodeForm(body) : undefined;
    const init = requestInit(method, body, sentToken, options, commonHeaders());
    if (form !== undefined) {
      init.headers['Content-Type'] = form.type;
      init.body = form.bytes;
    }
    const signedBody = form?.bytes ?? (typeof init.body === 'string' ? init.body : '');
    const timeoutMs = options.timeoutMs ?? (method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
    const pathAndQuery = path + queryText(options.query);
    let host = hosts.chosen();
    for (let tried = 1; ; tried += 1) {
      const url = hosts.at(host) + pathAndQuery;
      const early = method === 'GET' ? (settings.early?.(url, sentToken) ?? null) : null;
      const signature = await signatureFor(method, pathAndQuery, signedBody, sentToken, options);
      if (signature !== null) init.headers[DEVICE_SIGNATURE_HEADER] = signature;
      const answer =
        options.onProgress === undefined
          ? await attempt(url, init, timeoutMs, options.signal, early)
          : await attemptUpload(url, init, timeoutMs, { ...options, bytes: form?.bytes });
      const next = decideNext({ hostCount: hosts.count(), host, tried }, answer.outcome);
      if (next.kind === 'retry') {
        host = next.host;
        hosts.switching.set(true);
        continue;
      }
      hosts.switching.set(false);
      if (next.kind === 'give-up') throw plainError(0, method === 'GET' ? 'NETWORK_ERROR' : 'OUTCOME_UNKNOWN');
      if (tried > 1) hosts.choose(host);
      return readEnvelope(answer, next.status, sentToken);
    }
  }

  /** Each try has its own: the server accepts a signature once. */
  async function signatureFor(
    method: Method,
    path: string,
    body: CallToSign['body'],
    token: string | null,
    options: KeyedOptions,
  ): Promise<string | null> {
    if (settings.sign === undefined || token === null || options.signed !== true) return null;
    try {
      return await settings.sign(token, { method, path, body, idempotencyKey: options.idempotencyKey });
    } catch (error) {
      // Nothing was sent. Without a signature the server would end the session.
      if (error instanceof NotInTime) throw plainError(0, 'NETWORK_ERROR');
      throw error;
    }
  }

  function readEnvelope(answer: Answer, status: number, sentToken: string | null): Envelope {
    const envelope = parseEnvelope(answer.body);
    // What stands between client and server may fail with an old answer in its body: both have to say that it is done.
    if (!envelope || (envelope.code === 200 && status > 299)) {
      const key: ErrorKey = status === 429 ? 'RATE_LIMITED' : status === 413 ? 'BODY_TOO_LARGE' : 'UNKNOWN_ERROR';
      throw plainError(status, key, answer.retryAfterSec);
    }
    if (envelope.code === 200) return envelope;
    // When a session ends, many calls may fail together. Only the first still finds the token it was sent with.
    if (envelope.code === 401 && sentToken !== null && settings.token() === sentToken)
      settings.onUnauthorized(UNAUTHORIZED[envelope.error ?? ''] ?? 'session', errorOfEnvelope(envelope));
    // Without a session none can have expired.
    if (envelope.code === 401 && sentToken === null) throw plainError(401, 'AUTHENTICATION_FAILED');
    throw errorOfEnvelope(envelope);
  }

  const api: Api = {
    call: async (operation, ...[given]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what any declaration lets a caller give
      const { params, body, ...options } = (given ?? {}) as Given;
      const { method, path, answer, signed = false, whole } = operation;
      const envelope = await send(method, fillPath(path, params), body, { ...options, signed });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed with the schema that the type is of
      return parseWith(answer ?? anything, whole === true ? envelope : envelope.data) as never;
    },
    picture: async ({ path }, ...[given]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      const { params, signal } = (given ?? {}) as Given;
      const init = requestInit('GET', undefined, settings.token(), {}, commonHeaders());
      const timeout = AbortSignal.timeout(WRITE_TIMEOUT_MS);
      const response = await fetch(hosts.at(hosts.chosen()) + fillPath(path, params), {
        ...init,
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
      if (!(response.headers.get('content-type') ?? '').startsWith('image/'))
        throw plainError(response.status, 'NOT_FOUND');
      return await response.blob();
    },
  };
  return api;
}

function requestInit(
  method: Method,
  body: unknown,
  token: string | null,
  options: RequestOptions,
  more: Readonly<Record<string, string>>,
): RequestInit & { headers: Record<string, string> } {
  const headers: Record<string, string> = { Accept: 'application/json', ...more, ...options.headers };
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  if (method !== 'GET' && options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  const init: RequestInit & { headers: Record<string, string> } = {
    method,
    headers,
    credentials: 'omit',
    cache: 'no-store',
  };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return init;
}

/** A form as the bytes that are sent, so that they can be signed. */
async function encodeForm(form: FormData): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const encoded = new Response(form);
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('Content-Type') ?? '' };
}

async function attempt(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  cancelled: AbortSignal | undefined,
  early: Promise<Response | null> | null,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = cancelled ? AbortSignal.any([timeout, cancelled]) : timeout;
  try {
    const response = (await early) ?? (await fetch(url, { ...init, signal }));
    cancelled?.throwIfAborted();
    // Reading the body is inside the try: an answer that breaks off counts as no answer.
    const text = await response.text();
    return {
      outcome: { kind: 'answer', status: response.status },
      body: parseJson(text),
      retryAfterSec: retryAfterSec(response.headers.get('retry-after')),
    };
  } catch (error) {
    if (cancelled?.aborted) throw error;
    return NO_ANSWER;
  }
}

function parseWith<T>(schema: Schema<T>, value: unknown): T {
  try {
    return schema.parse(value);
  } catch (error) {
    throw Object.assign(plainError(200, 'UNKNOWN_ERROR'), { cause: error });
  }
}

function queryText(query: RequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) params.set(key, String(value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
