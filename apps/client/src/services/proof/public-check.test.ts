import { createHash } from 'node:crypto';
import type { FairnessOrder } from '@candor/contract/fairness';
import type { TickView } from '@candor/contract/market';
import { canonicalTickBytes } from '@candor/proof/tick-chain';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseCrypto } from './choose-crypto.ts';
import { checkPublicly, isChain, isResultOf, placeText, readPlace } from './public-check.ts';

const REF = 'ab'.repeat(32);
const PLACE = { wallet: 'practice', closesAtMs: Date.UTC(2026, 10, 21, 16, 0, 6), ref: REF } as const;
const ORDER: FairnessOrder = {
  ref: REF,
  product: 'BTCUSDT',
  durationSec: 5,
  direction: 'up',
  entrySeq: 7,
  exitSeq: 9,
  entryPrice: '99.50',
  exitPrice: '100.25',
  outcome: 'won',
  reason: null,
  closesAt: '2026-11-21T16:00:06.000Z',
  feed: 'simulated',
  index: 7,
  settledIndex: 9,
};

/** A chain of three ticks from entry to close. */
function ticksOf(prices = ['99.50', '99.00', '100.25'], logs: readonly TickView['log'][] = []): TickView[] {
  let prevHash = '0'.repeat(64);
  return prices.map((price, index) => {
    const tick = {
      product: 'BTCUSDT',
      seq: 7 + index,
      at: `2026-11-21T16:00:0${4 + index}.000Z`,
      price,
      status: 'OK',
      feed: 'simulated',
      epoch: 1,
      sourcesDigest: 'cd'.repeat(32),
      prevHash,
    } as const;
    const log = logs[index] ?? null;
    const head = log === null ? null : { size: BigInt(log.size), root: log.root };
    const bytes = canonicalTickBytes({ ...tick, seq: BigInt(tick.seq), at: Date.parse(tick.at), log: head });
    const hash = createHash('sha256').update(bytes).digest('hex');
    prevHash = hash;
    return { ...tick, hash, log };
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a link names an order and nothing else; whatever is not such a name is refused', () => {
  expect(readPlace(placeText(PLACE))).toEqual(PLACE);
  for (const bad of ['', 'practice', `gold-1795276806000-${REF}`, `cash-1-${REF}`, `${placeText(PLACE)}0`, '../x'])
    expect(readPlace(bad)).toBeNull();
});

test('an order is void if its two prices are of different kinds, and not otherwise', () => {
  const changed = ticksOf().map((tick) => (tick.seq === 9 ? { ...tick, feed: 'replay' as const } : tick));
  const voided = { ...ORDER, outcome: 'voided', reason: 'FEED_CHANGED' } as const;
  expect(isResultOf(voided, changed)).toBe(true);
  expect(isResultOf({ ...voided, reason: 'EXIT_NOT_OK' }, changed)).toBe(false);
  expect(isResultOf(ORDER, changed)).toBe(false);
  expect(isResultOf(voided, ticksOf())).toBe(false);
});

test('ticks with a head of the order log are a chain, unless the log is dropped, shrinks or changes', async () => {
  const { crypto } = await chooseCrypto();
  const [root, other] = ['ab'.repeat(32), 'ef'.repeat(32)];
  const chainOf = async (...logs: readonly TickView['log'][]) => await isChain(ticksOf(undefined, logs), crypto);
  expect(await chainOf(null, { size: 3, root }, { size: 3, root })).toBe(true);
  expect(await chainOf({ size: 3, root }, { size: 3, root }, { size: 4, root: other })).toBe(true);
  expect(await chainOf({ size: 3, root }, null, { size: 4, root: other })).toBe(false);
  expect(await chainOf({ size: 3, root }, { size: 2, root: other }, { size: 4, root })).toBe(false);
  expect(await chainOf({ size: 3, root }, { size: 3, root: other }, { size: 4, root })).toBe(false);
  const [first, second, third] = ticksOf(
    undefined,
    [1, 2, 3].map((size) => ({ size, root })),
  );
  if (first === undefined || second === undefined || third === undefined) throw new Error('three ticks');
  expect(await isChain([first, { ...second, log: { size: 2, root: other } }, third], crypto)).toBe(false);
  expect(await isChain([first, { ...second, log: null }, third], crypto)).toBe(false);
});

test('an order may be void for its place in the order log only where a log was', () => {
  const voided = { ...ORDER, outcome: 'voided', reason: 'NOT_LOGGED' } as const;
  const logged = ticksOf(
    undefined,
    [1, 1, 1].map((size) => ({ size, root: REF })),
  );
  expect(isResultOf(voided, logged)).toBe(true);
  expect(isResultOf(voided, ticksOf())).toBe(false);
  expect(isResultOf({ ...voided, outcome: 'won' }, logged)).toBe(false);
  expect(isResultOf({ ...voided, entryPrice: '99.00' }, logged)).toBe(false);
  expect(isResultOf(ORDER, logged)).toBe(true);
});

test('the result follows from the first and the last tick', () => {
  expect(isResultOf(ORDER, ticksOf())).toBe(true);
  expect(isResultOf({ ...ORDER, outcome: 'lost' }, ticksOf())).toBe(false);
  expect(isResultOf({ ...ORDER, direction: 'down' }, ticksOf())).toBe(false);
  expect(isResultOf({ ...ORDER, exitPrice: '100.26' }, ticksOf())).toBe(false);
  // One of them is missing, or it closed later than agreed.
  expect(isResultOf(ORDER, ticksOf().toSpliced(1, 1))).toBe(false);
  expect(isResultOf(ORDER, [])).toBe(false);
  expect(isResultOf({ ...ORDER, closesAt: '2026-11-21T16:00:05.000Z' }, ticksOf())).toBe(false);
  const equal = ticksOf(['99.50', '99.00', '99.50']);
  expect(isResultOf({ ...ORDER, exitPrice: '99.50', outcome: 'tied' }, equal)).toBe(true);
});

test('entry and close are the ticks that the rule takes, and no others beside them', () => {
  const [first, second, third] = ticksOf();
  if (first === undefined || second === undefined || third === undefined) throw new Error('three ticks');
  const earlier = { ...first, seq: 6, at: '2026-11-21T16:00:03.000Z' };
  const later = { ...third, seq: 10, at: '2026-11-21T16:00:07.000Z' };
  expect(isResultOf(ORDER, [{ ...earlier, at: '2026-11-21T16:00:00.000Z' }, first, second, third, later])).toBe(true);
  // An earlier price of the entry's span, or a newer one of the close's, had to be taken.
  expect(isResultOf(ORDER, [earlier, first, second, third])).toBe(false);
  const newer = { ...later, at: ORDER.closesAt };
  expect(isResultOf(ORDER, [first, second, { ...third, at: '2026-11-21T16:00:05.500Z' }, newer])).toBe(false);
  // A close that is too old, and one that is no price.
  expect(isResultOf({ ...ORDER, closesAt: '2026-11-21T16:00:08.500Z', durationSec: 7 }, ticksOf())).toBe(false);
  expect(isResultOf(ORDER, [first, second, { ...third, status: 'STALE' }])).toBe(false);
});

test('a tick that was changed, and one of another chain, break it', async () => {
  const { crypto } = await chooseCrypto();
  const ticks = ticksOf();
  expect(await isChain(ticks, crypto)).toBe(true);
  const [first, second, third] = ticks;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three ticks');
  expect(await isChain([first, { ...second, price: '98.00' }, third], crypto)).toBe(false);
  const [, other] = ticksOf(['50.00', '60.00']);
  expect(await isChain([first, ...(other === undefined ? [] : [other])], crypto)).toBe(false);
});

test.each([
  [ORDER, ticksOf(), 'right'],
  [{ ...ORDER, outcome: 'lost' as const }, ticksOf(), 'wrong'],
  [
    { ...ORDER, outcome: 'voided' as const, reason: 'NO_EXIT_TICK' as const, exitSeq: null, exitPrice: null },
    [],
    'voided',
  ],
  [{ ...ORDER, ref: 'cd'.repeat(32) }, ticksOf(), 'missing'],
])('the site is asked for exactly that order, without a session: case %#', async (listed, ticks, kind) => {
  const asked: string[] = [];
  vi.stubGlobal('location', new URL('http://localhost/'));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(address);
    expect(new Headers(init.headers).has('authorization')).toBe(false);
    const data = address.includes('/ticks') ? ticks : { items: [listed], nextCursor: null, final: true };
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  // The business date is the site's: in Shanghai it is the next day.
  expect((await checkPublicly(PLACE, 'Asia/Shanghai')).kind).toBe(kind);
  expect(asked[0]).toContain('date=2026-11-22');
  expect(asked[0]).toContain(`cursor=${PLACE.closesAtMs}-${'ab'.repeat(31)}aa`);
});
