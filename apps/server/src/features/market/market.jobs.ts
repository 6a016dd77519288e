/**
 * The feed role: chooses sources once, then leads or waits to lead, and publishes one tick per product and second. It
 * must never write a tick for a past second, and never publish a tick that the database did not accept.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '../../platform/bus/bus.ts';
import { withoutWaiting } from '../../platform/bus/without-waiting.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { untilAborted, withinMs } from '../../platform/jobs/within-ms.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Signer } from '../../services/proof/signer.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { WALKED_SECONDS_MAX } from '@candor/proof/simulated-path';
import { createBeacon } from './sources/beacon.ts';
import { createBinance } from './sources/binance.ts';
import { createCoinbase } from './sources/coinbase.ts';
import { createKraken } from './sources/kraken.ts';
import { createOkx } from './sources/okx.ts';
import { openReplay } from './sources/replay.ts';
import { insertSeeds } from './feed/seed-store.ts';
import { openSeeds } from './feed/open-seeds.ts';
import type { DaySeeds } from './sources/day-seeds.ts';
import type { Source } from './sources/source.ts';
import { type WalkModel, walkModel } from './sources/price-walk.ts';
import { type LastPrice, createSimulator } from './sources/simulator.ts';
import { readNewestCandles } from './feed/candle-store.ts';
import { createCandleWriter } from './feed/candle-writer.ts';
import type { ChosenSources } from './feed/choose-sources.ts';
import { type Prepare, type SourceSet, createSourceSet } from './feed/source-set.ts';
import {
  FENCED_SQLSTATE,
  type FeedProduct,
  readFeedProducts,
  readHeads,
  readLastValid,
  takeFeedLead,
} from './feed/feed-store.ts';
import { type FillOlder, type FillTarget, fillHistory, rebuildCandles } from './feed/fill-history.ts';
import { type OrderLog, openOrderLog } from './feed/grow-order-log.ts';
import { type Leadership, tryLead } from './feed/leader.ts';
import { createCheckpoints } from './feed/publish-checkpoints.ts';
import { createProductChanges } from './feed/product-changes.ts';
import { type FeedClock, type Lead, publishTicks } from './feed/publish-ticks.ts';
import { type SampleBook, createSampleBook } from './feed/sample-book.ts';

export interface FeedRoleDeps {
  readonly pool: Pool;
  readonly clock: FeedClock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
  readonly signer: Signer;
  /** Opens the secret that the seeds of simulated prices follow from. */
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly config: Pick<Config, 'feed' | 'feedSeed' | 'beacon' | 'feedHistoryDays' | 'marketdataDir'>;
  /** Called for each second whose ticks may not commit to every order that was placed. */
  readonly onOrderLogLate?: () => void;
  /** Called for each checkpoint the database refused. */
  readonly onCheckpointRefused: () => void;
  /** Called after the ticks of a second: how late they were, and how many seconds before it had none. */
  readonly onPublished?: (published: { lateMs: number; secondsLost: number }) => void;
  readonly stalledMsMax?: number;
  /** Waits, or ends early when the role is stopped. A test moves its clock instead. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What this process is among the feeds of the site; times from its monotonic clock, infinite for what never was. */
export interface FeedState {
  readonly leads: boolean;
  readonly publishedMsAgo: number;
  readonly seesLeaderMsAgo: number;
}

export interface FeedRole {
  /** Resolves when the first tick is out, or when another process turns out to lead. */
  readonly ready: Promise<void>;
  /** How each live source does now. None while the sources are being chosen. */
  sources(): ReturnType<ChosenSources['figures']>;
  state(): FeedState;
  stop(): Promise<void>;
}

