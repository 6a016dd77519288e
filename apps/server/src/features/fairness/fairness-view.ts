import type { FairnessFigure, FairnessOrder, FairnessView } from '@candor/contract/fairness';
import { DIRECTIONS, ORDER_RESULTS, VOID_REASONS } from '@candor/contract/trading';
import { divHalfEven, formatRate, rate, RATE_SCALE } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import { breakEvenRate } from '@candor/domain/trading/terms';
import * as z from 'zod/mini';
import { parseDurations, parseRateUnits } from '../../services/quotes/terms-json.ts';
import type { CountRow, OfferRow, PublicOrderRow } from './fairness-store.ts';

type Counts = FairnessView['totals'];

const resultSchema = z.enum(ORDER_RESULTS);
const reasonSchema = z.nullable(z.enum(VOID_REASONS));
const directionSchema = z.enum(DIRECTIONS);

/** Sums up rows. Without rows the win rate is null. */
export function countsOf(rows: readonly CountRow[]): Counts {
  const counts = { orders: 0, won: 0, lost: 0, tied: 0, voided: 0 };
  const voidReasons: Counts['voidReasons'] = {};
  for (const row of rows) {
    const orders = Number(row.orders);
    const reason = reasonSchema.parse(row.reason);
    counts.orders += orders;
    counts[resultSchema.parse(row.outcome)] += orders;
    if (reason !== null) voidReasons[reason] = (voidReasons[reason] ?? 0) + orders;
  }
  return { ...counts, voidReasons, winRate: winRateOf(counts.won, counts.lost) };
}

function winRateOf(won: number, lost: number): string | null {
  return won + lost === 0 ? null : formatRate(rate(divHalfEven(BigInt(won) * RATE_SCALE, BigInt(won + lost))));
}

/** One figure for each product and duration, in the order of the rows. */
export function figuresOf(rows: readonly CountRow[], offers: readonly OfferRow[]): FairnessFigure[] {
  const groups = Map.groupBy(rows, ({ product, durationSec }) => `${product}/${durationSec}`);
  const breakEven = new Map(
    offers.flatMap(({ product, durations, feeRate }) =>
      parseDurations(durations).map(({ seconds, payoutRate }) => [
        `${product}/${seconds}`,
        formatRate(breakEvenRate(parseRateUnits(feeRate), payoutRate)),
      ]),
    ),
  );
  return [...groups].flatMap(([key, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            product: first.product,
            durationSec: first.durationSec,
            ...countsOf([first, ...others]),
            breakEvenRate: breakEven.get(key) ?? null,
          },
        ],
  );
}

export function publicOrderView(row: PublicOrderRow): FairnessOrder {
  return {
    ref: row.ref,
    product: row.product,
    durationSec: row.durationSec,
    direction: directionSchema.parse(row.direction),
    entrySeq: row.entrySeq === null ? null : Number(row.entrySeq),
    exitSeq: row.exitSeq === null ? null : Number(row.exitSeq),
    entryPrice: row.entryPrice === null ? null : formatPrice(price(row.entryPrice), row.decimals),
    exitPrice: row.exitPrice === null ? null : formatPrice(price(row.exitPrice), row.decimals),
    outcome: resultSchema.parse(row.outcome),
    reason: reasonSchema.parse(row.reason),
    closesAt: new Date(row.closesAt).toISOString(),
    feed: row.feed,
    index: row.index === null ? null : Number(row.index),
    settledIndex: row.settledIndex === null ? null : Number(row.settledIndex),
  };
}

const COLUMNS = [
  'ref',
  'product',
  'durationSec',
  'direction',
  'entrySeq',
  'exitSeq',
  'entryPrice',
  'exitPrice',
  'outcome',
  'reason',
  'closesAt',
  'feed',
  'index',
  'settledIndex',
] as const satisfies readonly (keyof FairnessOrder)[];

/** The same words and figures as the JSON, for programs; no value needs quoting. */
export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;
export function csvLine(order: FairnessOrder): string {
  return `${COLUMNS.map((column) => order[column] ?? '').join(',')}\r\n`;
}
