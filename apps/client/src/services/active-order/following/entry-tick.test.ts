import { expect, test } from 'vitest';
import { entryAmong } from './entry-tick.ts';
import type { HeardTick } from './entry-tick.ts';

const ENTRY_AT = '2026-11-22T10:00:05.000Z';

function tick(second: number, price: string, over: Partial<HeardTick> = {}): HeardTick {
  return {
    seq: 100 + second,
    at: new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString(),
    price,
    status: 'OK',
    ...over,
  };
}

test('the entry is the tick of its second, heard after the one before', () => {
  expect(entryAmong(ENTRY_AT, [tick(4, '1.0')])).toBeNull();
  expect(entryAmong(ENTRY_AT, [tick(4, '1.0'), tick(5, '1.1')])).toBe('1.1');
  expect(entryAmong(ENTRY_AT, [tick(3, '0.9'), tick(4, '1.0'), tick(5, '1.1'), tick(6, '1.2')])).toBe('1.1');
});

test('a tick that is not good is passed over, for three seconds', () => {
  const bad = { status: 'STALE' };
  expect(entryAmong(ENTRY_AT, [tick(4, '1.0'), tick(5, '1.1', bad), tick(6, '1.2')])).toBe('1.2');
  const all = [tick(4, '1.0'), tick(5, '1.1', bad), tick(6, '1.2', bad), tick(7, '1.3', bad), tick(8, '1.4', bad)];
  expect(entryAmong(ENTRY_AT, [...all.slice(0, 4), tick(8, '1.4')])).toBe('1.4');
  expect(entryAmong(ENTRY_AT, [...all, tick(9, '1.5')])).toBeNull();
});

test('with a tick missing, the entry is left to the server', () => {
  expect(entryAmong(ENTRY_AT, [tick(5, '1.1')])).toBeNull();
  expect(entryAmong(ENTRY_AT, [tick(3, '0.9'), tick(5, '1.1')])).toBeNull();
  expect(entryAmong(ENTRY_AT, [tick(4, '1.0'), tick(6, '1.2')])).toBeNull();
  // A gap before the second does not matter.
  expect(entryAmong(ENTRY_AT, [tick(1, '0.8'), tick(4, '1.0'), tick(5, '1.1')])).toBe('1.1');
});
