import type { LimitPeriod } from '@candor/domain/limits/limit-period';
import type { LimitKind, LimitState } from '@candor/domain/limits/own-limits';
import { REALITY_CHECK_MINUTES } from '@candor/domain/limits/reality-check';
import type { RealityCheckMinutes } from '@candor/domain/limits/reality-check';
import type { ExclusionTerm } from '@candor/domain/limits/self-exclusion';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { moment } from '../../platform/db/rows.ts';
import { asGiven, firstRow, write } from '../../platform/db/statement.ts';

/** SQL that changes what a member decided for themselves. The database sets every moment. */

const standing = z.object({ now: moment, realityCheckMinutes: z.nullable(z.literal(REALITY_CHECK_MINUTES)) });

const selectStandingRow = firstRow(
  standing,
  `select clock_timestamp() as now, reality_check_minutes from member where id = $1`,
  asGiven,
);

/** The moment on the database's clock, and the interval of the reality check; undefined if there is no such member. */
export async function selectStanding(db: Db, memberId: bigint): Promise<z.infer<typeof standing> | undefined> {
  const row = await selectStandingRow(db, memberId.toString());
  return row === undefined ? undefined : { ...row, now: Math.floor(row.now) };
}

/** A limit as it is to stand. */
export type NewLimit = LimitState & { readonly kind: LimitKind; readonly period: LimitPeriod };

export async function upsertLimit(db: Db, memberId: bigint, { kind, period, amount, next }: NewLimit): Promise<void> {
  const key = [memberId.toString(), kind, period];
  const { rowCount } = await db.query(
    'update own_limit set amount = $4, waiting = $5, next_amount = $6 where member_id = $1 and kind = $2 and period = $3',
    [...key, amount?.toString() ?? null, next !== null, next?.amount?.toString() ?? null],
  );
  if (rowCount === 1) return;
  if (next !== null) throw new Error('a first limit holds at once');
  await db.query('insert into own_limit (member_id, kind, period, amount) values ($1, $2, $3, $4)', [
    ...key,
    amount?.toString() ?? null,
  ]);
}

export const insertExclusion = write(
  'insert into self_exclusion (member_id, term) values ($1, $2)',
  (memberId: bigint, term: ExclusionTerm) => [memberId, term],
);

export const updateRealityCheck = write(
  'update member set reality_check_minutes = $2 where id = $1',
  (memberId: bigint, minutes: RealityCheckMinutes | null) => [memberId, minutes],
);
