import fc from 'fast-check';
import { amount, amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './canonical-json.ts';
import { fromUtf8, textHash, utf8 } from './encoding.ts';
import type { UnsignedReceipt } from './receipt.ts';
import { verifierKeyText } from './signed-note.ts';
import { ACCEPTED_AT, ENTRY_AT, makeReceipt, makeUnsigned, rising, signReceipt } from './testing/receipts.ts';
import type { Scenario } from './testing/receipts.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';
import { STEP_KEYS, verifyReceipt } from './verify-receipt.ts';
import type { Step, StepProblem, Verification } from './verify-receipt.ts';

const signer = await testSigner();
const foreign = await testSigner();
const trustedKeys = [signer.key];

const CLOSES_AT = ENTRY_AT + 60_000;
const HOUR = Date.parse('2026-11-21T09:00:00Z');
const MINUTE_MS = 60_000;
/** How many bytes of a file are tried at once, each with every bit. */
const BYTES_AT_ONCE = 8;
const won = await makeUnsigned({}, signer);
const wonFile = await makeReceipt({}, signer);

async function verify(file: string | Uint8Array): Promise<Verification> {
  return await verifyReceipt(file, { crypto: webCrypto, trustedKeys });
}

/** What fails first, as "step PROBLEM". */
function failure({ steps }: Verification): string | null {
  const step = steps.find(({ ok }) => !ok);
  return step === undefined ? null : `${step.key} ${step.problem}`;
}

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
});

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

describe('every file gets a verdict', { timeout: 60_000 }, () => {
  const refused = (problem: StepProblem) => ({
    verdict: 'invalid',
    keyTrust: 'unknown',
    keys: [],
    steps: [{ key: 'format', ok: false, problem }],
    warnings: [],
    receipt: null,
  });

  it.each<[string, string | Uint8Array, StepProblem]>([
    ['nothing', '', 'NOT_CANONICAL'],
    ['a line feed', '\n', 'NOT_CANONICAL'],
    ['no line feed at the end', wonFile.slice(0, -1), 'NOT_CANONICAL'],
    ['one line feed more', `${wonFile}\n`, 'NOT_CANONICAL'],
    ['a byte order mark', utf8(`\ufeff${wonFile}`), 'NOT_CANONICAL'],
    ['no UTF-8', Uint8Array.of(0xff, 0x0a), 'NOT_CANONICAL'],
    ['null', 'null\n', 'SHAPE_WRONG'],
    ['a number', '1\n', 'SHAPE_WRONG'],
    ['a list', '[]\n', 'SHAPE_WRONG'],
    ['an empty object', '{}\n', 'SHAPE_WRONG'],
    ['one key more', `${canonicalJson({ ...JSON.parse(wonFile), more: 1 })}\n`, 'SHAPE_WRONG'],
    ['a key twice', wonFile.replace('"final":true', '"final":true,"final":true'), 'NOT_CANONICAL'],
    ['the key __proto__', wonFile.replace('{"acceptance"', '{"__proto__":{},"acceptance"'), 'NOT_CANONICAL'],
    ['the key constructor in place of another', wonFile.replace('"outcome"', '"constructor"'), 'NOT_CANONICAL'],
    ['NaN', wonFile.replace('"epoch"', 'NaN').replace(',3,"cd', ',NaN,"cd'), 'NOT_CANONICAL'],
    ['a fraction', wonFile.replace(',3,"cd', ',3.5,"cd'), 'NOT_CANONICAL'],
    ['a huge number', wonFile.replace(',3,"cd', ',1e999,"cd'), 'NOT_CANONICAL'],
    ['deep nesting', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}\n`, 'NOT_CANONICAL'],
    ['a huge file', ' '.repeat(9 * 1024 * 1024), 'TOO_LARGE'],
    [
      'absurd decimals',
      wonFile.replace(`"currencyDecimals":${TEST_CURRENCY.decimals}`, '"currencyDecimals":5'),
      'SHAPE_WRONG',
    ],
    ['a price with other decimals', wonFile.replaceAll('"decimals":2', '"decimals":3'), 'FIGURE_WRONG'],
  ])('%s', async (_, file, problem) => {
    expect(await verify(file)).toEqual(refused(problem));
  });

  it('any value in any place', async () => {
    const value = fc.oneof(
      fc.constantFrom<JsonValue[]>(null, true, '', '\u0000', '-0.00', '9'.repeat(40), -1, 2 ** 53 - 1, [], {}),
      fc.jsonValue().map((any) => JSON.parse(JSON.stringify(any)) as JsonValue),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pathsOf(JSON.parse(wonFile))), value, async (path, other) => {
        const changed = JSON.stringify(changeAt(JSON.parse(wonFile), path, () => other));
        fc.pre(`${changed}\n` !== wonFile);
        expect((await verify(`${changed}\n`)).verdict).toBe('invalid');
        const signed = await trySign(asReceipt(changeAt(asJson(won), path, () => other)));
        if (signed !== null) expect(['valid', 'provisional', 'invalid']).toContain((await verify(signed)).verdict);
      }),
      { numRuns: 300 },
    );
  });
});

type Path = readonly (string | number)[];
// Tests change a draft freely, beyond what the types of a receipt allow.
type Draft = any; // oxlint-disable-line typescript/no-explicit-any

function draft(receipt: UnsignedReceipt, change: (receipt: Draft) => void): UnsignedReceipt {
  const copy: Draft = JSON.parse(JSON.stringify(receipt));
  change(copy);
  return copy;
}

function asJson(receipt: UnsignedReceipt): JsonValue {
  return receipt;
}

function asReceipt(value: JsonValue): UnsignedReceipt {
  return value as unknown as UnsignedReceipt;
}

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

async function trySign(receipt: UnsignedReceipt): Promise<string | null> {
  try {
    return await signReceipt(receipt, signer);
  } catch {
    return null;
  }
}

/** The paths of all values that contain no other values. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

/** All paths, but only a few of the many ticks. */
function sampled(paths: readonly Path[]): Path[] {
  return paths.filter(([first, index]) => first !== 'ticks' || [0, 30, 45, 90].includes(Number(index)));
}

function changeAt(value: JsonValue, path: Path, change: (leaf: JsonValue) => JsonValue = plausible): JsonValue {
  const copy: Draft = JSON.parse(JSON.stringify(value));
  let holder: Draft = copy;
  for (const key of path.slice(0, -1)) holder = holder[key];
  const last = path.at(-1) ?? '';
  holder[last] = change(holder[last]);
  return copy;
}

const TWINS: readonly (readonly [string, string])[] = [
  ['up', 'down'],
  ['practice', 'cash'],
  ['won', 'lost'],
  ['OK', 'STALE'],
  ['funds', 'savings'],
  ['escrow', 'house'],
  ['fee', 'interest'],
  ['orderStake', 'orderRefund'],
];

/** Another value of the same type that a person would not notice. */
function plausible(leaf: JsonValue): JsonValue {
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf !== 'string') return 'NO_EXIT_TICK';
  for (const [one, other] of TWINS) {
    if (leaf === one) return other;
    if (leaf === other) return one;
  }
  const digit = leaf.search(/[0-8](?!.*[0-8])/s);
  const isFigure = /^-?[\d.]+$|T\d\d:|^[0-9a-f]{64}$/.test(leaf);
  if (!isFigure || digit < 0) return leaf.includes('\n') ? leaf.replace(/[a-z]/, 'q') : `${leaf}x`;
  return leaf.slice(0, digit) + String(Number(leaf[digit]) + 1) + leaf.slice(digit + 1);
}
