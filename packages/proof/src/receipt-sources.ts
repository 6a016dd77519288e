/**
 * What the sources reported for the ticks that decide an order. With it a receipt alone shows that price and status of these seconds
 * follow from the reports by the rule of the order's terms, so that no status was chosen to void a winner.
 */
import { decidingTicks } from '@candor/domain/trading/settle-order';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { followsRule, isMedianOfUsed, isPause } from './price-rule.ts';
import type { ReadReceipt } from './read-receipt.ts';
import { sourcesText } from './source-reports.ts';
import type { TickReports } from './tick-reports.ts';

/**
 * SOURCES_MISSING: these are not the reports of exactly the ticks that decide. SOURCES_DIFFER: they are not those that the hash of the
 * tick covers. PRICE_SOURCES: the price is not the middle of the reports that were used. STATUS_CHOSEN: the rule of the terms gives
 * another status, another price, or another verdict on a report; or the market was called closed, and went on within a minute.
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
    if (!isPause(canonical, tickAfter(ticks, canonical))) return 'STATUS_CHOSEN';
  }
  return null;
}

/** How many of the ticks that decide say that the market was closed. Only its published hours show whether it was. */
export function closedTicks({ order, ticks }: ReadReceipt): number {
  return decidingTicks(ticks, order).filter(({ status }) => status === 'CLOSED').length;
}

function tickAfter(
  ticks: ReadReceipt['ticks'],
  { seq }: { readonly seq: bigint },
): ReadReceipt['ticks'][number] | undefined {
  return ticks.find((tick) => tick.seq === seq + 1n);
}

function numberOf(reports: TickReports | undefined): bigint | null {
  return reports === undefined ? null : BigInt(reports[0]);
}
