import { placeOrder } from '@candor/contract/calls/trading';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { isSigned } from '@candor/contract/testing/signed-routes';
import type { HttpApp } from '../platform/http/http-app.ts';
import { deviceOf } from './test-device.ts';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { formOf, puzzlePath, solvePuzzle } from './solve-puzzle.ts';

/** Calls of a server in a test: they go through the whole stack without a socket. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options?: CallOptions,
) => Promise<TestAnswer>;

export interface CallOptions {
  token?: string;
  key?: string;
  /** Sent as JSON, or unchanged if it is text or bytes. */
  body?: unknown;
  language?: string;
  headers?: Record<string, string>;
  /** The header that signs the call; null for a call or an order that nobody signs. By default the test device signs. */
  signature?: string | null;
  /** The header with a solved puzzle; null for none. By default a form of a stranger comes with a puzzle that was solved for it. */
  puzzle?: string | null;
}

export interface TestAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The envelope; empty when the answer is not JSON. */
  body: {
    code?: number;
    msg?: string;
    error?: string;
    fields?: Record<string, string>;
    data?: unknown;
    [more: string]: unknown;
  };
}

/** @param signed the body of an order with the signature of the test device, and any other body as it is */
export function callerOf(
  app: HttpApp,
  nowMs: () => number = Date.now,
  signed: (body: unknown, key: string | undefined, token: string) => Promise<unknown> = async (body) =>
    await Promise.resolve(body),
): Call {
  return async (method, path, options = {}) => {
    const { token, key, language, headers } = options;
    const isOrder = method === 'POST' && path === placeOrder.path && token !== undefined && options.signature !== null;
    const body = isOrder ? await signed(options.body, key, token) : options.body;
    const payload =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const signature =
      options.signature === undefined && token !== undefined && isSigned(method, path)
        ? deviceOf(token).sign({
            method,
            path,
            body: payload,
            idempotencyKey: key?.toLowerCase() ?? '',
            timeMs: nowMs(),
          })
        : options.signature;
    const puzzle =
      options.puzzle === undefined
        ? await puzzleFor(app, method, path, headers === undefined ? {} : { headers })
        : options.puzzle;
    const response = await app.inject({
      method,
      url: path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(typeof signature === 'string' ? { [DEVICE_SIGNATURE_HEADER]: signature } : {}),
        ...(typeof puzzle === 'string' ? { [PUZZLE_HEADER]: puzzle } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: envelopeOf(response.body),
    };
  };
}

interface FormCall {
  method: 'POST';
  url: string;
  payload?: object | string;
  remoteAddress?: string;
  headers?: Record<string, string>;
}

/** Sends a form of a stranger to a server that a test built itself, with a puzzle that was solved for it. */
export async function injectForm(app: HttpApp, call: FormCall) {
  const puzzle = await puzzleFor(app, call.method, call.url, call);
  return await app.inject({
    ...call,
    headers: { ...(puzzle === undefined ? {} : { [PUZZLE_HEADER]: puzzle }), ...call.headers },
  });
}

/** Fetches and solves a puzzle for a form of a stranger; undefined for every other call. */
export async function puzzleFor(
  app: HttpApp,
  method: string,
  path: string,
  from: Pick<FormCall, 'remoteAddress' | 'headers'> = {},
): Promise<string | undefined> {
  const form = formOf(method, path);
  if (form === undefined) return undefined;
  const { remoteAddress, headers = {} } = from;
  // From the same address: it makes the price.
  const forwarded = Object.fromEntries(Object.entries(headers).filter(([name]) => /^x-forwarded-for$/i.test(name)));
  const response = await app.inject({
    method: 'GET',
    url: puzzlePath(form),
    headers: forwarded,
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  return await solvePuzzle(envelopeOf(response.body).data);
}

function envelopeOf(text: string): TestAnswer['body'] {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
