import * as calls from '@candor/contract/calls/console/books';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { selectCheckStates } from '../../services/checks/check-store.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import { findFiledById, findFiledByNumber } from '../../services/order-archive/filed-orders.ts';
import type { FiledOrdersDeps } from '../../services/order-archive/filed-orders.ts';
import type { Site } from '../../services/site/site.ts';
import {
  ORDER_NO,
  selectBalances,
  selectThings,
  selectTransfers,
  selectTransfersOf,
  uuidOrNull,
} from './books-store.ts';
import type { Thing } from './books-store.ts';
import { selectBookedUntil } from './ledger-hour-store.ts';
import { bookChecksOf, bookTransferOf, trialBalanceOf } from './books-view.ts';

interface BooksDeps extends FiledOrdersDeps {
  readonly pool: Pool;
  /** Few connections, of which a statement ends soon: whoever adds up years delays nobody who decides. */
  readonly reads: Pool;
  readonly site: Site;
  readonly clock: Pick<Clock, 'now'>;
}

/** What adding up may take. */
export const BOOKS_MS_MAX = 10_000;

/** The books at the console: balances, the transfers behind them, and what checks of them found. Nothing here moves money. */
export function booksRoutes(app: HttpApp, deps: BooksDeps): void {
  serve(app, deps, [
    on(calls.readTrialBalance, readTrialBalance),
    on(calls.listBookTransfers, listBookTransfers),
    on(calls.listBookChecks, listBookChecks),
  ]);
}

type Balance = typeof calls.readTrialBalance;

async function readTrialBalance(
  { query }: Call<Balance>,
  { reads, site, clock }: BooksDeps,
): Promise<Answered<Balance>> {
  const nowMs = clock.now();
  const { toMs = nowMs } = rangeMs(query, site.timeZone);
  const atMs = Math.min(toMs, nowMs);
  const bookedMs = await selectBookedUntil(reads, atMs);
  return trialBalanceOf(await selectBalances(reads, site.currency.code, atMs, bookedMs), atMs, site.currency);
}

type Transfers = typeof calls.listBookTransfers;

async function listBookTransfers({ query }: Call<Transfers>, deps: BooksDeps): Promise<Answered<Transfers>> {
  const { reads, site } = deps;
  const { number, line } = query;
  const chosen = {
    currency: site.currency.code,
    line,
    ...rangeMs(query, site.timeZone),
    beforeId: cursorId(query.cursor),
  };
  const things = number === undefined ? [] : await findThings(deps, number);
  return await pageOf({
    paging: query,
    read: async (limit) =>
      number === undefined
        ? await selectTransfers(reads, { ...chosen, limit })
        : await selectTransfersOf(reads, { ...chosen, limit }, number, things),
    view: (row) => bookTransferOf(row, site.currency),
    cursorOf: ({ id }) => id,
  });
}

/** @throws Refused ORDERS_UNAVAILABLE when the file of an order with this number cannot be read now */
async function findThings(deps: BooksDeps, number: string): Promise<readonly Thing[]> {
  const things = await selectThings(deps.reads, number);
  if (things.length > 0) return things;
  const id = uuidOrNull(number);
  const byId = id === null ? null : await findFiledById(deps, id);
  const filed = byId ?? (ORDER_NO.test(number) ? await findFiledByNumber(deps, BigInt(number)) : null);
  return filed === null ? [] : [filed];
}

type Checks = typeof calls.listBookChecks;

async function listBookChecks(_: Call<Checks>, { pool }: BooksDeps): Promise<Answered<Checks>> {
  return bookChecksOf(await selectCheckStates(pool));
}
