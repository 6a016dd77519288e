import { LIMIT_PERIODS } from '@candor/domain/limits/limit-period';
import { LIMIT_KINDS } from '@candor/domain/limits/own-limits';
import type { LimitState, LimitUse } from '@candor/domain/limits/own-limits';
import type { Exclusion } from '@candor/domain/limits/self-exclusion';
import { money } from '@candor/domain/money';
import * as z from 'zod/mini';
import { bigintArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { inOneFlight } from '../../platform/db/transaction.ts';
import { int8, moment } from '../../platform/db/rows.ts';
import { asGiven, manyRows } from '../../platform/db/statement.ts';

/** SQL about what members decided for themselves. Their limits count on the wallet that the site runs on. */

/** A limit as it holds now, with what waits to replace it, and what counts against it. */
export type OwnLimit = LimitUse & Pick<LimitState, 'next'>;

/** What a member decided for themselves. */
export interface OwnDecisions {
  readonly exclusion: Exclusion | null;
  readonly limits: readonly OwnLimit[];
}

export const NO_DECISIONS: OwnDecisions = { exclusion: null, limits: [] };

const exclusionRow = z.object({ memberId: int8, until: z.nullable(moment), forever: z.boolean() });

const limitRow = z.object({
  memberId: int8,
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  amount: z.nullable(int8),
  waiting: z.boolean(),
  nextAmount: z.nullable(int8),
  nextAt: z.nullable(moment),
  staked: int8,
  lost: int8,
  atRisk: int8,
  deposited: int8,
  underway: int8,
});

const selectExclusions = manyRows(
  exclusionRow,
  `select id as member_id, case when isfinite(excluded_until) then excluded_until end as until,
     coalesce(not isfinite(excluded_until), false) as forever
   from member where guarded and id = any($1::bigint[])`,
  asGiven,
  { name: 'select-exclusions' },
);

const selectLimits = manyRows(
  limitRow,
  `select member_id, kind, period, amount, waiting, next_amount, next_at, staked, lost, at_risk, deposited, underway
   from own_limits_of($1::bigint[])`,
  asGiven,
  { name: 'select-own-limits' },
);

/** What these members decided for themselves; those who never did are not in the map. */
export async function selectOwnDecisions(db: Db, memberIds: readonly bigint[]): Promise<Map<bigint, OwnDecisions>> {
  if (memberIds.length === 0) return new Map();
  const ids = bigintArray([...new Set(memberIds)]);
  const [excluded, limited] = await inOneFlight([selectExclusions(db, ids), selectLimits(db, ids)]);
  return new Map(
    excluded.map(({ memberId, until, forever }) => [
      memberId,
      {
        exclusion: forever ? 'forever' : until,
        limits: limited.filter((row) => row.memberId === memberId).map(ownLimit),
      },
    ]),
  );
}

function ownLimit(row: z.infer<typeof limitRow>): OwnLimit {
  const { kind, period, waiting, nextAt } = row;
  return {
    kind,
    period,
    amount: amountOf(row.amount),
    next: waiting && nextAt !== null ? { amount: amountOf(row.nextAmount), at: nextAt } : null,
    sums: {
      staked: money(row.staked),
      lost: money(row.lost),
      atRisk: money(row.atRisk),
      deposited: money(row.deposited),
      underway: money(row.underway),
    },
  };
}

function amountOf(units: bigint | null) {
  return units === null ? null : money(units);
}
