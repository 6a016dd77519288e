import { assert } from '@candor/domain/assert';
import type { Money } from '@candor/domain/money';
import type { AccountRef } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import * as z from 'zod/mini';
import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { asGiven, firstRow, manyValues, write } from '../../platform/db/statement.ts';

/**
 * The only caller of the database's write_transfers. Orders and settlements write their transfers by themselves, in the
 * database; every other transfer is written here. Balances are not edited: they change because a transfer is written.
 * Callers hold the lock on the member rows concerned (`lockMembers`), which serialises everything that a member owns.
 *
 * The rules for what may be written are pure. They are in packages/domain/src/ledger.
 */
/** Locks member rows in id order, so that two transactions never deadlock. */
export const lockMembers = write(
  'select lock_members($1::bigint[])',
  (memberIds: readonly bigint[]) => [bigintArray(memberIds)],
  { name: 'lock-members' },
);

/** Locks those of these members whose row no other transaction holds, and returns them; both in id order. */
export const lockFreeMembers = manyValues(
  int8,
  'select id from member where id = any($1::bigint[]) order by id for no key update skip locked',
  (memberIds: readonly bigint[]) => [bigintArray(memberIds)],
  { name: 'lock-free-members' },
);

const readBalanceRow = firstRow(
  z.object({ posted: int8, held: int8 }),
  `select posted, held from account where member_id = $1 and wallet = $2 and kind = $3 and currency = $4
   union all
   select posted, held from account
   where $1::bigint is null and member_id is null and wallet = $2 and kind = $3 and currency = $4`,
  asGiven,
  { name: 'select-balance' },
);

/** Posted and held of one account; zero where no row exists yet. */
export async function readBalance(db: Db, ref: AccountRef): Promise<{ posted: Money; held: Money }> {
  const row = await readBalanceRow(db, ref.memberId, ref.wallet, ref.kind, ref.currency);
  return { posted: money(row?.posted ?? 0n), held: money(row?.held ?? 0n) };
}

/**
 * Writes transfers and updates the running rows of member accounts, in the given order. The database opens missing
 * accounts. It refuses a transfer that this role may not write, or that does not match its order or hold (CD005). It also refuses a transfer that would take a member account below zero (23514): the caller must decide that
 * earlier. Returns the ids in the same order.
 */
export async function writeTransfers(db: Db, drafts: readonly TransferDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  for (const { debit, credit } of drafts)
    assert(debit.wallet === credit.wallet && debit.currency === credit.currency, 'a transfer stays in its wallet');
  const ids = drafts.map((draft) => draft.id ?? uuidV7());
  await db.query({
    name: 'write-transfers',
    text: `select write_transfers($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
             $8::bigint[], $9::text[], $10::bigint[], $11::uuid[], $12::text[], $13::text[])`,
    values: [
      uuidArray(ids),
      bigintArray(drafts.map((draft) => draft.amount)),
      drafts.map((draft) => draft.type),
      drafts.map((draft) => draft.phase),
      drafts.map((draft) => draft.debit.wallet),
      drafts.map((draft) => draft.debit.currency),
      drafts.map((draft) => draft.debit.kind),
      bigintArray(drafts.map((draft) => draft.debit.memberId)),
      drafts.map((draft) => draft.credit.kind),
      bigintArray(drafts.map((draft) => draft.credit.memberId)),
      uuidArray(drafts.map((draft) => draft.pendingId ?? null)),
      drafts.map((draft) => draft.refType),
      drafts.map((draft) => draft.refId),
    ],
  });
  return ids;
}
