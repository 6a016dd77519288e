import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallPlaces } from './call-places.ts';
import type { CallPlaces } from './call-places.ts';

const rules = { all: 8, ofStrangers: 5, ofOne: 3, waitMsMax: 0 };
const never = new AbortController().signal;

async function takeTimes(places: CallPlaces, name: string, isKnown: boolean, times: number): Promise<number> {
  let count = 0;
  for (let n = 0; n < times; n += 1) if ((await places.take({ name, isKnown }, never)) !== undefined) count += 1;
  return count;
}

it('one caller has a small share, and strangers together leave places to sessions that are known', async () => {
  const places = createCallPlaces(rules);
  expect(await takeTimes(places, 'a', false, 10)).toBe(3);
  expect(await takeTimes(places, 'b', false, 10)).toBe(2);
  expect(await takeTimes(places, 'c', false, 10)).toBe(0);
  expect(await takeTimes(places, 'x', true, 10)).toBe(3);
  expect(await takeTimes(places, 'y', true, 10)).toBe(0);
});

it('a place that is given back twice is free once', async () => {
  const places = createCallPlaces({ all: 2, ofStrangers: 2, ofOne: 2, waitMsMax: 0 });
  const first = await places.take({ name: 'a', isKnown: false }, never);
  await places.take({ name: 'b', isKnown: false }, never);
  first?.();
  first?.();
  expect(await takeTimes(places, 'c', false, 2)).toBe(1);
});

it('whatever is taken and given back, no bound is passed, and at the end all places are free', async () => {
  const act = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), gives: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const places = createCallPlaces(rules);
      const held: { name: string; giveBack: () => void }[] = [];
      for (const { name, gives } of acts) {
        const own = held.findIndex((one) => one.name === name);
        if (gives && own >= 0) held.splice(own, 1)[0]?.giveBack();
        else {
          const giveBack = await places.take({ name, isKnown: name < 'c' }, never);
          if (giveBack !== undefined) held.push({ name, giveBack });
        }
        expect(held.length).toBeLessThanOrEqual(rules.all);
        expect(held.filter((one) => one.name >= 'c').length).toBeLessThanOrEqual(rules.ofStrangers);
        expect(held.filter((one) => one.name === name).length).toBeLessThanOrEqual(rules.ofOne);
      }
      for (const { giveBack } of held) giveBack();
      let free = 0;
      for (const name of ['x', 'y', 'z']) free += await takeTimes(places, name, true, 3);
      expect(free).toBe(rules.all);
    }),
  );
});

describe('a call that finds no place', () => {
  const waitingRules = { all: 2, ofStrangers: 1, ofOne: 1, waitMsMax: 1_000 };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits for one; the oldest that may have it gets it', async () => {
    const places = createCallPlaces(waitingRules);
    const giveBack = await places.take({ name: 'a', isKnown: false }, never);
    const got: string[] = [];
    for (const name of ['b', 'c'])
      void places.take({ name, isKnown: false }, never).then((place) => place !== undefined && got.push(name));
    giveBack?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(got).toEqual(['b']);
  });

  it('is refused after its time, or when its client leaves', async () => {
    const places = createCallPlaces(waitingRules);
    await places.take({ name: 'a', isKnown: false }, never);
    const leaving = new AbortController();
    const left = places.take({ name: 'b', isKnown: false }, leaving.signal);
    const late = places.take({ name: 'c', isKnown: false }, never);
    leaving.abort();
    expect(await left).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toBeUndefined();
  });

  it('is refused at once when as many of its caller, or as many of all, wait already', async () => {
    const places = createCallPlaces(waitingRules);
    for (const name of ['a', 'b']) await places.take({ name, isKnown: true }, never);
    void places.take({ name: 'a', isKnown: true }, never);
    expect(await places.take({ name: 'a', isKnown: true }, never)).toBeUndefined();
    void places.take({ name: 'b', isKnown: true }, never);
    expect(await places.take({ name: 'c', isKnown: true }, never)).toBeUndefined();
  });

  it('does not wait when its client has left already', async () => {
    const places = createCallPlaces(waitingRules);
    expect(await places.take({ name: 'a', isKnown: true }, AbortSignal.abort())).toBeUndefined();
    expect(await places.take({ name: 'a', isKnown: true }, never)).toBeTypeOf('function');
  });
});
