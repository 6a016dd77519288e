// SQL of how soon operators answer, from the newest messages of all conversations.

import * as z from 'zod/mini';
import { int4 } from '../../platform/db/rows.ts';
import { onlyRow } from '../../platform/db/statement.ts';

/** How many of the newest messages are looked at: the cost stays the same however many there are. */
const MESSAGES = 2_000;
/** An operator who wrote this short a time ago is there. */
const THERE_MINUTES = 10;
/** Fewer answers say nothing of the next one. */
const ANSWERS_MIN = 5;
const SHARE = 0.9;

const answeringRow = z.object({ isAnswering: z.boolean(), answerMinutes: z.nullable(int4) });
export type Answering = z.infer<typeof answeringRow>;

/** A wait begins with the first message that a person wrote after an answer, and ends with the next one of an operator. */
export const selectAnswering = onlyRow(
  answeringRow,
  `with recent as (
     select id, conversation_id, author, created_at from support_message order by id desc limit $1
   ), talk as (
     select *, lag(author) over (partition by conversation_id order by id) as before
     from recent where author <> 'check'
   ), wait as (
     select extract(epoch from (
         select min(a.created_at) from talk a
         where a.conversation_id = q.conversation_id and a.author = 'operator' and a.id > q.id) - q.created_at) as sec
     from talk q where q.author <> 'operator' and (q.before is null or q.before = 'operator')
   )
   select exists (select from recent where author = 'operator'
       and created_at > clock_timestamp() - make_interval(mins => $2)) as is_answering,
     (select case when count(sec) >= $3
         then greatest(1, ceil(percentile_cont($4::float8) within group (order by sec) / 60))::int end
       from wait) as answer_minutes`,
  () => [MESSAGES, THERE_MINUTES, ANSWERS_MIN, SHARE],
  { name: 'support-answering', missing: 'the answers of operators were not counted' },
);
