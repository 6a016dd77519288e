import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { Files } from '../files/files.ts';
import { orderFileName, writeOrderFile } from './order-files.ts';
import { createReadPart } from './read-parts.ts';
import type { PartBounds, RecordedPart } from './read-parts.ts';

const BOUNDS: PartBounds = {
  waitMsMax: 60_000,
  atOnceMax: 2,
  waitingMax: 3,
  waitingOfOneMax: 2,
  restMs: 60_000,
  keptMax: 1_000,
};
const log = createLog('silent');
const sealKey = Buffer.alloc(32, 7);

/** Files in memory that count how often they are read, and how many at once. */
function startFiles(hold: () => Promise<void> = async () => await Promise.resolve()) {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const counts = { reads: 0, now: 0, most: 0 };
  const files: Files = {
    write: async (name, bytes) => {
      await Promise.resolve();
      stored.set(name, new Uint8Array(bytes));
    },
    remove: async (name) => {
      await Promise.resolve();
      stored.delete(name);
    },
    read: async (name) => {
      counts.reads += 1;
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await hold();
      counts.now -= 1;
      return stored.get(name) ?? null;
    },
  };
  const put = async (part: number, lines = [`line of ${part}`]): Promise<RecordedPart> => {
    const content = lines.map((line) => `${line}\n`).join('');
    await writeOrderFile({ files, sealKey }, { month: '2026-01-01', part }, content);
    return { month: '2026-01-01', part, sha256: createHash('sha256').update(content).digest('hex') };
  };
  return { files, stored, counts, put };
}

describe('a file of a closed month', () => {
  it('is read once for all who ask at once, and for those who ask later', async () => {
    const { files, counts, put } = startFiles();
    const part = await put(1, ['one', 'two']);
    const read = createReadPart({ files, sealKey }, log, BOUNDS);
    const flood = await Promise.all(Array.from({ length: 200 }, async () => await read(part)));
    for (const lines of flood) expect(lines).toEqual(['one', 'two']);
    await read(part);
    expect(counts.reads).toBe(1);
  });

  it('makes room for others: the one that was not used for longest leaves', async () => {
    const { files, counts, put } = startFiles();
    const parts = await Promise.all([1, 2, 3].map(async (part) => await put(part, ['x'.repeat(400)])));
    const [one, two, three] = parts;
    if (one === undefined || two === undefined || three === undefined) throw new Error('no parts');
    const read = createReadPart({ files, sealKey }, log, BOUNDS);
    for (const part of [one, two, one, three, one]) await read(part);
    expect(counts.reads).toBe(3);
    await read(two);
    expect(counts.reads).toBe(4);
  });

  it('a few at a time, and a flood of them ends soon', async () => {
    const held: (() => void)[] = [];
    const { files, counts, put } = startFiles(async () => await new Promise((go) => held.push(go)));
    const parts = await Promise.all(Array.from({ length: 9 }, async (_, at) => await put(at + 1)));
    const read = createReadPart({ files, sealKey }, log, BOUNDS);
    const reads = parts.map(async (part) => await read(part).then((lines) => lines[0], String));
    // Two are read and three wait; the other four are refused at once.
    expect(await Promise.all(reads.slice(5))).toEqual(Array.from({ length: 4 }, () => 'Refused: ORDERS_UNAVAILABLE'));
    const letGo = setInterval(() => held.shift()?.(), 1);
    expect(await Promise.all(reads.slice(0, 5))).toEqual([1, 2, 3, 4, 5].map((part) => `line of ${part}`));
    clearInterval(letGo);
    expect(counts.most).toBe(2);
  });

  it('one who asks for many has one read at a time, and leaves room for others', async () => {
    const held: (() => void)[] = [];
    const { files, counts, put } = startFiles(async () => await new Promise((go) => held.push(go)));
    const parts = await Promise.all(Array.from({ length: 6 }, async (_, at) => await put(at + 1)));
    const read = createReadPart({ files, sealKey }, log, BOUNDS);
    const of = async (part: RecordedPart | undefined, whose: string) =>
      part === undefined ? 'no part' : await read(part, whose).then((lines) => lines[0], String);
    const greedy = parts.slice(0, 5).map(async (part) => await of(part, 'greedy'));
    // One is read and two wait; what is too much for the greedy one alone is refused, and is as it was for others.
    expect(await Promise.all(greedy.slice(3))).toEqual(Array.from({ length: 2 }, () => 'Refused: ORDERS_UNAVAILABLE'));
    expect(counts.now).toBe(1);
    const modest = [of(parts[5], 'modest'), of(parts[4], 'third')];
    await expect.poll(() => counts.now).toBe(2);
    const letGo = setInterval(() => held.shift()?.(), 1);
    expect(await Promise.all(modest)).toEqual(['line of 6', 'line of 5']);
    expect(await Promise.all(greedy.slice(0, 3))).toEqual([1, 2, 3].map((part) => `line of ${part}`));
    clearInterval(letGo);
  });

  it.each<[string, (stored: Map<string, Uint8Array<ArrayBuffer>>, name: string) => void]>([
    ['is missing', (stored, name) => stored.delete(name)],
    ['has another byte', (stored, name) => stored.get(name)?.set([0], 40)],
    ['is empty', (stored, name) => stored.set(name, new Uint8Array())],
  ])('that %s is told, and left in peace for a while', async (_, harm) => {
    const { files, stored, counts, put } = startFiles();
    const part = await put(1);
    harm(stored, orderFileName(part));
    const read = createReadPart({ files, sealKey }, log, BOUNDS);
    for (let again = 0; again < 3; again += 1) await expect(read(part)).rejects.toThrow('ORDERS_UNAVAILABLE');
    expect(counts.reads).toBe(1);
  });

  it('with other lines than were recorded is not read', async () => {
    const { files, put } = startFiles();
    const part = await put(1);
    await put(1, ['another line']);
    const read = createReadPart({ files, sealKey }, log, BOUNDS);
    await expect(read(part)).rejects.toThrow('ORDERS_UNAVAILABLE');
  });

  it('in a store that is away holds nobody up, and is read when the store is back', async () => {
    let isAway = true;
    const { files, put } = startFiles(async () => (isAway ? await new Promise(() => {}) : await Promise.resolve()));
    const part = await put(1);
    const silent = createReadPart({ files, sealKey }, log, { ...BOUNDS, waitMsMax: 20 });
    await expect(silent(part)).rejects.toThrow('ORDERS_UNAVAILABLE');
    const refuses: Files = {
      ...files,
      read: async (name) => (isAway ? await Promise.reject(new Error('no such host')) : await files.read(name)),
    };
    const read = createReadPart({ files: refuses, sealKey }, log, { ...BOUNDS, restMs: 0 });
    await expect(read(part)).rejects.toThrow('ORDERS_UNAVAILABLE');
    isAway = false;
    await expect.poll(async () => await read(part).catch(() => null)).toEqual(['line of 1']);
  });
});
