import * as z from 'zod/mini';
import { ADJUSTMENT_KINDS } from '@candor/contract/console-members';
import { LANGUAGES } from '@candor/contract/languages';
import { ADJUSTMENT_STATES } from '@candor/domain/cashier/adjustment';
import type { AdjustmentKind, AdjustmentState } from '@candor/domain/cashier/adjustment';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';
import { wallet } from '../../services/columns/columns.ts';

/** SQL about money that operators add or deduct by hand. */

const adjustmentRow = z.object({
  id: z.string(),
  memberId: int8,
  member: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  wallet,
  currency: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  amount: int8,
  /** What the member reads, as a code. */
  reason: z.string(),
  /** What the maker wrote to the checker. */
  note: z.string(),
  status: z.enum(ADJUSTMENT_STATES),
  makerId: int8,
  maker: z.string(),
  checkerId: z.nullable(int8),
  checker: z.nullable(z.string()),
  decisionNote: z.nullable(z.string()),
  createdAt: moment,
  decidedAt: z.nullable(moment),
  available: int8,
});
export type AdjustmentRow = z.infer<typeof adjustmentRow>;

const ADJUSTMENT = `select j.id, j.member_id as "memberId", m.username as member, m.language, j.wallet, j.currency, j.kind, j.amount,
    j.code as reason, j.reason as note, j.status, j.maker as "makerId", k.username as maker, j.checker as "checkerId", c.username as checker,
    j.note as "decisionNote",    j.created_at as "createdAt", j.decided_at as "decidedAt",
    coalesce((select a.posted - a.held from account a where a.member_id = j.member_id and a.kind = 'funds'
      and a.wallet = j.wallet and a.currency = j.currency), 0)::bigint as available
  from adjustment j join member m on m.id = j.member_id join member k on k.id = j.maker left join member c on c.id = j.checker`;

export interface AdjustmentFilter {
  statuses?: readonly AdjustmentState[] | undefined;
  /** A username. */
  member?: string | undefined;
  beforeId?: string | undefined;
  limit: number;
}

/** Newest first: their ids are ordered by time. */
export async function selectAdjustments(db: Db, filter: AdjustmentFilter): Promise<AdjustmentRow[]> {
  const result = await db.query(
    `${ADJUSTMENT} where ($1::text[] is null or j.status = any($1))
       and ($2::text is null or j.member_id = (select id from member where lower(username collate "C") = lower($2 collate "C")))
       and ($3::uuid is null or j.id < $3)
     order by j.id desc limit $4`,
    [filter.statuses ?? null, filter.member ?? null, filter.beforeId ?? null, filter.limit],
  );
  return rowsOf(adjustmentRow, result);
}

export async function selectAdjustment(db: Db, id: string): Promise<AdjustmentRow | undefined> {
  return rowOf(adjustmentRow, await db.query(`${ADJUSTMENT} where j.id = $1`, [id]));
}

/** Locks it, so that two decisions come one after another. */
export async function lockAdjustment(db: Db, id: string): Promise<AdjustmentRow | undefined> {
  return rowOf(adjustmentRow, await db.query(`${ADJUSTMENT} where j.id = $1 for no key update of j`, [id]));
}

/** Whose money it is about; the member is locked before the adjustment is read. */
export async function selectAdjusted(db: Db, id: string): Promise<bigint | undefined> {
  const result = await db.query('select member_id as "memberId" from adjustment where id = $1', [id]);
  return rowOf(z.object({ memberId: int8 }), result)?.memberId;
}

export interface NewAdjustment {
  id: string;
  memberId: bigint;
  wallet: string;
  currency: string;
  kind: AdjustmentKind;
  amount: bigint;
  reason: string;
  note: string;
  makerId: bigint;
}

export async function insertAdjustment(db: Db, row: NewAdjustment): Promise<void> {
  await db.query(
    `insert into adjustment (id, member_id, wallet, currency, kind, amount, code, reason, maker)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.memberId.toString(),
      row.wallet,
      row.currency,
      row.kind,
      row.amount.toString(),
      row.reason,
      row.note,
      row.makerId.toString(),
    ],
  );
}

export async function decideAdjustmentRow(
  db: Db,
  decision: { id: string; status: AdjustmentState; checkerId: bigint; note: string | null },
): Promise<void> {
  await db.query('update adjustment set status = $2, checker = $3, note = $4 where id = $1', [
    decision.id,
    decision.status,
    decision.checkerId.toString(),
    decision.note,
  ]);
}

export async function countProposed(db: Db): Promise<number> {
  const result = await db.query(`select count(*) as count from adjustment where status = 'proposed'`);
  return Number(rowOf(z.object({ count: int8 }), result)?.count ?? 0n);
}

export async function selectMemberExists(db: Db, memberId: bigint): Promise<boolean> {
  const { rowCount } = await db.query('select from member where id = $1', [memberId.toString()]);
  return rowCount === 1;
}
