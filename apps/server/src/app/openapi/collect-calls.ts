import * as z from 'zod/mini';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { RouteAccess } from '../../platform/http/route-cost.ts';
import type { DeclaredCall } from '../../platform/http/serve.ts';

/** Every call that the app's routes answer, in the order of their registration. Call it before the routes are registered. */
export function collectCalls(app: HttpApp): readonly DeclaredCall[] {
  const calls: DeclaredCall[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (method === 'HEAD' || method === 'OPTIONS' || hidden.safeParse(schema).success) return;
    calls.push(config?.declared ?? undeclared(String(method), url, schema, config?.access));
  });
  return calls;
}

const hidden = z.object({ hide: z.literal(true) });
const methods = z.enum(['GET', 'POST', 'PUT', 'DELETE']);

/** A route that is not made from a declaration, as far as its schemas tell. */
function undeclared(method: string, url: string, schema: unknown, access: RouteAccess | undefined): DeclaredCall {
  const { tags = ['other'], params, querystring, body, response } = parts.parse(schema ?? {});
  return {
    id: `${method.toLowerCase()}${pascal(url)}`,
    method: methods.parse(method),
    path: url.replaceAll(/:(\w+)/g, '{$1}'),
    caller: access?.owner ?? 'public',
    cost: access?.cost ?? 'memory',
    ...(access?.permission === undefined ? {} : { permission: access.permission }),
    ...(access?.signed === undefined ? {} : { signed: access.signed }),
    ...(access?.confirmed === undefined ? {} : { confirmed: access.confirmed }),
    ...(access?.puzzle === undefined ? {} : { puzzle: access.puzzle }),
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { query: querystring }),
    ...(body === undefined ? {} : { body }),
    ...(response === undefined ? { sends: 'text' } : { answer: response[200], whole: true }),
    refusals: [],
    tag: tags[0] ?? 'other',
    summary: '',
  };
}

const zodSchema = z.custom<z.ZodMiniType>((value) => typeof value === 'object' && value !== null && '_zod' in value);
const parts = z.object({
  tags: z.optional(z.array(z.string())),
  params: z.optional(zodSchema),
  querystring: z.optional(zodSchema),
  body: z.optional(zodSchema),
  response: z.optional(z.object({ 200: zodSchema })),
});

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
