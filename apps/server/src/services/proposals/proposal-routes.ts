import type * as z from 'zod/mini';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import type { QueueCounter } from '../operators/queue-counter.ts';
import { countProposed } from './proposal-store.ts';
import type { ListQuery, Proposals } from './proposals.ts';

/** Where the console finds the proposals of a kind, and who may do what. Its name is that of the console's navigation. */
export interface ProposalQueue extends QueueCounter {
  /** The address of the queue; those of one proposal and of decisions are below it. */
  readonly path: string;
  readonly tags: string[];
  readonly may: { readonly read: string; readonly make: string; readonly check: string };
}

export function proposalQueue({
  table,
  ...queue
}: Pick<ProposalQueue, 'name' | 'path' | 'tags' | 'may'> & {
  readonly table: { readonly name: string };
}): ProposalQueue {
  return { ...queue, permission: queue.may.read, count: async (db) => await countProposed(db, table) };
}

/** As the contract says them (`proposalSchemas`). `page` and `view` are whole answers. */
export interface ProposalSchemas {
  readonly query: z.ZodMiniType<ListQuery & { limit?: number | undefined }>;
  readonly params: z.ZodMiniType<{ id: string }>;
  readonly decision: z.ZodMiniType<{ approve: boolean; reason?: string | undefined }>;
  readonly withdrawal: z.ZodMiniType;
  readonly page: z.ZodMiniType;
  readonly view: z.ZodMiniType;
  /** How many of a page, unless the call says it. */
  readonly limit: number;
  readonly limitMax?: number;
}

/** The routes that every kind has. How it is proposed is its own. */
export function proposalRoutes<View>(
  app: HttpApp,
  { path, may, tags }: ProposalQueue,
  { list, one, decide, act }: Proposals<View>,
  schemas: ProposalSchemas,
): void {
  const read = operatorRoute('list', may.read);
  const { query: querystring, params, page, view, limit: usual, limitMax = Infinity } = schemas;
  const response = { 200: view };
  app.get(
    path,
    { config: read, schema: { tags, querystring, response: { 200: page } } },
    async ({ query: { limit = usual, ...filter } }) => await list(filter, Math.min(limit, limitMax)),
  );
  app.get(
    `${path}/:id`,
    { config: read, schema: { tags, params, response } },
    async (request) => await one(request.params.id),
  );
  app.post(
    `${path}/:id/decision`,
    { config: operatorRoute('change', may.check), schema: { tags, params, body: schemas.decision, response } },
    async (request) => await decide(request, request.params.id, request.body),
  );
  app.post(
    `${path}/:id/withdraw`,
    { config: operatorRoute('change', may.make), schema: { tags, params, body: schemas.withdrawal, response } },
    async (request) => await act(request, request.params.id, { event: 'withdraw', reason: undefined }),
  );
}
