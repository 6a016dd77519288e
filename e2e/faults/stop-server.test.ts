import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBook, waitUntilSettled } from './check-book.ts';
import { createSite, pause, until } from './server-process.ts';
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

it('SIGTERM answers running requests, stops the database cleanly and loses nothing', async () => {
  const accepted = (): number => trader.book.filter((entry) => typeof entry.answers[0]?.told === 'object').length;
  trader.start();
  await until(() => accepted() > 20);
  // A lock on its member holds one command, so it is certainly running when the signal comes.
  const before = site.openOwner();
  const holder = await before.connect();
  await holder.query('begin');
  await holder.query(`select from member where username = 'faults_0' for update`);
  const last = () => trader.book.findLast((entry) => entry.member === 0);
  await until(() => last()?.answers.length === 0 && Date.now() - (last()?.sentAt ?? Date.now()) > 300);
  const heldUp = last();
  const startedAt = Date.now();
  const stopped = site.stop();
  await pause(400);
  await holder.query('rollback');
  holder.release();
  await before.end();
  expect(await stopped).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  expect(heldUp?.answers[0]?.afterUnknown).toBe(0);
  expect(readFileSync(join(site.dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');

  await site.start();
  const acceptedBefore = accepted();
  await until(() => accepted() > acceptedBefore);
  await trader.stop();
  const owner = site.openOwner();
  try {
    await waitUntilSettled(owner);
    for (const entry of trader.book.filter((one) => one.unknown > 0)) await trader.resend(entry);
    await waitUntilSettled(owner);
    await checkBook(owner, trader);
  } finally {
    await owner.end();
  }
}, 240_000);
