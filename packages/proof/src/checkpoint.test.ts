import { AssertionError } from '@candor/domain/assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText, extendsCheckpoint, NO_CHECKPOINT_HASH, parseCheckpointText } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';

const HOUR = Date.parse('2026-11-21T09:00:00Z');
const MINUTE_MS = 60_000;

const hour: Checkpoint = {
  product: 'BTC-USD',
  kind: 'hour',
  slot: HOUR,
  seq: 100n,
  at: HOUR - 1000,
  hash: 'ab'.repeat(32),
  previous: NO_CHECKPOINT_HASH,
};
const HOUR_TEXT_HASH = '11'.repeat(32);
const minute: Checkpoint = {
  ...hour,
  kind: 'minute',
  slot: HOUR + MINUTE_MS,
  seq: 160n,
  at: HOUR + MINUTE_MS,
  hash: 'cd'.repeat(32),
  previous: HOUR_TEXT_HASH,
};

it('the golden checkpoint', () => {
  expect(checkpointText(hour)).toBe(
    [
      'candor-checkpoint-v1',
      'BTC-USD',
      'hour',
      '2026-11-21T09:00:00.000Z',
      '100',
      '2026-11-21T08:59:59.000Z',
      'ab'.repeat(32),
      '00'.repeat(32),
      '',
    ].join('\n'),
  );
});

const checkpoint: fc.Arbitrary<Checkpoint> = fc
  .record({
    product: fc.stringMatching(/^[A-Z0-9-]{1,12}$/),
    minute: fc.integer({ min: 1, max: 4_000_000 }),
    seq: fc.bigInt({ min: 1n, max: 2n ** 59n }),
    ageMs: fc.nat({ max: 60_000 }),
    hash: fc.stringMatching(/^[0-9a-f]{64}$/),
    previous: fc.stringMatching(/^[0-9a-f]{64}$/),
  })
  .map(({ minute, ageMs, ...rest }) => ({
    ...rest,
    kind: minute % 60 === 0 ? 'hour' : 'minute',
    slot: minute * MINUTE_MS,
    at: minute * MINUTE_MS - ageMs,
  }));

describe('checkpointText', () => {
  it('is read back', () => {
    fc.assert(
      fc.property(checkpoint, (one) => {
        expect(parseCheckpointText(checkpointText(one))).toEqual({ ok: true, value: one });
      }),
    );
  });

  it('is read with a number of up to 19 digits', () => {
    const seq = 10n ** 19n - 1n;
    expect(parseCheckpointText(checkpointText({ ...hour, seq }))).toEqual({ ok: true, value: { ...hour, seq } });
    expect(parseCheckpointText(checkpointText({ ...hour, seq: seq + 1n }))).toEqual({
      ok: false,
      error: 'CHECKPOINT_MALFORMED',
    });
  });

  it.each<[string, Partial<Checkpoint>]>([
    ['a minute on the hour', { kind: 'minute' }],
    ['an hour off the hour', { slot: HOUR + MINUTE_MS }],
    ['a slot within a minute', { slot: HOUR + 1000 }],
    ['a head newer than its slot', { at: HOUR + 1 }],
    ['no head number', { seq: 0n }],
    ['a line feed', { product: 'A\nB' }],
    ['no hash', { hash: '' }],
    ['no previous hash', { previous: '' }],
  ])('%s is refused', (_, change) => {
    expect(() => checkpointText({ ...hour, ...change })).toThrow(AssertionError);
  });
});

it('a checkpoint can name the first tick of a chain', () => {
  expect(parseCheckpointText(checkpointText({ ...hour, seq: 1n }))).toMatchObject({ ok: true, value: { seq: 1n } });
});

describe('parseCheckpointText refuses', () => {
  const text = checkpointText(hour);
  it.each([
    ['nothing', ''],
    ['another format', text.replace('-v1', '-v2')],
    ['one line more', `${text}\n`],
    ['one line less', text.split('\n').slice(1).join('\n')],
    ['no line feed at the end', text.slice(0, -1)],
    ['letters after the end', `${text}x`],
    ['a letter after the number', text.replace('\n100\n', '\n100x\n')],
    ['a short previous hash', `${text.slice(0, -2)}\n`],
    ['another kind', text.replace('hour', 'day')],
    ['a minute on the hour', text.replace('hour', 'minute')],
    ['a leading zero', text.replace('\n100\n', '\n0100\n')],
    ['a plus sign', text.replace('\n100\n', '\n+100\n')],
    ['an empty product', text.replace('BTC-USD', '')],
    ['an upper-case hash', text.replace('ab'.repeat(32), 'AB'.repeat(32))],
    ['a head newer than its slot', text.replace('08:59:59.000', '09:00:01.000')],
  ])('%s', (_, changed) => {
    expect(parseCheckpointText(changed)).toEqual({ ok: false, error: 'CHECKPOINT_MALFORMED' });
  });
});

describe('extendsCheckpoint', () => {
  const laterMinute = { ...minute, slot: HOUR + 2 * MINUTE_MS, seq: 220n, at: HOUR + 2 * MINUTE_MS };
  const nextHour: Checkpoint = { ...laterMinute, kind: 'hour', slot: HOUR + 60 * MINUTE_MS, previous: HOUR_TEXT_HASH };

  it.each<[string, Checkpoint, string, Checkpoint]>([
    ['a minute after its hour', hour, HOUR_TEXT_HASH, minute],
    ['a minute after a minute', minute, '22'.repeat(32), laterMinute],
    ['an hour after a minute', minute, '22'.repeat(32), nextHour],
    ['an hour after an hour', hour, HOUR_TEXT_HASH, nextHour],
    ['the same head later', minute, '22'.repeat(32), { ...minute, slot: laterMinute.slot }],
  ])('%s', (_, last, lastHash, next) => {
    expect(extendsCheckpoint(last, lastHash, next)).toEqual({ ok: true, value: null });
  });

  it.each<[string, Partial<Checkpoint>, string]>([
    ['another product', { product: 'ETH-USD' }, 'PRODUCT_DIFFERS'],
    ['the same slot', { slot: minute.slot }, 'SLOT_NOT_LATER'],
    ['an earlier slot', { slot: minute.slot - MINUTE_MS }, 'SLOT_NOT_LATER'],
    ['a lower number', { seq: 159n }, 'HEAD_BEHIND'],
    ['an earlier head', { at: minute.at - 1 }, 'HEAD_BEHIND'],
    ['the same number with another hash', { seq: minute.seq, hash: 'ef'.repeat(32), at: minute.at }, 'HEAD_CHANGED'],
    ['the same number at another moment', { seq: minute.seq }, 'HEAD_CHANGED'],
    ['another number at the same moment', { at: minute.at }, 'HEAD_CHANGED'],
    ['another previous hash', { previous: '33'.repeat(32) }, 'PREVIOUS_DIFFERS'],
  ])('%s: not', (_, change, error) => {
    expect(extendsCheckpoint(minute, '22'.repeat(32), { ...laterMinute, ...change })).toEqual({ ok: false, error });
  });
});
