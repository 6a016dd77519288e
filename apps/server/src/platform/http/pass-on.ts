import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { BodyTooLarge, Refused } from './http-app.ts';
import type { HttpApp, HttpRequest } from './http-app.ts';
import { publicRoute } from './route-cost.ts';

/*
 * Passes calls on to another process of this site over a socket, and its answers back, both as streams. Every call is
 * bounded: in time, in the size of its body, and in how many are open. The other process sees the client's address and
 * applies its own limits to it. While it is away, calls are refused at once.
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
  readonly openMax: number;
  /** How long the other process may say nothing, before its answer and in the middle of it. */
  readonly silentMsMax: number;
}

export async function passOn(app: HttpApp, rules: PassOnRules): Promise<void> {
  const { socketPath, openMax, silentMsMax } = rules;
  const agent = new Agent({ keepAlive: true, maxSockets: openMax });
  let open = 0;

  const send = async (request: HttpRequest, reply: FastifyReply): Promise<IncomingMessage> => {
    const answer = Promise.withResolvers<IncomingMessage>();
    const call = httpRequest({
      agent,
      socketPath,
      method: request.method,
      path: request.url,
      headers: headersOf(request),
      timeout: silentMsMax,
    });
    call.once('timeout', () => call.destroy());
    call.once('response', answer.resolve);
    call.once('error', answer.reject);
    // The client left: nobody reads the answer.
    reply.raw.once('close', () => call.destroy());
    pipeline(request.raw, bounded(rules.bodyBytesMax), call, (error) => error && answer.reject(error));
    return await answer.promise;
  };

  await app.register(async (inner) => {
    inner.addHook('onClose', async () => agent.destroy());
    // Bodies are not read here, so they need no parser.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const url of rules.paths)
      inner.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
        url,
        schema: { hide: true },
        config: publicRoute('memory'),
        handler: async (request, reply) => {
          if (Number(request.headers['content-length'] ?? 0) > rules.bodyBytesMax) throw new BodyTooLarge();
          if (open >= openMax) throw new NotServing(503);
          open += 1;
          reply.raw.once('close', () => (open -= 1));
          const answer = await send(request, reply).catch((error: unknown) => {
            throw error instanceof BodyTooLarge ? error : new NotServing(502);
          });
          // The other process decides about its own pages: these headers are for the pages of this one.
          for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
          return await reply
            .status(answer.statusCode ?? 502)
            .headers(withoutHops(answer.headers))
            .send(answer);
        },
      });
  });
}

/** For a body that does not say how large it is. Its client gets no answer when it is too large. */
function bounded(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new BodyTooLarge());
      else done(null, chunk);
    },
  });
}

/** Headers that are about one connection, and never passed on (RFC 9110, 7.6.1). */
const HOPS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

function withoutHops(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = headers.connection?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !HOPS.has(name) && !named.includes(name)),
  );
}

/** Only we say whose call this is: what the client says about that has been weighed here. */
function headersOf(request: HttpRequest): OutgoingHttpHeaders {
  const passed = Object.entries(withoutHops(request.headers)).filter(([name]) => !/^(x-)?forwarded\b/.test(name));
  return {
    ...Object.fromEntries(passed),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}
