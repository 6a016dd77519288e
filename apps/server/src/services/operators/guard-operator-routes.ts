import type { FastifyReply } from 'fastify';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { SESSION_STATE_HEADER } from '../../platform/http/known-sessions.ts';
import type { SessionState } from '../../platform/http/known-sessions.ts';
import type { Operator } from './operator-session-store.ts';
import type { Operators } from './operators.ts';

/**
 * Makes a route's declaration decide which operator may call it, before the body is read. Call it before the routes are
 * registered. A route for members stops the start: the console has no business with their sessions.
 * @param isLinked the role http passes all calls on: it hears whether the session of a call may work, and keeps places for
 * those that may
 */
export function guardOperatorRoutes(
  app: HttpApp,
  operators: Pick<Operators, 'requireOperator'>,
  { isLinked }: { readonly isLinked: boolean },
): void {
  const tell = (reply: FastifyReply, state: SessionState): void => {
    if (isLinked) reply.header(SESSION_STATE_HEADER, state);
  };
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined || access.owner === 'public') return;
    if (access.owner !== 'operator') throw new Error(`${route.url} is for members: the console may not serve it`);
    const guard = async (request: HttpRequest, reply: FastifyReply): Promise<void> => {
      let operator: Operator;
      try {
        operator = await operators.requireOperator(request, access);
      } catch (error) {
        if (error instanceof Refused && error.key === 'SESSION_INVALID') tell(reply, 'over');
        throw error;
      }
      // Who has only the password has no session that may work.
      if (operator.stage === 'full') tell(reply, 'live');
    };
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}
