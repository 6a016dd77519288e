/**
 * Lies that the holder of the site's key can tell: each changes a true receipt and signs all of it again, the ticks'
 * chain, the checkpoints, the acceptance and the receipt. Each names how it is found.
 */
import { currency, formatMoney } from '@candor/domain/money';
import { formatPrice } from '@candor/domain/price';
import type { FeedTick } from '@candor/domain/trading/tick';
import { acceptanceText } from '../acceptance.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkpointText, parseCheckpointText } from '../checkpoint.ts';
import { textHash, toHex } from '../encoding.ts';
import { isoText } from '../lines.ts';
import { orderCommitment } from '../order-log/commitment.ts';
import { readReceipt } from '../read-receipt.ts';
import { signedReceipt } from '../receipt.ts';
import type { ReceiptLog, UnsignedReceipt } from '../receipt.ts';
import { settleAgain } from '../replay-order.ts';
import { parseNote } from '../signed-note.ts';
import { canonicalTickBytes } from '../tick-chain.ts';
import { logOfRow } from '../tick-row.ts';
import type { TickRow } from '../tick-row.ts';
import type { WarningKey } from '../warnings.ts';
import { makeLog, placeIn } from './order-logs.ts';
import type { TestLog } from './order-logs.ts';
import { signReceipt } from './receipts.ts';
import { webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

/**
 * refused: the verifier fails with this step and problem. warned: the receipt stays valid, with this warning. witness: no
 * file alone can show it. Somebody who kept the acceptance, a checkpoint, the head of the log, or the nonce of the order
 * from before holds the proof.
 */
export type Seen =
  | { readonly by: 'refused'; readonly failure: string }
  | { readonly by: 'warned'; readonly warning: WarningKey }
  | { readonly by: 'witness'; readonly kept: Kept };

export type Kept = 'acceptance' | 'checkpoint' | 'log head' | 'nonce';

export type Forgery = {
  readonly name: string;
  readonly change: (receipt: Draft) => void;
  /** Whether the forger also settles the order again, so that result and transfers fit the lie. */
  readonly settles: boolean;
  /**
   * Whether the forger also makes the order log anew, so that it has the changed order: every tick's head is another then.
   * Otherwise the log stays as it was published.
   */
  readonly logsAgain: boolean;
  readonly seen: Seen;
};

// A forger changes a draft freely, beyond what the types of a receipt allow.
type Draft = any; // oxlint-disable-line typescript/no-explicit-any

/** Places in the list of ticks of the receipt that is forged: one of 60 seconds, from half a minute before its entry. */
const ENTRY = 30;
const EXIT = 90;
/** More orders than the log of that receipt has at its end. */
const LOG_SIZE_MAX = 600;

function refused(name: string, failure: string, change: Forgery['change']): Forgery {
  return { name, change, settles: false, logsAgain: true, seen: { by: 'refused', failure } };
}

function refusedSettled(name: string, failure: string, change: Forgery['change']): Forgery {
  return { name, change, settles: true, logsAgain: true, seen: { by: 'refused', failure } };
}

function warned(name: string, warning: WarningKey, change: Forgery['change']): Forgery {
  return { name, change, settles: false, logsAgain: true, seen: { by: 'warned', warning } };
}

function witnessed(name: string, kept: Kept, change: Forgery['change']): Forgery {
  return { name, change, settles: true, logsAgain: true, seen: { by: 'witness', kept } };
}

/** The log stays as it was published. */
function logKept(forgery: Forgery): Forgery {
  return { ...forgery, logsAgain: false };
}

/** Another moment, this many milliseconds later. */
function later(iso: string, ms: number): string {
  return isoText(Date.parse(iso) + ms);
}

/** The prices that decide a result. */
const PRICES: readonly Forgery[] = [
  refused('an invented entry price', 'prices ENTRY_DIFFERS', (r) => (r.outcome.entry.price = '60000.00')),
  refused('an invented exit price', 'prices EXIT_DIFFERS', (r) => (r.outcome.exit.price = '60000.00')),
  refused('the second tick of the entry window', 'prices ENTRY_DIFFERS', (r) => {
    const [seq, at, price] = r.ticks[ENTRY + 1];
    r.outcome.entry = { seq, at, price };
  }),
  refused('the second to last tick of the exit window', 'prices EXIT_DIFFERS', (r) => {
    const [seq, at, price] = r.ticks[EXIT - 1];
    r.outcome.exit = { seq, at, price };
  }),
  refused('no entry', 'prices ENTRY_DIFFERS', (r) => (r.outcome.entry = null)),
  refused('no exit', 'prices EXIT_DIFFERS', (r) => (r.outcome.exit = null)),
  refused('a number left out of the chain', 'chain TICKS_MISSING', (r) => r.ticks.splice(45, 1)),
  refused('a tick between two seconds', 'chain TICK_OFF_SECOND', (r) => (r.ticks[45][1] = later(r.ticks[45][1], 500))),
  refused('two ticks of one second', 'chain CHAIN_BROKEN', (r) => (r.ticks[45][1] = r.ticks[44][1])),
  refused('a tick of a leader that lost the lead', 'chain EPOCH_DECREASED', (r) => (r.ticks[45][5] -= 1)),
  refused('another feed at the close, and still paid', 'outcome OUTCOME_DIFFERS', (r) => {
    for (const row of r.ticks.slice(60)) row[4] = 'replay';
  }),
  warned('another feed on the way', 'FEED_MIXED', (r) => (r.ticks[45][4] = 'replay')),
  warned('a second without a price', 'SECONDS_MISSING', (r) => dropTick(r, 45)),
  witnessed('another price at the close, from the sources on', 'checkpoint', (r) => (r.ticks[EXIT][2] = '60000.00')),
  witnessed('a price at the close that is called not valid', 'checkpoint', (r) => (r.ticks[EXIT][3] = 'STALE')),
  witnessed('the price at the entry left out', 'checkpoint', (r) => dropTick(r, ENTRY)),
];

/** When the order was sent, accepted, entered, closed and settled. */
const MOMENTS: readonly Forgery[] = [
  refusedSettled('an entry five seconds later than the rule', 'prices TIMES_DIFFER', (r) => shiftOrder(r, 5000)),
  refusedSettled('an entry a minute later', 'prices TIMES_DIFFER', (r) => {
    for (const key of ['submittedAt', 'acceptedAt']) r.order[key] = later(r.order[key], -60_000);
  }),
  refusedSettled('an entry before the acceptance', 'prices TIMES_DIFFER', (r) => shiftOrder(r, -1000)),
  refusedSettled('an acceptance dated ten seconds back', 'prices TIMES_DIFFER', (r) => {
    r.order.submittedAt = later(r.order.submittedAt, -10_000);
    r.order.acceptedAt = later(r.order.acceptedAt, -10_000);
  }),
  refusedSettled(
    'an acceptance dated forward',
    'prices TIMES_DIFFER',
    (r) => (r.order.acceptedAt = later(r.order.acceptedAt, 2000)),
  ),
  refusedSettled(
    'a close a second earlier',
    'prices TIMES_DIFFER',
    (r) => (r.order.closesAt = later(r.order.closesAt, -1000)),
  ),
  refusedSettled(
    'a close a second later',
    'prices TIMES_DIFFER',
    (r) => (r.order.closesAt = later(r.order.closesAt, 1000)),
  ),
  refused(
    'sent after it was accepted',
    'terms SUBMITTED_LATE',
    (r) => (r.order.submittedAt = later(r.order.acceptedAt, 1)),
  ),
  refused(
    'sent half a minute before',
    'terms ORDER_FAILED_RETRY',
    (r) => (r.order.submittedAt = later(r.order.acceptedAt, -30_000)),
  ),
  refusedSettled(
    'settled before the close',
    'outcome SETTLED_EARLY',
    (r) => (r.outcome.settledAt = later(r.order.closesAt, -1)),
  ),
  warned('settled on another day', 'SETTLED_LATE', (r) => {
    r.outcome.settledAt = later(r.outcome.settledAt, 86_400_000);
    for (const transfer of r.transfers.slice(2)) transfer.at = r.outcome.settledAt;
  }),
  witnessed('an entry a second later, within what a tick may delay', 'acceptance', (r) => {
    shiftOrder(r, 1000);
    r.outcome.settledAt = later(r.outcome.settledAt, 1000);
  }),
  witnessed('an acceptance dated back by a second', 'acceptance', (r) => {
    for (const key of ['submittedAt', 'acceptedAt']) r.order[key] = later(r.order[key], -1000);
    r.transfers.slice(0, 2).forEach((transfer: Draft) => (transfer.at = r.order.acceptedAt));
  }),
];

/** What was agreed, and what it comes to. */
const AMOUNTS: readonly Forgery[] = [
  refused('a lost order that was won', 'outcome OUTCOME_DIFFERS', (r) => (r.outcome.status = 'lost')),
  refused('a void instead of a payout', 'outcome OUTCOME_DIFFERS', (r) => {
    Object.assign(r.outcome, { status: 'voided', reason: 'NO_EXIT_TICK' });
  }),
  refused('another profit', 'amounts PROFIT_DIFFERS', (r) => (r.outcome.profit = less(r, r.outcome.profit))),
  refused('another credit', 'amounts CREDITED_DIFFERS', (r) => (r.outcome.credited = less(r, r.outcome.credited))),
  refused('a lower payout rate than the terms', 'terms PROMISE_DIFFERS', (r) => (r.order.payoutRate = '0.8000')),
  refused('a lower payout than the rate', 'terms PROMISE_DIFFERS', (r) => (r.order.payout = less(r, r.order.payout))),
  refused('another fee than the terms', 'terms PROMISE_DIFFERS', (r) => (r.order.fee = less(r, r.order.fee))),
  refused('a stake that the terms do not take', 'terms STAKE_BELOW_MINIMUM', (r) => {
    for (const offer of r.terms.durations) offer.minStake = offer.maxStake;
  }),
  refused('a duration that is not offered', 'terms DURATION_INVALID', (r) => (r.order.durationSec = 61)),
  refused('terms of another version', 'terms TERMS_CHANGED', (r) => (r.order.termsVersion += 1)),
  refused('terms of another product', 'terms TERMS_DIFFER', (r) => (r.terms.product = 'ETH-USD')),
  refused('cash on a practice site', 'terms WALLET_UNAVAILABLE', (r) => (r.order.wallet = 'cash')),
  refused('no outcome of a final order', 'outcome NOT_DUE', (r) => (r.outcome = null)),
  witnessed('the other direction', 'acceptance', (r) => (r.order.direction = 'down')),
  witnessed('a lower rate in the terms and the order', 'acceptance', (r) => {
    for (const offer of r.terms.durations) offer.payoutRate = '0.0000';
    r.order.payoutRate = '0.0000';
    r.order.payout = r.order.stake;
  }),
  witnessed('another order number', 'acceptance', (r) => (r.order.no = '43')),
];

/** What moved, and when. */
const TRANSFERS: readonly Forgery[] = [
  refused('a transfer left out', 'amounts TRANSFERS_DIFFER', (r) => r.transfers.pop()),
  refused('a transfer twice', 'amounts TRANSFERS_DIFFER', (r) =>
    r.transfers.push({ ...r.transfers.at(-1), id: 'more' }),
  ),
  refused('two transfers under one id', 'amounts TRANSFERS_DIFFER', (r) => (r.transfers[1].id = r.transfers[0].id)),
  refused(
    'a smaller transfer',
    'amounts TRANSFERS_DIFFER',
    (r) => (r.transfers[4].amount = less(r, r.transfers[4].amount)),
  ),
  refused('a payout to the house', 'amounts TRANSFERS_DIFFER', (r) => (r.transfers[4].credit = 'fees')),
  refused('a refund in place of a payout', 'amounts TRANSFERS_DIFFER', (r) => (r.transfers[4].type = 'orderRefund')),
  refused(
    'a stake before the acceptance',
    'amounts TRANSFERS_MISDATED',
    (r) => (r.transfers[0].at = later(r.order.acceptedAt, -1)),
  ),
  refused(
    'a stake a minute after',
    'amounts TRANSFERS_MISDATED',
    (r) => (r.transfers[0].at = later(r.order.acceptedAt, 60_000)),
  ),
  refused('a payout before the settlement', 'amounts TRANSFERS_MISDATED', (r) => {
    r.transfers[4].at = later(r.outcome.settledAt, -1);
  }),
  refused(
    'a payout an hour after',
    'amounts TRANSFERS_MISDATED',
    (r) => (r.transfers[4].at = later(r.outcome.settledAt, 3_600_000)),
  ),
  warned('a payout a moment after', 'TRANSFERS_LATE', (r) => (r.transfers[4].at = later(r.outcome.settledAt, 1))),
];

/** The log of orders. */
const LOG: readonly Forgery[] = [
  ...(
    [
      ['the other direction after the log was published', (r) => (r.order.direction = 'down')],
      ['another order number after the log was published', (r) => (r.order.no = '43')],
      [
        'an acceptance dated back after the log was published',
        (r) => {
          for (const key of ['submittedAt', 'acceptedAt']) r.order[key] = later(r.order[key], -1);
          r.transfers.slice(0, 2).forEach((transfer: Draft) => (transfer.at = r.order.acceptedAt));
        },
      ],
      ['another nonce', (r) => (r.log.nonce = r.log.nonce.replace(/.$/, '0'))],
      ['the place of another order', (r) => (r.log.index -= 1)],
      ['the proof of another order', (r) => (r.log = placeOf(r, r.log.index - 1, r.ticks[ENTRY][7]))],
      ['a proof in the log of a later tick', (r) => (r.log = placeOf(r, r.log.index, r.ticks[EXIT][7]))],
      ['a proof in the log of the tick before', (r) => (r.log = placeOf(r, r.log.index - 1, r.ticks[ENTRY - 1][7]))],
      ['a place behind the end of the log', (r) => (r.log.index = r.ticks[ENTRY][7])],
      ['a hash too many in the proof', (r) => r.log.proof.push('ab'.repeat(32))],
      ['a hash missing in the proof', (r) => r.log.proof.pop()],
      ['a proof without a log', (r) => r.ticks.forEach((row: Draft) => row.splice(7))],
    ] satisfies [string, Forgery['change']][]
  ).map(([name, change]) => logKept(refusedSettled(name, 'log LOG_DIFFERS', change))),
  logKept(
    refused('a receipt that says nothing of the log', 'log LOG_MISSING', (r) => {
      delete r.log;
      r.format = 'candor-receipt-v1';
    }),
  ),
  logKept(
    refused('an order left out of the log and paid all the same', 'outcome OUTCOME_DIFFERS', (r) => (r.log = null)),
  ),
  logKept(
    refused('an order left out of the log and called lost', 'outcome OUTCOME_DIFFERS', (r) => {
      r.log = null;
      r.outcome.status = 'lost';
    }),
  ),
  logKept(
    refused('void for the log although it is proven', 'outcome OUTCOME_DIFFERS', (r) => {
      Object.assign(r.outcome, { status: 'voided', reason: 'NOT_LOGGED' });
    }),
  ),
  logKept(
    refused('void for a log that there was not', 'outcome OUTCOME_DIFFERS', (r) => {
      r.log = null;
      r.ticks.forEach((row: Draft) => row.splice(7));
      Object.assign(r.outcome, { status: 'voided', reason: 'NOT_LOGGED' });
    }),
  ),
  logKept(refused('a tick without the log after ticks with it', 'chain LOG_DROPPED', (r) => r.ticks[45].splice(7))),
  logKept(refused('a log that loses orders', 'chain LOG_SHRANK', (r) => (r.ticks[45][7] -= 2))),
  logKept(refused('another log of the same size', 'chain LOG_CHANGED', (r) => (r.ticks[45][7] = r.ticks[44][7]))),
  logKept(witnessed('void for the log although it was there', 'nonce', (r) => (r.log = null))),
  logKept(
    witnessed('the log taken out of all ticks', 'checkpoint', (r) => {
      r.log = null;
      r.ticks.forEach((row: Draft) => row.splice(7));
    }),
  ),
  logKept(
    witnessed('another log from the entry on', 'log head', (r) => {
      const forged = makeLog(LOG_SIZE_MAX, { index: r.log.index + 1, entry: new Uint8Array(32) });
      for (const row of r.ticks.slice(ENTRY + 1)) row[8] = forged.rootAt(row[7]);
    }),
  ),
  witnessed('the log made anew for another direction', 'log head', (r) => (r.order.direction = 'down')),
];

export const FORGERIES: readonly Forgery[] = [...PRICES, ...MOMENTS, ...AMOUNTS, ...TRANSFERS, ...LOG];

/** The file of a forged receipt. `receipt` is the true one, of 60 seconds. */
export async function forge(receipt: UnsignedReceipt, forgery: Forgery, signer: TestSigner): Promise<string> {
  const draft: Draft = JSON.parse(JSON.stringify(receipt));
  published.set(draft, await logOf(receipt, entryRow(receipt)));
  forgery.change(draft);
  const signed = await signAgain(draft, forgery.logsAgain, signer);
  return await signReceipt(forgery.settles ? settleDraft(signed) : signed, signer);
}

/** Everything in a receipt that has a signature or a hash, made anew for what the receipt says. */
async function signAgain(said: UnsignedReceipt, logsAgain: boolean, signer: TestSigner): Promise<UnsignedReceipt> {
  const termsHash = await textHash(canonicalJson(said.terms), webCrypto);
  const order = { ...said.order, termsHash };
  const draft = logsAgain ? await withNewLog({ ...said, order }) : said;
  const orderHash = await textHash(canonicalJson(order), webCrypto);
  const acceptance = await signer.sign(acceptanceText(order.id, orderHash, termsHash));
  const heads: { readonly seq: bigint; readonly at: number; readonly hash: string }[] = [];
  let prevHash = draft.anchorHash;
  for (const row of draft.ticks) {
    const [seqNumber, iso, price, status, feed, epoch, sourcesDigest] = row;
    const [seq, at, log] = [BigInt(seqNumber), Date.parse(iso), logOfRow(row)];
    const tick = { prevHash, product: order.product, seq, at, price, status, feed, epoch, sourcesDigest, log };
    prevHash = toHex(await webCrypto.sha256(canonicalTickBytes(tick)));
    heads.push({ seq, at, hash: prevHash });
  }
  const checkpoints: string[] = [];
  let lastHour: string | null = null;
  for (const note of draft.checkpoints) {
    const parsed = parseNote(note);
    const checkpoint = parseCheckpointText(parsed.ok ? parsed.value.text : '');
    if (!checkpoint.ok) throw new Error('a checkpoint of a true receipt is one');
    const head = heads.findLast(({ at }) => at <= checkpoint.value.slot);
    if (head === undefined) continue;
    const text = checkpointText({ ...checkpoint.value, ...head, previous: lastHour ?? checkpoint.value.previous });
    checkpoints.push(await signer.sign(text));
    if (checkpoint.value.kind === 'hour') lastHour = await textHash(text, webCrypto);
  }
  return { ...draft, order, acceptance, checkpoints };
}

/** The published logs of the receipts that are being forged. */
const published = new WeakMap<object, TestLog>();

/** A place in the log as it was published. */
function placeOf(draft: Draft, index: number, size: number): ReceiptLog | null {
  const log = published.get(draft);
  return log === undefined ? null : placeIn(log, index, size);
}

/** Where the rule enters the order. */
function entryRow({ order, ticks }: Pick<UnsignedReceipt, 'order' | 'ticks'>): TickRow | undefined {
  return ticks.find(([, at, , status]) => at >= order.entryAt && status === 'OK');
}

/** The log that has the receipt's order where it was, or before the entry if that is earlier now. */
async function logOf(receipt: UnsignedReceipt, entry: TickRow | undefined): Promise<TestLog> {
  const size = entry === undefined ? null : logOfRow(entry)?.size;
  const { log = null, order } = receipt;
  if (log === null || size === null || size === undefined) return makeLog(LOG_SIZE_MAX);
  const orderHash = await textHash(canonicalJson(order), webCrypto);
  const index = Math.min(log.index, Number(size) - 1);
  return makeLog(LOG_SIZE_MAX, { index, entry: await orderCommitment(log.nonce, orderHash, webCrypto) });
}

/** The draft with a log that has its order, in all ticks and in the proof. */
async function withNewLog(draft: UnsignedReceipt): Promise<UnsignedReceipt> {
  const entry = entryRow(draft);
  const size = entry === undefined ? null : logOfRow(entry)?.size;
  if (draft.log === null || draft.log === undefined || size === null || size === undefined) return draft;
  const log = await logOf(draft, entry);
  const ticks = draft.ticks.map((row): TickRow => {
    const [seq, at, price, status, feed, epoch, sourcesDigest] = row;
    const head = logOfRow(row);
    if (head === null) return row;
    return [seq, at, price, status, feed, epoch, sourcesDigest, Number(head.size), log.rootAt(Number(head.size))];
  });
  const index = Math.min(draft.log.index, Number(size) - 1);
  return { ...draft, ticks, log: placeIn(log, index, Number(size)) };
}

/** The draft with the outcome and the transfers that its own ticks and figures give. */
function settleDraft(draft: UnsignedReceipt): UnsignedReceipt {
  const read = readReceipt(signedReceipt(draft, ''));
  const settled = read.ok ? settleAgain(read.value) : null;
  if (draft.outcome === null || settled === null || !settled.ok) throw new Error('a forger settles a due order');
  const { value } = settled;
  const paidIn = currency(draft.terms.currency, draft.terms.currencyDecimals);
  const momentOf = (tick: FeedTick | null) =>
    tick === null
      ? null
      : { at: isoText(tick.at), price: formatPrice(tick.price, draft.terms.decimals), seq: Number(tick.seq) };
  const { settledAt } = draft.outcome;
  return {
    ...draft,
    outcome: {
      credited: formatMoney(value.credited, paidIn),
      entry: momentOf(value.entry),
      exit: momentOf(value.exit),
      profit: formatMoney(value.profit, paidIn),
      reason: value.reason,
      settledAt,
      status: value.outcome,
    },
    transfers: [
      ...draft.transfers.filter(({ debit }) => debit === 'funds'),
      ...value.transfers.map(({ type, debit, credit, amount }, index) => ({
        amount: formatMoney(amount, paidIn),
        at: settledAt,
        credit: credit.kind,
        debit: debit.kind,
        id: `settled-${index}`,
        type,
      })),
    ],
  };
}

/** Takes a tick out and counts the others anew, so that no number is missing. */
function dropTick(receipt: Draft, index: number): void {
  receipt.ticks.splice(index, 1);
  for (const row of receipt.ticks.slice(index)) row[0] -= 1;
  for (const end of [receipt.outcome.entry, receipt.outcome.exit]) if (end.seq > receipt.ticks[index][0]) end.seq -= 1;
}

function shiftOrder(receipt: Draft, ms: number): void {
  for (const key of ['entryAt', 'closesAt']) receipt.order[key] = later(receipt.order[key], ms);
}

/** One smallest unit less. */
function less(receipt: Draft, figure: string): string {
  const { currencyDecimals: decimals } = receipt.terms;
  const units = BigInt(figure.replace('.', '')) - 1n;
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
