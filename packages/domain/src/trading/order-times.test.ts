import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryAtOf, latestEntryAt, orderTimes } from './order-times.ts';

describe('entryAtOf', () => {
  it.each([
    ['inside a second', 10_400, 10_000, 11_000],
    ['accepted exactly on a second', 10_000, 9_000, 11_000],
    ['one millisecond before a second', 10_999, 10_000, 11_000],
    ['the tick on the second is newer than acceptance', 10_999, 11_000, 12_000],
    ['the tick lags', 10_400, 8_000, 11_000],
  ])('%s', (_, acceptedAt, tickAt, expected) => {
    expect(entryAtOf(acceptedAt, tickAt)).toBe(expected);
  });

  it('is the first whole second after acceptance and newest tick, never a known second', () => {
    const moment = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(moment, fc.integer({ min: -5000, max: 5000 }), (acceptedAt, lead) => {
        const latest = Math.max(acceptedAt, acceptedAt + lead);
        const entryAt = entryAtOf(acceptedAt, acceptedAt + lead);
        expect(entryAt % 1000).toBe(0);
        expect(entryAt > latest && entryAt - 1000 <= latest).toBe(true);
      }),
    );
  });

  it.each([
    ['three seconds after the first whole one', 10_400, 10_000, 3, 14_000],
    ['three seconds after the one that a newer tick gives', 10_999, 11_000, 3, 15_000],
    ['the first whole second with a delay of none', 10_400, 10_000, 0, 11_000],
  ])('is %s', (_, acceptedAt, tickAt, delaySec, expected) => {
    expect(entryAtOf(acceptedAt, tickAt, delaySec)).toBe(expected);
  });

  it('asserts a delay of whole seconds', () => {
    expect(() => entryAtOf(10_400, 10_000, 0.5)).toThrow('whole seconds');
    expect(() => entryAtOf(10_400, 10_000, -1)).toThrow('whole seconds');
  });

  it('asserts whole milliseconds', () => {
    expect(() => entryAtOf(10.5, 0)).toThrow('whole milliseconds');
    expect(() => entryAtOf(0, Number.NaN)).toThrow('whole milliseconds');
  });
});

describe('orderTimes', () => {
  it('closes one duration after entry', () => {
    expect(orderTimes(10_400, 10_000, 30)).toEqual({ entryAt: 11_000, closesAt: 41_000 });
  });

  it('closes one duration after an entry that is delayed', () => {
    expect(orderTimes(10_400, 10_000, 30, 3)).toEqual({ entryAt: 14_000, closesAt: 44_000 });
  });

  it('uses the acceptance time when there is no tick', () => {
    expect(orderTimes(10_400, null, 5)).toEqual({ entryAt: 11_000, closesAt: 16_000 });
  });
});

describe('latestEntryAt', () => {
  it.each([
    [10_000, 13_000],
    [10_400, 13_000],
    [10_999, 13_000],
    [11_000, 14_000],
  ])('an order accepted at %i enters at %i at the latest', (acceptedAt, expected) => {
    expect(latestEntryAt(acceptedAt)).toBe(expected);
    expect(latestEntryAt(acceptedAt, 3)).toBe(expected + 3000);
  });
});
