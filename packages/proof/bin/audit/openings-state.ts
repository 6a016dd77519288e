/** What an audit remembers of the entries of the order log. All of it is bounded by the orders that are open, and by days. */
import { bool, count, hash, line, listOf, nullOr, objectOf, oneOf, text } from '../../src/shape.ts';
import type { Reader } from '../../src/shape.ts';
import { WALLETS } from '../site/openings-data.ts';
import type { Wallet } from '../site/openings-data.ts';

const ITEMS_MAX = 10_000;
/** One each for orders that are open and for their settlements: more than a million orders are a finding. */
export const SEALED_KEPT = 1_000_000;
/** Both halves of an order are opened at once, so a few are alone at any time. */
export const HALVES_KEPT = 200_000;
const CELLS_MAX = 1_000_000;
export const UP_TIMES_KEPT = ITEMS_MAX;
/** Business days whose orders are counted: the longest span of the figures, and some more. */
export const DAYS_KEPT = 400;

/** A time without a break: epoch ms of its first and last price. */
export type UpTime = { readonly from: number; readonly to: number };

/** From this price of the product on. */
export type SeenFeed = { readonly product: string; readonly fromSeq: number; readonly isReplay: boolean };

/** An entry that is not opened yet, or was opened wrongly: it is asked for again. */
export type SealedEntry = { readonly index: number; readonly since: number | null };

/** An opened order or settlement whose other half was not read yet. */
export type OpenedHalf = {
  readonly index: number;
  readonly kind: 'order' | 'settlement';
  /** Canonical JSON. */
  readonly text: string;
  /** How many entries the site opened when it was read: its other half is one of them. */
  readonly size: number;
};

export type LoggedVersion = {
  readonly product: string;
  readonly version: number;
  readonly hash: string;
  readonly index: number;
};

/** How many orders of a day ended so. `unknown`: those whose entry price nobody followed, so that it may be a replayed one. */
export type DayCell = {
  readonly product: string;
  readonly durationSec: number;
  readonly result: string;
  readonly orders: number;
  readonly unknown: number;
};

/** The opened orders that closed on a business day. `digest`: the sum of the hashes of their rows, hex. */
export type OpenedDay = {
  readonly wallet: Wallet;
  readonly date: string;
  readonly orders: number;
  readonly digest: string;
  readonly cells: readonly DayCell[];
};

/** Orders that public figures counted, and that were not opened when they were compared. */
export type OpenFigures = {
  readonly wallet: Wallet;
  readonly from: string;
  readonly to: string;
  readonly countedAt: number;
  readonly cells: readonly Pick<DayCell, 'product' | 'durationSec' | 'result' | 'orders'>[];
};

/** An order that was opened with its settlement, as far as figures ask for it. `key`: product, duration and result. */
export type FreshPair = {
  readonly wallet: Wallet;
  readonly date: string;
  readonly settledAt: number;
  readonly key: string;
  readonly isReplay: boolean;
};

export type ListedEntry = { readonly index: number; readonly at: number };

export type OpeningsState = {
  /** By whose days the orders are counted. */
  readonly timeZone: string;
  /** Every entry before this one was read. */
  readonly next: number;
  /** What the newest of them were, one letter each: order, settlement, terms, sealed, x for older. */
  readonly newest: string;
  readonly sealed: readonly SealedEntry[];
  readonly halves: readonly OpenedHalf[];
  readonly terms: readonly LoggedVersion[];
  /** Since when the log has terms, and whether it had older entries before. */
  readonly openedSince: number | null;
  readonly hasOlder: boolean;
  readonly days: readonly OpenedDay[];
  readonly figures: readonly OpenFigures[];
  /** Those that were settled in the last minutes before the audit: figures that are read next may be older. */
  readonly recent: readonly FreshPair[];
  readonly feeds: readonly SeenFeed[];
  /** The newest times without a break, oldest first. */
  readonly upTimes: readonly UpTime[];
  /** The highest entry that rows of the public list named, and when; null if the log has it. */
  readonly listed: ListedEntry | null;
};

const cell = { product: line, durationSec: count(1), result: line, orders: count(0) };
const date = { wallet: oneOf(WALLETS), orders: count(0) };

export const openingsShape: Reader<OpeningsState> = objectOf({
  timeZone: line,
  next: count(0),
  newest: text,
  sealed: listOf(objectOf<SealedEntry>({ index: count(0), since: nullOr(count(0)) }), SEALED_KEPT),
  halves: listOf(
    objectOf<OpenedHalf>({ index: count(0), kind: oneOf(['order', 'settlement']), text, size: count(0) }),
    HALVES_KEPT,
  ),
  terms: listOf(objectOf<LoggedVersion>({ product: line, version: count(1), hash, index: count(0) }), CELLS_MAX),
  openedSince: nullOr(count(0)),
  hasOlder: bool,
  days: listOf(
    objectOf<OpenedDay>({
      ...date,
      date: line,
      digest: hash,
      cells: listOf(objectOf({ ...cell, unknown: count(0) }), CELLS_MAX),
    }),
    2 * DAYS_KEPT,
  ),
  figures: listOf(
    objectOf<OpenFigures>({
      wallet: oneOf(WALLETS),
      from: line,
      to: line,
      countedAt: count(0),
      cells: listOf(objectOf(cell), CELLS_MAX),
    }),
    ITEMS_MAX,
  ),
  recent: listOf(
    objectOf<FreshPair>({
      wallet: oneOf(WALLETS),
      date: line,
      settledAt: count(0),
      key: line,
      isReplay: bool,
    }),
    CELLS_MAX,
  ),
  feeds: listOf(objectOf<SeenFeed>({ product: line, fromSeq: count(1), isReplay: bool }), CELLS_MAX),
  upTimes: listOf(objectOf<UpTime>({ from: count(0), to: count(0) }), UP_TIMES_KEPT),
  listed: nullOr(objectOf<ListedEntry>({ index: count(0), at: count(0) })),
});

export function noOpenings(timeZone: string): OpeningsState {
  return {
    timeZone,
    next: 0,
    newest: '',
    sealed: [],
    halves: [],
    terms: [],
    openedSince: null,
    hasOlder: false,
    days: [],
    figures: [],
    recent: [],
    feeds: [],
    upTimes: [],
    listed: null,
  };
}
