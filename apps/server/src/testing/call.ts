import type { HttpApp } from '../platform/http/http-app.ts';

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

export function callerOf(app: HttpApp): Call {
  return async (method, path, options = {}) => {
    const { token, key, body, language, headers } = options;
    const response = await app.inject({
      method,
      url: path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: envelopeOf(response.body),
    };
  };
}

function envelopeOf(text: string): TestAnswer['body'] {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
