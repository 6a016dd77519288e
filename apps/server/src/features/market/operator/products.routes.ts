import { readExposure as exposureCall } from '@candor/contract/calls/console/exposure';
import * as calls from '@candor/contract/calls/console/products';
import type { ResumptionView } from '@candor/contract/console-products';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Config } from '../../../platform/config/config.ts';
import { sqlState } from '../../../platform/db/transaction.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { cursorId, pageOf } from '../../../platform/http/paging.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { runOperatorCommand } from '../../../services/commands/run-commands.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import {
  selectKeptOn,
  selectLimitedProducts,
  selectRunningWindows,
  selectSettledWindows,
  selectSiteLimits,
} from '../../../services/house/house-store.ts';
import { COUNTED_MAX as HOUSE_COUNTED_MAX } from '../../../services/house/improbable.ts';
import { exposureView } from './exposure-view.ts';
import { businessDaysAt } from '../../../services/site/date-range.ts';
import type { Site } from '../../../services/site/site.ts';
import { selectEnded, selectOperatorProducts, selectRunning } from './product-store.ts';
import { operatorProductsView } from './product-view.ts';
import { RESUMPTION_FORM, RESUMPTION_KIND } from './resumption-kind.ts';
import { stopCommand } from './stop-orders.ts';
import { RESUMPTIONS, selectHoldingStops, selectStops } from './stop-store.ts';
import type { ResumptionRow } from './stop-store.ts';
import { operatorStopView } from './stop-view.ts';

interface ProductsDeps extends ProposalsDeps {
  readonly site: Site;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: Pick<Config, 'feed'>;
}

export const RESUMPTION_QUEUE = proposalQueue('resumptions', calls.resumptions, RESUMPTIONS, {
  subject: ({ stop }) => stop.scope,
});

/**
 * The products at the console, and their stops: one operator stops new orders, two let them begin again. Nothing here reads or
 * changes what an order that runs will be worth.
 */
export function productsRoutes(app: HttpApp, deps: ProductsDeps): void {
  serve(app, deps, [
    on(calls.listOperatorProducts, listOperatorProducts),
    on(calls.listOperatorStops, listOperatorStops),
    on(calls.stopOrders, stopOrders),
    on(exposureCall, readExposure),
  ]);
  serve(app, { ...deps, kind: RESUMPTION_KIND }, [
    ...proposalLines<ResumptionRow, ResumptionView>(calls.resumptions),
    on(calls.proposeResumption, proposeResumption),
  ]);
}

/** How many orders that run, and how many of today, are counted at most: what a page that is read often may cost. */
const COUNTED_MAX = 10_000;

/** How many windows that run the page of exposure reads. */
const WINDOWS_MAX = 5_000;

type List = typeof calls.listOperatorProducts;

async function listOperatorProducts(
  _: Call<List>,
  { pool, site, clock, config }: ProductsDeps,
): Promise<Answered<List>> {
  const nowMs = clock.now();
  const { todayMs } = businessDaysAt(nowMs, site.timeZone);
  const wallet = site.defaultWallet;
  const [products, stops, running, windows, ended] = await Promise.all([
    selectOperatorProducts(pool),
    selectHoldingStops(pool),
    selectRunning(pool, wallet, COUNTED_MAX),
    selectRunningWindows(pool, wallet, WINDOWS_MAX),
    selectEnded(pool, wallet, todayMs, COUNTED_MAX),
  ]);
  const read = {
    products,
    stops,
    running,
    windows,
    windowsMax: WINDOWS_MAX,
    ended,
    dayStartMs: todayMs,
    limit: COUNTED_MAX,
    feed: config.feed,
  };
  return operatorProductsView(read, nowMs, site.currency);
}

type Exposure = typeof exposureCall;

async function readExposure(_: Call<Exposure>, { pool, site, clock }: ProductsDeps): Promise<Answered<Exposure>> {
  const nowMs = clock.now();
  const { todayMs } = businessDaysAt(nowMs, site.timeZone);
  const wallet = site.defaultWallet;
  const [products, running, settled, kept, limits] = await Promise.all([
    selectLimitedProducts(pool),
    selectRunningWindows(pool, wallet, WINDOWS_MAX),
    selectSettledWindows(pool, wallet, todayMs, HOUSE_COUNTED_MAX),
    selectKeptOn(pool, wallet, nowMs),
    selectSiteLimits(pool),
  ]);
  return exposureView({ products, running, settled, kept, site: limits, dayStartMs: todayMs }, nowMs, site.currency);
}

type Stops = typeof calls.listOperatorStops;

async function listOperatorStops({ query }: Call<Stops>, { pool }: ProductsDeps): Promise<Answered<Stops>> {
  const { product, cursor } = query;
  return await pageOf({
    paging: query,
    read: async (limit) => await selectStops(pool, { product, beforeId: cursorId(cursor), limit }),
    view: ({ stop }) => operatorStopView(stop),
    cursorOf: ({ stop }) => stop.id,
  });
}

type Stop = typeof calls.stopOrders;

async function stopOrders(
  { body, key, request }: Call<Stop>,
  { pool, operators, fingerprints }: ProductsDeps,
): Promise<Answered<Stop>> {
  const { operatorId, session } = operators.operatorOf(request);
  const call = { operatorId, session, key, fingerprint: fingerprints.of(body), input: body };
  const done = await trying(async () => await runOperatorCommand(pool, stopCommand(), call));
  if (!done.ok) throw new Refused(done.error);
  if (!done.value.ok) throw new Refused(done.value.error);
  return done.value.value;
}

/** A stop waits for orders on their way. A transaction of them that hangs is ended by the database in 20 s; until then it is tried again. */
const TRIES = 5;
const LOCK_NOT_AVAILABLE = '55P03';

async function trying<T>(work: () => Promise<T>, left = TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (left === 1 || sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return await trying(work, left - 1);
  }
}

type Propose = typeof calls.proposeResumption;

async function proposeResumption(
  call: Call<Propose>,
  deps: KindDeps<ResumptionRow, ResumptionView>,
): Promise<Answered<Propose>> {
  return await propose(call, deps, RESUMPTION_FORM, { input: call.body });
}
