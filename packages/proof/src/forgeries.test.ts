import fc from 'fast-check';
import { amount } from '@candor/domain/testing/test-currency';
import { currency } from '@candor/domain/money';
import { describe, expect, it } from 'vitest';
import { parseNote } from './signed-note.ts';
import { canonicalJson } from './canonical-json.ts';
import { textHash, toHex } from './encoding.ts';
import { orderCommitment } from './order-log/commitment.ts';
import { consistencyNodes, makeProof } from './order-log/tree.ts';
import type { NodeReader } from './order-log/tree.ts';
import { verifyConsistency } from './order-log/verify-proof.ts';
import type { Receipt } from './receipt.ts';
import { forge, truthOf } from './testing/forge.ts';
import type { Kept } from './testing/forge.ts';
import { DEVICE, FORGERIES } from './testing/forgeries.ts';
import { naiveTree, sha256 } from './testing/naive-tree.ts';
import { makeLog, NONCE } from './testing/order-logs.ts';
import { CHAIN_START, ENTRY_AT, makeReceipt, makeUnsigned } from './testing/receipts.ts';
import type { Scenario } from './testing/receipts.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';
import { logOfRow } from './tick-row.ts';
import { verifyReceipt } from './verify-receipt.ts';
import type { Verification } from './verify-receipt.ts';

/**
 * The site lies, with its own key. Each lie is refused, leaves a warning, or is shown by a note that somebody kept from
 * before. docs/fairness.md has the table of them.
 */
const signer = await testSigner();
const honest = await makeUnsigned({}, signer);
const signed = await makeUnsigned({ device: DEVICE }, signer);
const timed = await makeUnsigned({ device: DEVICE, acceptWithinMs: 3000 }, signer);

async function verify(file: string): Promise<Verification> {
  return await verifyReceipt(file, { crypto: webCrypto, trustedKeys: [signer.key] });
}

/** What fails first, as "step PROBLEM". */
function failure({ steps }: Verification): string | null {
  const step = steps.find(({ ok }) => !ok);
  return step === undefined ? null : `${step.key} ${step.problem}`;
}

function textOf(note: string): string {
  const parsed = parseNote(note);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.text;
}

/** Whether what was kept before the lie contradicts the forged receipt. */
async function contradicts(forged: Receipt, kept: Kept, truth = honest): Promise<boolean> {
  if (kept === 'acceptance') return textOf(forged.acceptance) !== textOf(honest.acceptance);
  if (kept === 'log head') return (await forkedHeads(forged)).length > 0 || hasOtherHead(forged);
  if (kept === 'device key') return forged.request?.publicKey !== DEVICE.publicKey;
  if (kept === 'nonce') return await isInPublishedLog(forged);
  const said = new Set(forged.checkpoints.map(textOf));
  return truth.checkpoints.some((note) => !said.has(textOf(note)));
}

/** The head that had the true settlement was kept: the forged one has the same size and another root. */
function hasOtherHead({ settled }: Receipt): boolean {
  const [head, kept] = [settled, signed.settled].map((one) => (one ? textOf(one.checkpoint).split('\n') : []));
  return head?.[1] !== undefined && head[1] === kept?.[1] && head[2] !== kept?.[2];
}

/** The last head of the true chain was kept. No head of the forged one leads to it, or comes from it. */
async function forkedHeads({ ticks }: Receipt): Promise<readonly number[]> {
  const kept = honest.ticks.map(logOfRow).at(-1) ?? null;
  if (kept === null) return [];
  const forked: number[] = [];
  for (const head of ticks.map(logOfRow)) {
    if (head === null) continue;
    const size = Number(head.size);
    const proof = makeProof(consistencyNodes(size, Number(kept.size)), await trueNodes(), sha256);
    const [older, newer] = [
      { size, root: head.root },
      { size: Number(kept.size), root: kept.root },
    ];
    if (!(await verifyConsistency(older, newer, proof, webCrypto))) forked.push(size);
  }
  return forked;
}

/** Anyone can read the entries of the log. Who knows the nonce finds the order among those before its entry price. */
async function isInPublishedLog({ order, ticks }: Receipt): Promise<boolean> {
  const entry = ticks.find(([, at]) => at >= order.entryAt);
  const size = entry === undefined ? 0n : (logOfRow(entry)?.size ?? 0n);
  const orderHash = await textHash(canonicalJson(order), webCrypto);
  const commitment = toHex(await orderCommitment(NONCE, orderHash, webCrypto));
  return (await trueEntries()).slice(0, Number(size)).some((bytes) => toHex(bytes) === commitment);
}

async function trueEntries(): Promise<readonly Uint8Array[]> {
  const place = honest.log ?? null;
  if (place === null) throw new Error('the true order is in the log');
  const orderHash = await textHash(canonicalJson(honest.order), webCrypto);
  const entry = await orderCommitment(place.nonce, orderHash, webCrypto);
  return makeLog(600, { index: place.index, entry }).entries;
}

async function trueNodes(): Promise<NodeReader> {
  const tree = naiveTree(await trueEntries());
  return (level, index) => tree.root(index * 2 ** level, (index + 1) * 2 ** level);
}

it('the receipt that the forger starts from is valid, without a warning', async () => {
  expect(await verify(await makeReceipt({}, signer))).toMatchObject({ verdict: 'valid', warnings: [] });
  const nothing = {
    name: 'nothing',
    change: () => undefined,
    settles: true,
    logsAgain: true,
    seen: { by: 'refused', failure: '' },
  } as const;
  for (const receipt of [honest, signed, timed])
    expect(failure(await verify(await forge(receipt, nothing, signer)))).toBeNull();
  expect(await verify(await makeReceipt({ device: DEVICE }, signer))).toMatchObject({ verdict: 'valid', warnings: [] });
});

