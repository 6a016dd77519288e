// SQL of conversations with visitors. A visitor is only the hash of the token on their device, and the key of their address.

import type { Language } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { asGiven, firstRow, firstValue } from '../../platform/db/statement.ts';

const idRow = z.object({ id: int8 });

/** The visitor's conversation, or undefined: never begun, or expired. */
export const findVisitor = firstValue(
  int8,
  'select id from support_conversation where token_hash = $1',
  (tokenHash: Buffer) => [tokenHash],
);

export interface VisitorBounds {
  /** Conversations of one address with a message in the last day. */
  readonly ofAddress: number;
  /** Of its network (/48, /24) in the last day. */
  readonly ofNetwork: number;
  /** Of all visitors, with a message in the last `idleHours`. */
  readonly all: number;
  readonly idleHours: number;
}

const countVisitorsRow = firstRow(
  z.object({ n: int8 }),
  `select count(*) as n from support_conversation
   where member_id is null and last_at > clock_timestamp() - make_interval(hours => $1)`,
  asGiven,
);

/**
 * How many conversations of visitors are alive. One that was silent for hours has given its place back: it can still be read
 * and gone on with.
 */
export async function countVisitors(db: Db, idleHours: number): Promise<number> {
  return Number((await countVisitorsRow(db, idleHours))?.n ?? 0n);
}

const insertVisitorRow = firstRow(
  idRow,
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
  asGiven,
);

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
  return (
    (
      await insertVisitorRow(
        db,
        tokenHash,
        address,
        language,
        bounds.ofAddress,
        bounds.all,
        network,
        bounds.idleHours,
        bounds.ofNetwork,
      )
    )?.id ?? (await findVisitor(db, tokenHash))
  );
}

/** The message that this call wrote before. */
export const findVisitorMessage = firstValue(
  int8,
  'select id from support_message where conversation_id = $1 and key = $2',
  (conversationId: bigint, key: string) => [conversationId, key],
);

const insertVisitorMessageRow = firstRow(
  idRow,
  `insert into support_message (conversation_id, text, key)
   select $1, $2, $3 where (select count(*) from support_message where conversation_id = $1) < $4 returning id`,
  asGiven,
);

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
  return (await insertVisitorMessageRow(db, id, text, key, messagesMax))?.id;
}

const joined = z.object({ answer: z.enum(['joined', 'unknown', 'refused']) });

const joinVisitorRow = firstRow(joined, 'select join_conversation($1, $2) as answer', asGiven);

/** Makes the visitor's conversation part of the member's own. The database does it as a whole, and once for a member. */
export async function joinVisitor(
  db: Db,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<z.infer<typeof joined>['answer']> {
  const result = await joinVisitorRow(db, memberId.toString(), tokenHash);
  return joined.parse(result).answer;
}
