/** Receipts as a site creates them, for tests: a chain of ticks with checkpoints, an order on it, all signatures. */
import type { Wallet } from '@candor/domain/ledger/account';
import { rate, formatMoney, formatRate, parseMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { formatPrice, price } from '@candor/domain/price';
import type { Direction } from '@candor/domain/trading/order';
import { placeOrder } from '@candor/domain/trading/place-order';
import type { AcceptedOrder } from '@candor/domain/trading/place-order';
import { decidingTicks, pickEntryTick, settleOrder } from '@candor/domain/trading/settle-order';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { Terms } from '@candor/domain/trading/terms';
import type { FeedTick, Tick, TickStatus } from '@candor/domain/trading/tick';
import { acceptanceText } from '../acceptance.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkpointText } from '../checkpoint.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { textHash, toHex } from '../encoding.ts';
import { isoText } from '../lines.ts';
import { orderDocument } from '../order-document.ts';
import { signedRequestHash } from '../order-request.ts';
import { requestOf } from '../check-request.ts';
import { receiptDocument, receiptSigningText, signedReceipt } from '../receipt.ts';
import type { ReceiptParts, ReceiptRequest, SiteMode, UnsignedReceipt } from '../receipt.ts';
import { verifierKeyText } from '../signed-note.ts';
import { tracedSourcesText } from '../source-reports.ts';
import type { TracedReport } from '../source-reports.ts';
import { termsDocument } from '../terms-document.ts';
import { canonicalTickBytes, GENESIS_HASH } from '../tick-chain.ts';
import type { CanonicalTick } from '../tick-chain.ts';
import { signRequest } from './devices.ts';
import type { TestDevice } from './devices.ts';
import { makeLog, NONCE, placedEntries, placeIn } from './order-logs.ts';
import { placeSettlement } from './settled.ts';
import type { TestLog } from './order-logs.ts';
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
/** The first tick after the acceptance. */
const ACCEPTED_FROM = Date.parse('2026-11-21T08:59:30Z');
const LOG_SIZE_AT_START = 300;
/** The terms of an order with a deadline are in the log from before. */
const TERMS_INDEX = 120;
export const ENTRY_AT = Date.parse('2026-11-21T08:59:30Z');

export type MadeTick = {
  readonly units: bigint;
  readonly status?: TickStatus;
  readonly feed?: string;
  /** What its sources reported. By default, under terms with a rule of prices, what gives this price and status. */
  readonly reports?: readonly TracedReport[];
};

export type Scenario = {
  readonly direction?: Direction;
  readonly durationSec?: number;
  readonly feeRate?: bigint;
  /** Number of the chain's first tick; 1 for a chain that begins here. */
  readonly firstSeq?: bigint;
  /** The tick of a second (epoch ms): its price in cents, its status and its feed; null if there is no tick. */
  readonly tickAt?: (at: number) => MadeTick | null;
  /** How long after the tick that makes the order due it is settled. */
  readonly settledAfterMs?: number;
  readonly mode?: SiteMode;
  readonly wallet?: Wallet;
  readonly paidIn?: Currency;
  /** The newest tick. The receipt is created at this moment. */
  readonly endsAt?: number;
  /** From this moment on ticks name the order log; null if they never do, and the receipt is of the first version. */
  readonly logFrom?: number | null;
  /** The first tick whose log has the order; null if none has it. By default the first one after the acceptance. */
  readonly loggedAt?: number | null;
  /** The moment of the newest tick when the order was accepted; by default the tick before the acceptance. */
  readonly newestAtAcceptance?: number;
  /** The device that signed the order; null for an order that none signed. By default it is from before there were any. */
  readonly device?: TestDevice | null;
  /** When it did; by default a moment before the acceptance. */
  readonly signedAt?: number;
  /** How long after the signature the terms allow an acceptance. By default they are from before they said so. */
  readonly acceptWithinMs?: number;
  /** How many seconds later the terms let an order enter. By default they say nothing of it. */
  readonly entryDelaySec?: number;
  /** What the house can lose at most by a second, by all that runs and on a day. By default the terms say nothing of it. */
  readonly lossLimits?: readonly [string, string, string];
  /** How many seconds later the order really entered, whatever the terms say. */
  readonly enteredLaterSec?: number;
  /** The deadline that the device signed; by default the latest that the terms allow. */
  readonly acceptBy?: number;
  /** Whether the log has the settlement; true by default. */
  readonly settlementLogged?: boolean;
  /** All of it happens so many milliseconds later, or earlier. */
  readonly shiftMs?: number;
  /** The terms that the member saw; by default those of the order. */
  readonly seenTermsHash?: string;
};

/** When the device signed, unless a scenario says otherwise. */
const SIGNED_AT = ACCEPTED_AT - 80;

/** The Idempotency-Key of the order. */
const REQUEST_KEY = '7f3c2b1a-0d9e-4c8b-a7f6-e5d4c3b2a190';

const PRICE_DECIMALS = 2;

function limitsIn(paidIn: Currency, [second, product, day]: readonly [string, string, string]): LossLimits {
  return { second: amountIn(paidIn, second), product: amountIn(paidIn, product), day: amountIn(paidIn, day) };
}

function termsIn(paidIn: Currency, { feeRate = 100n, acceptWithinMs, entryDelaySec, lossLimits }: Scenario): Terms {
  const priceRule = { freshMs: 5000, minSources: 2, nearPpm: 5000 };
  return {
    ...(acceptWithinMs === undefined ? {} : { acceptWithinMs, priceRule }),
    ...(entryDelaySec === undefined ? {} : { entryDelaySec }),
    ...(lossLimits === undefined ? {} : { lossLimits: limitsIn(paidIn, lossLimits) }),
    version: 3,
    product: PRODUCT,
    decimals: PRICE_DECIMALS,
    durations: [5, 30, 60].map((seconds) => ({
      seconds,
      payoutRate: rate(8500n),
      minStake: amountIn(paidIn, '10'),
      maxStake: amountIn(paidIn, '5000'),
    })),
    feeRate: rate(feeRate),
    presets: [],
  };
}

function amountIn(paidIn: Currency, whole: string): Money {
  const read = parseMoney(whole, paidIn);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

type Link = {
  readonly tick: FeedTick;
  readonly canonical: CanonicalTick;
  readonly hash: string;
  readonly reports: readonly TracedReport[];
};
type Signed = { readonly checkpoint: Checkpoint; readonly note: string };

/** The file of a scenario's receipt. */
export async function makeReceipt(scenario: Scenario, signer: TestSigner): Promise<string> {
  return await signReceipt(await makeUnsigned(scenario, signer), signer);
}

/** Signs a receipt, whatever it says. */
export async function signReceipt(unsigned: UnsignedReceipt, signer: TestSigner): Promise<string> {
  const hash = await textHash(canonicalJson(unsigned), webCrypto);
  return signedReceipt(unsigned, await signer.sign(receiptSigningText(unsigned, hash)));
}

export async function makeUnsigned(scenario: Scenario, signer: TestSigner): Promise<UnsignedReceipt> {
  const paidIn = scenario.paidIn ?? TEST_CURRENCY;
  const terms = termsIn(paidIn, scenario);
  const { order, transfers } = accept(scenario, terms);
  const termsText = termsDocument(terms, paidIn);
  const termsHash = await textHash(canonicalJson(termsText), webCrypto);
  const texts = { ...orderTexts(order, termsHash, paidIn), ...deadlineOf(scenario) };
  const request = await requestFor(texts, scenario);
  const document = orderDocument({ ...texts, requestHash: await requestHashOf(texts, request) });
  const orderHash = await textHash(canonicalJson(document), webCrypto);
  const shiftMs = scenario.shiftMs ?? 0;
  const sizeAt = (at: number) => logSizeAt(at - shiftMs);
  const endsAt = scenario.endsAt ?? Math.ceil((order.closesAt + 1) / MINUTE_MS) * MINUTE_MS;
  const loggedAt = scenario.loggedAt === undefined ? ACCEPTED_FROM + shiftMs : scenario.loggedAt;
  const index = loggedAt === null ? null : sizeAt(loggedAt) - 1;
  const termsIndex = scenario.acceptWithinMs === undefined ? undefined : TERMS_INDEX;
  const place = { nonce: NONCE, ...(termsIndex === undefined ? {} : { terms: { index: termsIndex, proof: [] } }) };
  const log = makeLog(sizeAt(endsAt), ...(index === null ? [] : await placedEntries(document, { ...place, index })));
  const chain = await makeChain(scenario, endsAt, log);
  const signed = await makeCheckpoints(chain, CHAIN_START + shiftMs, signer);
  const settled = settleOrder(
    { ...order, logIndex: index === null ? null : BigInt(index) },
    chain.map(({ tick }) => tick),
    chain.at(-1)?.tick.at ?? null,
  );
  const entryTick = pickEntryTick(
    chain.map(({ tick }) => tick).filter(({ at }) => at <= order.closesAt),
    order.entryAt,
  );
  const entrySize = Number(entryTick?.logSize ?? 0n);
  const first = signed.findLast(({ checkpoint }) => checkpoint.at <= order.entryAt);
  const last = signed.find(({ checkpoint }) => checkpoint.at >= order.closesAt);
  const ticks = chain.filter(
    ({ tick }) => tick.seq >= (first?.checkpoint.seq ?? 1n) && tick.seq <= (last?.checkpoint.seq ?? tick.seq),
  );
  const sources = decidingTicks(
    ticks.map(({ tick }) => tick),
    order,
  ).map(({ seq }) => ({ seq, reports: ticks.find(({ tick }) => tick.seq === seq)?.reports ?? [] }));
  const settlement = settled.ok ? settled.value : null;
  const settledAt =
    (scenario.settledAfterMs ?? 150) + (chain.find(({ tick }) => tick.at >= order.closesAt)?.tick.at ?? 0);
  const priceOf = (tick: Tick | null) =>
    tick === null ? null : { seq: tick.seq, at: tick.at, price: formatPrice(tick.price, PRICE_DECIMALS) };
  const isSettlementLogged = request === undefined || scenario.settlementLogged !== false;
  const parts: ReceiptParts = {
    final: settlement !== null && last !== undefined && isSettlementLogged,
    site: { name: 'Candor', mode: scenario.mode ?? 'practice' },
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
            profit: formatMoney(settlement.profit, paidIn),
            credited: formatMoney(settlement.credited, paidIn),
            settledAt,
          },
    transfers: [...transfers, ...(settlement?.transfers ?? [])].map((draft, index) => ({
      id: `0190a8f0-0000-7000-8000-00000000010${index}`,
      type: draft.type,
      debit: draft.debit.kind,
      credit: draft.credit.kind,
      amount: formatMoney(draft.amount, paidIn),
      at: draft.debit.kind === 'funds' ? order.acceptedAt : settledAt,
    })),
    keys: [verifierKeyText(signer.key)],
    ...(request === undefined ? {} : { request, settled: null }),
    ...(scenario.acceptWithinMs === undefined ? {} : { sources }),
    ...(scenario.logFrom === null ? {} : { log: index === null ? null : placeIn(log, index, entrySize, termsIndex) }),
  };
  const unsigned = receiptDocument(parts);
  if (request === undefined || !isSettlementLogged) return unsigned;
  return { ...unsigned, settled: await placeSettlement(log, unsigned, signer) };
}

function accept(scenario: Scenario, terms: Terms): AcceptedOrder {
  const acceptedAt = ACCEPTED_AT + (scenario.shiftMs ?? 0);
  const placed = placeOrder(
    {
      orderId: ORDER_ID,
      memberId: 5n,
      product: PRODUCT,
      direction: scenario.direction ?? 'up',
      durationSec: scenario.durationSec ?? 60,
      stake: amountIn(scenario.paidIn ?? TEST_CURRENCY, '100'),
      wallet: scenario.wallet ?? 'practice',
      submittedAt: acceptedAt - 40,
    },
    {
      acceptedAt,
      mode: scenario.mode ?? 'practice',
      member: { frozen: false, tradingAllowed: true },
      product: { active: true, forbidden: false },
      terms: scenario.enteredLaterSec === undefined ? terms : { ...terms, entryDelaySec: scenario.enteredLaterSec },
      seenTerms: null,
      newestTick: { seq: 1n, at: scenario.newestAtAcceptance ?? acceptedAt - 300, price: price(1n), status: 'OK' },
      inSession: true,
      sessionEndsAt: null,
      available: amountIn(scenario.paidIn ?? TEST_CURRENCY, '10000'),
      hasOpenPosition: false,
      currency: (scenario.paidIn ?? TEST_CURRENCY).code,
      ownGuard: null,
      book: null,
    },
  );
  if (!placed.ok) throw new Error(placed.error);
  return placed.value;
}

/** An order as the trading calls return it. */
function orderTexts(
  order: AcceptedOrder['order'],
  termsHash: string,
  paidIn: Currency,
): Parameters<typeof orderDocument>[0] {
  return {
    ...order,
    no: '42',
    termsHash,
    stake: formatMoney(order.stake, paidIn),
    fee: formatMoney(order.fee, paidIn),
    payout: formatMoney(order.payout, paidIn),
    payoutRate: formatRate(order.payoutRate),
    submittedAt: isoText(order.submittedAt),
    acceptedAt: isoText(order.acceptedAt),
    entryAt: isoText(order.entryAt),
    closesAt: isoText(order.closesAt),
  };
}

/** Nothing for an order from before devices signed deadlines. */
function deadlineOf({ shiftMs = 0, signedAt = SIGNED_AT + shiftMs, acceptWithinMs, acceptBy }: Scenario): {
  acceptBy?: string;
} {
  return acceptWithinMs === undefined ? {} : { acceptBy: isoText(acceptBy ?? signedAt + acceptWithinMs) };
}

/** Undefined for an order from before devices signed. */
async function requestFor(
  order: ReturnType<typeof orderTexts>,
  { device, shiftMs = 0, signedAt = SIGNED_AT + shiftMs, seenTermsHash = order.termsHash }: Scenario,
): Promise<ReceiptRequest | null | undefined> {
  if (device === undefined || device === null) return device;
  const acceptBy = order.acceptBy === undefined || order.acceptBy === null ? null : Date.parse(order.acceptBy);
  const said = { idempotencyKey: REQUEST_KEY, signedAt, acceptBy, termsHash: seenTermsHash };
  return await signRequest({ ...order, ...said }, device);
}

/** As the order's document names it. */
export async function requestHashOf(
  order: Parameters<typeof requestOf>[0],
  request: ReceiptRequest | null | undefined,
): Promise<string | null | undefined> {
  if (request === undefined || request === null) return request;
  return await signedRequestHash(requestOf(order, request), request.signature, webCrypto);
}

/** How many orders the log has at a moment: one more each second than the second before. */
function logSizeAt(at: number): number {
  return LOG_SIZE_AT_START + Math.max(0, Math.floor((at - CHAIN_START) / SECOND_MS));
}

async function makeChain(scenario: Scenario, endsAt: number, log: TestLog): Promise<Link[]> {
  const chain: Link[] = [];
  const { shiftMs = 0 } = scenario;
  const logFrom = scenario.logFrom === undefined ? CHAIN_START + shiftMs : scenario.logFrom;
  let seq = scenario.firstSeq ?? 1000n;
  let prevHash = seq === 1n ? GENESIS_HASH : 'fe'.repeat(32);
  for (let at = CHAIN_START + shiftMs; at <= endsAt; at += SECOND_MS) {
    const made = (scenario.tickAt ?? rising)(at);
    if (made === null) continue;
    const isReported = scenario.acceptWithinMs !== undefined;
    const feed = made.feed ?? (isReported ? 'live' : 'simulated');
    const logSize = logFrom === null || at < logFrom ? null : logSizeAt(at - shiftMs);
    const head = logSize === null ? null : { size: BigInt(logSize), root: log.rootAt(logSize) };
    const status = made.status ?? 'OK';
    const repeated = status === 'OK' ? undefined : chain.at(-1)?.tick.price;
    const tick: FeedTick = { seq, at, price: repeated ?? price(made.units), status, feed, logSize: head?.size ?? null };
    const reports = isReported ? (made.reports ?? reportsOf({ ...tick, feed })) : [];
    const canonical: CanonicalTick = {
      prevHash,
      product: PRODUCT,
      seq,
      at,
      price: formatPrice(tick.price, PRICE_DECIMALS),
      status: tick.status,
      feed,
      epoch: 3,
      sourcesDigest: isReported ? await textHash(tracedSourcesText(reports), webCrypto) : DIGEST,
      log: head,
    };
    const hash = toHex(await webCrypto.sha256(canonicalTickBytes(canonical)));
    chain.push({ tick, canonical, hash, reports });
    prevHash = hash;
    seq += 1n;
  }
  return chain;
}

/** What gives a tick its price and status: three sources of a live one, else one. */
function reportsOf({ at, price: units, status, feed }: FeedTick): TracedReport[] {
  const names = feed === 'live' ? ['binance', 'coinbase', 'kraken'] : [feed ?? 'replay'];
  // At a high price they differ by a cent.
  const step = names.length === 3 && units > 1000n ? 1n : 0n;
  const said = names.map((_, index) => units + BigInt(index - 1) * step);
  return names.flatMap((source, index): TracedReport[] => {
    if (status === 'DEAD') return [];
    // Two are farther apart than they may be, and the third says nothing.
    const isApart = status === 'DISAGREE';
    if (isApart && index === 2) return [];
    const own = isApart ? (names.length === 1 ? 0n : units + (units * BigInt(index)) / 50n) : (said[index] ?? units);
    const age = status === 'STALE' ? 6000 : 150;
    return [
      {
        price: formatPrice(price(own), PRICE_DECIMALS),
        receivedAt: isoText(at - age),
        source,
        tradeId: String(Math.floor(at / SECOND_MS)),
        tradedAt: isoText(at - age - 50),
        verdict: VERDICTS[status] ?? 'used',
      },
    ];
  });
}

const VERDICTS: Partial<Record<TickStatus, string>> = { STALE: 'stale', DISAGREE: 'outlier', CLOSED: 'unused' };

async function makeCheckpoints(chain: readonly Link[], from: number, signer: TestSigner): Promise<Signed[]> {
  const signed: Signed[] = [];
  let previous = 'aa'.repeat(32);
  const endsAt = chain.at(-1)?.tick.at ?? 0;
  for (let slot = Math.ceil(from / MINUTE_MS) * MINUTE_MS; slot <= endsAt; slot += MINUTE_MS) {
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
export function rising(at: number): MadeTick {
  return { units: 6_789_000n + BigInt((at - CHAIN_START) / SECOND_MS) };
}