/** Delay from the whole second to its publishing: by then the sources' data for it has arrived. */
const PUBLISH_DELAY_MS = 50;
const RETRY_LEAD_MS = 1000;
/** Who stands by looks this often, so that a lead that is handed over right after a second is taken before the next one. */
const STANDBY_LOOK_MS = 100;
/** A leader that stops publishes one more second first. */
const LAST_SECOND_MS_MAX = 1_200;
/** How often orders are sealed between two seconds, so that the second itself waits for few of them. */
const SEAL_AHEAD_MS = 250;
const REFRESH_PRODUCTS_MS = 5000;
const SECOND_MS = 1000;
/** A leader that has not published for this long gives up the lead, to another process or to start again. */
const STALLED_MS_MAX = 10_000;
const STOP_CHORES_MS_MAX = 2_000;
const STOP_MS_MAX = 4_000;

/**
 * Starts the role and returns at once: choosing sources and filling history take seconds, and nobody must wait for
 * them.
 */
export async function startFeed(given: FeedRoleDeps): Promise<FeedRole> {
  // A bus that hangs must not delay a second: clients that miss a message read it by HTTP.
  const deps = { ...given, bus: withoutWaiting(given.bus, given.log) };
  const { pool, clock, log, stalledMsMax = STALLED_MS_MAX, pause = sleepUntilStopped } = deps;
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const book = createSampleBook();
  let lead: Lead | undefined;
  let seeds: DaySeeds | undefined;
  let chosen: SourceSet | undefined;
  let filling: Promise<void> = Promise.resolve();
  let isWaiting = false;
  /** Called after the next second that is published; then this process leads no more. */
  let handOver: (() => void) | undefined;
  let [publishedAtMs, sawLeaderAtMs] = [-Infinity, -Infinity];
  const lastPrice = (product: string): LastPrice | null => {
    const head = lead?.heads?.get(product);
    if (head !== undefined) return { price: head.price, okAt: lead?.validAt.get(product) ?? null, isFirst: false };
    const close = lead?.lastPrices.get(product);
    return close === undefined ? null : { price: close, okAt: null, isFirst: true };
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        seeds ??= await openSeeds(pool, deps.secrets.seal, deps.config.feedSeed);
        chosen ??= await openSources(deps, book, seeds, lastPrice);
        const leadership = await tryLead(pool);
        if (leadership === null) {
          if (!isWaiting) log.info('feed: another process leads');
          sawLeaderAtMs = performance.now();
          ready.resolve();
        } else await leadUntilLost(leadership, chosen, seeds).finally(() => leadership.release());
        isWaiting = leadership === null;
      } catch (error) {
        log.error({ err: error }, 'feed: not leading');
      }
      lead = undefined;
      await pause(isWaiting ? STANDBY_LOOK_MS : RETRY_LEAD_MS, stopping.signal);
    }
  };

  const leadUntilLost = async (leadership: Leadership, sources: SourceSet, days: DaySeeds): Promise<void> => {
    const taken = await untilAborted(leadership.signal, takeLead(deps, sources, book, stopping.signal));
    leadership.progress(stalledMsMax);
    lead = taken.lead;
    filling = taken.fillOlder().catch((error: unknown) => {
      log.warn({ err: error }, 'feed: older history could not be stored');
    });
    const changes = createProductChanges(deps.bus);
    const checkpoints = createCheckpoints({ ...deps, db: pool }, lead.epoch);
    const chores = createChores(log, async (at) => {
      await taken.lead.candles.flush(pool);
      await checkpoints.look(at);
      await changes.look(taken.lead.products, at);
      await publishSeeds(pool, days, at);
    });
    // Products may have come since the sources were chosen.
    let refreshedAt = 0;
    let publishedAt: number | undefined;
    const publishSecond = async (held: Lead, at: number): Promise<void> => {
      if (at - refreshedAt >= REFRESH_PRODUCTS_MS) {
        held.products = await readFeedProducts(pool);
        refreshedAt = at;
        // Beside the seconds: exchanges may take their time to answer.
        void sources.adapt(held.products, prepareNewcomers(deps, held, stopping.signal)).catch((error: unknown) => {
          log.error({ err: error }, 'feed: sources of new products could not be chosen');
        });
      }
      await publishTicks({ ...deps, db: pool }, held, at);
    };
    const sealing = setInterval(() => void taken.orderLog.sealAhead(), SEAL_AHEAD_MS);
    leadership.signal.addEventListener('abort', () => clearInterval(sealing), { once: true });
    while (!leadership.lost() && !stopping.signal.aborted) {
      const second = (Math.floor((clock.now() - PUBLISH_DELAY_MS) / SECOND_MS) + 1) * SECOND_MS;
      await pause(second + PUBLISH_DELAY_MS - clock.now(), stopping.signal);
      if (stopping.signal.aborted) break;
      const at = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
      try {
        chores.check();
        await untilAborted(leadership.signal, publishSecond(taken.lead, at));
        leadership.progress(stalledMsMax);
        const secondsLost = publishedAt === undefined ? 0 : Math.max(0, (at - publishedAt) / SECOND_MS - 1);
        deps.onPublished?.({ lateMs: clock.now() - at, secondsLost });
        publishedAt = at;
        publishedAtMs = performance.now();
        ready.resolve();
        handOver?.();
        // Whoever leads next makes the candles of this second from its ticks.
        if (stopping.signal.aborted) break;
        chores.run(at);
      } catch (error) {
        if (sqlState(error) === FENCED_SQLSTATE || leadership.lost()) throw error;
        log.error({ err: error, at }, 'feed: a second is lost');
      }
    }
    clearInterval(sealing);
    await chores.stop();
  };

  const running = run();
  return {
    ready: ready.promise,
    sources: () => chosen?.figures() ?? [],
    state: () => ({
      leads: lead !== undefined,
      publishedMsAgo: performance.now() - publishedAtMs,
      seesLeaderMsAgo: performance.now() - sawLeaderAtMs,
    }),
    stop: async () => {
      if (lead !== undefined) {
        const published = Promise.withResolvers<void>();
        handOver = () => {
          stopping.abort();
          published.resolve();
        };
        await withinMs(LAST_SECOND_MS_MAX, published.promise).catch(() => undefined);
      }
      stopping.abort();
      ready.resolve();
      // Do not wait for work that hangs: its connection ends with the process.
      await withinMs(STOP_MS_MAX, Promise.all([running, filling])).catch(() => undefined);
      await chosen?.stop();
    },
  };
}

