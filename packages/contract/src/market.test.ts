import { expect, test } from 'vitest';
import { candlesQuery, ticksQuery } from './market.ts';

test.each([
  [{ interval: '1m' }, true],
  [{ interval: '1d', limit: '1000', before: '2026-11-21T00:00:00.000Z' }, true],
  [{}, false],
  [{ interval: '2m' }, false],
  [{ interval: '1m', limit: '1001' }, false],
  [{ interval: '1m', before: '1' }, false],
  [{ interval: '1m', x: '1' }, false],
])('candles %j: %s', (query, accepted) => {
  expect(candlesQuery.safeParse(query).success).toBe(accepted);
});

test.each([
  [{ fromSeq: '1', toSeq: '5000' }, true],
  [{ fromSeq: '7', toSeq: '7' }, true],
  [{ fromSeq: '1', toSeq: '5001' }, false],
  [{ fromSeq: '2', toSeq: '1' }, false],
  [{ fromSeq: '-1', toSeq: '1' }, false],
  [{ fromSeq: '1' }, false],
  [{ fromSeq: '1', toSeq: '9'.repeat(40) }, false],
])('ticks %j: %s', (query, accepted) => {
  expect(ticksQuery.safeParse(query).success).toBe(accepted);
});
