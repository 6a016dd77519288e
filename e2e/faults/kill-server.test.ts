import { amountOf } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBook, waitUntilSettled } from './check-book.ts';
import { createSite, until } from './server-process.ts';
import type { Site } from './server-process.ts';
import { createTrader } from './trader.ts';
import type { Trader } from './trader.ts';

let site: Site;
let trader: Trader;
beforeAll(async () => {
  site = createSite();
  await site.start();
  trader = await createTrader(site, 12);
});
afterAll(async () => await site.remove());

it('a killed server comes back with everything it acknowledged', async () => {
  const acceptedSince = (ms: number): number =>
    trader.book.filter((entry) => typeof entry.answers[0]?.told === 'object' && entry.sentAt > ms).length;
  trader.start();
  await until(() => acceptedSince(0) > 20);
  await site.killServer();
  const killedAt = Date.now();
  await site.start();
  await until(() => acceptedSince(killedAt) > 5);
  await trader.stop();
  const owner = site.openOwner();
  try {
    await waitUntilSettled(owner);
    for (const entry of trader.book.filter((one) => one.unknown > 0)) await trader.resend(entry);
    await waitUntilSettled(owner);
    await checkBook(owner, trader);
    const accepted = trader.book.filter((entry) => typeof entry.answers[0]?.told === 'object');
    expect(accepted.filter((entry) => entry.sentAt < killedAt).length).toBeGreaterThan(20);
    expect(accepted.filter((entry) => entry.sentAt > killedAt).length).toBeGreaterThan(5);
    expect(trader.book.some((entry) => entry.unknown > 0)).toBe(true);

    // Test the check itself: it must find each fault it is made for.
    const first = accepted[0]?.answers[0];
    if (first === undefined || typeof first.told === 'string') throw new Error('nothing was accepted');
    const honest = first.told;
    first.told = { ...honest, stake: amountOf(1n) };
    await expect(checkBook(owner, trader)).rejects.toThrow('an order is not as it was acknowledged');
    first.told = honest;
    await owner.query(`update settlement set profit = profit + 1 where order_id = $1`, [honest.id]);
    await expect(checkBook(owner, trader)).rejects.toThrow('its ticks say');
    await owner.query('set session_replication_role = replica; delete from settlement');
    await expect(checkBook(owner, trader)).rejects.toThrow('an order is not settled');
    await owner.query(`set session_replication_role = replica; delete from trade_order where id = '${honest.id}'`);
    await expect(checkBook(owner, trader)).rejects.toThrow('an acknowledged order is missing');
  } finally {
    await owner.end();
  }
}, 240_000);
