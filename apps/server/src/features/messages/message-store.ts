import { MESSAGE_KINDS } from '@candor/contract/messages';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL about messages to a member. Triggers write them (0014_alerts.sql). */

const messageRow = z.object({
  id: int8,
  kind: z.enum(MESSAGE_KINDS),
  state: z.string(),
  subject: z.string(),
  amount: z.nullable(int8),
  reason: z.nullable(z.string()),
  at: moment,
  unread: z.boolean(),
});
export type MessageRow = z.infer<typeof messageRow>;

/** Newest first. */
export const selectMessages = manyRows(
  messageRow,
  `select id, kind, state, subject, amount, reason, at, read_at is null as unread from member_message
   where member_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
  ({ memberId, beforeId, limit }: { memberId: bigint; beforeId: bigint | undefined; limit: number }) => [
    memberId.toString(),
    beforeId?.toString(),
    limit,
  ],
);

export const countUnreadMessages = firstValue(
  int4,
  `select count(*)::int as count from
     (select from member_message where member_id = $1 and read_at is null limit 1000) unread`,
  (memberId: bigint) => [memberId.toString()],
  { or: 0 },
);

/** This message of the member and all older ones. The member's other pages hear of it. */
export const readMessages = write('select read_messages($1, $2)', (memberId: bigint, upTo: bigint) => [
  memberId.toString(),
  upTo.toString(),
]);
