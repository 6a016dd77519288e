// SQL of conversations with visitors. A visitor is only the hash of the token on their device, and the key of their address.

import type { Language } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, rowOf } from '../../platform/db/rows.ts';

const idRow = z.object({ id: int8 });

/** The visitor's conversation, or undefined: never begun, or expired. */
export async function findVisitor(db: Db, tokenHash: Buffer): Promise<bigint | undefined> {
  const result = await db.query('select id from support_conversation where token_hash = $1', [tokenHash]);
  return rowOf(idRow, result)?.id;
}

export interface VisitorBounds {
  /** Conversations of one address with a message in the last day. */
  readonly ofAddress: number;
  /** Of its network (/48, /24) in the last day. */
  readonly ofNetwork: number;
  /** Of all visitors, with a message in the last `idleHours`. */
  readonly all: number;
  readonly idleHours: number;
}

/**
 * How many conversations of visitors are alive. One that was silent for hours has given its place back: it can still be read
 * and gone on with.
 */
export async function countVisitors(db: Db, idleHours: number): Promise<number> {
  const result = await db.query(
    `select count(*) as n from support_conversation
     where member_id is null and last_at > clock_timestamp() - make_interval(hours => $1)`,
    [idleHours],
  );
  return Number(rowOf(z.object({ n: int8 }), result)?.n ?? 0n);
}

/**
 * Begins a conversation and returns its id. Undefined if there are too many. Needs a transaction: calls from one network wait
 * for each other. While half of all places are taken, each network gets only one more, so that a crowd of a few networks leaves places
 * to everybody else.
 */
export async function insertVisitor(
  db: Db,
  visitor: { tokenHash: Buffer; address: string; network: string; language: Language },
  bounds: VisitorBounds,
): Promise<bigint | undefined> {
  const { tokenHash, address, network, language } = visitor;
  await db.query(`select wait_turn('visitor/' || $1)`, [network]);
  const result = await db.query(
    `with taken as (select count(*) as n from support_conversation
       where member_id is null and last_at > clock_timestamp() - make_interval(hours => $7))
     insert into support_conversation (token_hash, address, language, network)
     select $1, $2, $3, $6 from taken
     where (select count(*) from support_conversation
         where member_id is null and address = $2 and last_at > clock_timestamp() - interval '1 day') < $4
       and (select count(*) from support_conversation
         where member_id is null and network = $6 and last_at > clock_timestamp() - interval '1 day')
         < case when taken.n * 2 < $5 then $8::bigint else 1 end
       and taken.n < $5
     on conflict (token_hash) where token_hash is not null do nothing returning id`,
    [tokenHash, address, language, bounds.ofAddress, bounds.all, network, bounds.idleHours, bounds.ofNetwork],
  );
  return rowOf(idRow, result)?.id ?? (await findVisitor(db, tokenHash));
}

/** The message that this call wrote before. */
export async function findVisitorMessage(db: Db, conversationId: bigint, key: string): Promise<bigint | undefined> {
  const result = await db.query('select id from support_message where conversation_id = $1 and key = $2', [
    conversationId.toString(),
    key,
  ]);
  return rowOf(idRow, result)?.id;
}

/**
 * Writes a visitor's message and returns its id; undefined if the conversation is full. Calls with one key wait for each
 * other: the second one finds the first one's message.
 */
export async function insertVisitorMessage(
  db: Db,
  { conversationId, text, key }: { conversationId: bigint; text: string; key: string },
  messagesMax: number,
): Promise<bigint | undefined> {
  const id = conversationId.toString();
  await db.query('select from support_conversation where id = $1 for no key update', [id]);
  const written = await findVisitorMessage(db, conversationId, key);
  if (written !== undefined) return written;
  const result = await db.query(
    `insert into support_message (conversation_id, text, key)
     select $1, $2, $3 where (select count(*) from support_message where conversation_id = $1) < $4 returning id`,
    [id, text, key, messagesMax],
  );
  return rowOf(idRow, result)?.id;
}

const joined = z.object({ answer: z.enum(['joined', 'unknown', 'refused']) });

/** Makes the visitor's conversation part of the member's own. The database does it as a whole, and once for a member. */
export async function joinVisitor(
  db: Db,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<z.infer<typeof joined>['answer']> {
  const result = await db.query('select join_conversation($1, $2) as answer', [memberId.toString(), tokenHash]);
  return joined.parse(rowOf(joined, result)).answer;
}
