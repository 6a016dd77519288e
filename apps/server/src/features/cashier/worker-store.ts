import * as z from 'zod/mini';
import { bytes, int8, moment } from '../../platform/db/rows.ts';
import { wallet } from '../../services/columns/columns.ts';
import { amount } from './columns.ts';
import { firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of what the worker does with deposits: credits what a channel proves by itself, and ends what nobody paid. */
const due = z.object({ id: z.string(), memberId: int8, wallet, amount, kind: z.string() });
export type DueDeposit = z.infer<typeof due>;

const DUE = `d.id, d.member_id, d.wallet, d.amount, d.kind`;

/** Deposits of the practice channel that were paid at least this long ago, oldest first. */
export const selectPracticeDeposits = manyRows(
  due,
  `select ${DUE} from deposit d
   where d.kind = 'practice' and d.status = 'pending' and d.paid_at < clock_timestamp() - make_interval(secs => $1)
     and d.id::text <> all ($3::text[])
   order by d.id limit $2`,
  ({ afterSec, except, limit }: { afterSec: number; except: readonly string[]; limit: number }) => [
    afterSec,
    limit,
    except,
  ],
);

/** A deposit that may still be credited, locked; undefined when it is over. */
export const lockCreditable = firstRow(
  due,
  `select ${DUE} from deposit d where d.id = $1 and d.status in ('recharging', 'pending') for update of d`,
  (id: string) => [id],
);

/** @param provedBy the notice of the payment service, which the database proves again; null for practice money */
export const updateCredited = write(
  `update deposit set status = 'approved', credited = $2, proved_by = $3 where id = $1`,
  (id: string, { credited, provedBy }: { credited: bigint; provedBy: string | null }) => [id, credited, provedBy],
);

/** Ends deposits that nobody paid in time; returns whose they were. */
export const expireDeposits = manyRows(
  z.object({ id: z.string(), memberId: int8 }),
  `update deposit set status = 'cancelled', reason = 'EXPIRED'
   where id in (select id from deposit where status = 'recharging' and expires_at < clock_timestamp()
     order by created_at limit $1 for update skip locked)
   returning id, member_id`,
  (limit: number) => [limit],
);

const notice = z.object({
  id: z.string(),
  channel: z.string(),
  body: z.string(),
  signedAt: int8,
  signature: bytes,
  receivedAt: moment,
});
export type NoticeRow = z.infer<typeof notice>;

/** Notices of payment services that were not handled yet, oldest first. */
export const selectNotices = manyRows(
  notice,
  `select n.id, n.channel, n.body, n.signed_at, n.signature, n.received_at
   from payment_notice n where not exists (select from payment_notice_handled h where h.notice_id = n.id)
     and n.id::text <> all ($2::text[])
   order by n.id limit $1`,
  (except: readonly string[], limit: number) => [limit, except],
);

export type NoticeOutcome = 'credited' | 'ignored' | 'refused';

export const insertHandled = write(
  'insert into payment_notice_handled (notice_id, became) values ($1, $2)',
  (noticeId: string, outcome: NoticeOutcome) => [noticeId, outcome],
);

/** The deposit that a notice names, if it is of that channel and kind. */
export const selectByReference = firstRow(
  z.extend(due, { assetAmount: int8, assetDecimals: z.int(), asset: z.string() }),
  `select ${DUE}, d.asset_amount, c.asset_decimals, d.asset
   from deposit d join deposit_channel c on c.code = d.channel
   where d.reference = $1 and d.channel = $2 and d.kind = 'online'`,
  (channel: string, reference: string) => [reference, channel],
);

/** Takes a notice in, whose signature the database proves. Whether it is the first with this event of the channel. */
export const insertNotice = firstValue(
  z.boolean(),
  'select take_payment_notice($1, $2, $3, $4, $5) as first',
  (given: { channel: string; eventId: string; body: string; signedAt: bigint; signature: Buffer }) => [
    given.channel,
    given.eventId,
    given.body,
    given.signedAt,
    given.signature,
  ],
  { or: false },
);

const claim = z.object({
  id: z.string(),
  txid: z.string(),
  address: z.nullable(z.string()),
});
export type ChainClaim = z.infer<typeof claim>;

/** Claimed payments on a network that wait for an operator and were not looked up in the last seconds. */
export const selectChainClaims = manyRows(
  claim,
  `select d.id, d.txid, d.details ->> 'address' as address from deposit d
   left join chain_finding f on f.deposit_id = d.id
   where d.network = $1 and d.txid is not null and d.status in ('pending', 'reviewing', 'seconding')
     and (f.checked_at is null or f.checked_at < clock_timestamp() - make_interval(secs => $2))
     and d.id::text <> all ($4::text[])
   order by f.checked_at nulls first, d.id limit $3`,
  (network: string, { everySec, except, limit }: { everySec: number; except: readonly string[]; limit: number }) => [
    network,
    everySec,
    limit,
    except,
  ],
);

export interface ChainFinding {
  found: boolean;
  recipient: string | null;
  units: bigint | null;
  confirmations: number | null;
  blockAtMs: number | null;
}

export const upsertFinding = write(
  `insert into chain_finding (deposit_id, found, recipient, units, confirmations, block_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (deposit_id) do update set found = excluded.found, recipient = excluded.recipient, units = excluded.units,
     confirmations = excluded.confirmations, block_at = excluded.block_at, checked_at = clock_timestamp()`,
  (depositId: string, finding: ChainFinding) => [
    depositId,
    finding.found,
    finding.recipient,
    finding.units ?? null,
    finding.confirmations,
    finding.blockAtMs === null ? null : new Date(finding.blockAtMs).toISOString(),
  ],
);
