import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int8, rowOf, rowsOf } from '../../platform/db/rows.ts';

/** SQL of the marks that belong to one member, or show which accounts may be one person's. */

export const OWNED_MARKS = ['card', 'identity', 'device'] as const;
export type OwnedMark = (typeof OWNED_MARKS)[number];
export type MarkKind = OwnedMark | 'browser' | 'network';

/** Whether another member holds the mark. Whoever asks holds its lock until the end of the transaction. */
export async function isMarkTaken(db: Db, kind: OwnedMark, mark: Buffer, memberId: bigint): Promise<boolean> {
  const result = await db.query('select is_mark_taken($1, $2, $3) as taken', [kind, mark, memberId.toString()]);
  return rowOf(z.object({ taken: z.boolean() }), result)?.taken ?? false;
}

/** Writes that the member was seen with it, or tried what belongs to another. */
export async function noteMark(db: Db, kind: MarkKind, mark: Buffer, memberId: bigint): Promise<void> {
  await db.query('select note_mark($1, $2, $3)', [kind, mark, memberId.toString()]);
}

/** The same for a browser's token that a caller sent: one that the site gave to nobody leaves nothing. */
export async function noteKnownBrowser(db: Db, mark: Buffer, memberId: bigint): Promise<void> {
  await db.query('select note_known_browser($1, $2)', [mark, memberId.toString()]);
}

/** The database says how long a device, a browser and a network are remembered after they were last seen. */
export async function deleteOldMarks(db: Db): Promise<void> {
  await db.query('select forget_marks()');
}

export async function hasNetworkMarks(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(`select from member_mark where kind = 'network' limit 1`);
  return rowCount === 1;
}

const keptLogin = z.object({ id: int8, memberId: int8, network: z.string() });

/** Logins that are kept, in their order: who, and from which network. */
export async function selectKeptLogins(db: Db, afterId: bigint, limit: number): Promise<z.infer<typeof keptLogin>[]> {
  const result = await db.query(
    `select id, member_id as "memberId", address as network from member_login
     where id > $1 and address <> '' order by id limit $2`,
    [afterId.toString(), limit],
  );
  return rowsOf(keptLogin, result);
}

const unmarked = z.object({ memberId: int8, numberSealed: bytes });

/** Cards without a mark, in the order in which they were bound: of several members, the first one owns it. */
export async function selectUnmarkedCards(
  db: Db,
  except: readonly bigint[],
  limit: number,
): Promise<z.infer<typeof unmarked>[]> {
  const result = await db.query(
    `select member_id as "memberId", number_sealed as "numberSealed" from bank_card
     where number_mark is null and member_id <> all($1::bigint[]) order by bound_at, member_id limit $2`,
    [except.map(String), limit],
  );
  return rowsOf(unmarked, result);
}

/** As the owner of the database. Says whether the member has the card alone. */
export async function adoptCardMark(db: Db, memberId: bigint, mark: Buffer): Promise<'own' | 'shared'> {
  const result = await db.query('select adopt_card_mark($1, $2) as became', [memberId.toString(), mark]);
  return rowOf(z.object({ became: z.enum(['own', 'shared']) }), result)?.became ?? 'own';
}

const unmarkedPayee = z.object({ id: z.string(), memberId: int8, sealed: bytes });

/** Withdrawals that are not paid out yet and do not say to which card they go. Those without a card are none of them. */
export async function selectUnmarkedPayees(
  db: Db,
  except: readonly string[],
  limit: number,
): Promise<z.infer<typeof unmarkedPayee>[]> {
  const result = await db.query(
    `select id, member_id as "memberId", payee_sealed as sealed from withdrawal
     where payee_mark is null and length(payee_sealed) > 0 and id <> all($1::uuid[])
       and (status in ('pending', 'reviewing', 'seconding') or status = 'approved' and paid_out = 'none')
     order by id limit $2`,
    [except, limit],
  );
  return rowsOf(unmarkedPayee, result);
}

/** As the owner of the database. */
export async function adoptPayeeMark(db: Db, withdrawalId: string, mark: Buffer): Promise<void> {
  await db.query('select adopt_payee_mark($1, $2)', [withdrawalId, mark]);
}
