/*
 * Checks a shared result without a session, from what the site publishes to everyone: the list of settled orders and the
 * ticks. It computes the hash of every tick from entry to close again, and the result by the rule that settles orders. The link names the
 * order by the hash of its id, so it opens nothing else, and no member and no amount is in it.
 */

import { listFairnessOrders } from '@candor/contract/calls/fairness';
import { listTicks } from '@candor/contract/calls/market';
import type { FairnessOrder } from '@candor/contract/fairness';
import type { TickView } from '@candor/contract/market';
import type { OrderView } from '@candor/contract/trading';
import { judgeWindow } from '@candor/domain/trading/settle-order';
import { price as units } from '@candor/domain/price';
import type { FeedTick, Tick } from '@candor/domain/trading/tick';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { textHash, toHex } from '@candor/proof/encoding';
import { canonicalTickBytes, logLinkProblem } from '@candor/proof/tick-chain';
import type { CanonicalTick } from '@candor/proof/tick-chain';
import { formatDate } from '../../lib/time.ts';
import { call } from '../api/request.ts';
import { chooseCrypto } from './choose-crypto.ts';

/** Ticks beside entry and close that the rule looks at too: one a second, in a span of at most three. */
const BESIDE = 3;

/** The place of an order in the public list. */
export type PublicPlace = {
  readonly wallet: 'practice' | 'cash';
  readonly closesAtMs: number;
  /** SHA-256 of the order's id, in hex. */
  readonly ref: string;
};

export type PublicCheck =
  | { readonly kind: 'missing' }
  /** The ticks do not make a chain, or do not give this result. */
  | { readonly kind: 'wrong'; readonly order: FairnessOrder }
  /** Without an entry or a close there is nothing to compute. */
  | { readonly kind: 'voided'; readonly order: FairnessOrder }
  | { readonly kind: 'right'; readonly order: FairnessOrder; readonly ticks: readonly TickView[] };

export async function placeOf({ id, wallet, closesAt }: OrderView): Promise<PublicPlace> {
  const { crypto } = await chooseCrypto();
  return { wallet, closesAtMs: Date.parse(closesAt), ref: await textHash(id, crypto) };
}

/** `practice-1795000000000-<ref>`: what a link carries. */
export function placeText({ wallet, closesAtMs, ref }: PublicPlace): string {
  return `${wallet}-${closesAtMs}-${ref}`;
}

export function readPlace(text: string): PublicPlace | null {
  const found = /^(practice|cash)-(\d{12,14})-([0-9a-f]{64})$/.exec(text);
  const [, wallet, at, ref] = found ?? [];
  if (ref === undefined) return null;
  return { wallet: wallet === 'cash' ? 'cash' : 'practice', closesAtMs: Number(at), ref };
}

/** @throws ApiError if the site does not answer */
export async function checkPublicly(place: PublicPlace, siteTimeZone: string): Promise<PublicCheck> {
  const query = {
    wallet: place.wallet,
    date: formatDate(place.closesAtMs, siteTimeZone),
    cursor: `${place.closesAtMs}-${refBefore(place.ref)}`,
    limit: 1,
  };
  const { items } = await call(listFairnessOrders, { query, isToken: false });
  const [order] = items;
  if (order?.ref !== place.ref) return { kind: 'missing' };
  const { product, entrySeq, exitSeq } = order;
  if (entrySeq === null || exitSeq === null) return { kind: 'voided', order };
  const ticks = await call(listTicks, {
    params: { code: product },
    query: {
      fromSeq: Math.max(1, Math.min(entrySeq, exitSeq) - BESIDE),
      toSeq: Math.max(entrySeq, exitSeq) + BESIDE,
    },
    isToken: false,
  });
  const { crypto } = await chooseCrypto();
  const isRight = isResultOf(order, ticks) && (await isChain(ticks, crypto));
  if (!isRight) return { kind: 'wrong', order };
  if (order.outcome === 'voided') return { kind: 'voided', order };
  return { kind: 'right', order, ticks: ticks.filter(({ seq }) => seq >= entrySeq && seq <= exitSeq) };
}

/** A page of the list begins after a place: after this one comes the order itself. */
function refBefore(ref: string): string {
  const before = BigInt(`0x${ref}`) - 1n;
  return (before < 0n ? 0n : before).toString(16).padStart(64, '0');
}

/**
 * Whether the rule that settles orders gives what the list says: the same entry, the same close and the same result.
 * @param ticks those from entry to close, and those beside them, so that no other tick had to be taken
 */
export function isResultOf(order: FairnessOrder, ticks: readonly TickView[]): boolean {
  if (ticks.some(({ product, seq }, at) => product !== order.product || seq !== (ticks[0]?.seq ?? 0) + at))
    return false;
  const closesAt = Date.parse(order.closesAt);
  const window = { entryAt: closesAt - order.durationSec * 1_000, closesAt };
  const judged = judgeWindow(window, ticks.map(asTick), closesAt);
  if (!judged.ok) return false;
  const { entry, exit, winner } = judged.value;
  // Only the order's own receipt shows whether it was in the log. Here it is seen that there was one to be in.
  const canBeUnlogged = order.reason === 'NOT_LOGGED' && (entry?.logSize ?? null) !== null;
  const reason = canBeUnlogged ? order.reason : judged.value.reason;
  if (reason !== order.reason) return false;
  const isListed = (tick: Tick | null, listedSeq: number | null, listedPrice: string | null) =>
    ticks.some(({ seq, price }) => BigInt(seq) === tick?.seq && seq === listedSeq && price === listedPrice);
  if (!isListed(entry, order.entrySeq, order.entryPrice) || !isListed(exit, order.exitSeq, order.exitPrice))
    return false;
  if (reason !== null) return order.outcome === 'voided';
  return order.outcome === (winner === null ? 'tied' : winner === order.direction ? 'won' : 'lost');
}

/** Prices of one product have the same decimals, so their digits compare as whole numbers. */
function asTick({ seq, at, price, status, feed, log }: TickView): FeedTick {
  const logSize = log === null ? null : BigInt(log.size);
  return { seq: BigInt(seq), at: Date.parse(at), price: units(BigInt(price.replace('.', ''))), status, feed, logSize };
}

function canonicalOf({ seq, at, log, ...tick }: TickView): CanonicalTick {
  const head = log === null ? null : { size: BigInt(log.size), root: log.root };
  return { ...tick, seq: BigInt(seq), at: Date.parse(at), log: head };
}

export async function isChain(ticks: readonly TickView[], crypto: ProofCrypto): Promise<boolean> {
  let before: CanonicalTick | null = null;
  let hash = ticks[0]?.prevHash;
  for (const tick of ticks) {
    if (tick.prevHash !== hash) return false;
    const canonical = canonicalOf(tick);
    if (before !== null && logLinkProblem(before, canonical) !== null) return false;
    hash = toHex(await crypto.sha256(canonicalTickBytes(canonical)));
    if (hash !== tick.hash) return false;
    before = canonical;
  }
  return true;
}
