import fc from 'fast-check';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import { fromUtf8, textHash, utf8 } from './encoding.ts';
import type { UnsignedReceipt } from './receipt.ts';
import { ENTRY_AT, makeReceipt, makeUnsigned, rising, signReceipt } from './testing/receipts.ts';
import type { Scenario } from './testing/receipts.ts';
import { webCrypto } from './testing/web-crypto.ts';
import { verifyReceipt } from './verify-receipt.ts';
import type { Step } from './verify-receipt.ts';
import {
  signer,
  trustedKeys,
  CLOSES_AT,
  HOUR,
  won,
  wonFile,
  verify,
  failure,
  draft,
  pathsOf,
  sampled,
  changeAt,
} from './testing/changed-receipts.ts';
import type { Draft } from './testing/changed-receipts.ts';

/** How many bytes of a file are tried at once, each with every bit. */
const BYTES_AT_ONCE = 8;

/** Signed by the site's real key after a change; acceptance and checkpoints are unchanged. */
async function resigned(change: (receipt: UnsignedReceipt) => unknown): Promise<string> {
  return await signReceipt(change(won) as UnsignedReceipt, signer);
}

/** The site accepts another order, and signs all of it. */
async function accepted(receipt: UnsignedReceipt): Promise<string> {
  const { order } = receipt;
  const orderHash = await textHash(canonicalJson(order), webCrypto);
  const acceptance = await signer.sign(acceptanceText(order.id, orderHash, order.termsHash));
  return await signReceipt({ ...receipt, acceptance }, signer);
}

describe('no part of a file can be changed', { timeout: 120_000 }, () => {
  it('not one bit of a small file', async () => {
    const moments = [ENTRY_AT, ENTRY_AT + 5000, HOUR];
    const tickAt: Scenario['tickAt'] = (at) => (moments.includes(at) ? rising(at) : null);
    const file = await makeReceipt({ firstSeq: 1n, durationSec: 5, endsAt: HOUR, tickAt }, signer);
    expect((await verify(file)).verdict).toBe('valid');
    const bytes = utf8(file);
    // The first failed step decides. Waiting for the later steps 25,000 times is not necessary.
    const caught = new Error('caught');
    const onStep = ({ ok }: Step): void => {
      if (!ok) throw caught;
    };
    const isCaught = async (index: number, bit: number): Promise<boolean> => {
      const changed = bytes.with(index, (bytes[index] ?? 0) ^ (1 << bit));
      return (
        (await verifyReceipt(changed, { crypto: webCrypto, trustedKeys, onStep }).catch((error) => error)) === caught
      );
    };
    // Some bytes at a time: most of the time goes by waiting for the cryptography of another thread.
    for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
      const some = Array.from({ length: 8 * Math.min(BYTES_AT_ONCE, bytes.length - from) }, (_, bit) => bit);
      const answers = await Promise.all(some.map(async (bit) => await isCaught(from + (bit >> 3), bit & 7)));
      const missed = answers.indexOf(false);
      if (missed !== -1) expect.fail(`bit ${missed & 7} of byte ${from + (missed >> 3)} can be flipped`);
    }
  });

  it('not one bit of a longer file, as text or as bytes', async () => {
    const bytes = utf8(await makeReceipt({ durationSec: 5, endsAt: ENTRY_AT + 30_000 }, signer));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 }), async (index, bit) => {
        const changed = bytes.with(index, (bytes[index] ?? 0) ^ (1 << bit));
        expect((await verify(changed)).verdict).toBe('invalid');
        const text = fromUtf8(changed);
        if (text !== null) expect((await verify(text)).verdict).toBe('invalid');
      }),
      { numRuns: 100 },
    );
  });

  it('not by removing, adding or swapping a byte', async () => {
    const bytes = utf8(wonFile);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }), async (index, byte) => {
        const [before, after] = [bytes.slice(0, index), bytes.slice(index)];
        expect((await verify(Uint8Array.of(...before, ...after.slice(1)))).verdict).toBe('invalid');
        expect((await verify(Uint8Array.of(...before, byte, ...after))).verdict).toBe('invalid');
      }),
      { numRuns: 60 },
    );
  });

  it('not by another value, however plausible', async () => {
    const leaves = pathsOf(JSON.parse(wonFile));
    expect(leaves.length).toBeGreaterThan(300);
    for (const path of sampled(leaves)) {
      const changed = `${canonicalJson(changeAt(JSON.parse(wonFile), path))}\n`;
      expect((await verify(changed)).verdict, path.join('.')).toBe('invalid');
    }
  });
});

