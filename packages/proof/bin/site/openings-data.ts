/** What a site opens of its order log, the terms that it publishes, and the figures that it counts. Nothing is checked but its shape. */
import { VOID_REASONS } from '@candor/domain/trading/settle-order';
import type { VoidReason } from '@candor/domain/trading/settle-order';
import { parseCanonicalJson } from '../../src/canonical-json.ts';
import type { JsonValue } from '../../src/canonical-json.ts';
import { toHex, utf8 } from '../../src/encoding.ts';
import { parseIso } from '../../src/lines.ts';
import type { Opened } from '../../src/order-log/entries.ts';
import { readPublicOrder, readPublicSettlement } from '../../src/order-log/public-halves.ts';
import { count, hash, line, listOf, moment, nullOr, oneOf, partOf, text, textWhere } from '../../src/shape.ts';
import type { Reader } from '../../src/shape.ts';
import { sha256 } from '../shell/node-crypto.ts';
import type { AnswerReader } from './read-answer.ts';

export const WALLETS = ['practice', 'cash'] as const;
export type Wallet = (typeof WALLETS)[number];

export const OPENINGS_A_CALL = 256;
const TERMS_MAX = 10_000;
const FIGURES_MAX = 100_000;

/** How many business days the public figures span. */
export const SPANS = [1, 7, 30, 90, 365] as const;

/** How many times 24 hours the public void rates span. */
export const VOID_SPANS = [1, 7] as const;
export type VoidDays = (typeof VOID_SPANS)[number];

/** What the site says of an entry of its log. */
export type ServedOpening = { readonly index: number } & (
  | Opened
  /** Not settled yet. */
  | { readonly kind: 'sealed' }
  /** Of the form that is never opened. */
  | { readonly kind: 'older' }
);

/** By product, duration and result: orders of one outcome, or void for one reason. */
export type PublicCell = {
  readonly product: string;
  readonly durationSec: number;
  readonly result: 'won' | 'lost' | 'tied' | VoidReason;
  readonly orders: number;
};

export type PublicCounts = {
  readonly orders: number;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly voided: number;
  readonly voidReasons: Readonly<Partial<Record<VoidReason, number>>>;
  readonly winRate: string | null;
};

export type PublicFigures = {
  readonly wallet: Wallet;
  /** Business dates, both included. */
  readonly from: string;
  readonly to: string;
  /** Epoch ms. */
  readonly countedAt: number;
  readonly totals: PublicCounts;
  readonly items: readonly (PublicCounts & { readonly product: string; readonly durationSec: number })[];
};

/** Settled orders of a product, in all or of an hour. Each number is a part of the one before. */
export type PublicVoidCounts = {
  readonly product: string;
  readonly orders: number;
  readonly voided: number;
  /** Those whose outcome would be known. */
  readonly known: number;
  readonly wouldHaveWon: number;
};

export type PublicVoids = {
  readonly wallet: Wallet;
  /** Epoch ms, as all moments here: the beginning of the first hour. */
  readonly from: number;
  readonly countedAt: number;
  readonly products: readonly PublicVoidCounts[];
  /** Hours of UTC with void orders. */
  readonly hours: readonly (PublicVoidCounts & { readonly hour: number })[];
};

/** A whole month of business dates. Amounts as text; null for fewer than ten accounts. */
export type PublicMonth = {
  readonly month: string;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly accounts: number;
  readonly losing: number | null;
  readonly losingRate: string | null;
  readonly staked: string | null;
  readonly paid: string | null;
  readonly returnRate: string | null;
  /** Epoch ms. */
  readonly countedAt: number;
};

/** The share of one account in a month. */
export type PublicAccount = {
  readonly ref: string;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly staked: string;
  readonly paid: string;
};

export const ACCOUNTS_A_CALL = 1_000;
const MONTHS_MAX = 1_000;

export type PublishedTerms = {
  readonly version: number;
  /** Of the document that is served. */
  readonly hash: string;
  /** Epoch ms. */
  readonly publishedAt: number;
  /** The longest order that they offer. */
  readonly durationSecMax: number;
  /** How many seconds later than the first whole one orders enter. */
  readonly entryDelaySec: number;
};

/** Every call may throw SiteUnreachable and DataMalformed. */
export type OpeningsData = {
  /** At most OPENINGS_A_CALL, from this entry on. `size`: how many entries the site opens or calls sealed. */
  readonly readOpenings: (from: number) => Promise<{ readonly size: number; readonly items: readonly ServedOpening[] }>;
  readonly readTerms: (product: string) => Promise<readonly PublishedTerms[]>;
  readonly readFigures: (wallet: Wallet, days: (typeof SPANS)[number]) => Promise<PublicFigures>;
  readonly readVoids: (wallet: Wallet, days: VoidDays) => Promise<PublicVoids>;
  /** Newest first. */
  readonly readMonths: (wallet: Wallet) => Promise<readonly PublicMonth[]>;
  /** By reference, at most ACCOUNTS_A_CALL. */
  readonly readAccounts: (
    wallet: Wallet,
    month: string,
    cursor: string | null,
  ) => Promise<{ readonly items: readonly PublicAccount[]; readonly nextCursor: string | null }>;
};

