import * as calls from '@candor/contract/calls/console/search';
import type { FoundBy, FoundThing } from '@candor/contract/console-search';
import { permits } from '@candor/domain/identity/permission';
import type { Pool } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { recordFound } from '../../services/commands/record-look.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { findFiledById, findFiledByNumber } from '../../services/order-archive/filed-orders.ts';
import type { FiledOrdersDeps } from '../../services/order-archive/filed-orders.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Site } from '../../services/site/site.ts';
import { wordsOf } from './search-words.ts';
import type { SearchWords } from './search-words.ts';
import {
  selectFoundComplaints,
  selectFoundDeposits,
  selectFoundMembers,
  selectFoundOrders,
  selectFoundWithdrawals,
  selectUsername,
} from './search-store.ts';

export interface SearchDeps extends FiledOrdersDeps {
  pool: Pool;
  site: Pick<Site, 'currency'>;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
  /** Of each operator: nobody reads a list of members off the search by trying numbers. */
  lookups: RateLimit;
}

export function searchRoutes(app: HttpApp, deps: SearchDeps): void {
  serve(app, deps, [on(calls.searchAll, searchAll)]);
}

/** As many of each kind. */
const SHOWN = 5;
/** What identifies a person, apart from the name that they chose here. */
const PERSONAL: ReadonlySet<FoundBy> = new Set(['fullName', 'phone', 'email', 'address', 'card', 'idNumber']);

async function searchAll(
  { body, request }: Call<typeof calls.searchAll>,
  deps: SearchDeps,
): Promise<Answered<typeof calls.searchAll>> {
  const { pool, site, operators, fingerprints, lookups } = deps;
  const acting = operators.operatorOf(request);
  await lookups.take(acting.operatorId.toString());
  const words = wordsOf(body.q, { currency: site.currency, fingerprints });
  const may = (permission: string) => permits(acting.permissions, permission);
  const found = await Promise.all([
    may('member:profile:search') ? findMembers(pool, words) : [],
    may('market:order:read') ? findOrders(deps, words) : [],
    may('support:complaint:read') ? findComplaints(pool, words) : [],
    may('cashier:deposit:read') ? findDeposits(pool, words) : [],
    may('cashier:withdrawal:read') ? findWithdrawals(pool, words) : [],
  ]);
  const items = found.flatMap((things) => things.slice(0, SHOWN));
  // Before anything is sent, and of each member by itself: their own entries say who looked, and by what, never the words.
  for (const { kind, id, by } of items)
    if (kind === 'member' && PERSONAL.has(by)) await recordFound(pool, acting, { memberId: BigInt(id), what: by });
  return { items };
}

/** Each thing once: the first way that found it counts. */
function eachOnce(things: readonly FoundThing[]): FoundThing[] {
  return [...new Map(things.toReversed().map((thing) => [thing.id, thing])).values()].toReversed();
}

async function findMembers(pool: Pool, { member }: SearchWords): Promise<FoundThing[]> {
  const rows = await selectFoundMembers(pool, member);
  return eachOnce(
    rows.map(({ id, username, foundBy }) => ({
      kind: 'member',
      id: id.toString(),
      name: username,
      by: foundBy,
      member: username,
      state: null,
    })),
  );
}

/** One that has left the database is found in its file. @throws Refused ORDERS_UNAVAILABLE when that cannot be read now */
async function findOrders(deps: SearchDeps, { id, no }: SearchWords): Promise<FoundThing[]> {
  if (id === null && no === null) return [];
  const stored = await selectFoundOrders(deps.pool, id, no);
  const rows = stored.length > 0 ? stored : await findFiledOrder(deps, id, no);
  return rows.map((row) => ({
    kind: 'order',
    id: row.id,
    name: row.no.toString(),
    by: id === null ? 'number' : 'id',
    member: row.username,
    state: null,
  }));
}

async function findComplaints(pool: Pool, { no }: SearchWords): Promise<FoundThing[]> {
  const rows = no === null ? [] : await selectFoundComplaints(pool, no);
  return rows.map(({ id, username }) => ({
    kind: 'complaint',
    id: id.toString(),
    name: id.toString(),
    by: 'number',
    member: username,
    state: null,
  }));
}

async function findFiledOrder(deps: SearchDeps, id: string | null, no: bigint | null) {
  const byId = id === null ? null : await findFiledById(deps, id.toLowerCase());
  const filed = byId ?? (no === null ? null : await findFiledByNumber(deps, no));
  return filed === null ? [] : [{ ...filed, username: await selectUsername(deps.pool, filed.memberId) }];
}

async function findDeposits(pool: Pool, { money }: SearchWords): Promise<FoundThing[]> {
  const rows = await selectFoundDeposits(pool, money);
  return eachOnce(rows.map((row) => moneyThing('deposit', row)));
}

async function findWithdrawals(pool: Pool, { money }: SearchWords): Promise<FoundThing[]> {
  const rows = await selectFoundWithdrawals(pool, money);
  return eachOnce(rows.map((row) => moneyThing('withdrawal', row)));
}

function moneyThing(
  kind: 'deposit' | 'withdrawal',
  row: { id: string; reference: string; username: string; state: string; foundBy: FoundBy },
): FoundThing {
  return { kind, id: row.id, name: row.reference, by: row.foundBy, member: row.username, state: row.state };
}