describe('even the holder of the key cannot change what was signed before', () => {
  /**
   * Only the site states these, and nothing earlier fixes them. The receipt's own signature covers them. A transfer that is
   * dated a moment late leaves a warning.
   */
  const FREE = /^(site\.name$|transfers\.\d+\.(at|id)$|final$)/;

  it.each(sampled(pathsOf(won)).map((path) => [path.join('.'), path]))('%s', async (name, path) => {
    const changed = await resigned((receipt) => changeAt(receipt, path));
    const isFree = FREE.test(name);
    const { verdict, warnings } = await verify(changed);
    expect(verdict).toBe(isFree ? (name === 'final' ? 'provisional' : 'valid') : 'invalid');
    expect(warnings.map(({ key }) => key)).toEqual(name.endsWith('.at') && isFree ? ['TRANSFERS_LATE'] : []);
  });

  it.each<[string, string, (receipt: Draft) => void]>([
    ['a price on the way', 'checkpoints HEAD_DIFFERS', (r) => (r.ticks[45][2] = '1.00')],
    ['a tick left out', 'chain TICKS_MISSING', (r) => r.ticks.splice(45, 1)],
    ['the first tick left out', 'checkpoints HEAD_DIFFERS', (r) => r.ticks.shift()],
    ['all ticks left out', 'chain TICKS_MISSING', (r) => (r.ticks = [])],
    ['ticks swapped', 'chain TICKS_MISSING', (r) => r.ticks.reverse()],
    ['the last tick left out', 'checkpoints HEAD_DIFFERS', (r) => r.ticks.pop()],
    ['the first checkpoint left out', 'checkpoints START_UNPROVEN', (r) => r.checkpoints.shift()],
    ['the hourly checkpoint left out', 'checkpoints PREVIOUS_DIFFERS', (r) => r.checkpoints.splice(1, 1)],
    ['the last checkpoint left out', 'checkpoints END_UNPROVEN', (r) => r.checkpoints.pop()],
    ['a checkpoint twice', 'checkpoints SLOT_NOT_LATER', (r) => r.checkpoints.push(r.checkpoints.at(-1))],
    [
      'the acceptance in place of a checkpoint',
      'checkpoints CHECKPOINT_MALFORMED',
      (r) => (r.checkpoints = [r.acceptance]),
    ],
    ['a checkpoint in place of the acceptance', 'acceptance TEXT_DIFFERS', (r) => (r.acceptance = r.checkpoints[0])],
    ['the anchor of another chain', 'chain CHAIN_BROKEN', (r) => (r.anchorHash = '0'.repeat(64))],
    ['another result', 'outcome OUTCOME_DIFFERS', (r) => (r.outcome.status = 'lost')],
    [
      'a void instead',
      'outcome OUTCOME_DIFFERS',
      (r) => Object.assign(r.outcome, { status: 'voided', reason: 'NO_EXIT_TICK' }),
    ],
    ['another profit', 'amounts PROFIT_DIFFERS', (r) => (r.outcome.profit = amountOf(minor('84') - 1n))],
    ['another credit', 'amounts CREDITED_DIFFERS', (r) => (r.outcome.credited = amountOf(minor('185') - 1n))],
    ['a transfer left out', 'amounts TRANSFERS_DIFFER', (r) => r.transfers.pop()],
    ['one transfer more', 'amounts TRANSFERS_DIFFER', (r) => r.transfers.push({ ...r.transfers[1], id: 'more' })],
    ['one transfer for two', 'amounts TRANSFERS_DIFFER', (r) => (r.transfers[1].id = r.transfers[0].id)],
    ['no outcome', 'outcome NOT_DUE', (r) => (r.outcome = null)],
    ['no exit', 'prices EXIT_DIFFERS', (r) => (r.outcome.exit = null)],
    ['another feed at the close', 'checkpoints HEAD_DIFFERS', (r) => (r.ticks[90][4] = 'replay')],
    ['another entry', 'prices ENTRY_DIFFERS', (r) => (r.outcome.entry.price = r.ticks[32][2])],
    ['better terms than agreed', 'terms TERMS_DIFFER', (r) => (r.terms.feeRate = '0.0000')],
    ['an invalid key', 'signature KEY_MALFORMED', (r) => r.keys.push('candor+00000000+AA==')],
  ])('%s: %s', async (_, expected, change) => {
    expect(failure(await verify(await resigned((receipt) => draft(receipt, change))))).toBe(expected);
  });

  it('an order accepted against its terms', async () => {
    const file = async (change: (receipt: Draft) => void) => await accepted(draft(won, change));
    expect(failure(await verify(await file((r) => (r.order.fee = amount('2')))))).toBe('terms PROMISE_DIFFERS');
    expect(failure(await verify(await file((r) => (r.order.payoutRate = '0.8400'))))).toBe('terms PROMISE_DIFFERS');
    expect(failure(await verify(await file((r) => (r.order.payout = amount('184')))))).toBe('terms PROMISE_DIFFERS');
    expect(failure(await verify(await file((r) => (r.order.durationSec = 61))))).toBe('terms DURATION_INVALID');
    expect(failure(await verify(await file((r) => (r.order.stake = amount('9')))))).toBe('terms STAKE_BELOW_MINIMUM');
    expect(failure(await verify(await file((r) => (r.order.termsVersion = 2))))).toBe('terms TERMS_CHANGED');
    expect(failure(await verify(await file((r) => (r.order.currency = 'EUR'))))).toBe('terms TERMS_DIFFER');
    expect(failure(await verify(await file((r) => (r.order.stake = '100.0'))))).toBe('format FIGURE_WRONG');
  });

  it('an entry or a close at another time', async () => {
    // With an order log an order of other times is not in it: that fails before.
    const plain = await makeUnsigned({ logFrom: null }, signer);
    const file = async (change: (receipt: Draft) => void) => await accepted(draft(plain, change));
    const later = new Date(ENTRY_AT + 5000).toISOString();
    expect(failure(await verify(await file((r) => (r.order.entryAt = later))))).toBe('prices TIMES_DIFFER');
    const earlier = new Date(ENTRY_AT - 1000).toISOString();
    expect(failure(await verify(await file((r) => (r.order.entryAt = earlier))))).toBe('prices TIMES_DIFFER');
    const longBefore = new Date(ENTRY_AT - 10_000).toISOString();
    expect(failure(await verify(await file((r) => (r.order.entryAt = longBefore))))).toBe('prices TIMES_DIFFER');
    const close = new Date(CLOSES_AT - 1000).toISOString();
    expect(failure(await verify(await file((r) => (r.order.closesAt = close))))).toBe('prices TIMES_DIFFER');
  });

  it('a result before the close', async () => {
    const early = await makeUnsigned({ endsAt: CLOSES_AT - 1000 }, signer);
    const file = await signReceipt({ ...early, outcome: won.outcome, transfers: won.transfers }, signer);
    expect(failure(await verify(file))).toBe('prices NOT_DUE');
  });
});
