/** Orders and settlements of the log belong together, one and one, and each order to terms that were in the log before it. */
import { canonicalJson, parseCanonicalJson } from '../../src/canonical-json.ts';
import type { LoggedTerms, Opened } from '../../src/order-log/entries.ts';
import { readPublicOrder, readPublicSettlement } from '../../src/order-log/public-halves.ts';
import type { PublicOrder, PublicSettlement } from '../../src/order-log/public-halves.ts';
import type { Findings } from './findings.ts';
import type { OpenedPair } from './opened-days.ts';
import type { LoggedVersion, OpenedHalf } from './openings-state.ts';

/** Refs of pairs that are remembered, to tell a second settlement from one without an order. */
const DONE_KEPT = 200_000;

type Half<T> = { readonly index: number; readonly public: T; readonly size: number };

export type Matching = {
  /** `size`: how many entries the site opened when it said so. */
  readonly add: (index: number, opened: Opened, size: number) => void;
  /**
   * After everything up to `next` was read: what is still alone. `sealedSize`: how many entries the site opened when it last called some
   * sealed; an order among those may be settled after them.
   */
  readonly end: (next: number, sealedSize: number) => void;
  readonly halves: () => readonly OpenedHalf[];
  readonly terms: () => readonly LoggedVersion[];
};

type MatchingDeps = {
  readonly findings: Findings;
  readonly onPair: (pair: OpenedPair) => void;
};

export function openMatching(
  { findings, onPair }: MatchingDeps,
  before: { readonly halves: readonly OpenedHalf[]; readonly terms: readonly LoggedVersion[] },
): Matching {
  const orders = new Map<string, Half<PublicOrder>>();
  const settlements = new Map<string, Half<PublicSettlement>>();
  const doubles: Half<PublicSettlement>[] = [];
  const done = new Set<string>();
  const terms = new Map<string, LoggedVersion>(before.terms.map((version) => [versionKey(version), version]));
  for (const half of before.halves) keepHalf(half, orders, settlements);

  const match = (ref: string): void => {
    const [order, settlement] = [orders.get(ref), settlements.get(ref)];
    if (order === undefined || settlement === undefined) return;
    orders.delete(ref);
    settlements.delete(ref);
    done.add(ref);
    for (const oldest of done) {
      if (done.size <= DONE_KEPT) break;
      done.delete(oldest);
    }
    if (settlement.index <= order.index || !isOneOrder(order.public, settlement.public))
      findings.add('OPENING_WRONG', `entries ${order.index} and ${settlement.index}: no order ends so`);
    onPair({
      order: order.public,
      settlement: settlement.public,
      index: order.index,
      settledIndex: settlement.index,
    });
  };

  const addOrder = (index: number, order: PublicOrder, size: number): void => {
    const { ref, product, termsVersion, termsHash } = order;
    const agreed = terms.get(versionKey({ product, version: termsVersion }));
    if (agreed === undefined || agreed.hash !== termsHash || agreed.index > index)
      findings.add('TERMS_LATE', `entry ${index}: ${product}, version ${termsVersion}`);
    if (orders.has(ref) || done.has(ref)) {
      findings.add('SETTLEMENT_MISSING', `entry ${index}: a second order ${ref}`);
      return;
    }
    orders.set(ref, { index, public: order, size });
    match(ref);
  };

  return {
    add: (index, opened, size) => {
      if (opened.kind === 'terms') {
        const key = versionKey(opened);
        const known = terms.get(key);
        if (known !== undefined && known.hash !== opened.hash)
          findings.add('TERMS_UNLOGGED', `entry ${index}: ${key} has two texts`);
        terms.set(key, known ?? versionOf(opened, index));
        return;
      }
      if (opened.kind === 'order') return addOrder(index, opened.public, size);
      const { ref } = opened.public;
      const half = { index, public: opened.public, size };
      if (settlements.has(ref) || done.has(ref)) {
        findings.add('SETTLEMENT_TWICE', `entry ${index}: ${ref}`);
        doubles.push(half);
        return;
      }
      settlements.set(ref, half);
      match(ref);
    },
    end: (next, sealedSize) => {
      for (const [ref, { index, size }] of orders)
        if (size <= next) findings.add('SETTLEMENT_MISSING', `entry ${index}: ${ref}`);
      for (const [ref, { index }] of settlements)
        if (index < sealedSize) findings.add('SETTLEMENT_STRAY', `entry ${index}: ${ref}`);
    },
    halves: () => [
      ...[...orders.values()].map((half) => halfOf('order', half)),
      ...[...settlements.values(), ...doubles].map((half) => halfOf('settlement', half)),
    ],
    terms: () => [...terms.values()],
  };
}

/** Whether the moments of the two are those of one order. Which result they give, the prices say. */
function isOneOrder(order: PublicOrder, settlement: PublicSettlement): boolean {
  const [acceptedAt, entryAt] = [Date.parse(order.acceptedAt), Date.parse(order.entryAt)];
  const [closesAt, settledAt] = [Date.parse(order.closesAt), Date.parse(settlement.settledAt)];
  return acceptedAt < entryAt && closesAt === entryAt + order.durationSec * 1000 && settledAt >= closesAt;
}

export function versionKey({ product, version }: Pick<LoggedTerms, 'product' | 'version'>): string {
  return `${product}, version ${version}`;
}

function versionOf({ product, version, hash }: LoggedTerms, index: number): LoggedVersion {
  return { product, version, hash, index };
}

function halfOf(kind: OpenedHalf['kind'], half: Half<PublicOrder | PublicSettlement>): OpenedHalf {
  return { index: half.index, kind, text: canonicalJson(half.public), size: half.size };
}

function keepHalf(
  { index, kind, text, size }: OpenedHalf,
  orders: Map<string, Half<PublicOrder>>,
  settlements: Map<string, Half<PublicSettlement>>,
): void {
  const json = parseCanonicalJson(text);
  if (!json.ok) return;
  const order = kind === 'order' ? readPublicOrder(json.value) : undefined;
  const settlement = kind === 'settlement' ? readPublicSettlement(json.value) : undefined;
  if (order !== undefined) orders.set(order.ref, { index, public: order, size });
  if (settlement !== undefined) settlements.set(settlement.ref, { index, public: settlement, size });
}
