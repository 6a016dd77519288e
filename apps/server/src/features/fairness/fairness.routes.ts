import * as calls from '@candor/contract/calls/fairness';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { Readable } from 'node:stream';
import type { Wallet } from '@candor/contract/envelope';
import { FAIRNESS_DAYS_DEFAULT, VOID_DAYS_DEFAULT } from '@candor/contract/fairness';
import type { FairnessDays, VoidDays } from '@candor/contract/fairness';
import { localDay } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import { keptFor } from '../../platform/collections/kept-for.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { SECOND_MS } from '../../platform/http/public-answers.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { memoryAddressLimit } from '../../platform/http/rate-limit.ts';
import { cursorLike, pageOf } from '../../platform/http/paging.ts';
import { FILE_POINTS } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import type { ReadPart } from '../../services/order-archive/read-parts.ts';
import type { Site } from '../../services/site/site.ts';
import { walletOf } from '../../services/site/wallet-of.ts';
import { businessDay, dayOf } from './count-days.ts';
import { isDayListed, selectCounts, selectOffers } from './fairness-store.ts';
import type { CountRow, OfferRow, PublicOrderFilter } from './fairness-store.ts';
import { selectAccounts, selectMonths } from './month-store.ts';
import { accountView, monthView } from './month-view.ts';
import { countsOf, CSV_HEAD, csvLine, figuresOf, publicOrderView } from './fairness-view.ts';
import { readPublicOrders } from './public-orders.ts';
import type { PublicOrdersDeps } from './public-orders.ts';
import { selectVoids } from './void-store.ts';
import { voidFigures, voidHours } from './void-view.ts';

/**
 * The results of all orders, open to everyone: figures by product and duration, and the list of orders, so that anyone
 * can calculate the figures again. It holds no member and no stake.
 */
export interface FairnessDeps {
  pool: Db;
  readOrderPart: ReadPart;
  clock: Clock;
  site: Site;
  answers: Pick<PublicAnswers, 'send'>;
  budgets: Pick<Budgets, 'spend'>;
}
const KEPT_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = { figures: 4, orders: 20, voids: 8 } as const;
const ORDERS_A_POINT = 10;
/** The list of a counted day never changes. */
const FINAL_KEPT_MS = 3_600_000;

interface Figures {
  from: string;
  to: string;
  countedAt: string;
  rows: readonly CountRow[];
  offers: readonly OfferRow[];
}

export function fairnessRoutes(app: HttpApp, deps: FairnessDeps): void {
  serve(app, fairnessParts(deps), [
    on(calls.readFairness, readFairness),
    on(calls.readFairnessVoids, readFairnessVoids),
    on(calls.listFairnessMonths, listFairnessMonths),
    on(calls.listFairnessAccounts, listFairnessAccounts),
  ]);
  listRoute(app, deps);
}

function fairnessParts(deps: FairnessDeps) {
  return { ...deps, figures: keptFigures(deps), voids: keptVoids(deps) };
}

type FairnessParts = ReturnType<typeof fairnessParts>;

async function readFairness(
  { query, request, reply }: Call<typeof calls.readFairness>,
  { site, answers, figures }: FairnessParts,
): Promise<Answered<typeof calls.readFairness>> {
  const { product, days = FAIRNESS_DAYS_DEFAULT } = query;
  const wallet = walletOf(site, query.wallet);
  return await answers.send(request, reply, {
    key: `fairness/${wallet}/${days}/${product ?? ''}`,
    points: MAKING.figures,
    make: async () => {
      const { from, to, countedAt, rows, offers } = await figures(wallet, days);
      const asked = product === undefined ? rows : rows.filter((row) => row.product === product);
      return { wallet, from, to, countedAt, totals: countsOf(asked), items: figuresOf(asked, offers) };
    },
  });
}

async function readFairnessVoids(
  { query, request, reply }: Call<typeof calls.readFairnessVoids>,
  { site, answers, voids }: FairnessParts,
): Promise<Answered<typeof calls.readFairnessVoids>> {
  const { product, days = VOID_DAYS_DEFAULT } = query;
  const wallet = walletOf(site, query.wallet);
  return await answers.send(request, reply, {
    key: `fairness-voids/${wallet}/${days}/${product ?? ''}`,
    points: MAKING.voids,
    make: async () => {
      const { from, countedAt, rows } = await voids(wallet, days);
      const asked = product === undefined ? rows : rows.filter((row) => row.product === product);
      return { wallet, from, countedAt, products: voidFigures(asked), hours: voidHours(asked) };
    },
  });
}

async function listFairnessMonths(
  { query, request, reply }: Call<typeof calls.listFairnessMonths>,
  { pool, site, answers }: FairnessParts,
): Promise<Answered<typeof calls.listFairnessMonths>> {
  const wallet = walletOf(site, query.wallet);
  return await answers.send(request, reply, {
    key: `fairness-months/${wallet}`,
    points: MAKING.figures,
    make: async () => ({
      wallet,
      items: (await selectMonths(pool, wallet)).map((row) => monthView(row, site.currency)),
    }),
    keptMs: () => KEPT_MS,
  });
}