interface Chores {
  /** Starts the chores, unless the last ones still run; the chores of this second are then skipped. */
  run: (at: number) => void;
  /** @throws FENCED_SQLSTATE if the last chores found that another process leads. */
  check: () => void;
  stop: () => Promise<void>;
}

/**
 * The work that follows published ticks. It runs beside the seconds, and the next second never waits for it: a slow
 * disk or a lock delays candles and checkpoints, but not the feed.
 */
function createChores(log: Log, work: (at: number) => Promise<void>): Chores {
  let running: Promise<void> | undefined;
  let fenced: Error | undefined;
  return {
    run: (at) => {
      running ??= work(at)
        .catch((error: unknown) => {
          if (sqlState(error) === FENCED_SQLSTATE && error instanceof Error) fenced = error;
          else log.error({ err: error, at }, 'feed: candles, checkpoints or product changes failed');
        })
        .finally(() => (running = undefined));
    },
    check: () => {
      if (fenced !== undefined) throw fenced;
    },
    stop: async () => {
      if (running !== undefined) await withinMs(STOP_CHORES_MS_MAX, running).catch(() => undefined);
    },
  };
}

async function openSources(
  { pool, clock, log, config }: FeedRoleDeps,
  book: SampleBook,
  seeds: DaySeeds,
  lastPrice: (product: string) => LastPrice | null,
): Promise<SourceSet> {
  const models = new Map<string, WalkModel>();
  const simulator = startedOnce(
    createSimulator({
      seeds,
      ...(config.beacon === undefined ? {} : { beacon: createBeacon({ url: config.beacon, clock, log }) }),
      historySeed: config.feedSeed ?? randomBytes(32).toString('hex'),
      historyDays: config.feedHistoryDays,
      models,
      lastPrice,
    }),
  );
  const set = createSourceSet({
    feed: config.feed,
    offer: (instruments) => {
      for (const { product, category, simulated } of instruments)
        if (simulated !== null) models.set(product, walkModel(category, simulated));
      return {
        live: [createBinance, createOkx, createCoinbase, createKraken].map((create) => create({ clock, log })),
        openReplay: () => openReplay(config.marketdataDir, instruments),
        simulator,
      };
    },
    book,
    log,
    now: () => clock.now(),
  });
  await set.adapt(await readFeedProducts(pool));
  return { ...set, stop: async () => void (await Promise.all([set.stop(), simulator.end()])) };
}

