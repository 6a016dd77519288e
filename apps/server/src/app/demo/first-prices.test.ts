import type { ProductView } from '@candor/contract/market';
import { expect, it } from 'vitest';
import { firstPrices } from './first-prices.ts';

function product(code: string, facts: Partial<ProductView> = {}): ProductView {
  return {
    code,
    names: { 'zh-Hans': code, 'zh-Hant': code, en: code },
    category: 'crypto',
    decimals: 2,
    status: 'trading',
    opensAt: null,
    feed: 'simulated',
    last: { seq: 1, at: '2026-11-20T08:00:00.000Z', price: '1.00', status: 'OK' },
    change24h: null,
    durations: [{ seconds: 5, payoutRate: '0.8500', minStake: '10.00', maxStake: '100.00' }],
    presets: [],
    feeRate: '0.0000',
    termsVersion: 1,
    termsHash: '0'.repeat(64),
    acceptWithinMs: 3000,
    entryDelaySec: 0,
    sessions: 'always',
    ...facts,
  };
}

const FAULT = new Error('listProducts: FAULT');

/** Answers in turn; the last one again and again. */
async function look(
  answers: readonly (Error | readonly ProductView[])[],
): Promise<{ codes: string[]; pauses: number[]; asked: number }> {
  const pauses: number[] = [];
  let asked = 0;
  const found = await firstPrices({
    ask: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return await (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
    },
    pause: async (ms) => {
      pauses.push(ms);
      await Promise.resolve();
    },
    log: { info: () => undefined },
    signal: new AbortController().signal,
  });
  return { codes: found.map(({ code }) => code), pauses, asked };
}

it('asks again, less and less often, while the site cannot answer, and each second while it has no prices', async () => {
  const waiting = [product('BTCUSDT', { last: null })];
  expect(await look([FAULT, FAULT, FAULT, FAULT, waiting, waiting, [product('BTCUSDT')]])).toEqual({
    codes: ['BTCUSDT'],
    pauses: [2000, 4000, 8000, 8000, 1000, 1000],
    asked: 7,
  });
});

it('gives up at last, and says nothing of prices of a live market', async () => {
  const failing = await look([FAULT]);
  expect(failing.codes).toEqual([]);
  expect(failing.pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(180_000);
  expect(failing.asked).toBeGreaterThan(20);
  expect(
    (await look([[product('BTCUSDT', { feed: 'live' }), product('DE30EUR', { status: 'closed' })]])).codes,
  ).toEqual([]);
});

it('stops with the site', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('stopped'));
  const asked = firstPrices({
    ask: async () => await Promise.reject(FAULT),
    pause: () => Promise.resolve(),
    log: { info: () => undefined },
    signal: stopping.signal,
  });
  await expect(asked).rejects.toThrow('stopped');
});