describe('a lie signed with the trusted key', { timeout: 120_000 }, () => {
  it.each(FORGERIES.map((forgery) => [forgery.name, forgery] as const))('%s', async (_, forgery) => {
    const file = await forge(truthOf(forgery, { honest, signed, timed }), forgery, signer);
    const result = await verify(file);
    const { seen } = forgery;
    if (seen.by === 'refused') {
      expect(failure(result)).toBe(seen.failure);
      expect(result.verdict).toBe('invalid');
      return;
    }
    expect(failure(result)).toBeNull();
    expect(result.verdict).toBe('valid');
    if (seen.by === 'warned') {
      expect(result.warnings.map(({ key }) => key)).toEqual([seen.warning]);
      return;
    }
    expect(await contradicts(JSON.parse(file) as Receipt, seen.kept, truthOf(forgery, { honest, signed, timed }))).toBe(
      true,
    );
  });

  it('needs a witness only where every note was made anew, or the order was denied', () => {
    expect(FORGERIES.filter(({ seen }) => seen.by === 'witness').map(({ name }) => name)).toHaveLength(15);
  });

  it('and the truth contradicts nobody', async () => {
    const truth = JSON.parse(await makeReceipt({}, signer)) as Receipt;
    expect(await contradicts(truth, 'acceptance')).toBe(false);
    expect(await contradicts(truth, 'checkpoint')).toBe(false);
    expect(await contradicts(truth, 'log head')).toBe(false);
    const signedTruth = JSON.parse(await makeReceipt({ device: DEVICE }, signer)) as Receipt;
    expect(await contradicts(signedTruth, 'device key')).toBe(false);
  });
});

describe('a true receipt', { timeout: 120_000 }, () => {
  const scenario = fc.record({
    direction: fc.constantFrom('up', 'down'),
    durationSec: fc.constantFrom(5, 30, 60),
    feeRate: fc.constantFrom(0n, 100n),
    // Also a chain that begins here.
    firstSeq: fc.constantFrom(1n, 1000n),
    newest: fc.constantFrom(ENTRY_AT - 1000, ENTRY_AT, ENTRY_AT + 1000),
    settledAfterMs: fc.constantFrom(0, 150, 30_000, 3_600_000),
    decimals: fc.integer({ min: 0, max: 4 }),
    wallet: fc.constantFrom(
      { mode: 'practice', wallet: 'practice' } as const,
      { mode: 'live', wallet: 'practice' } as const,
      { mode: 'live', wallet: 'cash' } as const,
    ),
    /** Six seconds without a tick, from this second of the chain on. */
    silentFrom: fc.constantFrom(null, null, null, 60, 62, 64, 88, 118),
    quirks: fc.array(
      fc.record({
        second: fc.integer({ min: 55, max: 130 }),
        tick: fc.constantFrom(
          null,
          { units: 6_789_000n },
          { units: 5n, status: 'DEAD' } as const,
          { units: 6_789_050n, feed: 'replay' },
          { units: 6_789_050n, status: 'STALE' } as const,
        ),
      }),
      { maxLength: 12 },
    ),
  });

  it('is valid, whatever became of the order', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scenario, async ({ quirks, silentFrom, decimals, wallet, newest, ...rest }) => {
        const odd = new Map(quirks.map(({ second, tick }) => [CHAIN_START + second * 1000, tick]));
        const tickAt = (at: number) => {
          const second = (at - CHAIN_START) / 1000;
          if (silentFrom !== null && second >= silentFrom && second < silentFrom + 6) return null;
          const tick = odd.get(at);
          return tick === undefined ? { units: 6_789_000n + BigInt(second % 3) } : tick;
        };
        // A tick that was not published delayed no entry.
        const delayed = tickAt(newest) === null ? {} : { newestAtAcceptance: newest };
        const paidIn = currency('XTS', decimals);
        const made: Scenario = { ...rest, ...wallet, ...delayed, paidIn, tickAt, endsAt: CHAIN_START + 300_000 };
        const result = await verify(await makeReceipt(made, signer));
        expect(failure(result)).toBeNull();
        expect(result.verdict).toBe('valid');
        reached.add(result.receipt?.outcome?.reason ?? result.receipt?.outcome?.status ?? 'none');
      }),
      { numRuns: 150, seed: 7 },
    );
    expect([...reached].toSorted()).toEqual([
      'EXIT_NOT_OK',
      'FEED_CHANGED',
      'NO_ENTRY_TICK',
      'NO_EXIT_TICK',
      'lost',
      'tied',
      'won',
    ]);
  });

  it('is valid when the entry tick is the close, and void', async () => {
    // Five seconds; nothing is published in the first three, and nothing after the third.
    const tickAt: Scenario['tickAt'] = (at) =>
      (at >= ENTRY_AT && at < ENTRY_AT + 3000) || (at > ENTRY_AT + 3000 && at <= ENTRY_AT + 5000)
        ? null
        : { units: 5n };
    const result = await verify(await makeReceipt({ durationSec: 5, tickAt }, signer));
    expect(result).toMatchObject({
      verdict: 'valid',
      receipt: { outcome: { status: 'voided', reason: 'EXIT_BEFORE_ENTRY', credited: amount('101') } },
    });
  });
});
