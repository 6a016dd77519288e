import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/db/pool.ts';

/** After its second the machine gets so many turns more, each with a round trip to the database. */
const TURNS = 8;
const TURN_MS = 100;

/**
 * Ends when this machine must have done what it does within a second. A clock alone cannot say that: where everything is late, or
 * stood still for a while, this is late by as much.
 */
export async function busySecond(db: Db): Promise<'a busy second is over'> {
  await sleep(1_000);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await sleep(TURN_MS);
    await db.query('select 1');
  }
  return 'a busy second is over';
}