/** One simulator for all products: those that come later start it again, and those that go do not end it. */
function startedOnce(source: Source): Source & { readonly end: () => Promise<void> } {
  let started: Promise<void> | undefined;
  return {
    ...source,
    start: async (...given) => await (started ??= source.start(...given)),
    stop: () => Promise.resolve(),
    end: async () => await source.stop(),
  };
}

/** Past bars of products that came while this process leads: the first chart is full, and simulated prices go on from its end. */
function prepareNewcomers({ pool, clock, log }: FeedRoleDeps, lead: Lead, stopping: AbortSignal): Prepare {
  return async (instruments, chosen) => {
    const targets = sourcesOf(instruments, chosen);
    if (targets.length === 0) return;
    const fillOlder = await fillHistory(pool, log, clock.now(), targets, stopping);
    for (const [product, { close }] of await readNewestCandles(pool)) lead.lastPrices.set(product, close);
    void fillOlder().catch((error: unknown) => {
      log.warn({ err: error }, 'feed: older history could not be stored');
    });
  };
}

/** Publishes the seeds of days before `at`, also of days whose process was killed. What fails is tried again. */
async function publishSeeds(pool: FeedRoleDeps['pool'], seeds: DaySeeds, at: number): Promise<void> {
  const over = seeds.over(at);
  if (over.length === 0) return;
  await insertSeeds(pool, over);
  seeds.forget(over);
}

/** Starts a new epoch and brings the stored candles up to date; from now on an older leader is fenced. */
async function takeLead(
  deps: FeedRoleDeps,
  { chosen }: SourceSet,
  book: SampleBook,
  stopping: AbortSignal,
): Promise<{ lead: Lead; orderLog: OrderLog; fillOlder: FillOlder }> {
  const { pool, clock, log } = deps;
  const epoch = await takeFeedLead(pool);
  const orderLog = await openOrderLog({ db: pool, log, onLogLate: deps.onOrderLogLate }, epoch);
  const heads = await readHeads(pool);
  const products = await readFeedProducts(pool);
  await rebuildCandles(pool, heads);
  const fillOlder = await fillHistory(pool, log, clock.now(), sourcesOf(products, chosen), stopping);
  const lastPrices = new Map([...(await readNewestCandles(pool))].map(([product, { close }]) => [product, close]));
  log.info({ epoch: epoch.toString() }, 'feed: leading');
  const valid = await readLastValid(pool, clock.now() - WALKED_SECONDS_MAX * SECOND_MS);
  const validAt = new Map(valid.flatMap(({ product, at }) => (at === null ? [] : [[product, at] as const])));
  const lead = { epoch, products, heads, validAt, lastPrices, chosen, book, orderLog, candles: createCandleWriter() };
  return { lead, orderLog, fillOlder };
}

function sourcesOf(products: readonly FeedProduct[], chosen: Lead['chosen']): FillTarget[] {
  return products.flatMap((instrument) => {
    const sources = chosen.get(instrument.product);
    return sources === undefined ? [] : [{ instrument, sources }];
  });
}

async function sleepUntilStopped(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
}
