// SQL for reading chains of ticks: what is in the database, and which files hold what has left it.

import { formatPrice } from '@candor/domain/price';
import type { ChainedTick, TickArchive } from '@candor/proof/tick-archive';
import type { TracedReport } from '@candor/proof/source-reports';
import type { LogHead } from '@candor/proof/tick-chain';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { date, int4, int8, moment } from '../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../columns/columns.ts';
import { asGiven, firstValue, manyRows } from '../../platform/db/statement.ts';

/**
 * A published tick with its place in the chain; the price as text. The reports of its sources are for archives only.
 */
export type PublishedTick = Omit<ChainedTick, 'sources'>;

/** The number of a product's newest tick; null before the first tick. */
export const selectHeadSeq = firstValue(
  int8,
  'select seq from tick_head where product = $1',
  (product: string) => [product],
  { or: null },
);

const shownTick = z.object({
  product: z.string(),
  seq: int8,
  at: moment,
  price: priceUnits,
  decimals: int4,
  status: tickStatus,
});
/** A tick as live pages get it. */
export type ShownTick = z.infer<typeof shownTick>;

/** The newest tick of every product. */
export const selectHeads = manyRows(
  shownTick,
  `select h.product, h.seq, h.at, h.price, p.decimals, h.status from tick_head h join product p on p.code = h.product`,
  () => [],
  { name: 'shown-heads' },
);

/** The ticks of a product with seq in [fromSeq, toSeq], of the last minute, oldest first. */
export const selectShownTicks = manyRows(
  shownTick,
  `select t.product, t.seq, t.at, t.price, p.decimals, t.status from tick t join product p on p.code = t.product
   where t.product = $1 and t.seq between $2 and $3 and t.at > clock_timestamp() - interval '1 minute' order by t.seq`,
  (product: string, fromSeq: bigint, toSeq: bigint) => [product, fromSeq, toSeq],
);

/** The head of the order log that a tick commits to; all null in a tick that names none. */
export const tickLog = { logSize: z.nullable(int8), logRoot: z.nullable(z.string()) };
export const TICK_LOG_COLUMNS = `t.log_size, encode(tick_log_root(t.log_size, t.log_root), 'hex') as log_root`;

export function logOf({ logSize, logRoot }: { logSize: bigint | null; logRoot: string | null }): LogHead | null {
  return logSize === null || logRoot === null ? null : { size: logSize, root: logRoot };
}

const storedTick = z.object({
  seq: int8,
  at: moment,
  price: priceUnits,
  decimals: int4,
  status: tickStatus,
  feed: feedKind,
  epoch: int8,
  sourcesDigest: z.string(),
  ...tickLog,
  prevHash: z.string(),
  hash: z.string(),
});

const selectStoredTicksRows = manyRows(
  storedTick,
  `select t.seq, t.at, t.price, p.decimals, t.status, t.feed, t.epoch, encode(t.sources_digest, 'hex') as sources_digest,
     ${TICK_LOG_COLUMNS}, encode(t.prev_hash, 'hex') as prev_hash, encode(t.hash, 'hex') as hash
   from tick t join product p on p.code = t.product
   where t.product = $1 and t.seq between $2 and $3 order by t.seq`,
  asGiven,
);

/** The ticks with seq in [fromSeq, toSeq] that are in the database, oldest first. */
export async function selectStoredTicks(
  db: Db,
  product: string,
  fromSeq: bigint,
  toSeq: bigint,
): Promise<PublishedTick[]> {
  return (await selectStoredTicksRows(db, product, fromSeq, toSeq)).map(({ decimals, logSize, logRoot, ...tick }) => ({
    ...tick,
    log: logOf({ logSize, logRoot }),
    price: formatPrice(tick.price, decimals),
  }));
}

const sourceReport = z.object({
  source: z.string(),
  price: z.string(),
  // Both are left out in reports of the format with four lines a source (docs/proof-format.md).
  tradeId: z.optional(z.nullable(z.string())),
  tradedAt: z.optional(z.nullable(z.string())),
  receivedAt: z.string(),
  verdict: z.enum(['used', 'stale', 'outlier', 'unused']),
});

/** What the sources of a tick said; its hash covers the digest of these. */
export interface TickSources {
  readonly seq: bigint;
  readonly sourcesDigest: string;
  readonly sources: readonly z.infer<typeof sourceReport>[];
}

/** Reads the reports as the database and archives hold them. */
export function reportsOf(sources: unknown): TickSources['sources'] {
  return z.array(sourceReport).parse(sources);
}

/** Of a tick whose reports name trades: every one since there are deadlines. */
export function tracedReports({ sources }: Pick<TickSources, 'sources'>): TracedReport[] {
  return sources.map(({ tradeId = null, tradedAt = null, ...report }) => ({ ...report, tradeId, tradedAt }));
}

const storedSources = z.object({ seq: int8, sourcesDigest: z.string(), sources: z.array(sourceReport) });

/** What the sources said of the ticks with seq in [fromSeq, toSeq] that are in the database, oldest first. */
export const selectStoredSources = manyRows(
  storedSources,
  `select seq, encode(sources_digest, 'hex') as sources_digest, unpack_sources(sources, at) as sources from tick
   where product = $1 and seq between $2 and $3 order by seq`,
  (product: string, fromSeq: bigint, toSeq: bigint) => [product, fromSeq, toSeq],
);

const archiveRow = z.object({
  product: z.string(),
  day: date,
  firstSeq: int8,
  lastSeq: int8,
  prevHash: z.string(),
  lastHash: z.string(),
  fileHash: z.string(),
});

const selectArchivesRows = manyRows(
  archiveRow,
  `select product, day, first_seq, last_seq, encode(prev_hash, 'hex') as prev_hash,
     encode(last_hash, 'hex') as last_hash, encode(file_sha256, 'hex') as file_hash
   from tick_archive where product = $1 and first_seq <= $3 and last_seq >= $2 order by first_seq`,
  asGiven,
);

/** The files that hold ticks with seq in [fromSeq, toSeq], oldest first. */
export async function selectArchives(db: Db, product: string, fromSeq: bigint, toSeq: bigint): Promise<TickArchive[]> {
  return (await selectArchivesRows(db, product, fromSeq, toSeq)).map((row) => ({
    ...row,
    count: Number(row.lastSeq - row.firstSeq) + 1,
  }));
}
