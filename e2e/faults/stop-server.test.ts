import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBook, waitUntilSettled } from './check-book.ts';
import { createSite, pause, until } from './server-process.ts';
import type { Site } from './server-process.ts';
import { createTrader } from './trader.ts';
import type { BookEntry, Trader } from './trader.ts';

let site: Site;
let trader: Trader;
beforeAll(async () => {
  site = createSite();
  await site.start();
  trader = await createTrader(site, 12);
});
afterAll(async () => await site.remove());

/** So long the server waits for the row of a member (LIMITS in features/trading/placement-queue.ts). */
const HELD_MS_MAX = 2_000;

/** In this time a command of a member that trades all the time comes to wait for its row. */
const WAITS_MS_MAX = 3_000;

/** Holds the row of the first member until one of their commands waits for it. */
async function holdCommand(owner: Pool) {
  const last = (): BookEntry | undefined => trader.book.findLast((entry) => entry.member === 0);
  for (;;) {
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query(`select from member where username = 'faults_0' for update`);
    for (const heldAt = Date.now(); Date.now() - heldAt < WAITS_MS_MAX; await pause(50)) {
      const entry = last();
      if (entry?.answers.length === 0 && Date.now() - entry.sentAt > 300) return { holder, heldUp: entry };
    }
    // With an open order on every market each command is refused at once, and no order is settled while the row is held.
    await holder.query('rollback');
    holder.release();
    await pause(WAITS_MS_MAX);
  }
}

/** Stops the site while a command of the first member runs: a lock on its member holds it. */
async function stopWhileHeld() {
  const before = site.openOwner();
  const { holder, heldUp } = await holdCommand(before);
  const startedAt = Date.now();
  const stopping = site.stop();
  await pause(400);
  await holder.query('rollback');
  const heldMs = Date.now() - heldUp.sentAt;
  holder.release();
  await before.end();
  const stopped = await stopping;
  return { heldUp, heldMs, stopped, stopMs: Date.now() - startedAt };
}

it('SIGTERM answers running requests, stops the database cleanly and loses nothing', async () => {
  const accepted = (): number => trader.book.filter((entry) => typeof entry.answers[0]?.told === 'object').length;
  trader.start();
  await until(() => accepted() > 20);
  for (;;) {
    const { heldUp, heldMs, stopped, stopMs } = await stopWhileHeld();
    if (heldMs < HELD_MS_MAX) {
      expect({ stopped, unknown: heldUp.answers[0]?.afterUnknown }, site.output()).toEqual({ stopped: 0, unknown: 0 });
      expect(stopMs).toBeLessThan(10_000);
      break;
    }
    // This machine stood still for so long that the server was right to give the command up: that says nothing.
    await site.start();
  }
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
