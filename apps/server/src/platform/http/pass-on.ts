import type { FastifyReply } from 'fastify';
import { errors, Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { createCallPlaces } from './call-places.ts';
import type { PlaceRules } from './call-places.ts';
import { networkOf } from './client-address.ts';
import { endToEndHeaders, headersToPassOn } from './end-to-end-headers.ts';
import { header, Refused } from './http-app.ts';
import type { HttpApp, HttpRequest } from './http-app.ts';
import { createKnownSessions, SESSION_STATE_HEADER } from './known-sessions.ts';
import { MalformedRequest, malformedToPassOn } from './malformed-request.ts';
import { publicRoute } from './route-cost.ts';

/*
 * Passes calls on to another process of this site over a socket, and its answers back. A call is sent anew when all of it
 * is here: undici writes where it begins and ends, and nothing of that comes from the client (decision 078). Every call
 * is bounded: in time, in the size of its body, and in how many are open. The other process sees the client's address
 * and applies its own limits to it. While it is away, calls are refused at once.
 */

/** The other process is away, or has as much to do as it may have. */
export class NotServing extends Refused {
  override name = 'NotServing';
  readonly status: 502 | 503;

  constructor(status: 502 | 503) {
    super('CONSOLE_AWAY', { retryAfterSec: 2 });
    this.status = status;
  }
}

export interface PassOnRules {
  /** The Unix socket, or the named pipe, of the other process. */
  readonly socketPath: string;
  /** Paths that are passed on, such as `/console/*`. */
  readonly paths: readonly string[];
  readonly bodyBytesMax: number;
  /** Paths that take larger bodies, from sessions that the other process has let in alone. */
  readonly uploads?: { readonly paths: readonly string[]; readonly bodyBytesMax: number };
  readonly places: PlaceRules;
  /** How long the other process may say nothing, before its answer and in the middle of it. */
  readonly silentMsMax: number;
  /** How long a call may take until its client has all of the answer: a client that reads slowly must not keep a place. */
  readonly callMsMax: { readonly stranger: number; readonly known: number };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;
const CONNECT_MS_MAX = 5_000;
/** Shorter than the other process keeps a connection: it never closes one just when a call is sent on it. */
const IDLE_MS_MAX = 4_000;
const SESSIONS_KNOWN_MAX = 1_000;
/** An answer up to this size is read to its end before it is sent on: a client that reads slowly keeps no place by it. */
const READ_WHOLE_BYTES_MAX = 1024 * 1024;
/** All answers together that were read and not yet sent. Beyond that an answer keeps its place until it is read. */
const UNSENT_BYTES_MAX = 64 * 1024 * 1024;

export async function passOn(app: HttpApp, rules: PassOnRules): Promise<void> {
  const pool = new Pool('http://console', {
    socketPath: rules.socketPath,
    connections: rules.places.all,
    // One call at a time on a connection. undici closes a connection after any error, abort or early end of a call.
    pipelining: 1,
    allowH2: false,
    connectTimeout: CONNECT_MS_MAX,
    headersTimeout: rules.silentMsMax,
    bodyTimeout: rules.silentMsMax,
    keepAliveTimeout: IDLE_MS_MAX,
    keepAliveMaxTimeout: IDLE_MS_MAX,
  });
  const places = createCallPlaces(rules.places);
  const sessions = createKnownSessions(SESSIONS_KNOWN_MAX);
  let unsentBytes = 0;

  /** The answer as bytes that wait in memory, or as a stream that keeps its place. */
  const bodyOf = async (
    answer: Dispatcher.ResponseData,
    reply: FastifyReply,
  ): Promise<Buffer | Dispatcher.ResponseData['body']> => {
    const bytes = Number(answer.headers['content-length'] ?? Number.NaN);
    if (!(bytes <= READ_WHOLE_BYTES_MAX) || unsentBytes + bytes > UNSENT_BYTES_MAX) return answer.body;
    if (!reply.raw.closed) {
      unsentBytes += bytes;
      reply.raw.once('close', () => (unsentBytes -= bytes));
    }
    return Buffer.from(await answer.body.arrayBuffer());
  };

  const send = async (
    request: HttpRequest,
    reply: FastifyReply,
  ): Promise<Omit<Dispatcher.ResponseData, 'body'> & { body: Buffer | Dispatcher.ResponseData['body'] }> => {
    const authorization = header(request, 'authorization');
    const session = sessions.find(authorization);
    const isKnown = session !== undefined;
    const ending = new AbortController();
    // The client left: nobody reads the answer. After the whole answer there is nothing left to end.
    reply.raw.once('close', () => ending.abort());
    // It left while its body was read.
    if (reply.raw.destroyed) ending.abort();
    const giveBack = await places.take({ name: session ?? networkOf(request.ip), isKnown }, ending.signal);
    if (giveBack === undefined) throw new NotServing(503);
    const timer = setTimeout(() => ending.abort(), isKnown ? rules.callMsMax.known : rules.callMsMax.stranger);
    const end = (): void => {
      clearTimeout(timer);
      giveBack();
    };
    try {
      const answer = await pool.request({
        method: request.method,
        path: request.url,
        headers: headersToPassOn(request),
        body: Buffer.isBuffer(request.body) ? request.body : null,
        signal: ending.signal,
      });
      answer.body.once('close', end);
      sessions.learn(authorization, answer.headers[SESSION_STATE_HEADER]);
      return { ...answer, body: await bodyOf(answer, reply) };
    } catch (error) {
      end();
      throw error;
    }
  };

  app.addHook('onClose', async () => await pool.destroy());
  await app.register(async (inner) => {
    takeCalls(inner, rules.paths, rules.bodyBytesMax);
  });
  const { uploads } = rules;
  if (uploads !== undefined)
    await app.register(async (inner) => {
      inner.addHook('onRequest', async (request) => {
        if (sessions.find(header(request, 'authorization')) === undefined) throw new NotServing(503);
      });
      takeCalls(inner, uploads.paths, uploads.bodyBytesMax);
    });

  function takeCalls(inner: HttpApp, paths: readonly string[], bodyBytesMax: number): void {
    // Bodies are passed on as they came, so they need no parser; but all of a body is here before it is passed on.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      (_request: HttpRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
    );
    inner.addHook('onRequest', async (request) => refuseMalformed(request));
    for (const url of paths)
      inner.route({
        method: [...METHODS],
        url,
        schema: { hide: true },
        config: publicRoute('memory'),
        handler: async (request, reply) => {
          // Again: a client that left while its body was read has no address any more.
          refuseMalformed(request);
          const answer = await send(request, reply).catch((error: unknown) => {
            if (error instanceof NotServing) throw error;
            if (error instanceof errors.InvalidArgumentError)
              throw new MalformedRequest({ status: 400, reason: 'it cannot be passed on' });
            throw new NotServing(502);
          });
          // The other process decides about its own pages: these headers are for the pages of this one.
          for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
          const { [SESSION_STATE_HEADER]: _, ...headers } = endToEndHeaders(answer.headers);
          return await reply.status(answer.statusCode).headers(headers).send(answer.body);
        },
      });
  }
}

/** @throws MalformedRequest */
function refuseMalformed(request: HttpRequest): void {
  const malformed = malformedToPassOn(request);
  if (malformed !== undefined) throw new MalformedRequest(malformed);
}
