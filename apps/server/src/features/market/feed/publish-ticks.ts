/**
 * One second of the feed: one tick for each product in session. The domain's rules make the tick, the database accepts
 * or refuses it, and only then it is sent out. This waits for nothing except the database, and for the order log only briefly. A tick that the database
 * refuses is lost; a lost second is never written later.
 */
import type { Price } from '@candor/domain/price';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock, DatabaseClock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { CandleWriter } from './candle-writer.ts';
import type { Chosen } from './choose-sources.ts';
import type { OrderLog } from './grow-order-log.ts';
import { type FeedProduct, type Head, publishTickEntries, readHeads } from './feed-store.ts';
import { type MadeTick, type TickFacts, makeTick } from './make-tick.ts';
import type { SampleBook } from './sample-book.ts';

export interface FeedDeps {
  readonly db: Db;
  readonly clock: FeedClock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
}

export type FeedClock = Pick<Clock, 'now' | 'uncertaintyMs'> & Partial<Pick<DatabaseClock, 'measure'>>;

/** The state of the leader. */
export interface Lead {
  readonly epoch: bigint;
  products: readonly FeedProduct[];
  /** Null: read it again before the next tick. */
  heads: Map<string, Head> | null;
  /** When the last valid tick of a product was, epoch ms. */
  readonly validAt: Map<string, number>;
  /** Last closes, for products whose chain has not started. */
  readonly lastPrices: Map<string, Price>;
  readonly chosen: Pick<Chosen, 'get'>;
  readonly book: Pick<SampleBook, 'put' | 'samplesAt' | 'aheadAt' | 'takeQty'>;
  readonly orderLog: Pick<OrderLog, 'commit'>;
  readonly candles: CandleWriter;
  /** The clock was set back, and the log says so. */
  isAhead?: boolean;
  /** The sources that are left out because their clocks are ahead, as the log has them. */
  sourcesAhead?: string;
}

/** Another leader may have been slightly ahead. */
const AHEAD_MS_MAX = 2000;
const CLOCK_UNCERTAINTY_MAX_MS = 100;

/** @param at the whole second. @throws errors of the database; the heads are then read again. */
export async function publishTicks({ db, clock, bus, log }: FeedDeps, lead: Lead, at: number): Promise<void> {
  const heads = (lead.heads ??= await readHeads(db));
  for (const [product, head] of heads) if (head.status === 'OK') lead.validAt.set(product, head.at);
  sayWhetherAhead(lead, heads, log, at);
  saySourcesAhead(lead, log, at);
  // Before a price of this second is chosen: the ticks commit to every order that was accepted before it.
  const { size, root } = await lead.orderLog.commit(at);
  const logHead = { size: BigInt(size), root };
  const clockCertain = clock.uncertaintyMs() <= CLOCK_UNCERTAINTY_MAX_MS;
  const made = lead.products.flatMap(
    (instrument) => makeOne(lead, heads, instrument, { at, clockCertain, log: logHead }) ?? [],
  );
  if (made.length === 0) return;
  lead.heads = null;
  const refused = await publishTickEntries(
    db,
    lead.epoch,
    logHead.size,
    made.map(({ entry }) => entry),
  );
  for (const [product, reason] of refused) log.warn({ product, reason, at }, 'tick refused');
  // Its clock was set: without this, nothing would come until it is measured the next time.
  if ([...refused.values()].some((reason) => reason === 'FUTURE' || reason === 'LATE')) await clock.measure?.();
  const taken = made.filter(({ product }) => !refused.has(product));
  for (const { product, head } of taken) heads.set(product, head);
  if (refused.size === 0) lead.heads = heads;
  for (const { product, tick, entry } of taken) lead.candles.add(product, tick, lead.book.takeQty(product), entry.feed);
  // Only that there are new ticks: who hears it reads them in the database.
  if (taken.length > 0) await bus.publish('tick', at);
}

/** Nothing can be published until the clock is where the newest tick is. Said once, and once when that is over. */
function sayWhetherAhead(lead: Lead, heads: ReadonlyMap<string, Head>, log: Log, at: number): void {
  const aheadMs = Math.max(0, ...[...heads.values()].map((head) => head.at - at));
  const isAhead = aheadMs > (lead.isAhead === true ? 0 : AHEAD_MS_MAX);
  if (isAhead === (lead.isAhead ?? false)) return;
  lead.isAhead = isAhead;
  if (isAhead)
    log.error(
      { aheadMs },
      'THE CLOCK OF THE DATABASE WAS SET BACK: no prices until it has caught up with the newest one',
    );
  else log.info('feed: the clock of the database has caught up');
}

/** What they say of a second was public before it. If all are ahead, it is the database's clock that is behind. */
function saySourcesAhead(lead: Lead, log: Log, at: number): void {
  const sources = lead.book.aheadAt(at).toSorted().join(', ');
  if (sources === (lead.sourcesAhead ?? '')) return;
  lead.sourcesAhead = sources;
  if (sources === '') log.info('feed: no source is ahead of the clock any more');
  else log.error({ sources }, 'THE CLOCK IS BEHIND THESE SOURCES, or theirs are ahead: they make no price');
}

function makeOne(
  lead: Lead,
  heads: ReadonlyMap<string, Head>,
  instrument: FeedProduct,
  second: Pick<TickFacts, 'at' | 'clockCertain' | 'log'>,
): MadeTick | null {
  const { at } = second;
  const { product } = instrument;
  const sources = lead.chosen.get(product);
  const head = heads.get(product) ?? null;
  // A tick must be later than the head, even if another leader was slightly ahead.
  if (sources === undefined || (head !== null && at <= head.at)) return null;
  for (const source of sources) {
    const sample = source.sampleAt?.(product, at);
    if (sample !== undefined && sample !== null) lead.book.put(sample);
  }
  return makeTick({
    ...second,
    instrument,
    head,
    lastPrice: lead.lastPrices.get(product) ?? null,
    samples: lead.book.samplesAt(product, at),
    feed: sources[0].kind,
    epoch: lead.epoch,
  });
}
