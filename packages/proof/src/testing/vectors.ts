/**
 * Receipts to test a verifier with, in any language: true ones, changed ones, and ones that the holder of the key signed
 * again after a lie. They come from fixed keys, so they are the same each time.
 */
import { currency } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import { isoText } from '../lines.ts';
import type { TracedReport } from '../source-reports.ts';
import { verifierKeyText } from '../signed-note.ts';
import { verifyReceipt } from '../verify-receipt.ts';
import type { Verdict } from '../verify-receipt.ts';
import type { Warning } from '../warnings.ts';
import { forge, truthOf } from './forge.ts';
import { fixedDevice } from './devices.ts';
import { DEVICE, FORGERIES } from './forgeries.ts';
import { makeOddReceipts } from './odd-vectors.ts';
import { ACCEPTED_AT, CHAIN_START, ENTRY_AT, makeReceipt, makeUnsigned, rising } from './receipts.ts';
import type { Scenario } from './receipts.ts';
import { ROUNDS_SHIFT_MS, simulatedWithRounds } from './simulated-receipts.ts';
import { fixedSigner, webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

export type Vector = {
  readonly about: string;
  /** The keys that the reader trusts; null if they know none. */
  readonly trustedKeys: readonly string[] | null;
  readonly expected: {
    readonly verdict: Verdict;
    /** "step PROBLEM" of the first step that fails. */
    readonly failed: string | null;
    readonly warnings: readonly Warning[];
  };
  /** The text of the file. */
  readonly receipt: string;
};

const PAID_IN = currency('XTS', 2);
/** From before the order log: a receipt of the first version. */
const SHORT: Scenario = { paidIn: PAID_IN, durationSec: 5, endsAt: ENTRY_AT + 30_000, logFrom: null };
/** With the order log. */
const LOGGED: Scenario = { ...SHORT, logFrom: CHAIN_START };

/** Signed by the member's device. */
const SIGNED: Scenario = { ...LOGGED, device: DEVICE };

/** Signed by the member's device with a deadline. */
const TIMED: Scenario = { ...SIGNED, acceptWithinMs: 3000 };

/** Its terms let orders enter three seconds later. */
const DELAYED: Scenario = { ...TIMED, entryDelaySec: 3 };

/** The tick of these seconds after the entry is another one, or missing. */
function except(from: number, to: number, tick: ReturnType<NonNullable<Scenario['tickAt']>>): Scenario {
  const isOdd = (at: number) => at >= ENTRY_AT + from * 1000 && at <= ENTRY_AT + to * 1000;
  return { ...SHORT, tickAt: (at) => (isOdd(at) ? tick : rising(at)) };
}

/** The market closes, and opens again, so many seconds after the entry. */
function closedAt(from: number, until: number): NonNullable<Scenario['tickAt']> {
  return (at) => {
    const second = (at - ENTRY_AT) / 1000;
    if (second < from || second >= until) return rising(at);
    return second === from ? { units: 5000n, status: 'CLOSED' } : null;
  };
}

/** Two whose mean is rounded to the even cent, one that is far, one that is old. */
function twoOf(at: number): readonly TracedReport[] {
  const { units } = rising(at);
  const [low, high] = units % 2n === 0n ? [units - 1n, units + 2n] : [units - 1n, units + 1n];
  const said = (source: string, own: bigint, verdict: string, age = 0): TracedReport => ({
    price: formatPrice(price(own), 2),
    receivedAt: isoText(at - age),
    source,
    tradeId: null,
    tradedAt: null,
    verdict,
  });
  return [
    said('binance', low, 'used', 5000),
    said('coinbase', high, 'used'),
    said('kraken', (high * 102n) / 100n, 'outlier'),
    said('okx', low, 'stale', 5001),
  ];
}

/** The close of an order of five seconds in the time of the recorded rounds. */
const SHORT_CLOSE = ENTRY_AT + ROUNDS_SHIFT_MS + 5000;

/** Simulated prices whose rounds were recorded, at the time of these rounds. */
const WITH_ROUNDS: Scenario = {
  ...TIMED,
  shiftMs: ROUNDS_SHIFT_MS,
  logFrom: CHAIN_START + ROUNDS_SHIFT_MS,
  endsAt: ENTRY_AT + 30_000 + ROUNDS_SHIFT_MS,
  tickAt: (at) => simulatedWithRounds(at),
};

const TRUE: Readonly<Record<string, Scenario>> = {
  won: SHORT,
  lost: { ...SHORT, direction: 'down' },
  tied: { ...SHORT, tickAt: () => ({ units: 5000n }) },
  'below-zero': { ...SHORT, tickAt: (at) => ({ units: BigInt((at - ENTRY_AT) / 1000) - 3n }) },
  'no-entry': except(0, 3, null),
  'no-exit': except(3, 5, null),
  'exit-not-ok': except(5, 5, { units: 5000n, status: 'STALE' }),
  'feed-changed': except(4, 30, { units: 9_000_000n, feed: 'replay' }),
  'four-decimals': { ...SHORT, paidIn: currency('XTS', 4) },
  'no-decimals-in-cash': { ...SHORT, paidIn: currency('XTS', 0), mode: 'live', wallet: 'cash' },
  'delayed-by-a-tick': { ...SHORT, newestAtAcceptance: ENTRY_AT },
  'first-tick-of-the-chain': { ...SHORT, firstSeq: 1n },
  'not-settled': { ...SHORT, endsAt: ENTRY_AT + 2000 },
  'not-final': { ...SHORT, endsAt: ENTRY_AT + 8000 },
  'settled-late': { ...SHORT, settledAfterMs: 90_000 },
  'second-missing': except(2, 2, null),
  'logged-won': LOGGED,
  'logged-lost': { ...LOGGED, direction: 'down' },
  'logged-not-settled': { ...LOGGED, endsAt: ENTRY_AT + 2000 },
  'logged-before-the-entry': { ...LOGGED, endsAt: ACCEPTED_AT },
  'not-logged': { ...LOGGED, loggedAt: null },
  'not-logged-in-time': { ...LOGGED, loggedAt: ENTRY_AT + 1000 },
  'not-logged-and-no-exit': { ...LOGGED, ...except(3, 5, null), logFrom: CHAIN_START, loggedAt: null },
  'logged-and-no-entry': { ...LOGGED, ...except(0, 3, null), logFrom: CHAIN_START },
  'log-begins-at-the-entry': { ...LOGGED, logFrom: ENTRY_AT },
  'log-begins-after-the-entry': { ...LOGGED, logFrom: ENTRY_AT + 1000 },
  'signed-won': SIGNED,
  'signed-by-ed25519': { ...SIGNED, device: await fixedDevice(8, 'Ed25519') },
  'signed-not-settled': { ...SIGNED, endsAt: ENTRY_AT + 2000 },
  'signed-after-the-acceptance': { ...SIGNED, signedAt: ACCEPTED_AT + 5000 },
  'signed-for-other-terms': { ...SIGNED, seenTermsHash: 'ab'.repeat(32) },
  'signed-and-not-logged': { ...SIGNED, loggedAt: null },
  'not-signed': { ...SIGNED, device: null },
  'signed-and-settlement-not-in-the-log': { ...SIGNED, settlementLogged: false },
  'timed-won': TIMED,
  'timed-by-ed25519': { ...TIMED, device: await fixedDevice(8, 'Ed25519') },
  'timed-not-settled': { ...TIMED, endsAt: ENTRY_AT + 2000 },
  'timed-accepted-at-the-deadline': { ...TIMED, signedAt: ACCEPTED_AT - 3000 },
  'timed-accepted-slowly': { ...TIMED, signedAt: ACCEPTED_AT - 1501 },
  'timed-and-not-logged': { ...TIMED, loggedAt: null },
  'timed-and-no-entry': { ...TIMED, ...except(0, 3, null), logFrom: CHAIN_START },
  'timed-and-no-valid-entry': {
    ...TIMED,
    ...except(0, 3, { units: 9_000_000n, status: 'DISAGREE' }),
    logFrom: CHAIN_START,
  },
  'timed-and-a-late-entry': { ...TIMED, ...except(0, 2, { units: 9_000_000n, status: 'STALE' }), logFrom: CHAIN_START },
  'timed-and-no-exit': { ...TIMED, ...except(3, 5, null), logFrom: CHAIN_START },
  'timed-and-exit-dead': { ...TIMED, ...except(5, 5, { units: 5000n, status: 'DEAD' }), logFrom: CHAIN_START },
  'timed-and-exit-closed': { ...TIMED, endsAt: ENTRY_AT + 90_000, tickAt: closedAt(5, 65) },
  'timed-and-closed-before-the-exit': { ...TIMED, endsAt: ENTRY_AT + 90_000, tickAt: closedAt(4, 64) },
  'timed-and-closed-at-the-entry': { ...TIMED, endsAt: ENTRY_AT + 90_000, tickAt: closedAt(0, 60) },
  'timed-before-the-entry': { ...TIMED, endsAt: ACCEPTED_AT },
  'timed-from-one-source': {
    ...TIMED,
    tickAt: (at) => ({ ...rising(at), feed: 'replay' }),
  },
  'timed-and-simulated': { ...TIMED, tickAt: (at) => ({ ...rising(at), feed: 'simulated' }) },
  'timed-and-simulated-with-rounds': WITH_ROUNDS,
  'timed-and-the-round-of-the-close-missing': {
    ...WITH_ROUNDS,
    tickAt: (at) => simulatedWithRounds(at, (second) => second < SHORT_CLOSE),
  },
  'delayed-won': DELAYED,
  'delayed-by-nothing': { ...TIMED, entryDelaySec: 0 },
  'limited-won': { ...DELAYED, lossLimits: ['1000', '5000', '20000'] },
  'limited-by-nothing-and-not-delayed': { ...TIMED, lossLimits: ['0', '0', '0'] },
  'delayed-by-the-terms-and-a-tick': { ...DELAYED, newestAtAcceptance: ENTRY_AT },
  'delayed-and-not-logged': { ...DELAYED, loggedAt: null },
  'delayed-before-the-entry': { ...DELAYED, endsAt: ENTRY_AT + 2000 },
  'delayed-and-no-entry': { ...DELAYED, ...except(3, 6, null), logFrom: CHAIN_START },
  'timed-and-the-mean-of-two': { ...TIMED, tickAt: (at) => ({ ...rising(at), reports: twoOf(at) }) },
  'signed-and-no-entry': { ...SIGNED, ...except(0, 3, null), logFrom: CHAIN_START },
};

/** Lies about the order log that fit a short order. All lies are in `makeForgedVectors`. */
const SHORT_LIES: readonly (readonly [string, string])[] = [
  ['other-direction', 'the other direction after the log was published'],
  ['other-nonce', 'another nonce'],
  ['other-place', 'the place of another order'],
  ['proof-of-another-order', 'the proof of another order'],
  ['proof-too-long', 'a hash too many in the proof'],
  ['says-nothing-of-the-log', 'a receipt that says nothing of the log'],
  ['left-out-and-paid', 'an order left out of the log and paid all the same'],
  ['void-although-proven', 'void for the log although it is proven'],
  ['log-dropped', 'a tick without the log after ticks with it'],
  ['log-shrank', 'a log that loses orders'],
  ['log-changed', 'another log of the same size'],
  ['price-not-repeated', 'an invented price that is not valid, and steers those after it'],
];

/** Lies about what the member's device signed. */
const SIGNED_LIES: readonly (readonly [string, string])[] = [
  ['other-direction-than-signed', 'another direction than the device signed'],
  ['signature-of-another-order', 'the signature of another order'],
  ['key-of-another-device', 'the key of another device beside the signature'],
  ['key-no-point', 'a key that is no point'],
  ['other-request', 'another request than the order names'],
  ['request-left-out', 'a signed order without its request'],
  ['signed-in-an-old-receipt', 'a signed order in a receipt of before'],
  ['old-order-with-a-request', 'an order of before in a receipt with a request'],
  ['never-sent', 'an order that the member never sent'],
];

/** Lies about the deadline that the device signed. */
const TIMED_LIES: readonly (readonly [string, string])[] = [
  ['later-deadline-than-signed', 'a later deadline than the device signed'],
  ['deadline-beyond-the-terms', 'a deadline further off than the terms allow'],
  ['terms-let-it-wait', 'terms that let an order wait for longer'],
  ['deadline-without-a-request', 'an order with a deadline and no request'],
  ['deadline-in-an-old-receipt', 'an order with a deadline in a receipt of before'],
  ['deadline-with-old-terms', 'terms of before for an order with a deadline'],
];

/** Lies about what the sources reported. */
const SOURCE_LIES: readonly (readonly [string, string])[] = [
  ['void-though-three-agree', 'void at the close, though three agree'],
  ['closed-in-a-session', 'called closed at the close, and open a second later'],
  ['highest-of-three', 'the highest of three, the others called outliers'],
  ['one-source-not-the-middle', 'the price of one source in place of the middle'],
  ['reports-of-the-close-left-out', 'the reports of the close left out'],
  ['reports-of-another-tick', 'the reports of another tick'],
  ['trade-without-a-time', 'a trade with a number and no time'],
  ['says-nothing-of-its-sources', 'a receipt with a deadline that shows no reports'],
];

/** Lies about the halves of entries that are opened later, and about the terms in the log. */
const OPENED_LIES: readonly (readonly [string, string])[] = [
  ['terms-dated-back', 'terms dated back: their entry comes after the order'],
  ['terms-at-another-place', 'the place of other terms'],
  ['entry-price-without-a-log', 'an entry price that names no log'],
  ['terms-in-no-log', 'terms that are in no log'],
  ['says-nothing-of-its-terms', 'a receipt that says nothing of its terms in the log'],
  ['other-half-of-the-order', 'another public half than the order has'],
  ['other-seal-of-the-order', 'the public half of the order, and the seal of another'],
  ['entry-never-opened', 'an entry that is never opened for an order of now'],
  ['other-half-of-the-settlement', 'another public half than the settlement has'],
];

/** Lies about the settlement in the log. */
const SETTLED_LIES: readonly (readonly [string, string])[] = [
  ['settlement-dated-back', 'a settlement dated back after the log was published'],
  ['settlement-of-another-nonce', 'another nonce for the settlement'],
  ['settlement-at-another-place', 'the place of another settlement'],
  ['order-for-its-settlement', 'the entry of the order in place of that of its settlement'],
  ['settlement-in-no-log', 'a settlement that is in no log'],
  ['says-nothing-of-the-settlement', 'a receipt that says nothing of the settlement in the log'],
  ['settled-before', 'a settlement in the log before the order was due'],
  ['settled-elsewhere', 'a settlement in another log of the site'],
  ['head-of-before', 'a head of the log from before the last tick'],
  ['head-of-a-stranger', 'a head of the log that a stranger signed'],
  ['head-of-prices', 'a checkpoint of prices in place of the head'],
  ['log-does-not-go-on', 'no proof that the log goes on'],
];

/** The vectors by the names of their files. */
export async function makeVectors(): Promise<Map<string, Vector>> {
  const [site, stranger] = [await fixedSigner(1), await fixedSigner(2)];
  const vectors = new Map<string, Vector>();
  const put = async (name: string, about: string, receipt: string, key: TestSigner | null = site): Promise<void> => {
    vectors.set(name, await vectorOf(about, receipt, key));
  };
  for (const [name, scenario] of Object.entries(TRUE)) {
    await put(`true-${name}`, `a true receipt: ${name.replaceAll('-', ' ')}`, await makeReceipt(scenario, site));
  }
  const won = await makeReceipt(SHORT, site);
  await put('no-key', 'a true receipt, for a reader who knows no key', won, null);
  await put('other-key', 'a true receipt, for a reader who knows another key', won, stranger);
  await put('changed-digit', 'one digit changed after the signature', won.replace('"credited":"1', '"credited":"2'));
  await put('changed-blank', 'a blank that changes no value', won.replace('{', '{ '));
  await put('no-line-feed', 'the last line feed left out', won.slice(0, -1));
  const held = { ...SIGNED, signedAt: ACCEPTED_AT - 35_000 };
  await put('lie-held-back', 'taken 35 s after the device signed it', await makeReceipt(held, site));
  const ahead = { ...SIGNED, signedAt: ACCEPTED_AT + 5001 };
  await put('lie-signed-in-the-future', 'taken before the device signed it', await makeReceipt(ahead, site));
  const late = { ...TIMED, signedAt: ACCEPTED_AT - 3001 };
  await put('lie-after-the-deadline', 'taken after the deadline that the device signed', await makeReceipt(late, site));
  const other = { ...WITH_ROUNDS, tickAt: (at: number) => simulatedWithRounds(at, undefined, 1) };
  await put('lie-round-of-before', 'a round of before in place of that of the second', await makeReceipt(other, site));
  const short = { ...TIMED, endsAt: ENTRY_AT + 90_000, tickAt: closedAt(4, 63) };
  await put('lie-closed-for-less-than-a-minute', 'closed for less than a minute', await makeReceipt(short, site));
  const forward = { ...TIMED, signedAt: ACCEPTED_AT + 5001 };
  await put('lie-deadline-in-the-future', 'taken long before the device signed it', await makeReceipt(forward, site));
  const early = { ...DELAYED, enteredLaterSec: 0 };
  await put('lie-entry-before-the-delay', 'an entry before the delay of the terms', await makeReceipt(early, site));
  const almost = { ...DELAYED, enteredLaterSec: 2 };
  await put('lie-entry-a-second-before-the-delay', 'an entry a second before it', await makeReceipt(almost, site));
  const longer = { ...TIMED, enteredLaterSec: 3 };
  await put('lie-entry-delayed-by-no-terms', 'a delay that the terms do not have', await makeReceipt(longer, site));
  const eleven = { ...TIMED, entryDelaySec: 11 };
  await put('lie-terms-delay-it-too-long', 'terms that delay the entry by 11 s', await makeReceipt(eleven, site));
  const [logged, signed] = [await makeUnsigned(LOGGED, site), await makeUnsigned(SIGNED, site)];
  const timed = await makeUnsigned(TIMED, site);
  const lies = [...SHORT_LIES, ...SIGNED_LIES, ...TIMED_LIES, ...SOURCE_LIES, ...SETTLED_LIES, ...OPENED_LIES];
  for (const [name, about] of lies) {
    const lie = FORGERIES.find((forgery) => forgery.name === about);
    if (lie === undefined) throw new Error(`there is no lie ${about}`);
    const receipt = truthOf(lie, { honest: logged, signed, timed });
    await put(`lie-${name}`, `signed with the key: ${about}`, await forge(receipt, lie, site));
  }
  const leftOut = await makeUnsigned({ ...SIGNED, loggedAt: null }, site);
  const odd = await makeOddReceipts({ logged, 'left out': leftOut }, site);
  for (const [name, about, receipt] of odd) await put(name, about, receipt);
  await put('key-twice', 'a key twice', won.replace('"final":true', '"final":true,"final":true'));
  return vectors;
}

/** Every lie of `forgeries.ts`. They are large, so they are no files. */
export async function makeForgedVectors(): Promise<Map<string, Vector>> {
  const site = await fixedSigner(1);
  const honest = await makeUnsigned({ paidIn: PAID_IN }, site);
  const signed = await makeUnsigned({ paidIn: PAID_IN, device: DEVICE }, site);
  const timed = await makeUnsigned({ paidIn: PAID_IN, device: DEVICE, acceptWithinMs: 3000 }, site);
  const vectors = new Map<string, Vector>();
  for (const [index, forgery] of FORGERIES.entries()) {
    const name = `lie-${String(index).padStart(2, '0')}`;
    vectors.set(
      name,
      await vectorOf(forgery.name, await forge(truthOf(forgery, { honest, signed, timed }), forgery, site), site),
    );
  }
  return vectors;
}

/** The vector of a receipt, with what this verifier says about it. */
export async function vectorOf(about: string, receipt: string, trusted: TestSigner | null): Promise<Vector> {
  const options = trusted === null ? {} : { trustedKeys: [trusted.key] };
  const { verdict, steps, warnings } = await verifyReceipt(receipt, { crypto: webCrypto, ...options });
  const failed = steps.find(({ ok }) => !ok);
  return {
    about,
    trustedKeys: trusted === null ? null : [verifierKeyText(trusted.key)],
    expected: { verdict, failed: failed === undefined ? null : `${failed.key} ${failed.problem}`, warnings },
    receipt,
  };
}
