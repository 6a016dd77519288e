import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { ConfirmationRule } from '../../platform/http/route-cost.ts';
import type { Sessions } from './sessions.ts';

/** Means every permission. */
const ALL = '*:*:*';

/**
 * Makes a route's declaration decide who may call it, so that no handler can forget it. Session and permission are checked
 * before the body is read. The confirmation comes after the device's signature, which needs the body, and before the schema:
 * who has only a stolen token does not hear which second factor the member has. Call it before the routes are registered.
 */
export function guardRoutes(
  app: HttpApp,
  sessions: Pick<Sessions, 'requireMember' | 'memberOf'>,
  requireConfirmation: (request: HttpRequest, rule: ConfirmationRule) => Promise<void>,
): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined || access.owner === 'public') return;
    if (access.owner !== 'member') throw new Error(`${route.url} is not for members: only the console may serve it`);
    const { permission, confirmed } = access;
    const guard = async (request: HttpRequest): Promise<void> => {
      await sessions.requireMember(request);
      const { permissions } = sessions.memberOf(request);
      if (permission !== undefined && !permissions.includes(permission) && !permissions.includes(ALL))
        throw new Refused('FORBIDDEN');
    };
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
    if (confirmed === undefined) return;
    route.preValidation = [
      async (request: HttpRequest) => await requireConfirmation(request, confirmed),
      ...[route.preValidation ?? []].flat(),
    ];
  });
}
