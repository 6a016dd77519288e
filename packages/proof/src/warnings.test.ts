import { expect, it } from 'vitest';
import { readReceipt } from './read-receipt.ts';
import { draft, won } from './testing/changed-receipts.ts';
import type { Draft } from './testing/changed-receipts.ts';
import { ACCEPTED_AT, ENTRY_AT, makeReceipt, rising, signReceipt } from './testing/receipts.ts';
import type { MadeTick, Scenario } from './testing/receipts.ts';
import { testSigner } from './testing/web-crypto.ts';
import { warningsOf } from './warnings.ts';
import type { Warning } from './warnings.ts';

const signer = await testSigner();
const CLOSES_AT = ENTRY_AT + 60_000;

function warningsIn(file: string): Warning[] {
  const read = readReceipt(file);
  if (!read.ok) throw new Error(read.error);
  return warningsOf(read.value);
}

async function warnings(scenario: Scenario): Promise<Warning[]> {
  return warningsIn(await makeReceipt(scenario, signer));
}

/** Rising prices, but at these seconds after the entry another tick, or none. */
function exceptAt(seconds: readonly number[], made: (at: number) => MadeTick | null) {
  return (at: number) => (seconds.includes((at - ENTRY_AT) / 1000) ? made(at) : rising(at));
}

it('a receipt as it usually is leaves no warning, whether it is settled or not', async () => {
  expect(await warnings({})).toEqual([]);
  expect(await warnings({ settledAfterMs: 0 })).toEqual([]);
  expect(await warnings({ endsAt: ENTRY_AT + 10_000 })).toEqual([]);
  expect(await warnings({ endsAt: ENTRY_AT })).toEqual([]);
  expect(await warnings({ endsAt: ACCEPTED_AT })).toEqual([]);
});

it.each<[string, number[], number]>([
  ['before the entry and after the close', [-1, 61], 0],
  ['at the entry and at the close', [0, 60], 2],
  ['on the way', [7, 8, 30], 3],
])('seconds without a price %s', async (_, missing, count) => {
  const expected = count === 0 ? [] : [{ key: 'SECONDS_MISSING', count }];
  expect(await warnings({ tickAt: exceptAt(missing, () => null) })).toEqual(expected);
});

it.each([
  ['at the entry', 0, 4, 1],
  ['at the close', 60, 120, 1],
  ['on the way', 30, 40, 0],
])('the market is called closed %s', async (_, from, until, count) => {
  const tickAt = (at: number): MadeTick | null => {
    const second = (at - ENTRY_AT) / 1000;
    if (second < from || second >= until) return rising(at);
    return second === from ? { units: 5000n, status: 'CLOSED' } : null;
  };
  const made = await warnings({ tickAt, endsAt: ENTRY_AT + 180_000 });
  expect(made.filter(({ key }) => key === 'CALLED_CLOSED')).toEqual(
    count === 0 ? [] : [{ key: 'CALLED_CLOSED', count }],
  );
});

it('while the order runs, seconds count up to the newest tick', async () => {
  const tickAt = exceptAt([3, 9, 12], () => null);
  expect(await warnings({ tickAt, endsAt: ENTRY_AT + 10_000 })).toEqual([{ key: 'SECONDS_MISSING', count: 2 }]);
});

it('ticks of another feed count from the entry to the exit', async () => {
  const replay = (at: number) => ({ ...rising(at), feed: 'replay' });
  expect(await warnings({ tickAt: exceptAt([-1, 61], replay) })).toEqual([]);
  expect(await warnings({ tickAt: exceptAt([1, 20, 21, 59], replay) })).toEqual([{ key: 'FEED_MIXED', count: 4 }]);
});

it('the ticks of entry and exit count too', async () => {
  const replay = (at: number) => ({ ...rising(at), feed: 'replay' });
  expect(await warnings({ tickAt: exceptAt([60], replay) })).toEqual([{ key: 'FEED_MIXED', count: 1 }]);
  expect(await warnings({ tickAt: exceptAt([0], replay) })).toEqual([{ key: 'FEED_MIXED', count: 60 }]);
});

it('an order without an entry has no feed to compare', async () => {
  const tickAt = (at: number) =>
    at >= ENTRY_AT && at <= ENTRY_AT + 3000 ? null : { ...rising(at), feed: at % 2000 === 0 ? 'replay' : 'simulated' };
  expect((await warnings({ tickAt })).map(({ key }) => key)).toEqual(['SECONDS_MISSING']);
});

it('a settlement is late after a minute', async () => {
  expect(await warnings({ settledAfterMs: 60_999 })).toEqual([]);
  expect(await warnings({ settledAfterMs: 61_000 })).toEqual([{ key: 'SETTLED_LATE', count: 61 }]);
  expect(await warnings({ settledAfterMs: 3_600_999 })).toEqual([{ key: 'SETTLED_LATE', count: 3600 }]);
});

it('every transfer counts that is dated later than what it belongs to', async () => {
  const moved = async (places: readonly number[]) =>
    warningsIn(
      await signReceipt(
        draft(won, (receipt: Draft) => {
          for (const place of places) {
            const transfer = receipt.transfers[place];
            transfer.at = new Date(Date.parse(transfer.at) + 1).toISOString();
          }
        }),
        signer,
      ),
    );
  expect(await moved([0])).toEqual([{ key: 'TRANSFERS_LATE', count: 1 }]);
  expect(await moved([0, 1, 4])).toEqual([{ key: 'TRANSFERS_LATE', count: 3 }]);
});

it('several warnings come in one order', async () => {
  const tickAt = (at: number) =>
    at === ENTRY_AT + 5000 ? null : { ...rising(at), feed: at === ENTRY_AT + 9000 ? 'replay' : 'simulated' };
  expect(await warnings({ tickAt, settledAfterMs: CLOSES_AT - ENTRY_AT + 1000 })).toEqual([
    { key: 'SECONDS_MISSING', count: 1 },
    { key: 'FEED_MIXED', count: 1 },
    { key: 'SETTLED_LATE', count: 61 },
  ]);
});

it('an order that no device signed counts once', async () => {
  expect(await warnings({ device: null })).toContainEqual({ key: 'UNSIGNED', count: 1 });
});
