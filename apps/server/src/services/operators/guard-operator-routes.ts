import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { Operators } from './operators.ts';

/**
 * Makes a route's declaration decide which operator may call it, before the body is read. Call it before the routes are
 * registered. A route for members stops the start: the console has no business with their sessions.
 */
export function guardOperatorRoutes(app: HttpApp, operators: Pick<Operators, 'requireOperator'>): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined || access.owner === 'public') return;
    if (access.owner !== 'operator') throw new Error(`${route.url} is for members: the console may not serve it`);
    const guard = async (request: HttpRequest): Promise<void> => await operators.requireOperator(request, access);
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}
