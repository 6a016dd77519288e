import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

/** How a process reaches the bucket. */
export interface S3Login {
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Before every name, with a slash at its end, or nothing. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Certificates that vouch for the endpoint, PEM. */
  readonly ca?: string | undefined;
}

export interface S3Bounds {
  /** How often a call is tried in all. */
  readonly tries: number;
  /** The first pause; each one is twice as long as the one before. */
  readonly pauseMs: number;
  /** How long the endpoint may be silent. */
  readonly silentMsMax: number;
  /** How long one call may take with all its tries. */
  readonly totalMsMax: number;
  /** The largest answer that is read. */
  readonly bytesMax: number;
  /** How many names one answer lists. */
  readonly namesMax: number;
  /** How many such answers a list may have. */
  readonly pagesMax: number;
}

export const S3_BOUNDS: S3Bounds = {
  tries: 4,
  pauseMs: 200,
  silentMsMax: 5_000,
  totalMsMax: 20_000,
  bytesMax: 256 * 1024 * 1024,
  namesMax: 1_000,
  pagesMax: 100_000,
};

/** An answer that no further try would change: the key, the bucket or the region is wrong. */
export class S3Refused extends Error {
  override name = 'S3Refused';
  /** Undefined when it was not the endpoint that refused. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

export interface S3Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Within the bucket and its prefix. */
  readonly name: string;
  /** Asks the bucket itself, not for a file. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without a key, as a stranger would ask. */
  readonly isAnonymous?: boolean;
}

/** One call, with its tries. Whatever is not an answer to it, or an answer that `check` does not accept, is tried again. */
export type S3Call = (request: S3Request, check?: (answer: S3Answer) => string | null) => Promise<S3Answer>;

const CONNECTIONS_MAX = 16;

export function createS3Call(login: S3Login, bounds: S3Bounds = S3_BOUNDS): S3Call {
  const isTls = login.endpoint.startsWith('https:');
  const agent = agentOf(isTls, login.ca);
  const keys = new Map<string, ArrayBuffer>();
  const once = async (request: S3Request, deadline: AbortSignal): Promise<S3Answer> => {
    const url = urlOf(login, request);
    const headers = request.isAnonymous === true ? {} : await signedHeaders(login, url, request, { cache: keys });
    return await send(url, { request, headers, agent, bounds, deadline });
  };
  return async (request, check = () => null) => {
    const deadline = AbortSignal.timeout(bounds.totalMsMax);
    for (let tried = 1; ; tried += 1) {
      const outcome = await once(request, deadline).catch((error: unknown) => asError(error));
      const trouble = outcome instanceof Error ? outcome : troubleOf(request, outcome, check);
      if (trouble === null && !(outcome instanceof Error)) return outcome;
      if (trouble instanceof S3Refused || tried >= bounds.tries || deadline.aborted)
        throw new Error(`${request.method} ${request.name}: ${trouble?.message ?? ''}`, { cause: trouble });
      await sleep(bounds.pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
    }
  };
}

function urlOf({ endpoint, bucket, prefix }: S3Login, { name, query }: S3Request): URL {
  if (query === undefined) return new URL(`${endpoint}/${bucket}/${prefix}${name}`);
  const parts = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return new URL(`${endpoint}/${bucket}?${parts.toSorted().join('&')}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** It follows the proxy of the settings, as every call to the outside does (outgoing-proxies.ts). */
function agentOf(isTls: boolean, ca: string | undefined): http.Agent {
  const { proxyEnv } = https.globalAgent.options;
  const shared = { keepAlive: true, maxSockets: CONNECTIONS_MAX, ...(proxyEnv === undefined ? {} : { proxyEnv }) };
  return isTls ? new https.Agent({ ...shared, ...(ca === undefined ? {} : { ca }) }) : new http.Agent(shared);
}

/** The signature covers the hash of the body: a server that checks it stores nothing else. */
export async function signedHeaders(
  { accessKeyId, secretAccessKey, region }: Pick<S3Login, 'accessKeyId' | 'secretAccessKey' | 'region'>,
  url: URL,
  { method, headers = {}, body }: Pick<S3Request, 'method' | 'headers' | 'body'>,
  { cache = new Map<string, ArrayBuffer>(), datetime }: { cache?: Map<string, ArrayBuffer>; datetime?: string } = {},
): Promise<Record<string, string>> {
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    cache,
    ...(datetime === undefined ? {} : { datetime }),
  }).sign();
  return Object.fromEntries(signed.headers);
}

interface Sending {
  readonly request: S3Request;
  readonly headers: Record<string, string>;
  readonly agent: http.Agent;
  readonly bounds: S3Bounds;
  readonly deadline: AbortSignal;
}

async function send(url: URL, { request, headers, agent, bounds, deadline }: Sending): Promise<S3Answer> {
  const { method, body } = request;
  return await new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const open = url.protocol === 'https:' ? https.request : http.request;
    const call = open(url, { method, agent, headers: { ...headers, ...length }, signal: deadline }, (answer) => {
      const chunks: Buffer[] = [];
      let read = 0;
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > bounds.bytesMax) answer.destroy(new S3Refused(`the answer has more than ${bounds.bytesMax} bytes`));
        else chunks.push(chunk);
      });
      answer.once('error', reject);
      // An answer that breaks off ends with an error, if its length was told.
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.setTimeout(bounds.silentMsMax, () => call.destroy(new Error('the endpoint is silent')));
    call.once('error', reject);
    call.end(body);
  });
}

const MAY_PASS = new Set([408, 425, 429]);

/** Null for an answer that can be used. */
function troubleOf({ method }: S3Request, answer: S3Answer, check: (answer: S3Answer) => string | null): Error | null {
  const { status } = answer;
  if (status >= 500 || MAY_PASS.has(status)) return new Error(`the endpoint answers ${status} ${codeOf(answer)}`);
  // That a bucket is missing does not say that a file is. An answer to HEAD has no text.
  const isMissing = status === 404 && (method === 'HEAD' || codeOf(answer) === 'NoSuchKey');
  if (status >= 300 && !isMissing) return new S3Refused(`the endpoint refuses: ${status} ${codeOf(answer)}`, status);
  const problem = check(answer);
  return problem === null ? null : new Error(problem);
}

function codeOf({ body }: S3Answer): string {
  return /<Code>(\w+)<\/Code>/.exec(body.subarray(0, 4_096).toString())?.[1] ?? '';
}