export function openingsCalls(read: AnswerReader): OpeningsData {
  return {
    readOpenings: async (from) =>
      await read(`/api/log/openings?from=${from}&limit=${OPENINGS_A_CALL}`, pageShape(from)),
    readTerms: async (product) => {
      const path = `/api/market/products/${encodeURIComponent(product)}/terms`;
      const versions = await read(path, listOf(termsShape, TERMS_MAX));
      return versions.map(({ version, publishedAt, document }) => ({
        version,
        hash: toHex(sha256(utf8(document))),
        publishedAt: parseIso(publishedAt) ?? 0,
        durationSecMax: Math.max(0, ...durationsOf(document)),
        entryDelaySec: entryDelayOf(document),
      }));
    },
    readFigures: async (wallet, days) => {
      const figures = await read(`/api/market/fairness?wallet=${wallet}&days=${days}`, figuresShape);
      return { ...figures, countedAt: parseIso(figures.countedAt) ?? 0 };
    },
    readVoids: async (wallet, days) => {
      const voids = await read(`/api/market/fairness/voids?wallet=${wallet}&days=${days}`, voidsShape);
      const at = (text: string): number => parseIso(text) ?? 0;
      const hours = voids.hours.map(({ hour, ...counts }) => ({ ...counts, hour: at(hour) }));
      return { ...voids, from: at(voids.from), countedAt: at(voids.countedAt), hours };
    },
    readMonths: async (wallet) => {
      const { items } = await read(`/api/market/fairness/months?wallet=${wallet}`, monthsShape);
      return items.map((month) => ({ ...month, countedAt: parseIso(month.countedAt) ?? 0 }));
    },
    readAccounts: async (wallet, month, cursor) => {
      const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/api/market/fairness/accounts?wallet=${wallet}&month=${encodeURIComponent(month)}&limit=${ACCOUNTS_A_CALL}${after}`;
      return await read(path, accountsShape);
    },
  };
}

const index = count(0);
const order = partOf({ index, kind: oneOf(['order']), public: readPublicOrder, seal: hash });
const settlement = partOf({ index, kind: oneOf(['settlement']), public: readPublicSettlement, seal: hash });
const terms = partOf({ index, kind: oneOf(['terms']), product: line, version: count(1), hash });
const closed = partOf({ index, kind: oneOf(['sealed', 'older']) });
const openingShape: Reader<ServedOpening> = (value) =>
  order(value) ?? settlement(value) ?? terms(value) ?? closed(value);

/** The entries from `from` on, one after the other, and none that is not there. */
function pageShape(from: number): Reader<{ readonly size: number; readonly items: readonly ServedOpening[] }> {
  const shape = partOf({ size: index, items: listOf(openingShape, OPENINGS_A_CALL) });
  return (value) => {
    const page = shape(value);
    const isRow = page?.items.every((item, at) => item.index === from + at && item.index < page.size);
    return isRow === true ? page : undefined;
  };
}

const termsShape = partOf({ version: count(1), publishedAt: moment, document: text });
const delayShape = partOf({ entryDelaySec: count(0) });
const durationsShape = partOf({ durations: listOf(partOf({ seconds: count(1) }), 1_000) });

function durationsOf(document: string): number[] {
  const parsed = parseCanonicalJson(document);
  return parsed.ok ? (durationsShape(parsed.value)?.durations ?? []).map(({ seconds }) => seconds) : [];
}

/** Terms that say nothing of it delay no entry. */
function entryDelayOf(document: string): number {
  const parsed = parseCanonicalJson(document);
  return parsed.ok ? (delayShape(parsed.value)?.entryDelaySec ?? 0) : 0;
}

const voidReasonsShape: Reader<PublicCounts['voidReasons']> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const known = VOID_REASONS.flatMap((reason) => {
    const orders: JsonValue | undefined = Object.entries(value).find(([key]) => key === reason)?.[1];
    return typeof orders === 'number' ? [[reason, orders] as const] : [];
  });
  return known.length === Object.keys(value).length ? Object.fromEntries(known) : undefined;
};
const countShapes = {
  orders: index,
  won: index,
  lost: index,
  tied: index,
  voided: index,
  voidReasons: voidReasonsShape,
  winRate: nullOr(line),
};
const figuresShape = partOf({
  wallet: oneOf(WALLETS),
  from: line,
  to: line,
  countedAt: moment,
  totals: partOf<PublicCounts>(countShapes),
  items: listOf(partOf({ product: line, durationSec: count(1), ...countShapes }), FIGURES_MAX),
});
const voidCounts = { product: line, orders: index, voided: index, known: index, wouldHaveWon: index };
const voidsShape = partOf({
  wallet: oneOf(WALLETS),
  from: moment,
  countedAt: moment,
  products: listOf(partOf<PublicVoidCounts>(voidCounts), FIGURES_MAX),
  hours: listOf(partOf({ hour: moment, ...voidCounts }), FIGURES_MAX),
});
const amount = textWhere((value) => /^\d{1,19}(\.\d{1,8})?$/.test(value));
const monthsShape = partOf({
  items: listOf(
    partOf({
      month: textWhere((value) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value)),
      won: index,
      lost: index,
      tied: index,
      accounts: index,
      losing: nullOr(index),
      losingRate: nullOr(line),
      staked: nullOr(amount),
      paid: nullOr(amount),
      returnRate: nullOr(line),
      countedAt: moment,
    }),
    MONTHS_MAX,
  ),
});
const accountsShape = partOf({
  items: listOf(
    partOf<PublicAccount>({ ref: hash, won: index, lost: index, tied: index, staked: amount, paid: amount }),
    ACCOUNTS_A_CALL,
  ),
  nextCursor: nullOr(line),
});
