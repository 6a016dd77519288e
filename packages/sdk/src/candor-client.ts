import createClient from 'openapi-fetch';
import type { Client, Middleware } from 'openapi-fetch';
import type { paths as ConsolePaths } from './generated/console.ts';
import type { components, paths as MemberPaths } from './generated/members.ts';

/*
 * A typed client for the HTTP API of a Candor site. The types are generated from the site's OpenAPI documents; this file adds
 * what every call has in common. It signs nothing and solves no puzzle: a program that moves money brings its own device key.
 */

export interface CandorOptions {
  /** The site, for example https://candor.example. */
  readonly baseUrl: string;
  /** The token that a login answered; null before that. */
  readonly token?: () => string | null;
  /** Of the texts in refusals: zh-Hans, zh-Hant or en. */
  readonly language?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The calls of members and of strangers. */
export function createCandorClient(options: CandorOptions): Client<MemberPaths> {
  return clientOf<MemberPaths>(options);
}

/** The calls of operators. */
export function createConsoleClient(options: CandorOptions): Client<ConsolePaths> {
  return clientOf<ConsolePaths>(options);
}

function clientOf<Paths extends object>({ baseUrl, token, language, fetch }: CandorOptions): Client<Paths> {
  const client = createClient<Paths>({ baseUrl, ...(fetch === undefined ? {} : { fetch }) });
  const headers: Middleware = {
    onRequest: ({ request }) => {
      const session = token?.() ?? null;
      if (session !== null && !request.headers.has('Authorization'))
        request.headers.set('Authorization', `Bearer ${session}`);
      if (language !== undefined) request.headers.set('Accept-Language', language);
      return request;
    },
  };
  client.use(headers);
  return client;
}

/** A call that was not carried out: why (`error`), in words (`msg`), and what else the site says of it. */
export type Refusal = components['schemas']['Refusal'];

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.error}: ${refusal.msg}`);
    this.refusal = refusal;
  }
}

/** What a call answered: an envelope with data, or a refusal; refusals come with status 200 too. */
type Answer<Data> = { readonly code: 200; readonly data: Data } | Refusal;

/**
 * The data of a call: `const order = await dataOf(client.GET('/api/trade/orders/{id}', …))`.
 * @throws Refused when the site did not carry it out
 */
export async function dataOf<Data>(
  call: Promise<{ data?: Answer<Data>; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data: answer, error, response } = await call;
  if (answer === undefined) throw isRefusal(error) ? new Refused(error) : new Error(`status ${response.status}`);
  if (isRefusal(answer)) throw new Refused(answer);
  return answer.data;
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string';
}
