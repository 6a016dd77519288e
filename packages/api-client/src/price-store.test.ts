import { expect, test, vi } from 'vitest';
import { createPriceStore } from './price-store.ts';

function setup() {
  const frames: (() => void)[] = [];
  const store = createPriceStore((flush) => frames.push(flush));
  const frame = () => frames.splice(0).forEach((flush) => flush());
  return { store, frames, frame };
}

function tick(seq: number, price: string) {
  return { seq, price, at: '2026-11-21T00:00:00.000Z', status: 'OK' as const };
}

test('many ticks in one frame are one change with the newest price', () => {
  const { store, frames, frame } = setup();
  const painted = vi.fn();
  store.subscribe('BTC', painted);
  store.put('BTC', tick(1, '10'));
  store.put('BTC', tick(2, '12'));
  store.put('BTC', tick(3, '11'));
  expect(store.get('BTC')).toBeNull();
  expect(frames).toHaveLength(1);
  frame();
  expect(painted).toHaveBeenCalledTimes(1);
  expect(store.get('BTC')).toMatchObject({ seq: 3, price: '11', direction: 'down' });
});

test('a subscriber hears only its own product, until it unsubscribes', () => {
  const { store, frame } = setup();
  const painted = vi.fn();
  const stop = store.subscribe('BTC', painted);
  store.put('ETH', tick(1, '1'));
  frame();
  expect(painted).not.toHaveBeenCalled();
  stop();
  store.put('BTC', tick(1, '1'));
  frame();
  expect(painted).not.toHaveBeenCalled();
});

test('an older or repeated tick changes nothing', () => {
  const { store, frames, frame } = setup();
  store.put('BTC', tick(5, '10'));
  frame();
  store.put('BTC', tick(5, '99'));
  store.put('BTC', tick(4, '99'));
  expect(frames).toHaveLength(0);
  expect(store.get('BTC')?.price).toBe('10');
});

test('the second of the newest tick changes only with a new second or status', () => {
  const { store, frame } = setup();
  const at = (seq: number, ms: number, status: 'OK' | 'STALE' = 'OK') => {
    store.put('BTC', { seq, price: `${seq}`, at: new Date(ms).toISOString(), status });
    frame();
    return store.second('BTC');
  };
  expect(store.second('BTC')).toBeNull();
  const first = at(1, 5_001);
  expect(first).toEqual({ atMs: 5_000, status: 'OK' });
  expect(at(2, 5_999)).toBe(first);
  expect(at(3, 6_000)).toEqual({ atMs: 6_000, status: 'OK' });
  expect(at(4, 6_050, 'STALE')).toEqual({ atMs: 6_000, status: 'STALE' });
});

test('a price is compared with the one before it, also within one frame', () => {
  const { store, frame } = setup();
  const directions = (['10', '12', '12', '9'] as const).map((price, index) => {
    store.put('BTC', tick(index + 1, price));
    frame();
    return store.get('BTC')?.direction;
  });
  expect(directions).toEqual(['flat', 'up', 'flat', 'down']);
  store.put('BTC', tick(6, '11'));
  store.put('BTC', tick(5, '8'));
  store.put('BTC', tick(7, '12'));
  frame();
  expect(store.get('BTC')).toMatchObject({ seq: 7, direction: 'up' });
});

test('every subscriber of a product hears a new price, once, and none of an old one', () => {
  const { store, frame } = setup();
  const [one, other] = [vi.fn(), vi.fn()];
  store.subscribe('BTC', one);
  store.subscribe('BTC', other);
  store.put('BTC', tick(1, '10'));
  frame();
  store.put('ETH', tick(1, '10'));
  frame();
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
});
