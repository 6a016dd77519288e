import type { OperatorProduct, OperatorProductsView } from '@candor/contract/console-products';
import { productStatus } from '@candor/domain/market/product-status';
import { sessionAt } from '@candor/domain/market/sessions';
import { formatMoney, formatRate, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import {
  limitsOf,
  parseCalendar,
  parseDurations,
  parsePresets,
  parseRateUnits,
} from '../../../services/quotes/terms-json.ts';
import type { RunningWindowRow } from '../../../services/house/house-store.ts';
import { worstOfRunning } from '../../../services/house/running-windows.ts';
import { calendarView } from './product-change-kind.ts';
import type { EndedRow, OperatorProductRow, RunningRow } from './product-store.ts';
import type { OperatorStop } from './stop-store.ts';
import { limitsView } from './product-terms-view.ts';
import { operatorStopView } from './stop-view.ts';

interface Read {
  readonly products: readonly OperatorProductRow[];
  readonly stops: readonly { readonly stop: OperatorStop }[];
  readonly running: readonly RunningRow[];
  /** The same orders by entry and close: what they can cost. */
  readonly windows: readonly RunningWindowRow[];
  readonly ended: readonly EndedRow[];
  readonly dayStartMs: number;
  /** How many orders each count looks at. */
  readonly limit: number;
  /** How many windows are read. */
  readonly windowsMax: number;
  readonly feed: OperatorProductsView['feed'];
}

export function operatorProductsView(read: Read, nowMs: number, paidIn: Currency): OperatorProductsView {
  const { products, stops, running, ended, dayStartMs, limit, windows, windowsMax, feed } = read;
  // Only the newest of a day with more orders are counted: then the figures begin with the oldest of those.
  const since = (ended[0]?.counted ?? 0) < limit ? dayStartMs : (ended[0]?.since ?? dayStartMs);
  return {
    items: products.map((row) => productView(row, read, nowMs, paidIn)),
    stops: stops.map(({ stop }) => operatorStopView(stop)),
    at: new Date(nowMs).toISOString(),
    since: new Date(since).toISOString(),
    isWhole: (running[0]?.counted ?? 0) < limit && windows.length < windowsMax,
    feed,
  };
}

function productView(row: OperatorProductRow, read: Read, nowMs: number, paidIn: Currency): OperatorProduct {
  const { code, names, category, active } = row;
  const { status, opensAt } = productStatus({
    forbidden: row.forbidden,
    session: sessionAt(parseCalendar(row.calendar), nowMs),
  });
  const [up, down] = [sideOf(code, 'up', read.running), sideOf(code, 'down', read.running)];
  const text = (amount: bigint): string => formatMoney(money(amount), paidIn);
  const side = ({ orders, stake, payout }: typeof up) => ({ orders, stake: text(stake), payout: text(payout) });
  const day = read.ended.find(({ product }) => product === code);
  return {
    code,
    names,
    category,
    active,
    decimals: row.decimals,
    version: row.version,
    sources: row.listing,
    calendar: calendarView(parseCalendar(row.versionCalendar)),
    holdsFrom: row.holdsFrom <= nowMs ? null : new Date(row.holdsFrom).toISOString(),
    change: row.change,
    status,
    opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
    tick: tickOf(row),
    terms: termsOf(row, paidIn),
    running: { up: side(up), down: side(down) },
    exposure: text(worstOfRunning(read.windows.filter(({ product }) => product === code))),
    today: {
      settled: day?.settled ?? 0,
      void: day?.void ?? 0,
      stake: text(day?.stake ?? 0n),
      result: text(day?.result ?? 0n),
    },
  };
}

function sideOf(code: string, direction: 'up' | 'down', running: readonly RunningRow[]) {
  const row = running.find((one) => one.product === code && one.direction === direction);
  return { orders: row?.orders ?? 0, stake: money(row?.stake ?? 0n), payout: money(row?.payout ?? 0n) };
}

function tickOf({ tickAt, tickStatus, feed, sources }: OperatorProductRow): OperatorProduct['tick'] {
  if (tickAt === null || tickStatus === null || feed === null) return null;
  return { at: new Date(tickAt).toISOString(), status: tickStatus, feed, sources: sources ?? [] };
}

function termsOf(row: OperatorProductRow, paidIn: Currency): OperatorProduct['terms'] {
  const { termsVersion: version, publishedAt, durations, presets, feeRate, open } = row;
  if (version === null || publishedAt === null || feeRate === null) return null;
  return {
    version,
    publishedAt: new Date(publishedAt).toISOString(),
    open,
    durations: parseDurations(durations).map(({ seconds, payoutRate, minStake, maxStake }) => ({
      seconds,
      payoutRate: formatRate(payoutRate),
      minStake: formatMoney(minStake, paidIn),
      maxStake: formatMoney(maxStake, paidIn),
    })),
    presets: parsePresets(presets).map((preset) => formatMoney(preset, paidIn)),
    feeRate: formatRate(parseRateUnits(feeRate)),
    entryDelaySec: row.entryDelaySec ?? 0,
    lossLimits: limitsView(limitsOf(row), paidIn),
  };
}
