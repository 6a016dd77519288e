/** Counts opened orders by business day, as the public list and the figures must have them. */
import { canonicalJson } from '../../src/canonical-json.ts';
import { toHex, utf8 } from '../../src/encoding.ts';
import type { PublicOrder as OrderHalf, PublicSettlement } from '../../src/order-log/public-halves.ts';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { sha256 } from '../shell/node-crypto.ts';
import { WALLETS } from '../site/openings-data.ts';
import type { Wallet } from '../site/openings-data.ts';
import type { PublicOrder } from '../site/public-data.ts';
import { DAYS_KEPT } from './openings-state.ts';
import type { DayCell, OpenedDay } from './openings-state.ts';

const HASHES = 2n ** 256n;

/** An order with its settlement, both opened. */
export type OpenedPair = {
  readonly order: OrderHalf;
  readonly settlement: PublicSettlement;
  readonly index: number;
  readonly settledIndex: number;
};

/** The row of the public list that these two are. */
export function rowOf({ order, settlement, index, settledIndex }: OpenedPair): PublicOrder {
  const { entry, exit } = settlement;
  return {
    ref: order.ref,
    product: order.product,
    durationSec: order.durationSec,
    direction: order.direction,
    entrySeq: entry?.seq ?? null,
    exitSeq: exit?.seq ?? null,
    entryPrice: entry?.price ?? null,
    exitPrice: exit?.price ?? null,
    outcome: settlement.status,
    reason: settlement.reason,
    closesAt: order.closesAt,
    index,
    settledIndex,
  };
}

/** The sum of the hashes of rows: the same rows give the same one, in whatever order. */
export type RowSum = { readonly orders: number; readonly digest: string };

export const NO_ROWS: RowSum = { orders: 0, digest: '0'.repeat(64) };

export function addRow({ orders, digest }: RowSum, row: PublicOrder): RowSum {
  const sum = (BigInt(`0x${digest}`) + BigInt(`0x${toHex(sha256(utf8(canonicalJson(row))))}`)) % HASHES;
  return { orders: orders + 1, digest: sum.toString(16).padStart(64, '0') };
}

type Day = { sum: RowSum; readonly cells: Map<string, DayCell> };

export type OpenedDays = {
  /** @param isReplay whether the entry price is a replayed one, which no figure counts; null if nobody knows */
  readonly add: (pair: OpenedPair, isReplay: boolean | null) => void;
  readonly sumOf: (wallet: Wallet, date: string) => RowSum;
  /** Of the days from `from` to `to`, both included. */
  readonly cellsOf: (wallet: Wallet, from: string, to: string) => Map<string, DayCell>;
  readonly state: () => readonly OpenedDay[];
};

export function cellKey({ product, durationSec, result }: Pick<DayCell, 'product' | 'durationSec' | 'result'>): string {
  return `${product} ${durationSec} ${result}`;
}

export function openDays(timeZone: string, kept: readonly OpenedDay[]): OpenedDays {
  const days = new Map<string, Day>(
    kept.map(({ wallet, date, orders, digest, cells }) => [
      `${wallet} ${date}`,
      { sum: { orders, digest }, cells: new Map(cells.map((cell) => [cellKey(cell), cell])) },
    ]),
  );
  return {
    add: (pair, isReplay) => {
      const { order, settlement } = pair;
      const key = `${order.wallet} ${businessDate(timeZone, Date.parse(order.closesAt))}`;
      const day = days.get(key) ?? { sum: NO_ROWS, cells: new Map<string, DayCell>() };
      days.set(key, day);
      day.sum = addRow(day.sum, rowOf(pair));
      if (isReplay === true) return;
      const { product, durationSec } = order;
      addTo(day.cells, { product, durationSec, result: settlement.reason ?? settlement.status, ...counted(isReplay) });
    },
    sumOf: (wallet, date) => days.get(`${wallet} ${date}`)?.sum ?? NO_ROWS,
    cellsOf: (wallet, from, to) => {
      const sums = new Map<string, DayCell>();
      for (const [key, { cells }] of days) {
        const [of = '', date = ''] = key.split(' ');
        if (of === wallet && date >= from && date <= to) for (const cell of cells.values()) addTo(sums, cell);
      }
      return sums;
    },
    state: () => newestDays(days),
  };
}

export function businessDate(timeZone: string, ms: number): string {
  return dateText(localDay(timeZone, ms));
}

function counted(isReplay: boolean | null): Pick<DayCell, 'orders' | 'unknown'> {
  return isReplay === null ? { orders: 0, unknown: 1 } : { orders: 1, unknown: 0 };
}

function addTo(cells: Map<string, DayCell>, cell: DayCell): void {
  const known = cells.get(cellKey(cell));
  const orders = (known?.orders ?? 0) + cell.orders;
  cells.set(cellKey(cell), { ...cell, orders, unknown: (known?.unknown ?? 0) + cell.unknown });
}

function newestDays(days: ReadonlyMap<string, Day>): OpenedDay[] {
  const all = [...days].map(([key, { sum, cells }]): OpenedDay => {
    const [wallet = '', date = ''] = key.split(' ');
    return { wallet: wallet === 'cash' ? 'cash' : 'practice', date, ...sum, cells: [...cells.values()] };
  });
  return WALLETS.flatMap((of) =>
    all
      .filter(({ wallet }) => wallet === of)
      .toSorted((one, other) => one.date.localeCompare(other.date))
      .slice(-DAYS_KEPT),
  );
}
