import type { Money } from '@candor/domain/money';
import { accountKey } from '@candor/domain/ledger/account';
import type { AccountKind, AccountRef, Wallet } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';

/**
 * The only writer of accounts and transfers. Balances are not edited: they move because a transfer is written, in the
 * same statement batch. Callers hold the lock on the member rows concerned (`lockMembers`), which serialises
 * everything a member owns; the constraints of the schema refuse what a mistake here would allow.
 *
 * The rules of what may be written are pure and stand in packages/domain/src/ledger.
 */
export interface Account {
  id: bigint;
  memberId: bigint | null;
  wallet: Wallet;
  kind: AccountKind;
  currency: string;
  posted: bigint;
  held: bigint;
  seq: bigint;
}

/** Locks member rows in id order, so that two transactions never wait for each other in a circle. */
export async function lockMembers(db: Db, memberIds: readonly bigint[]): Promise<void> {
  await db.query({
    name: 'lock-members',
    text: 'select id from member where id = any($1::bigint[]) order by id for no key update',
    values: [bigintArray(memberIds)],
  });
}

/** Reads accounts, opening those that have no row yet. */
export async function openAccounts(db: Db, refs: readonly AccountRef[]): Promise<Map<string, Account>> {
  const wanted = new Map(refs.map((ref) => [accountKey(ref), ref]));
  const columns = columnsOf([...wanted.values()]);
  const found = await selectAccounts(db, columns);
  if (found.length < wanted.size) {
    await db.query(
      `insert into account (member_id, wallet, kind, currency)
       select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
      columns,
    );
    found.splice(0, found.length, ...(await selectAccounts(db, columns)));
  }
  return new Map(found.map((account) => [accountKey(account), account]));
}

function columnsOf(refs: readonly AccountRef[]): unknown[] {
  return [
    bigintArray(refs.map((ref) => ref.memberId)),
    refs.map((ref) => ref.wallet),
    refs.map((ref) => ref.kind),
    refs.map((ref) => ref.currency),
  ];
}

async function selectAccounts(db: Db, columns: unknown[]): Promise<Account[]> {
  const { rows } = await db.query<Account>({
    name: 'select-accounts',
    // Two branches, because no index serves "is not distinct from": house accounts have no member.
    text: `with w as materialized (
             select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as w (member_id, wallet, kind, currency)
           )
           select a.id, a.member_id as "memberId", a.wallet, a.kind, a.currency, a.posted, a.held, a.seq
           from w join account a on a.member_id = w.member_id and a.wallet = w.wallet and a.kind = w.kind
             and a.currency = w.currency
           union all
           select a.id, a.member_id, a.wallet, a.kind, a.currency, a.posted, a.held, a.seq
           from w join account a on a.member_id is null and a.wallet = w.wallet and a.kind = w.kind
             and a.currency = w.currency
           where w.member_id is null`,
    values: columns,
  });
  return rows;
}

/** Posted and held of one account; zero where no row exists yet. */
export async function readBalance(db: Db, ref: AccountRef): Promise<{ posted: Money; held: Money }> {
  const [account] = await selectAccounts(db, columnsOf([ref]));
  return { posted: money(account?.posted ?? 0n), held: money(account?.held ?? 0n) };
}

interface Side {
  account: bigint;
  seq: bigint | null;
  balanceAfter: bigint | null;
}

/**
 * Writes transfers and moves the running rows of member accounts, in the order given.
 * Throws the database's constraint error when a member account would go below zero: deciding that beforehand is the
 * caller's part. Returns the ids in the same order.
 */
export async function writeTransfers(db: Db, drafts: readonly TransferDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const accounts = await openAccounts(
    db,
    drafts.flatMap((draft) => [draft.debit, draft.credit]),
  );
  const moved = new Map<string, Account>();
  const move = (ref: AccountRef, posted: bigint, held: bigint): Side => {
    const account = accounts.get(accountKey(ref));
    if (account === undefined) throw new Error('an account was not opened');
    if (account.memberId === null) return { account: account.id, seq: null, balanceAfter: null };
    account.posted += posted;
    account.held += held;
    account.seq += 1n;
    moved.set(accountKey(ref), account);
    return { account: account.id, seq: account.seq, balanceAfter: account.posted };
  };
  const rows = drafts.map((draft) => {
    const effect = effectOf(draft);
    return {
      id: draft.id ?? uuidV7(),
      draft,
      debit: move(draft.debit, -effect.posted, effect.held),
      credit: move(draft.credit, effect.posted, 0n),
    };
  });
  await updateAccounts(db, [...moved.values()]);
  await insertTransfers(db, rows);
  return rows.map((row) => row.id);
}

/** What a phase moves: `held` on the debit side, `posted` on both. */
function effectOf(draft: TransferDraft): { posted: bigint; held: bigint } {
  switch (draft.phase) {
    case 'single':
      return { posted: draft.amount, held: 0n };
    case 'pending':
      return { posted: 0n, held: draft.amount };
    case 'post':
      return { posted: draft.amount, held: -draft.amount };
    case 'void':
      return { posted: 0n, held: -draft.amount };
  }
}

async function updateAccounts(db: Db, accounts: readonly Account[]): Promise<void> {
  if (accounts.length === 0) return;
  await db.query({
    name: 'update-accounts',
    text: `update account a set posted = n.posted, held = n.held, seq = n.seq
           from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as n (id, posted, held, seq)
           where a.id = n.id`,
    values: [
      bigintArray(accounts.map((account) => account.id)),
      bigintArray(accounts.map((account) => account.posted)),
      bigintArray(accounts.map((account) => account.held)),
      bigintArray(accounts.map((account) => account.seq)),
    ],
  });
}

async function insertTransfers(
  db: Db,
  rows: readonly { id: string; draft: TransferDraft; debit: Side; credit: Side }[],
): Promise<void> {
  await db.query({
    name: 'insert-transfers',
    text: `insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id,
             ref_type, ref_id, member_id, debit_seq, debit_balance_after, credit_seq, credit_balance_after)
           select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
             $8::text[], $9::uuid[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[],
             $15::bigint[], $16::bigint[])`,
    values: [
      uuidArray(rows.map((row) => row.id)),
      bigintArray(rows.map((row) => row.debit.account)),
      bigintArray(rows.map((row) => row.credit.account)),
      bigintArray(rows.map((row) => row.draft.amount)),
      rows.map((row) => row.draft.type),
      rows.map((row) => row.draft.debit.wallet),
      rows.map((row) => row.draft.debit.currency),
      rows.map((row) => row.draft.phase),
      uuidArray(rows.map((row) => row.draft.pendingId ?? null)),
      rows.map((row) => row.draft.refType),
      rows.map((row) => row.draft.refId),
      bigintArray(rows.map((row) => row.draft.debit.memberId ?? row.draft.credit.memberId)),
      bigintArray(rows.map((row) => row.debit.seq)),
      bigintArray(rows.map((row) => row.debit.balanceAfter)),
      bigintArray(rows.map((row) => row.credit.seq)),
      bigintArray(rows.map((row) => row.credit.balanceAfter)),
    ],
  });
}
