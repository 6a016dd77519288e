import { expect, test } from 'vitest';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import { checkAnswer } from './check-answer.ts';
import type { Answer, AnswerProblem, SentOrder } from './check-answer.ts';
import { textHash } from './encoding.ts';
import type { TracedKey } from './key-rotation.ts';
import { orderDocument } from './order-document.ts';
import { shareAcceptances } from './shared-acceptance.ts';
import { sha256 } from './testing/naive-tree.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';

const [site, stranger] = await Promise.all([testSigner(), testSigner()]);
const KEY: TracedKey = { ...site.key, retiredAt: null };
const DECIDED_AT = Date.parse('2026-11-22T10:00:00.100Z');
const ENTRY_AT = Date.parse('2026-11-22T10:00:01.000Z');

const sent: SentOrder = {
  product: 'BTCUSDT',
  direction: 'up',
  durationSec: 60,
  stake: '100',
  wallet: 'practice',
  termsVersion: 3,
  termsHash: 'a'.repeat(64),
  payoutRate: '0.8500',
  fee: '1.00',
  decidedAt: DECIDED_AT,
};

const order: Answer['order'] = {
  id: '0190a8f0-0000-7000-8000-000000000001',
  no: '7',
  product: 'BTCUSDT',
  direction: 'up',
  durationSec: 60,
  stake: '100.00',
  fee: '1.00',
  payoutRate: '0.8500',
  payout: '185.00',
  wallet: 'practice',
  currency: 'CNY',
  termsVersion: 3,
  termsHash: 'a'.repeat(64),
  submittedAt: '2026-11-22T10:00:00.150Z',
  acceptedAt: '2026-11-22T10:00:00.190Z',
  entryAt: '2026-11-22T10:00:01.000Z',
  closesAt: '2026-11-22T10:01:01.000Z',
};

/** Signed as a site signs it, whatever it says. */
async function answerWith(changes: Partial<Answer['order']> = {}, by = site): Promise<Answer> {
  const answered = { ...order, ...changes };
  const hash = await textHash(canonicalJson(orderDocument(answered)), webCrypto);
  const acceptance = await by.sign(acceptanceText(answered.id, hash, answered.termsHash));
  return { order: answered, acceptance, arrivedAt: ENTRY_AT - 500 };
}

/** The same, signed together with others; `place` is the one whose proof it comes with. */
async function sharedAnswer(by = site, place = 1): Promise<Answer> {
  const hash = await textHash(canonicalJson(orderDocument(order)), webCrypto);
  const own = acceptanceText(order.id, hash, order.termsHash);
  const others = ['a', 'b', 'c'].map((id) => acceptanceText(id, hash, order.termsHash));
  const { text, places } = shareAcceptances([others[0] ?? '', own, ...others.slice(1)], sha256);
  return { order, acceptance: `${places[place]}${await by.sign(text)}`, arrivedAt: ENTRY_AT - 500 };
}

async function problems(answer: Answer, to: SentOrder = sent, keys = [KEY]): Promise<AnswerProblem[]> {
  return await checkAnswer(to, answer, keys, webCrypto);
}

test('an answer to the order that was sent has no problem', async () => {
  expect(await problems(await answerWith())).toEqual([]);
  expect(await problems(await answerWith(), { ...sent, wallet: undefined, stake: '100.0' })).toEqual([]);
});

test('an acceptance may be signed together with those of other orders', async () => {
  expect(await problems(await sharedAnswer())).toEqual([]);
  expect(await problems(await sharedAnswer(site, 2))).toEqual(['TEXT_DIFFERS']);
  expect(await problems({ ...(await sharedAnswer()), order: { ...order, no: '8' } })).toEqual(['TEXT_DIFFERS']);
  expect(await problems(await sharedAnswer(stranger))).toEqual(['KEY_UNKNOWN']);
  const { acceptance } = await sharedAnswer();
  const unsigned = acceptance?.replace(/\n4\n/, '\n5\n') ?? null;
  expect(await problems({ ...(await sharedAnswer()), acceptance: unsigned })).toEqual(['SIGNATURE_WRONG']);
});

