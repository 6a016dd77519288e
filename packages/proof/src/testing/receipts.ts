/** Receipts as a site creates them, for tests: a chain of ticks with checkpoints, an order on it, all signatures. */
import { rate, formatMoney, formatRate } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { formatPrice, price } from '@candor/domain/price';
import type { Direction } from '@candor/domain/trading/order';
import { placeOrder } from '@candor/domain/trading/place-order';
import type { AcceptedOrder } from '@candor/domain/trading/place-order';
import { settleOrder } from '@candor/domain/trading/settle-order';
import type { Terms } from '@candor/domain/trading/terms';
import type { Tick, TickStatus } from '@candor/domain/trading/tick';
import { acceptanceText } from '../acceptance.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkpointText } from '../checkpoint.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { textHash, toHex } from '../encoding.ts';
import { isoText } from '../lines.ts';
import { orderDocument } from '../order-document.ts';
import { receiptDocument, receiptSigningText, signedReceipt } from '../receipt.ts';
import type { UnsignedReceipt } from '../receipt.ts';
import { verifierKeyText } from '../signed-note.ts';
import { termsDocument } from '../terms-document.ts';
import { canonicalTickBytes, GENESIS_HASH } from '../tick-chain.ts';
import type { CanonicalTick } from '../tick-chain.ts';
import { webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const PRODUCT = 'BTC-USD';
const ORDER_ID = '0190a8f0-0000-7000-8000-000000000001';
const DIGEST = 'cd'.repeat(32);

/** The chain's first tick. Ticks come every second; the full hour is a minute and a half later. */
export const CHAIN_START = Date.parse('2026-11-21T08:58:30Z');
/** The order is accepted at this moment, so that it enters half a minute after the full minute. */
export const ACCEPTED_AT = Date.parse('2026-11-21T08:59:29.300Z');
export const ENTRY_AT = Date.parse('2026-11-21T08:59:30Z');

export type Scenario = {
  readonly direction?: Direction;
  readonly durationSec?: number;
  readonly feeRate?: bigint;
  /** Number of the chain's first tick; 1 for a chain that begins here. */
  readonly firstSeq?: bigint;
  /** The tick of a second (epoch ms): its price in cents and its status; null if there is no tick. */
  readonly tickAt?: (at: number) => { readonly units: bigint; readonly status?: TickStatus } | null;
  /** The newest tick. The receipt is created at this moment. */
  readonly endsAt?: number;
  /** The moment of the newest tick when the order was accepted; by default the tick before the acceptance. */
  readonly newestAtAcceptance?: number;
};

export const TERMS: Terms = {
  version: 3,
  product: PRODUCT,
  decimals: 2,
  durations: [5, 30, 60].map((seconds) => ({
    seconds,
    payoutRate: rate(8500n),
    minStake: minor('10'),
    maxStake: minor('5000'),
  })),
  feeRate: rate(100n),
  presets: [],
};

type Link = { readonly tick: Tick; readonly canonical: CanonicalTick; readonly hash: string };
type Signed = { readonly checkpoint: Checkpoint; readonly note: string };

/** The file of a scenario's receipt. */
export async function makeReceipt(scenario: Scenario, signer: TestSigner): Promise<string> {
  return await signReceipt(await makeUnsigned(scenario, signer), signer);
}

/** Signs a receipt, whatever it says. */
export async function signReceipt(unsigned: UnsignedReceipt, signer: TestSigner): Promise<string> {
  const hash = await textHash(canonicalJson(unsigned), webCrypto);
  return signedReceipt(unsigned, await signer.sign(receiptSigningText(unsigned.order.id, hash)));
}

export async function makeUnsigned(scenario: Scenario, signer: TestSigner): Promise<UnsignedReceipt> {
  const terms = { ...TERMS, feeRate: rate(scenario.feeRate ?? 100n) };
  const { order, transfers } = accept(scenario, terms);
  const chain = await makeChain(scenario, order.closesAt);
  const signed = await makeCheckpoints(chain, signer);
  const settled = settleOrder(
    order,
    chain.map(({ tick }) => tick),
    chain.at(-1)?.tick.at ?? null,
  );
  const first = signed.findLast(({ checkpoint }) => checkpoint.at <= order.entryAt);
  const last = signed.find(({ checkpoint }) => checkpoint.at >= order.closesAt);
  const ticks = chain.filter(
    ({ tick }) => tick.seq >= (first?.checkpoint.seq ?? 1n) && tick.seq <= (last?.checkpoint.seq ?? tick.seq),
  );
  const termsText = termsDocument(terms, TEST_CURRENCY);
  const termsHash = await textHash(canonicalJson(termsText), webCrypto);
  const document = orderDocument(orderTexts(order, termsHash));
  const orderHash = await textHash(canonicalJson(document), webCrypto);
  const settlement = settled.ok ? settled.value : null;
  const priceOf = (tick: Tick | null) =>
    tick === null ? null : { seq: tick.seq, at: tick.at, price: formatPrice(tick.price, TERMS.decimals) };
  return receiptDocument({
    final: settlement !== null && last !== undefined,
    site: { name: 'Candor', mode: 'practice' },
    order: document,
    acceptance: await signer.sign(acceptanceText(order.id, orderHash, termsHash)),
    terms: termsText,
    checkpoints: signed
      .filter(({ checkpoint }) => checkpoint.slot >= (first?.checkpoint.slot ?? 0))
      .filter(({ checkpoint }) => checkpoint.slot <= (last?.checkpoint.slot ?? checkpoint.slot))
      .map(({ note }) => note),
    anchorHash: ticks[0]?.canonical.prevHash ?? GENESIS_HASH,
    ticks: ticks.map(({ canonical }) => canonical),
    outcome:
      settlement === null
        ? null
        : {
            status: settlement.outcome,
            reason: settlement.reason,
            entry: priceOf(settlement.entry),
            exit: priceOf(settlement.exit),
            profit: formatMoney(settlement.profit, TEST_CURRENCY),
            credited: formatMoney(settlement.credited, TEST_CURRENCY),
            settledAt: order.closesAt + 150,
          },
    transfers: [...transfers, ...(settlement?.transfers ?? [])].map((draft, index) => ({
      id: `0190a8f0-0000-7000-8000-00000000010${index}`,
      type: draft.type,
      debit: draft.debit.kind,
      credit: draft.credit.kind,
      amount: formatMoney(draft.amount, TEST_CURRENCY),
      at: draft.type === 'orderStake' ? order.acceptedAt : order.closesAt + 150,
    })),
    keys: [verifierKeyText(signer.key)],
  });
}

function accept(scenario: Scenario, terms: Terms): AcceptedOrder {
  const placed = placeOrder(
    {
      orderId: ORDER_ID,
      memberId: 5n,
      product: PRODUCT,
      direction: scenario.direction ?? 'up',
      durationSec: scenario.durationSec ?? 60,
      stake: minor('100'),
      wallet: 'practice',
      submittedAt: ACCEPTED_AT - 40,
    },
    {
      acceptedAt: ACCEPTED_AT,
      mode: 'practice',
      member: { frozen: false, tradingAllowed: true },
      product: { active: true, forbidden: false },
      terms,
      seenTerms: null,
      newestTick: { seq: 1n, at: scenario.newestAtAcceptance ?? ACCEPTED_AT - 300, price: price(1n), status: 'OK' },
      inSession: true,
      sessionEndsAt: null,
      available: minor('10000'),
      hasOpenPosition: false,
      currency: TEST_CURRENCY.code,
      ownGuard: null,
    },
  );
  if (!placed.ok) throw new Error(placed.error);
  return placed.value;
}

/** An order as the trading calls return it. */
function orderTexts(order: AcceptedOrder['order'], termsHash: string): Parameters<typeof orderDocument>[0] {
  return {
    ...order,
    no: '42',
    termsHash,
    stake: formatMoney(order.stake, TEST_CURRENCY),
    fee: formatMoney(order.fee, TEST_CURRENCY),
    payout: formatMoney(order.payout, TEST_CURRENCY),
    payoutRate: formatRate(order.payoutRate),
    submittedAt: isoText(order.submittedAt),
    acceptedAt: isoText(order.acceptedAt),
    entryAt: isoText(order.entryAt),
    closesAt: isoText(order.closesAt),
  };
}

async function makeChain(scenario: Scenario, closesAt: number): Promise<Link[]> {
  const chain: Link[] = [];
  const endsAt = scenario.endsAt ?? Math.ceil((closesAt + 1) / MINUTE_MS) * MINUTE_MS;
  let seq = scenario.firstSeq ?? 1000n;
  let prevHash = seq === 1n ? GENESIS_HASH : 'fe'.repeat(32);
  for (let at = CHAIN_START; at <= endsAt; at += SECOND_MS) {
    const made = (scenario.tickAt ?? rising)(at);
    if (made === null) continue;
    const tick: Tick = { seq, at, price: price(made.units), status: made.status ?? 'OK' };
    const canonical: CanonicalTick = {
      prevHash,
      product: PRODUCT,
      seq,
      at,
      price: formatPrice(tick.price, TERMS.decimals),
      status: tick.status,
      feed: 'simulated',
      epoch: 3,
      sourcesDigest: DIGEST,
    };
    const hash = toHex(await webCrypto.sha256(canonicalTickBytes(canonical)));
    chain.push({ tick, canonical, hash });
    prevHash = hash;
    seq += 1n;
  }
  return chain;
}

async function makeCheckpoints(chain: readonly Link[], signer: TestSigner): Promise<Signed[]> {
  const signed: Signed[] = [];
  let previous = 'aa'.repeat(32);
  const endsAt = chain.at(-1)?.tick.at ?? 0;
  for (let slot = Math.ceil(CHAIN_START / MINUTE_MS) * MINUTE_MS; slot <= endsAt; slot += MINUTE_MS) {
    const head = chain.findLast(({ tick }) => tick.at <= slot);
    // The first publish of a minute signs it. A minute with no publish, or with an already signed head, is not signed.
    const isLed = chain.some(({ tick }) => tick.at >= slot && tick.at < slot + MINUTE_MS);
    if (head === undefined || !isLed || head.tick.seq === signed.at(-1)?.checkpoint.seq) continue;
    const kind = slot % (60 * MINUTE_MS) === 0 ? 'hour' : 'minute';
    const { seq, at } = head.tick;
    const checkpoint: Checkpoint = { product: PRODUCT, kind, slot, seq, at, hash: head.hash, previous };
    const text = checkpointText(checkpoint);
    signed.push({ checkpoint, note: await signer.sign(text) });
    if (kind === 'hour') previous = await textHash(text, webCrypto);
  }
  return signed;
}

/** One cent a second upwards. */
export function rising(at: number): { readonly units: bigint; readonly status?: TickStatus } {
  return { units: 6_789_000n + BigInt((at - CHAIN_START) / SECOND_MS) };
}
