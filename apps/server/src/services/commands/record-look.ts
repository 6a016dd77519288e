import type { Db, Pool } from '../../platform/db/pool.ts';
import { asOperator } from '../operators/acting-store.ts';
import type { Acting } from '../operators/acting-store.ts';
import { hasActedLately, recordActs } from './audit-store.ts';
import type { Act } from './audit-store.ts';

/** Somebody who decides reads the same page again at every step of it: within this time that is one look. */
const SAME_LOOK_SEC = 300;

/** Writes down that an operator looks at something of a member. Call it before anything is sent. */
export async function recordLook(pool: Pool, acting: Pick<Acting, 'session' | 'operatorId'>, act: Act): Promise<void> {
  await asOperator(pool, acting, async (db) => await recordNewLook(db, acting.operatorId, act));
}

/**
 * The same, of a member who was found by what identifies a person: the entry says by what, never the words.
 * @param what such as `phone`
 */
export async function recordFound(
  pool: Pool,
  acting: Pick<Acting, 'session' | 'operatorId'>,
  { memberId, what }: { memberId: bigint; what: string },
): Promise<void> {
  await recordLook(pool, acting, {
    command: 'console/search',
    subjectType: 'member',
    subjectId: memberId.toString(),
    detail: { what },
  });
}

async function recordNewLook(db: Db, actorId: bigint, act: Act): Promise<void> {
  if (await hasActedLately(db, { ...act, actorId, withinSec: SAME_LOOK_SEC })) return;
  await recordActs(db, [act]);
}
