import { tracingChannel } from 'node:diagnostics_channel';
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from './http-app.ts';
import type { DeclaredCall } from './serve.ts';

/** What is told of each declared call to whoever watches. Nothing of it comes from the caller. */
export interface HttpCall {
  readonly declared: Pick<DeclaredCall, 'id' | 'method' | 'path'>;
  status: number | undefined;
  /** The key of the refusal, if it was refused. */
  refused: string | undefined;
  error?: unknown;
}

export const CALLS = tracingChannel<unknown, HttpCall>('candor:call');

const open = new WeakMap<FastifyRequest, HttpCall>();

/** Whoever watches does so before the server is built: unwatched, a call costs nothing. */
export function tellOfCalls(app: HttpApp): void {
  if (!CALLS.start.hasSubscribers) return;
  // The first hook: whatever a call does later is inside it.
  app.addHook('onRequest', (request, reply, done) => {
    const { declared } = request.routeOptions.config;
    if (declared === undefined) return done();
    const call: HttpCall = { declared, status: undefined, refused: undefined };
    open.set(request, call);
    // Also when the client leaves before the answer.
    reply.raw.once('close', () => {
      call.status = reply.raw.headersSent ? reply.raw.statusCode : undefined;
      CALLS.asyncEnd.publish(call);
    });
    CALLS.start.runStores(call, () => done());
  });
}

export function tellOfRefusal(request: FastifyRequest, key: string): void {
  const call = open.get(request);
  if (call !== undefined) call.refused = key;
}
