import type { Pool } from '../../platform/db/pool.ts';
import { asOperator } from '../operators/acting-store.ts';
import type { Acting } from '../operators/acting-store.ts';
import { recordActs } from './audit-store.ts';
import type { Act } from './audit-store.ts';

/** Writes down that an operator looks at something of a member. Call it before anything is sent. */
export async function recordLook(pool: Pool, acting: Pick<Acting, 'session'>, act: Act): Promise<void> {
  await asOperator(pool, acting, async (db) => await recordActs(db, [act]));
}
