import { DATA_FILE_STATES } from '@candor/contract/own-data';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { firstRow, firstValue, manyRows, write, writeCount } from '../../platform/db/statement.ts';

/** SQL about files of everything about a member. What goes into one, the database functions `data_of_…` say, each of one part; `member_data` calls them. */

const requestRow = z.object({
  id: z.string(),
  status: z.enum(DATA_FILE_STATES),
  askedAt: moment,
  readyAt: z.nullable(moment),
  until: z.nullable(moment),
  bytes: z.nullable(int8),
});
export type RequestRow = z.infer<typeof requestRow>;

export const selectNewestRequest = firstRow(
  requestRow,
  `select id, status, asked_at, ready_at, until, bytes from data_request
   where member_id = $1 order by data_request.id desc limit 1`,
  (memberId: bigint) => [memberId],
);

/** How many: none while one is being made. The database refuses a second one of a day. */
export const insertRequest = writeCount(
  `insert into data_request (member_id) values ($1) on conflict (member_id) where status = 'asked' do nothing`,
  (memberId: bigint) => [memberId],
);

/** How many: none unless the file is the member's and there. */
export const updateLink = writeCount(
  `update data_request set link_hash = $3, link_until = $4
   where id = $1 and member_id = $2 and status = 'ready' and until > clock_timestamp()`,
  (id: string, memberId: bigint, { hash, untilMs }: { hash: Buffer; untilMs: number }) => [
    id,
    memberId,
    hash,
    new Date(untilMs).toISOString(),
  ],
);

/** The file behind a link that still works. */
export const selectLinked = firstRow(
  z.object({ id: z.string(), tries: int4, bytes: int8, readyAt: moment }),
  `select id, tries, bytes, ready_at from data_request
   where link_hash = $1 and link_until > clock_timestamp() and until > clock_timestamp() and status = 'ready'`,
  (hash: Buffer) => [hash],
);

const dueRequest = z.object({ id: z.string(), memberId: int8, tries: int4 });
/** A request with the number of the try that makes it. */
export type DueRequest = z.infer<typeof dueRequest>;

/** How often a request is tried. */
const TRIES_MAX = 5;

/** The one whose turn it is. No other worker takes it while this one goes on saying that it is at it; after a crash it is taken again. */
export const claimRequest = firstRow(
  dueRequest,
  `update data_request set tries = tries + 1, next_at = clock_timestamp() + interval '5 minutes'
   where id = (select r.id from data_request r where r.status = 'asked' and r.next_at <= clock_timestamp()
     and r.tries < ${TRIES_MAX} order by r.next_at limit 1 for update skip locked)
   returning id, member_id, tries`,
  () => [],
);

/** How many: none once another try has begun. `pieces`: how many this try has written, or is about to. */
export const keepRequest = writeCount(
  `update data_request set next_at = clock_timestamp() + interval '5 minutes', pieces = greatest(pieces, $3)
   where id = $1 and tries = $2 and status = 'asked'`,
  ({ id, tries }: DueRequest, pieces: number) => [id, tries, pieces],
);

/** Tries again later, a longer while each time. */
export const delayRequest = write(
  `update data_request set next_at = clock_timestamp()
     + case when tries < ${TRIES_MAX} then make_interval(mins => tries * 10 - 9) else interval '0' end
   where id = $1 and tries = $2 and status = 'asked'`,
  ({ id, tries }: DueRequest) => [id, tries],
);

export const finishRequest = firstValue(
  z.boolean(),
  'select finish_data_request($1, $2, $3, $4, $5) as done',
  ({ id, tries }: DueRequest, { bytes, sha256, days }: { bytes: number; sha256: Buffer; days: number }) => [
    id,
    tries,
    bytes,
    sha256,
    days,
  ],
  { or: false },
);

const ended = z.object({ id: z.string(), pieces: int4, status: z.enum(DATA_FILE_STATES) });

/** Files whose time is over, and requests whose last try has ended. */
export const selectEnded = manyRows(
  ended,
  `select id, pieces, status from data_request where id <> all($1::uuid[]) and (status = 'ready' and until < clock_timestamp()
     or status = 'asked' and tries >= ${TRIES_MAX} and next_at <= clock_timestamp()) order by id limit $2`,
  (except: readonly string[], limit: number) => [except, limit],
);

export const markEnded = write(
  `update data_request set status = case status when 'ready' then 'gone' else 'failed' end where id = $1 and status = $2`,
  ({ id, status }: { id: string; status: string }) => [id, status],
);

const part = z.object({ key: z.string(), data: z.record(z.string(), z.unknown()) });
export type PartRow = Readonly<Record<string, unknown>>;

export const selectPart = manyRows(
  part,
  'select key, data from member_data($1, $2, $3, $4)',
  (id: string, name: string, { after, limit }: { after: string; limit: number }) => [id, name, after, limit],
);

/** What the part of orders has of these lines of a month that has left (services/order-archive), in their order. */
export const selectOrdersOfLines = manyRows(
  part,
  'select key, data from order_data_of_lines($1)',
  (lines: readonly string[]) => [lines],
);
