/**
 * Lies that the holder of the site's key can tell: each changes a true receipt and signs all of it again, the ticks'
 * chain, the checkpoints, the acceptance and the receipt. Each names how it is found.
 */
import { isoText } from '../lines.ts';
import type { WarningKey } from '../warnings.ts';
import { makeLog } from './order-logs.ts';
import type { ReceiptRequest } from '../receipt.ts';
import { fixedDevice, signRequest } from './devices.ts';
import type { TestDevice } from './devices.ts';
import { LOG_SIZE_MAX, placeOf } from './forge.ts';
import { OPENED } from './opened-forgeries.ts';
import { SETTLED } from './settled-forgeries.ts';
import { SOURCES } from './source-forgeries.ts';
import type { Draft, Forgery, Kept } from './forge.ts';

/** Places in the list of ticks of the receipt that is forged: one of 60 seconds, from half a minute before its entry. */
const ENTRY = 30;
const EXIT = 90;

/** The device of the member whose order is forged, and one that the site made up. */
export const DEVICE = await fixedDevice(7);
const STRANGER = await fixedDevice(9);
const OTHER_KEY = '00000000-0000-4000-8000-000000000000';

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
  refusedSettled('an invented price that is not valid, and steers those after it', 'chain PRICE_NOT_REPEATED', (r) => {
    r.ticks[45][3] = 'STALE';
    for (const row of r.ticks.slice(45)) row[2] = raised(row[2]);
  }),
  refused('another feed at the close, and still paid', 'outcome OUTCOME_DIFFERS', (r) => {
    for (const row of r.ticks.slice(60)) row[4] = 'replay';
  }),
  warned('another feed on the way', 'FEED_MIXED', (r) => (r.ticks[45][4] = 'replay')),
  warned('a second without a price', 'SECONDS_MISSING', (r) => dropTick(r, 45)),
  witnessed('another price at the close, from the sources on', 'checkpoint', (r) => (r.ticks[EXIT][2] = '60000.00')),
  witnessed('a price at the close that is called not valid', 'checkpoint', (r) => {
    r.ticks[EXIT][3] = 'STALE';
    r.ticks[EXIT][2] = r.ticks[EXIT - 1][2];
  }),
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

/** What the member's device signed. */
const REQUESTS: readonly Forgery[] = [
  ...(
    [
      ['another direction than the device signed', (r) => (r.order.direction = 'down')],
      ['a higher stake than the device signed', (r) => raiseStake(r)],
      [
        'the signature of another order',
        async (r) => (r.request.signature = (await sign({ ...r.order, direction: 'down' }, DEVICE)).signature),
      ],
      ['the key of another device beside the signature', (r) => (r.request.publicKey = STRANGER.publicKey)],
      ['one request used for two orders', (r) => (r.request.idempotencyKey = OTHER_KEY)],
      ['terms that the member did not see', (r) => (r.request.termsHash = 'ab'.repeat(32))],
      ['a decision dated forward', (r) => (r.request.signedAt = later(r.request.signedAt, 20))],
      ['a key that is no point', (r) => (r.request.publicKey = `04${'00'.repeat(64)}`)],
    ] satisfies [string, Forgery['change']][]
  ).map(([name, change]) => refusedSettled(name, 'request REQUEST_UNSIGNED', change)),
  refused('another request than the order names', 'request REQUEST_DIFFERS', (r) => {
    r.order.requestHash = 'ab'.repeat(32);
  }),
  refused('a signed order without its request', 'request REQUEST_DIFFERS', (r) => (r.request = null)),
  refused('a request that the order does not name', 'request REQUEST_DIFFERS', (r) => (r.order.requestHash = null)),
  refused('a signed order in a receipt of before', 'format SHAPE_WRONG', (r) => {
    delete r.request;
    delete r.settled;
    r.format = 'candor-receipt-v2';
  }),
  refused('an order of before in a receipt with a request', 'format SHAPE_WRONG', (r) => {
    delete r.order.requestHash;
    r.order.format = 'candor-order-v1';
  }),
  warned('an order that the member never sent', 'UNSIGNED', (r) => {
    r.request = null;
    r.order.requestHash = null;
  }),
  witnessed('an order that the member never sent, signed by a key of the site', 'device key', async (r) => {
    r.request = await sign(r.order, STRANGER);
  }),
].map((forgery) => ({ ...forgery, signed: true }));

/** The deadline that the member's device signed. */
const DEADLINES: readonly Forgery[] = [
  refusedSettled('a later deadline than the device signed', 'request REQUEST_UNSIGNED', (r) => {
    r.order.acceptBy = later(r.order.acceptBy, 1);
  }),
  refused('a deadline further off than the terms allow', 'terms ORDER_EXPIRED', async (r) => {
    r.order.acceptBy = later(r.order.submittedAt, 3001);
    r.request = await sign(r.order, DEVICE);
  }),
  refused('terms that let an order wait for longer', 'format SHAPE_WRONG', (r) => (r.terms.acceptWithinMs = 3001)),
  refused('an order with a deadline and no request', 'format SHAPE_WRONG', (r) => (r.request = null)),
  refused('an order with a deadline that names no request', 'format SHAPE_WRONG', (r) => (r.order.requestHash = null)),
  refused('an order with a deadline in a receipt of before', 'format SHAPE_WRONG', (r) => {
    r.format = 'candor-receipt-v3';
  }),
  refused('terms of before for an order with a deadline', 'format SHAPE_WRONG', (r) => {
    delete r.terms.acceptWithinMs;
    delete r.terms.priceRule;
    r.terms.format = 'candor-terms-v1';
  }),
].map((forgery) => ({ ...forgery, timed: true }));

export const FORGERIES: readonly Forgery[] = [
  ...PRICES,
  ...MOMENTS,
  ...AMOUNTS,
  ...TRANSFERS,
  ...LOG,
  ...REQUESTS,
  ...DEADLINES,
  ...SETTLED,
  ...SOURCES,
  ...OPENED,
];

/** What the device would have signed for an order like this. */
async function sign(order: Draft, device: TestDevice): Promise<ReceiptRequest> {
  const acceptBy = order.acceptBy === undefined ? null : Date.parse(order.acceptBy);
  const said = { idempotencyKey: OTHER_KEY, signedAt: Date.parse(order.submittedAt), acceptBy };
  return await signRequest({ ...order, ...said }, device);
}

/** All that follows from the stake too. */
function raiseStake(receipt: Draft): void {
  const { order, transfers } = receipt;
  const twice = (figure: string) => figure.replace(/^1/, '2');
  const doubled = { stake: twice(order.stake), fee: twice(order.fee), payout: order.payout.replace(/^185/, '370') };
  Object.assign(order, doubled);
  for (const transfer of transfers) transfer.amount = twice(transfer.amount);
}

/** A price that is 0.4 % higher. */
function raised(price: string): string {
  return (Number(price) * 1.004).toFixed(2);
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
