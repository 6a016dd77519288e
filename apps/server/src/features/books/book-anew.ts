import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { unbookHours } from './ledger-hour-store.ts';

/** Why hours are not booked anew, in words for whoever runs the command. */
const REFUSALS = {
  NO_OPERATOR: 'There is no operator of this name, and the audit log needs one.',
  LONG_AGO: 'Hours are booked anew from 31 days before the newest one on.',
  SIGNED: 'An operator signed the report of this date or of a later one: it stays as it is.',
  NONE: 'No hour of this date or a later one is booked.',
} as const;

/** The hours of the ledger from a date on are wrong: they are taken back, with an entry in the audit log, and the worker books them anew. */
export async function bookAnew(ownerPool: Pool, date: string, username: string): Promise<Result<bigint, string>> {
  try {
    return ok(await unbookHours(ownerPool, date, username));
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    for (const [why, words] of Object.entries(REFUSALS)) if (message === `HOURS_REFUSED: ${why}`) return err(words);
    throw error;
  }
}