async function listFairnessAccounts(
  { query, request, reply }: Call<typeof calls.listFairnessAccounts>,
  { pool, site, answers }: FairnessParts,
): Promise<Answered<typeof calls.listFairnessAccounts>> {
  const wallet = walletOf(site, query.wallet);
  const after = cursorLike(query.cursor, /^[0-9a-f]{64}$/, (ref) => ref);
  return await answers.send(request, reply, {
    key: `fairness-accounts/${wallet}/${query.month}/${query.cursor ?? ''}/${query.limit}`,
    points: MAKING.figures + Math.ceil(query.limit / ORDERS_A_POINT),
    make: async () =>
      await pageOf({
        paging: query,
        read: async (limit) => await selectAccounts(pool, { wallet, month: `${query.month}-01`, after, limit }),
        view: (row) => accountView(row, site.currency),
        cursorOf: ({ ref }) => ref,
      }),
    keptMs: () => KEPT_MS,
  });
}

/** Figures are counted at most once a minute for each wallet and span, no matter how many clients ask. */
function keptVoids({ pool, clock }: FairnessDeps) {
  return keptFor(
    KEPT_MS,
    () => clock.now(),
    async (wallet: Wallet, days: VoidDays) => {
      const nowMs = clock.now();
      const fromMs = Math.floor((nowMs - days * DAY_MS) / HOUR_MS) * HOUR_MS;
      const rows = await selectVoids(pool, { wallet, fromMs });
      return { from: new Date(fromMs).toISOString(), countedAt: new Date(nowMs).toISOString(), rows };
    },
  );
}

function keptFigures({ pool, clock, site }: FairnessDeps) {
  const count = async (wallet: Wallet, days: FairnessDays): Promise<Figures> => {
    const nowMs = clock.now();
    const today = localDay(site.timeZone, nowMs);
    const first = businessDay(site.timeZone, today - days + 1);
    const to = businessDay(site.timeZone, today).date;
    const rows = await selectCounts(pool, { wallet, from: first.date, to, fromMs: first.fromMs });
    return {
      from: first.date,
      to,
      countedAt: new Date(nowMs).toISOString(),
      rows,
      offers: await selectOffers(pool),
    };
  };
  return keptFor(KEPT_MS, () => clock.now(), count);
}

function listRoute(app: HttpApp, deps: FairnessDeps): void {
  serve(app, listRouteParts(deps), [on(calls.listFairnessOrders, listFairnessOrders)]);
}

function listRouteParts(deps: FairnessDeps) {
  const files = memoryAddressLimit({ points: 20, durationSec: 60 });
  return { ...deps, files };
}

type ListRouteParts = ReturnType<typeof listRouteParts>;

async function listFairnessOrders(
  { query, request, reply }: Call<typeof calls.listFairnessOrders>,
  { pool, readOrderPart, site, answers, budgets, files }: ListRouteParts,
): Promise<Answered<typeof calls.listFairnessOrders>> {
  const wallet = walletOf(site, query.wallet);
  const { date, fromMs, toMs } = businessDay(site.timeZone, dayOf(query.date));
  const filter = { wallet, fromMs, toMs, after: placeOf(query.cursor) };
  const orders = { pool, readOrderPart };
  if (query.format === 'csv') {
    budgets.spend(request, FILE_POINTS);
    await files.take(request.ip);
    reply.header('content-disposition', `attachment; filename="candor-fairness-${wallet}-${date}.csv"`);
    reply.type('text/csv; charset=utf-8');
    return await reply.send(Readable.from(csvOf(orders, filter)));
  }
  return await answers.send(request, reply, {
    key: `fairness-orders/${wallet}/${date}/${query.cursor ?? ''}/${query.limit}`,
    points: MAKING.orders + Math.ceil(query.limit / ORDERS_A_POINT),
    make: async () => {
      // Check this before reading the orders: such a day gets no more orders.
      const final = await isDayListed(pool, date, fromMs, toMs);
      const page = await pageOf({
        paging: query,
        read: async (limit) => await readPublicOrders(orders, { ...filter, limit }),
        view: publicOrderView,
        cursorOf: ({ closesAt, ref }) => `${closesAt}-${ref}`,
      });
      return { ...page, final };
    },
    keptMs: ({ final }) => (final ? FINAL_KEPT_MS : SECOND_MS),
  });
}

const CSV_BATCH = 1_000;

/** The whole day, read in batches as fast as the client reads. */
async function* csvOf(orders: PublicOrdersDeps, filter: Omit<PublicOrderFilter, 'limit'>): AsyncGenerator<string> {
  yield CSV_HEAD;
  let { after } = filter;
  for (;;) {
    const rows = await readPublicOrders(orders, { ...filter, after, limit: CSV_BATCH });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => csvLine(publicOrderView(row))).join('');
    if (rows.length < CSV_BATCH) return;
    after = { closesAtMs: last.closesAt, ref: last.ref };
  }
}

/** The cursor of the list is the last order seen. */
function placeOf(cursor: string | undefined): PublicOrderFilter['after'] {
  return cursorLike(cursor, /^(\d{1,15})-([0-9a-f]{64})$/, (closesAt, ref) => ({ closesAtMs: Number(closesAt), ref }));
}
