/**
 * What the sources reported for the ticks that decide an order. With it a receipt alone shows that price and status of these seconds
 * follow from the reports by the rule of the order's terms, so that no status was chosen to void a winner.
 */
import { decidingTicks } from '@candor/domain/trading/settle-order';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { followsRule, isMedianOfUsed } from './price-rule.ts';
import type { ReadReceipt } from './read-receipt.ts';
import { count, isList, line, listOf, moment, nullOr, objectOf, oneOf, text, textWhere } from './shape.ts';
import type { Reader } from './shape.ts';
import { isTradeId, sourcesText } from './source-reports.ts';
import type { TracedReport } from './source-reports.ts';

/** The reports of a tick, after its number. */
export type TickReports = readonly [number, readonly TracedReport[]];

/** The entry window has four whole seconds at most; the fifth is the exit. */
const TICKS_MAX = 5;
/** As many as terms may ask for. */
const REPORTS_MAX = 100;

const report = objectOf<TracedReport>({
  price: text,
  receivedAt: moment,
  source: line,
  tradeId: nullOr(textWhere(isTradeId)),
  tradedAt: nullOr(moment),
  verdict: oneOf(['used', 'stale', 'outlier', 'unused']),
});

const readTickReports: Reader<TickReports> = (value) => {
  if (!isList(value) || value.length !== 2) return undefined;
  const [first = null, second = null] = value;
  const [seq, reports] = [count(1)(first), listOf(report, REPORTS_MAX)(second)];
  return seq === undefined || reports === undefined ? undefined : [seq, reports];
};

export const readSources = listOf(readTickReports, TICKS_MAX);

/**
 * SOURCES_MISSING: these are not the reports of exactly the ticks that decide. SOURCES_DIFFER: they are not those that the hash of the
 * tick covers. PRICE_SOURCES: the price is not the middle of the reports that were used. STATUS_CHOSEN: the rule of the terms gives
 * another status, another price, or another verdict on a report.
 */
export type SourcesProblem = 'SOURCES_MISSING' | 'SOURCES_DIFFER' | 'PRICE_SOURCES' | 'STATUS_CHOSEN';

export async function checkSources(
  { receipt, order, terms, ticks }: ReadReceipt,
  crypto: ProofCrypto,
): Promise<SourcesProblem | null> {
  const { sources } = receipt;
  const { priceRule } = terms;
  if (sources === undefined || priceRule === undefined) return null;
  const deciding = decidingTicks(ticks, order);
  const isWhole = deciding.length === sources.length && deciding.every(({ seq }, at) => seq === numberOf(sources[at]));
  if (!isWhole) return 'SOURCES_MISSING';
  for (const [at, { canonical }] of deciding.entries()) {
    const reports = sources[at]?.[1] ?? [];
    const covered = sourcesText(reports);
    if (covered === null || (await textHash(covered, crypto)) !== canonical.sourcesDigest) return 'SOURCES_DIFFER';
    if (!isMedianOfUsed(canonical, reports)) return 'PRICE_SOURCES';
    if (!followsRule(canonical, reports, priceRule)) return 'STATUS_CHOSEN';
  }
  return null;
}

function numberOf(reports: TickReports | undefined): bigint | null {
  return reports === undefined ? null : BigInt(reports[0]);
}