test.each<[string, Partial<Answer['order']>]>([
  ['that was accepted as it was received', { submittedAt: order.acceptedAt }],
  ['by a clock that is five seconds behind', { submittedAt: '2026-11-22T09:59:55.100Z' }],
  [
    'whose entry is the latest there may be',
    { entryAt: '2026-11-22T10:00:03.000Z', closesAt: '2026-11-22T10:01:03.000Z' },
  ],
])('an answer %s has no problem', async (_what, changes) => {
  expect(await problems(await answerWith(changes))).toEqual([]);
});

test.each([
  ['100', '100.00'],
  ['100.00', '100'],
  ['100', '100'],
])('a stake of %s is the one of %s that was sent', async (answered, stake) => {
  expect(await problems(await answerWith({ stake: answered }), { ...sent, stake })).toEqual([]);
});

test('the answer names what the device signed, and nothing that it did not', async () => {
  const [hash, other] = ['c'.repeat(64), 'd'.repeat(64)];
  const signed = { ...sent, requestHash: hash };
  expect(await problems(await answerWith({ requestHash: hash }), signed)).toEqual([]);
  for (const requestHash of [other, null, undefined])
    expect(await problems(await answerWith({ requestHash }), signed)).toEqual(['REQUEST_DIFFERS']);
  const unsigned = { ...sent, requestHash: null };
  expect(await problems(await answerWith({ requestHash: null }), unsigned)).toEqual([]);
  expect(await problems(await answerWith({ requestHash: hash }), unsigned)).toEqual(['REQUEST_DIFFERS']);
  // What an older version of the app did not keep is not checked.
  expect(await problems(await answerWith({ requestHash: hash }))).toEqual([]);
});

test('newer terms are fine while they are as good, or better', async () => {
  const newer = { termsVersion: 4, termsHash: 'b'.repeat(64) };
  expect(await problems(await answerWith(newer))).toEqual([]);
  expect(await problems(await answerWith({ ...newer, payoutRate: '0.9000', fee: '0.99' }))).toEqual([]);
});

test('an entry is as much later as the terms say', async () => {
  const at = (entry: string, close: string): Partial<Answer['order']> => ({
    entryAt: `2026-11-22T10:00:${entry}.000Z`,
    closesAt: `2026-11-22T10:01:${close}.000Z`,
  });
  const delayed = { ...sent, entryDelaySec: 3 };
  expect(await problems(await answerWith(at('04', '04')), delayed)).toEqual([]);
  // A newer tick may delay it besides.
  expect(await problems(await answerWith(at('06', '06')), delayed)).toEqual([]);
  for (const [entry, close] of [
    ['01', '01'],
    ['03', '03'],
    ['07', '07'],
  ] as const)
    expect(await problems(await answerWith(at(entry, close)), delayed)).toEqual(['TIMES_DIFFER']);
  expect(await problems(await answerWith(at('04', '04')))).toEqual(['TIMES_DIFFER']);
});

