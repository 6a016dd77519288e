/**
 * Judges price and status of a second again from what the sources reported, by the rule of the product's terms. Without it a site
 * could call a second not valid and so void a winner, or pick the one source that suits it and call the others outliers.
 */
import { medianOf, medianTick } from '@candor/domain/market/median-tick';
import { PAUSE_MS_MIN } from '@candor/domain/market/sessions';
import { price as units } from '@candor/domain/price';
import type { Price } from '@candor/domain/price';
import type { TermsPriceRule } from '@candor/domain/trading/terms';
import { parseIso } from './lines.ts';
import type { SourceReport } from './source-reports.ts';

export type JudgedTick = {
  /** Epoch ms. */
  readonly at: number;
  readonly price: string;
  readonly status: string;
  readonly feed: string;
};

/**
 * Whether these reports give this tick. A `CLOSED` tick follows from the calendar: of it only `isPause` can be asked. Nor is one judged whose own price is
 * at or below zero: what is near it depends on the scale of the product, which is no term.
 */
export function followsRule(tick: JudgedTick, reports: readonly SourceReport[], rule: TermsPriceRule): boolean {
  if (tick.status === 'CLOSED' || unitsOf(tick.price) <= 0n) return true;
  const samples = reports.map(({ price, receivedAt }, index) => ({
    source: String(index),
    price: unitsOf(price),
    receivedAt: parseIso(receivedAt) ?? Number.NaN,
  }));
  const given = medianTick(samples, {
    signedScale: null,
    nowMs: tick.at,
    staleAfterMs: rule.freshMs,
    maxDeviationPpm: rule.nearPpm,
    minSources: tick.feed === 'live' ? rule.minSources : 1,
    last: null,
  });
  if (given.status !== tick.status) return false;
  if (given.status === 'OK' && given.price !== unitsOf(tick.price)) return false;
  const verdicts = new Map<string, string>(given.rejected.map(({ source, reason }) => [source, reason]));
  for (const source of given.used) verdicts.set(source, 'used');
  return reports.every(({ verdict }, index) => verdict === (verdicts.get(String(index)) ?? 'unused'));
}

/**
 * Whether the tick after a `CLOSED` one comes after a pause. No order outlives its session, so a market that is called closed and goes on
 * a second later was called so for an order. Without a tick after it nothing speaks against it.
 */
export function isPause(
  { at, status }: Pick<JudgedTick, 'at' | 'status'>,
  next: { readonly at: number } | undefined,
): boolean {
  return status !== 'CLOSED' || next === undefined || next.at - at >= PAUSE_MS_MIN;
}

/** Whether a valid price is the middle of the prices that are said to have made it. Others repeat the price before. */
export function isMedianOfUsed({ status, price }: JudgedTick, reports: readonly SourceReport[]): boolean {
  if (status !== 'OK') return true;
  const used = reports.filter(({ verdict }) => verdict === 'used').map((report) => report.price);
  if (used.length === 0 || used.some((each) => placesOf(each) !== placesOf(price))) return false;
  return medianOf(used.map(unitsOf)) === unitsOf(price);
}

function placesOf(price: string): number {
  return price.split('.')[1]?.length ?? 0;
}

/** In units of its last decimal. */
function unitsOf(price: string): Price {
  return units(BigInt(price.replace('.', '')));
}
