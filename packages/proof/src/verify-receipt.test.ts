import fc from 'fast-check';
import { amount } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import type { ProofCrypto } from './crypto-port.ts';
import { utf8 } from './encoding.ts';
import { verifierKeyText } from './signed-note.ts';
import { ACCEPTED_AT, ENTRY_AT, makeReceipt, makeUnsigned, rising, signReceipt } from './testing/receipts.ts';
import type { Scenario } from './testing/receipts.ts';
import { webCrypto } from './testing/web-crypto.ts';
import { STEP_KEYS, verifyReceipt } from './verify-receipt.ts';
import type { Step } from './verify-receipt.ts';
import {
  signer,
  foreign,
  trustedKeys,
  CLOSES_AT,
  HOUR,
  MINUTE_MS,
  won,
  wonFile,
  verify,
  failure,
  draft,
  asJson,
  asReceipt,
  pathsOf,
  changeAt,
} from './testing/changed-receipts.ts';

describe('a receipt is valid', () => {
  const flat = () => ({ units: 5000n });
  const exceptFrom = (from: number, to: number, made: ReturnType<NonNullable<Scenario['tickAt']>>) => (at: number) =>
    at >= from && at <= to ? made : rising(at);

  it.each<[string, Scenario, string, string | null, string, string]>([
    ['won', {}, 'won', null, amount('84'), amount('185')],
    ['lost', { direction: 'down' }, 'lost', null, amount('-101'), amount('0')],
    ['won without a fee', { feeRate: 0n }, 'won', null, amount('85'), amount('185')],
    ['lost without a fee', { direction: 'down', feeRate: 0n }, 'lost', null, amount('-100'), amount('0')],
    ['tied', { tickAt: flat }, 'tied', null, amount('0'), amount('101')],
    ['on a chain that begins here', { firstSeq: 1n }, 'won', null, amount('84'), amount('185')],
    ['closing exactly at a checkpoint', { durationSec: 30 }, 'won', null, amount('84'), amount('185')],
    ['from before the order log', { logFrom: null }, 'won', null, amount('84'), amount('185')],
    [
      'whose entry is from before the order log',
      { logFrom: ENTRY_AT + 1000 },
      'won',
      null,
      amount('84'),
      amount('185'),
    ],
    ['in the log with its entry tick', { logFrom: ENTRY_AT }, 'won', null, amount('84'), amount('185')],
    ['void: not in the order log', { loggedAt: null }, 'voided', 'NOT_LOGGED', amount('0'), amount('101')],
    [
      'void: in the order log too late',
      { loggedAt: ENTRY_AT + 1000 },
      'voided',
      'NOT_LOGGED',
      amount('0'),
      amount('101'),
    ],
    [
      'void: not in the log, and no exit either',
      { loggedAt: null, tickAt: exceptFrom(CLOSES_AT - 2000, CLOSES_AT, null) },
      'voided',
      'NOT_LOGGED',
      amount('0'),
      amount('101'),
    ],
    ['of five seconds', { durationSec: 5 }, 'won', null, amount('84'), amount('185')],
    [
      'void: no tick to enter',
      { tickAt: exceptFrom(ENTRY_AT, ENTRY_AT + 3000, null) },
      'voided',
      'NO_ENTRY_TICK',
      amount('0'),
      amount('101'),
    ],
    [
      'void: no OK tick to enter',
      { tickAt: exceptFrom(ENTRY_AT, ENTRY_AT + 3000, { units: 5000n, status: 'DEAD' }) },
      'voided',
      'NO_ENTRY_TICK',
      amount('0'),
      amount('101'),
    ],
    [
      'void: no tick to exit',
      { tickAt: exceptFrom(CLOSES_AT - 2000, CLOSES_AT, null) },
      'voided',
      'NO_EXIT_TICK',
      amount('0'),
      amount('101'),
    ],
    ...(['STALE', 'DISAGREE', 'DEAD', 'CLOSED'] as const).map(
      (status): [string, Scenario, string, string, string, string] => [
        `void: ${status} at the close`,
        { tickAt: exceptFrom(CLOSES_AT, CLOSES_AT, { units: 5000n, status }) },
        'voided',
        'EXIT_NOT_OK',
        amount('0'),
        amount('101'),
      ],
    ),
    [
      'void: another feed at the close',
      { tickAt: (at) => ({ ...rising(at), feed: at < ENTRY_AT + 30_000 ? 'simulated' : 'replay' }) },
      'voided',
      'FEED_CHANGED',
      amount('0'),
      amount('101'),
    ],
    [
      'closed before a time without a leader that includes the full hour',
      { durationSec: 5, endsAt: HOUR + 2 * MINUTE_MS, tickAt: exceptFrom(HOUR - 20_000, HOUR + 119_000, null) },
      'won',
      null,
      amount('84'),
      amount('185'),
    ],
    [
      'void: closing in a time without a leader that includes the full hour',
      { endsAt: HOUR + 4 * MINUTE_MS, tickAt: exceptFrom(HOUR - 20_000, HOUR + 190_000, null) },
      'voided',
      'NO_EXIT_TICK',
      amount('0'),
      amount('101'),
    ],
    [
      'with an entry delayed by a newer tick',
      { newestAtAcceptance: ENTRY_AT },
      'won',
      null,
      amount('84'),
      amount('185'),
    ],
  ])('%s', async (_, scenario, status, reason, profit, credited) => {
    const result = await verify(await makeReceipt(scenario, signer));
    expect(failure(result)).toBeNull();
    expect(result.receipt?.outcome).toMatchObject({ status, reason, profit, credited });
    expect(result).toMatchObject({ verdict: 'valid', keyTrust: 'trusted', keys: [verifierKeyText(signer.key)] });
    expect(result.steps.map(({ key }) => key)).toEqual(STEP_KEYS);
  });

  it('and names no hour without a checkpoint', async () => {
    const tickAt = exceptFrom(HOUR - 20_000, HOUR + 190_000, null);
    const { checkpoints } = await makeUnsigned({ endsAt: HOUR + 4 * MINUTE_MS, tickAt }, signer);
    const slots = checkpoints.map((note) => note.split('\n').slice(2, 4).join(' '));
    expect(slots).toEqual([
      'minute 2026-11-21T08:59:00.000Z',
      'minute 2026-11-21T09:03:00.000Z',
      'minute 2026-11-21T09:04:00.000Z',
    ]);
    expect(new Set(checkpoints.map((note) => note.split('\n')[7])).size).toBe(1);
  });

  it('provisionally while the order runs', async () => {
    const result = await verify(await makeReceipt({ endsAt: ENTRY_AT + 10_000 }, signer));
    expect(failure(result)).toBeNull();
    expect(result.verdict).toBe('provisional');
    expect(result.receipt?.outcome).toBeNull();
  });

  it('provisionally right after the acceptance', async () => {
    expect((await verify(await makeReceipt({ endsAt: ACCEPTED_AT }, signer))).verdict).toBe('provisional');
  });

  it('provisionally when settled, before the next checkpoint', async () => {
    const result = await verify(await makeReceipt({ endsAt: CLOSES_AT + 5000 }, signer));
    expect(failure(result)).toBeNull();
    expect(result.verdict).toBe('provisional');
    expect(result.receipt?.outcome?.status).toBe('won');
  });

  it('as bytes too', async () => {
    expect((await verify(utf8(wonFile))).verdict).toBe('valid');
  });

  it('at most consistent under its own keys, when none are trusted', async () => {
    expect(await verifyReceipt(wonFile, { crypto: webCrypto })).toMatchObject({
      verdict: 'consistent',
      keyTrust: 'unknown',
    });
  });

  it('and reports each step as it is done', async () => {
    const seen: Step[] = [];
    const onStep = async (step: Step): Promise<void> => {
      await Promise.resolve();
      seen.push(step);
    };
    const { steps } = await verifyReceipt(wonFile, { crypto: webCrypto, trustedKeys, onStep });
    expect(seen).toEqual(steps);
  });

  it('and does nothing while that report is taken', async () => {
    let isTaking = false;
    const meanwhile: string[] = [];
    const act = (what: string): void => {
      if (isTaking) meanwhile.push(what);
    };
    const onStep = async ({ key }: Step): Promise<void> => {
      act(key);
      isTaking = true;
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      isTaking = false;
    };
    const crypto: ProofCrypto = {
      sha256: async (bytes) => (act('sha256'), await webCrypto.sha256(bytes)),
      verifyEd25519: async (...signed) => (act('verifyEd25519'), await webCrypto.verifyEd25519(...signed)),
      verifyP256: async (...signed) => (act('verifyP256'), await webCrypto.verifyP256(...signed)),
    };
    const { verdict } = await verifyReceipt(wonFile, { crypto, trustedKeys, onStep });
    expect([verdict, isTaking, meanwhile]).toEqual(['valid', false, []]);
  });

  it('and fails if the report cannot be taken', async () => {
    for (const failing of STEP_KEYS) {
      const onStep = async ({ key }: Step): Promise<void> => {
        if (key === failing) throw new Error(`closed at ${key}`);
        await Promise.resolve();
      };
      await expect(verifyReceipt(wonFile, { crypto: webCrypto, trustedKeys, onStep })).rejects.toThrow(
        `closed at ${failing}`,
      );
    }
  });
});

describe('another key', { timeout: 60_000 }, () => {
  it('cannot sign for the site', async () => {
    const file = await makeReceipt({}, foreign);
    expect(await verify(file)).toMatchObject({ verdict: 'invalid', keyTrust: 'unknown', keys: [] });
    expect(failure(await verify(file))).toBe('signature KEY_UNKNOWN');
  });

  it('cannot sign a changed receipt of the site', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pathsOf(won)), async (path) => {
        const changed = draft(asReceipt(changeAt(asJson(won), path)), (r) => r.keys.push(verifierKeyText(foreign.key)));
        const result = await verify(await signReceipt(changed, foreign));
        expect(result.verdict).toBe('invalid');
      }),
      { numRuns: 60 },
    );
  });

  it('is shown as text when no key is trusted', async () => {
    const file = await makeReceipt({}, foreign);
    expect(await verifyReceipt(file, { crypto: webCrypto })).toMatchObject({
      verdict: 'consistent',
      keyTrust: 'unknown',
      keys: [verifierKeyText(foreign.key)],
    });
  });
});
