import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it } from 'vitest';
import { checkpointText, NO_CHECKPOINT_HASH, parseCheckpointText } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isoText } from './lines.ts';
import { subtreesOf, nodeInput } from './order-log/tree.ts';
import { assembleNote, keyHashInput, noteLine, parseNote } from './signed-note.ts';
import { chanceTexts, seedText } from './simulated-path.ts';
import { parseSimulatorSource, simulatorSourceText } from './simulator-source.ts';

/**
 * Nothing is signed or hashed that its reader would refuse: the writer stops first. Each case here is one step away from a
 * value that is written.
 */
const HASH = 'ab'.repeat(32);
const HOUR = Date.parse('2026-11-22T10:00:00.000Z');
const MINUTE = HOUR + 60_000;

describe('a moment', () => {
  it.each([-1, 0.5, Number.NaN, 253_402_300_800_000])('is not written from %d', (atMs) => {
    expect(() => isoText(atMs)).toThrow(AssertionError);
  });

  it('is written from the first and the last there is', () => {
    expect([isoText(0), isoText(253_402_300_799_999)]).toEqual([
      '1970-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ]);
  });
});

describe('a checkpoint', () => {
  const good: Checkpoint = {
    product: 'BTCUSDT',
    kind: 'hour',
    slot: HOUR,
    seq: 1n,
    at: HOUR,
    hash: HASH,
    previous: NO_CHECKPOINT_HASH,
  };

  it.each<[string, Partial<Checkpoint>]>([
    ['on an hour', {}],
    ['on a minute', { kind: 'minute', slot: MINUTE }],
    ['of an older head', { at: HOUR - 1 }],
  ])('%s is read as written', (_, change) => {
    const checkpoint = { ...good, ...change };
    expect(parseCheckpointText(checkpointText(checkpoint))).toEqual({ ok: true, value: checkpoint });
  });

  it.each<[string, Partial<Checkpoint>]>([
    ['without a product', { product: '' }],
    ['with a product of two lines', { product: 'BTC\nUSDT' }],
    ['of an hour between hours', { slot: MINUTE }],
    ['of a minute on an hour', { kind: 'minute' }],
    ['between minutes', { kind: 'minute', slot: MINUTE + 1 }],
    ['of a head without a number', { seq: 0n }],
    ['of a head that is newer', { at: HOUR + 1 }],
    ['with a hash that is none', { hash: 'ab' }],
    ['with a hash before it that is none', { previous: HASH.toUpperCase() }],
  ])('is not written %s', (_, change) => {
    expect(() => checkpointText({ ...good, ...change })).toThrow(AssertionError);
  });

  it.each<[string, string, string]>([
    ['another format', 'candor-checkpoint-v1', 'candor-checkpoint-v2'],
    ['another kind', '\nhour\n', '\nday\n'],
    ['no product', 'BTCUSDT', ''],
    ['a slot that is no moment', 'hour\n2026-11-22T10:00:00.000Z', 'hour\n2026-11-22 10:00'],
    ['a head that is newer', '1\n2026-11-22T10:00:00.000Z', '1\n2026-11-22T10:00:00.001Z'],
    ['a head at no moment', '1\n2026-11-22T10:00:00.000Z', '1\nnow'],
    ['a number of zero', '\n1\n', '\n0\n'],
    ['a number with something before it', '\n1\n', '\n+1\n'],
    ['a number with something after it', '\n1\n', '\n1n\n'],
    ['a hash that is none', HASH, 'ab'],
    ['a hash before it that is none', NO_CHECKPOINT_HASH, '0'],
    ['a last line without its end', `${NO_CHECKPOINT_HASH}\n`, NO_CHECKPOINT_HASH],
    ['something after its end', `${NO_CHECKPOINT_HASH}\n`, `${NO_CHECKPOINT_HASH}\nmore`],
    ['one more line', `${NO_CHECKPOINT_HASH}\n`, `${NO_CHECKPOINT_HASH}\n\n`],
  ])('is not read with %s', (_, from, to) => {
    const text = checkpointText(good);
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(parseCheckpointText(changed)).toEqual({ ok: false, error: 'CHECKPOINT_MALFORMED' });
  });
});

describe('a note', () => {
  const key = { name: 'candor', keyHash: '0a1b2c3d' };
  const note = assembleNote('one\n', key, new Uint8Array(64));

  it.each(['', 'no end', 'a tab\there\n', 'a bell\u0007\n', 'a return\r\n', '\u001f\n', '\u007f\n', '\ud800\n'])(
    'is not made of the text %j',
    (text) => {
      expect(() => assembleNote(text, key, new Uint8Array(64))).toThrow(AssertionError);
      expect(parseNote(note.replace('one\n', text)).ok).toBe(false);
    },
  );

  it('may have any other character', () => {
    const text = 'tick 1,5 ~ é 价\n\nlast\n';
    expect(parseNote(assembleNote(text, key, new Uint8Array(64)))).toMatchObject({ ok: true, value: { text } });
  });

  it.each<[string, (text: string) => string]>([
    ['something before the dash', (text) => text.replace('\u2014', 'x\u2014')],
    ['something after the signature', (text) => text.replace(/\n$/, ' x\n')],
    ['no name', (text) => text.replace('candor ', '')],
    ['a plus sign in its name', (text) => text.replace('candor', 'can+dor')],
    ['only the hash of a key', (text) => text.replace(/ \S+\n$/, ' ChssPQ==\n')],
    ['a signature of 63 bytes', () => `one\n\n${noteLine(key, new Uint8Array(63))}`],
  ])('is not read with %s', (_, change) => {
    expect(change(note)).not.toBe(note);
    expect(parseNote(change(note))).toEqual({ ok: false, error: 'NOTE_MALFORMED' });
  });

  it.each(['', '0a1b2c', '0a1b2c3d4e', '0A1B2C3D'])('has no line of a key with the hash %j', (keyHash) => {
    expect(() => noteLine({ name: 'candor', keyHash }, new Uint8Array(64))).toThrow(AssertionError);
  });

  it('has no key whose name or size is wrong', () => {
    for (const name of ['', 'can dor', 'can+dor', 'can\ndor', 'x\u0000', '\ud800'])
      expect(() => keyHashInput(name, new Uint8Array(32))).toThrow(AssertionError);
    for (const size of [31, 33]) expect(() => keyHashInput('candor', new Uint8Array(size))).toThrow(AssertionError);
  });
});

describe('simulated prices', () => {
  it('have the chance of a second, its minute and its hour', () => {
    const at = HOUR + 17 * 60_000 + 5000;
    const text = (span: string, moment: number) =>
      `candor-simulated-price-v1\n${HASH}\nBTCUSDT\n${span}\n${new Date(moment).toISOString()}\n`;
    expect(chanceTexts(HASH, 'BTCUSDT', at)).toEqual({
      second: text('second', at),
      minute: text('minute', at - 5000),
      hour: text('hour', HOUR),
    });
    expect(seedText(HASH)).toBe(`candor-simulator-seed-v1\n${HASH}\n`);
  });

  it('have no seed that is none, and no product that is none', () => {
    for (const seed of ['', 'ab', HASH.toUpperCase()]) {
      expect(() => seedText(seed)).toThrow(AssertionError);
      expect(() => chanceTexts(seed, 'BTCUSDT', HOUR)).toThrow(AssertionError);
    }
    expect(() => chanceTexts(HASH, '', HOUR)).toThrow(AssertionError);
  });

  it('name a source that is read as written, and no other', () => {
    const source = { commitment: HASH, deviationPpb: 25_000n };
    const text = simulatorSourceText(source);
    expect([text, parseSimulatorSource(text)]).toEqual([
      `simulator2:${HASH}:25000`,
      { version: 2, named: source, round: null },
    ]);
    for (const other of [
      `x${text}`,
      `${text}x`,
      text.replace('25000', '0'),
      text.replace('25000', '05'),
      `${text}00000`,
    ])
      expect(parseSimulatorSource(other)).toBeNull();
    for (const change of [{ commitment: 'ab' }, { deviationPpb: 0n }, { deviationPpb: -1n }])
      expect(() => simulatorSourceText({ ...source, ...change })).toThrow(AssertionError);
  });
});

describe('a tree', () => {
  it('joins only hashes', () => {
    const [hash, short] = [new Uint8Array(32), new Uint8Array(31)];
    expect(nodeInput(hash, hash).length).toBe(65);
    expect(() => nodeInput(short, hash)).toThrow(AssertionError);
    expect(() => nodeInput(hash, short)).toThrow(AssertionError);
  });

  it('has no range that begins within its largest subtree', () => {
    expect(subtreesOf({ start: 4, end: 7 })).toEqual([
      { level: 1, index: 2 },
      { level: 0, index: 6 },
    ]);
    expect(() => subtreesOf({ start: 1, end: 3 })).toThrow(AssertionError);
  });
});
