import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { matchCertain, selectAccountCodes, selectOpen } from './certain-store.ts';
import type { OpenPlace } from './certain-store.ts';
import { findCertain } from './find-certain.ts';

/**
 * Entries that wait are looked at again and again, some at a time: a deposit may be reported after the statement that has it. What is certain is
 * the same as while a file is taken in, and the database looks again at what the worker found. No money moves.
 */
const LOOKING_MS = 5_000;
const AT_ONCE = 300;

export interface LaterDeps {
  readonly pool: Pool;
  readonly log: Log;
}

export function startMatchingLater(deps: LaterDeps): Repeat {
  const places = new Map<string, OpenPlace>();
  return repeat('statements', LOOKING_MS, deps.log, async () => {
    await matchLater(deps, places);
  });
}

/** One turn: the next entries of each account. `places`: where the turn before ended. Returns how many entries were matched. */
export async function matchLater({ pool, log }: LaterDeps, places: Map<string, OpenPlace>): Promise<number> {
  let matched = 0;
  for (const account of await selectAccountCodes(pool)) {
    const rows = await selectOpen(pool, account, places.get(account), AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) places.delete(account);
    else places.set(account, { bookedOn: last.bookedOn, id: last.id });
    const certain = await findCertain(pool, account, rows, {
      onCrowded: (thing) =>
        log.warn({ account, ...thing }, 'too many entries name one thing: nothing is certain of it'),
    });
    if (certain.length === 0) continue;
    matched += await withTransaction(pool, async (db) => {
      let entries = 0;
      for (const { thing, entries: found } of certain) {
        const ids = found.map(({ id }) => id);
        const match = await matchCertain(db, account, thing.kind, thing.id, ids);
        if (match === null) continue;
        log.info(
          { account, match, kind: thing.kind, thing: thing.id, entries: ids.length },
          'a statement was matched later',
        );
        entries += ids.length;
      }
      return entries;
    });
  }
  return matched;
}
