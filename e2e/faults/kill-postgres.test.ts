import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBook, waitUntilSettled } from './check-book.ts';
import { createSite, pause } from './server-process.ts';
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

it('the server brings a killed database back by itself, and nothing it said is lost', async () => {
  const pid = site.pid();
  trader.start();
  await pause(4_000);
  expect(await site.killPostgres()).toBeGreaterThan(3);
  const killedAt = Date.now();
  await pause(6_000);
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
}, 60_000);
