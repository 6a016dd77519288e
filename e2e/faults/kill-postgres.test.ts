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

it('the server restarts a killed database, and loses nothing it acknowledged', async () => {
  const acceptedSince = (ms: number): number =>
    trader.book.filter((entry) => typeof entry.answers[0]?.told === 'object' && entry.sentAt > ms).length;
  const pid = site.pid();
  trader.start();
  await until(() => acceptedSince(0) > 20);
  expect(await site.killPostgres()).toBeGreaterThan(3);
  const killedAt = Date.now();
  await until(() => acceptedSince(killedAt) > 5);
  await trader.stop();
  const owner = site.openOwner();
  try {
    await waitUntilSettled(owner);
    for (const entry of trader.book.filter((one) => one.unknown > 0)) await trader.resend(entry);
    await waitUntilSettled(owner);
    await checkBook(owner, trader);
    expect(site.pid()).toBe(pid);
    const accepted = trader.book.filter((entry) => typeof entry.answers[0]?.told === 'object');
    expect(accepted.filter((entry) => entry.sentAt < killedAt).length).toBeGreaterThan(20);
    expect(accepted.filter((entry) => entry.sentAt > killedAt).length).toBeGreaterThan(5);
    expect(trader.book.some((entry) => entry.unknown > 0)).toBe(true);
  } finally {
    await owner.end();
  }
}, 240_000);