test.each<[string, Partial<Answer['order']>, AnswerProblem]>([
  ['another product', { product: 'ETHUSDT' }, 'PRODUCT_DIFFERS'],
  ['the other direction', { direction: 'down' }, 'DIRECTION_DIFFERS'],
  ['another stake', { stake: '100.01' }, 'STAKE_DIFFERS'],
  ['a stake that is no amount', { stake: '1e2' }, 'STAKE_DIFFERS'],
  ['a stake with something before it', { stake: 'x100.00' }, 'STAKE_DIFFERS'],
  ['a stake with something after it', { stake: '100.00x' }, 'STAKE_DIFFERS'],
  ['a stake that ends with a point', { stake: '100.' }, 'STAKE_DIFFERS'],
  ['a payout rate that does not begin with a figure', { payoutRate: '.8500' }, 'TERMS_WORSE'],
  ['a fee that is no amount', { fee: 'none' }, 'TERMS_WORSE'],
  ['another wallet', { wallet: 'cash' }, 'WALLET_DIFFERS'],
  ['other terms under the same number', { termsHash: 'b'.repeat(64) }, 'TERMS_DIFFER'],
  ['a lower payout rate', { termsVersion: 4, payoutRate: '0.8499' }, 'TERMS_WORSE'],
  ['a higher fee', { termsVersion: 4, fee: '1.01' }, 'TERMS_WORSE'],
  ['a moment of its sending that is none', { submittedAt: 'soon' }, 'TIMES_DIFFER'],
  ['a moment of its acceptance that is none', { acceptedAt: 'soon' }, 'TIMES_DIFFER'],
  ['an entry that is no moment', { entryAt: 'soon' }, 'TIMES_DIFFER'],
  ['a close that is no moment', { closesAt: 'soon' }, 'TIMES_DIFFER'],
  ['an acceptance before it was received', { submittedAt: '2026-11-22T10:00:00.191Z' }, 'TIMES_DIFFER'],
  ['a moment long before the decision', { submittedAt: '2026-11-22T09:59:55.099Z' }, 'TIMES_DIFFER'],
  [
    'an entry before the acceptance',
    { entryAt: '2026-11-22T10:00:00.000Z', closesAt: '2026-11-22T10:01:00.000Z' },
    'TIMES_DIFFER',
  ],
  [
    'an entry far after it',
    { entryAt: '2026-11-22T10:00:04.000Z', closesAt: '2026-11-22T10:01:04.000Z' },
    'TIMES_DIFFER',
  ],
  [
    'an entry between seconds',
    { entryAt: '2026-11-22T10:00:01.500Z', closesAt: '2026-11-22T10:01:01.500Z' },
    'TIMES_DIFFER',
  ],
  [
    'an entry at the acceptance itself',
    { acceptedAt: '2026-11-22T10:00:01.000Z', submittedAt: '2026-11-22T10:00:01.000Z' },
    'TIMES_DIFFER',
  ],
  ['another close', { closesAt: '2026-11-22T10:01:02.000Z' }, 'TIMES_DIFFER'],
  ['a moment that is none', { acceptedAt: 'today' }, 'TIMES_DIFFER'],
])('an answer with %s is found, although it is signed', async (_what, changes, problem) => {
  const answer = await answerWith(changes).catch(async () => ({
    ...(await answerWith()),
    order: { ...order, ...changes },
  }));
  expect(await problems({ ...answer, arrivedAt: null })).toContain(problem);
});

test('another duration is found; its close follows from it', async () => {
  const answer = await answerWith({ durationSec: 30, closesAt: '2026-11-22T10:00:31.000Z' });
  expect(await problems(answer)).toEqual(['DURATION_DIFFERS']);
});

test('an answer without a signature of the site is found', async () => {
  const good = await answerWith();
  expect(await problems({ ...good, acceptance: null })).toEqual(['ACCEPTANCE_MISSING']);
  expect(await problems({ ...good, acceptance: 'no note' })).toEqual(['NOTE_MALFORMED']);
  expect(await problems(await answerWith({}, stranger))).toEqual(['KEY_UNKNOWN']);
  expect(await problems({ ...good, acceptance: (await answerWith({ no: '8' })).acceptance })).toEqual(['TEXT_DIFFERS']);
  const retired = { ...KEY, retiredAt: Date.parse(order.acceptedAt) - 600_001 };
  expect(await problems(good, sent, [retired])).toEqual(['KEY_RETIRED']);
});

test('an answer after the span of the entry is late; one that was asked for again is not', async () => {
  const good = await answerWith();
  expect(await problems({ ...good, arrivedAt: ENTRY_AT + 3000 })).toEqual([]);
  expect(await problems({ ...good, arrivedAt: ENTRY_AT + 3001 })).toEqual(['ANSWER_LATE']);
  expect(await problems({ ...good, arrivedAt: null })).toEqual([]);
});

test('an order that was accepted after the deadline that the device signed, or names another one, is none of its orders', async () => {
  const acceptBy = Date.parse(order.acceptedAt);
  const named = { acceptBy: new Date(acceptBy).toISOString(), requestHash: 'b'.repeat(64) };
  const by = async (changes: Partial<Answer['order']>) =>
    await checkAnswer({ ...sent, acceptBy }, await answerWith({ ...named, ...changes }), [KEY], webCrypto);
  expect(await by({})).toEqual([]);
  const later = new Date(acceptBy + 1).toISOString();
  expect(await by({ acceptedAt: later })).toEqual(['ACCEPTED_LATE']);
  expect(await by({ acceptBy: later })).toEqual(['ACCEPTED_LATE']);
  expect(await by({ acceptBy: null })).toEqual(['ACCEPTED_LATE']);
});
