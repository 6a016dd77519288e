import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { HttpApp, HttpRequest } from './http-app.ts';
import { header, ok } from './http-app.ts';
import { requireIdempotencyKey } from './idempotency-key.ts';
import type { UploadShape } from './read-upload.ts';
import type { ConfirmationRule, CostClass, OperatorStage, RouteAccess } from './route-cost.ts';

/*
 * Routes from their declarations. A feature's routes file is a table: each line has a call of the contract and the function
 * that answers it. Path, schemas, cost and who may call are those of the declaration. Budgets, sessions, signatures and forms
 * read them from the route (`config`).
 */

/** A declared call, as far as a server needs to know it (packages/contract/src/operation.ts). */
export interface DeclaredCall {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly answer?: z.ZodMiniType;
  readonly whole?: true;
  readonly sends?: 'picture' | 'text' | 'bytes' | 'page';
  readonly upload?: UploadShape & { readonly orJson?: true };
  readonly caller: RouteAccess['owner'];
  readonly cost: CostClass;
  readonly permission?: string;
  readonly confirmed?: ConfirmationRule;
  readonly stages?: readonly OperatorStage[];
  readonly signed?: true;
  readonly puzzle?: string;
  readonly idempotent?: true | 'optional';
  readonly refusals: readonly string[];
  readonly tag: string;
  readonly summary: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration that the route was made from. */
    declared?: DeclaredCall;
  }
}

type Part<O, Name extends string> = O extends { [key in Name]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;

/** One call of a route: what its schemas read, and the request itself. */
export type Call<O> = {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly body: Part<O, 'body'>;
  readonly request: HttpRequest;
  readonly reply: FastifyReply;
} & (O extends { idempotent: true }
  ? {
      /** The Idempotency-Key, in lower case. A call without a valid one is refused when the handler first asks for it. */
      readonly key: string;
    }
  : O extends { idempotent: 'optional' }
    ? {
        /** The Idempotency-Key, in lower case; undefined without one. One that is not valid is refused. */
        readonly key: string | undefined;
      }
    : unknown);

/** What its handler returns: `data` of the envelope, or a reply that was sent (a file, an answer that is kept). */
export type Answered<O> = (O extends { answer: infer A extends z.ZodMiniType } ? z.input<A> : never) | FastifyReply;

/** What a site's settings or a fuller description put in the place of a declared schema. */
interface InsteadOf {
  readonly body?: z.ZodMiniType;
  readonly answer?: z.ZodMiniType;
  /** What the schemas refuse is left to the handler. */
  readonly attachValidation?: true;
}

/** A line of the table: a call, and how it is answered. */
export interface Line<Deps> {
  readonly declared: DeclaredCall;
  readonly attachValidation: boolean;
  readonly handle: (request: HttpRequest, reply: FastifyReply, deps: Deps) => Promise<unknown>;
}

export function on<const O extends DeclaredCall, Deps>(
  operation: O,
  handler: (call: Call<O>, deps: Deps) => Answered<NoInfer<O>> | Promise<Answered<NoInfer<O>>>,
  { attachValidation, ...instead }: InsteadOf = {},
): Line<Deps> {
  return {
    declared: { ...operation, ...instead },
    attachValidation: attachValidation === true,
    handle: async (request, reply, deps) => {
      const { params, query, body } = request;
      const call = {
        params,
        query,
        body,
        request,
        reply,
        get key() {
          const isWithout = operation.idempotent === 'optional' && header(request, 'idempotency-key') === undefined;
          return isWithout ? undefined : requireIdempotencyKey(request);
        },
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's schemas made these parts
      const answer = await handler(call as unknown as Call<O>, deps);
      // A handler that sent its reply itself returns nothing, also when the client left before the end.
      return answer === undefined || operation.whole === true ? answer : ok(answer);
    },
  };
}

/** Registers the routes of a table. */
export function serve<Deps>(app: HttpApp, deps: Deps, lines: readonly Line<NoInfer<Deps>>[]): void {
  for (const { declared, handle, attachValidation } of lines)
    app.route({
      method: declared.method,
      url: declared.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: configOf(declared),
      schema: schemaOf(declared),
      attachValidation,
      handler: async (request, reply) => await handle(request, reply, deps),
    });
}

function configOf(declared: DeclaredCall) {
  const { caller, cost, permission, confirmed, stages, signed, puzzle, upload } = declared;
  const access: RouteAccess = {
    owner: caller,
    cost,
    ...(permission === undefined ? {} : { permission }),
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(stages === undefined ? {} : { stages }),
    ...(signed === undefined ? {} : { signed }),
    ...(puzzle === undefined ? {} : { puzzle }),
  };
  return { access, declared, ...(upload === undefined ? {} : { upload }) };
}

function schemaOf({ id, params, query, body, answer, whole, tag, summary }: DeclaredCall) {
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(answer === undefined ? {} : { response: { 200: whole === true ? answer : envelopeOf(answer) } }),
  };
}

/** As the contract describes it. */
function envelopeOf(data: z.ZodMiniType) {
  return z.object({ code: z.literal(200), msg: z.string(), data });
}
