import type { Db } from '../platform/db/pool.ts';

/**
 * Invariants that must hold after any action. Both sides of every transfer are checked: they add up to the stored
 * balances, held and posted, and each writes the next line of its account with the balance after it. A hold is resolved
 * once, by a matching transfer. No balance of a member is or was negative, and each wallet and currency sums to zero on
 * its own. Every order is settled at most once. It is either open, with a position and its stake in escrow, or settled
 * without them. No dispute about an order is forgotten. Deposits, withdrawals, rewards, holdings and
 * savings have exactly the transfers of their state.
 * @throws Error that names every broken invariant.
 */
export async function checkConservation(db: Db): Promise<void> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const { rows } = await db.query(sql);
    if (rows.length > 0)
      broken.push(
        `${name}: ${JSON.stringify(rows.slice(0, 3), (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}`,
      );
  }
  if (broken.length > 0) throw new Error(`Conservation is broken:\n${broken.join('\n')}`);
}

/** Both sides of every transfer: the amount each moved and the line it wrote. A resolved hold is fully released. */
const SIDES = `
  select t.id, t.debit_account as account, t.debit_seq as seq, t.debit_balance_after as after, t.wallet, t.currency,
    case when t.phase in ('single', 'post') then -t.amount else 0 end as posted,
    case t.phase when 'single' then 0 when 'pending' then t.amount else -p.amount end as held
  from transfer t left join transfer p on p.id = t.pending_id
  union all
  select t.id, t.credit_account, t.credit_seq, t.credit_balance_after, t.wallet, t.currency,
    case when t.phase in ('single', 'post') then t.amount else 0 end, 0
  from transfer t`;

const MOVED = `
  select account, sum(posted) as posted, sum(held) as held, count(*) as lines, count(distinct seq) as numbers, max(seq) as seq
  from (${SIDES}) sides group by account`;

/** Whether a tick was moved from the database to a file. The file's content is checked where it is read. */
function archived(product: string, seq: string): string {
  return `(exists (select from tick_archive a where a.product = ${product} and ${seq} between a.first_seq and a.last_seq)
    and not exists (select from tick t where t.product = ${product} and t.seq = ${seq}))`;
}

const INVARIANTS = {
  'a deposit is not credited as decided': `
    select d.id, d.status from deposit d left join (
      select ref_id, sum(amount) as amount, count(*) as count from transfer where ref_type = 'deposit' and type = 'recharge' group by 1
    ) t on t.ref_id = d.id::text
    where coalesce(t.count, 0) <> case d.status when 'approved' then 1 else 0 end
      or coalesce(t.amount, 0) <> case d.status when 'approved' then d.credited else 0 end`,
  'a withdrawal is not held or moved as decided': `
    select w.id, w.status from withdrawal w
    cross join lateral (values (w.hold, w.amount - w.fee), (w.fee_hold, w.fee)) h (id, amount)
    left join transfer p on p.id = h.id left join transfer r on r.pending_id = h.id
    where h.id is not null and (p.phase is distinct from 'pending' or p.amount is distinct from h.amount
      or p.member_id is distinct from w.member_id or coalesce(r.phase, 'none') <> case w.status when 'approved' then 'post'
        when 'rejected' then 'void' when 'cancelled' then 'void' else 'none' end)`,
  'a returned withdrawal did not come back': `
    select w.id from withdrawal w left join (
      select ref_id, sum(amount) as amount from transfer where type = 'withdrawalReturned' group by 1
    ) t on t.ref_id = w.id::text
    where coalesce(t.amount, 0) <> case when w.paid_out = 'returned' then w.amount else 0 end`,
  'a reward is not the one that was earned': `
    select r.invitee_id from invitation_reward r full join (
      select ref_id, member_id, amount from transfer where type = 'invitationReward'
    ) t on t.ref_id = r.invitee_id::text
    where r.invitee_id is null or t.ref_id is null or t.amount <> r.amount or t.member_id <> r.inviter_id`,
  'a paid invitation has no reward, or another one': `
    select i.invitee_id from invitation i full join invitation_reward r on r.invitee_id = i.invitee_id
    where (i.state = 'paid') is distinct from (r.invitee_id is not null) and (i.state = 'paid' or r.invitee_id is not null)
      or r.amount <> i.amount or r.inviter_id <> i.inviter_id`,
  'a holding is not bought, paid and repaid as its state says': `
    select h.id, h.status from holding h left join (
      select t.ref_id, sum(t.amount) filter (where t.type = 'investment') as bought,
        sum(t.amount) filter (where t.type = 'redemption') as repaid,
        sum(case when c.member_id is null then -t.amount else t.amount end) filter (where t.type = 'interest') as interest
      from transfer t join account c on c.id = t.credit_account where t.ref_type = 'holding' group by 1
    ) t on t.ref_id = h.id::text
    where coalesce(t.bought, 0) <> h.principal or coalesce(t.interest, 0) <> h.paid
      or coalesce(t.repaid, 0) <> case h.status when 'running' then 0 else h.principal end`,
  'a holding did not earn what its dates say': `
    select h.id, h.earned, a.sum from holding h
    join (select holding_id, sum(amount) as sum from holding_accrual group by 1) a on a.holding_id = h.id
    where h.earned <> a.sum or h.status = 'running' and h.paid > a.sum`,
  'a project sold another amount than its members hold': `
    select p.id, p.sold from project p left join (
      select project_id, sum(principal) as held from holding where status = 'running' group by 1
    ) h on h.project_id = p.id
    where p.sold <> coalesce(h.held, 0)`,
  'savings moved another amount than was asked for': `
    select coalesce(s.id::text, t.ref_id) from (select ref_id, type, amount, member_id from transfer where ref_type = 'savingsTransfer') t
    full join savings_transfer s on s.id::text = t.ref_id
    where (t.type, t.amount, t.member_id) is distinct from
      (case s.direction when 'in' then 'savingsIn' else 'savingsOut' end, s.amount, s.member_id)`,
  'interest of savings was posted that did not accrue, or not posted as it says': `
    select a.member_id, a.business_date from (
      select member_id, wallet, ref_id, sum(amount) as amount from transfer where ref_type = 'savings' group by 1, 2, 3
    ) t full join (select * from savings_accrual where posted_at is not null) a
      on a.member_id = t.member_id and a.wallet = t.wallet and a.business_date::text = t.ref_id
    where t.amount is distinct from a.amount`,
  'a balance is not the fold of its transfers': `
    select a.id, a.posted, m.posted as folded, a.held, m.held as folded_held from account a left join (${MOVED}) m on m.account = a.id
    where a.member_id is not null and (a.posted <> coalesce(m.posted, 0) or a.held <> coalesce(m.held, 0))`,
  'a statement has a hole': `
    select a.id, a.seq, m.lines, m.numbers, m.seq as last from account a left join (${MOVED}) m on m.account = a.id
    where a.member_id is not null
      and (a.seq <> coalesce(m.lines, 0) or a.seq <> coalesce(m.numbers, 0) or a.seq <> coalesce(m.seq, 0))`,
  'a balance after is wrong': `
    select account, seq, after, folded from (
      select account, seq, after, sum(posted) over (partition by account order by seq) as folded from (${SIDES}) sides
      where seq is not null
    ) lines where after <> folded`,
  'a member was below zero on the way': `
    select account, seq, free from (
      select account, seq, sum(posted - held) over (partition by account order by seq) as free from (${SIDES}) sides
      where seq is not null
    ) lines where free < 0`,
  'a side has a line where it has no statement, or none where it has one': `
    select s.id, s.account from (${SIDES}) s join account a on a.id = s.account
    where (a.member_id is not null) <> (s.seq is not null) or (s.seq is null) <> (s.after is null)`,
  'a side is in another wallet or currency': `
    select s.id, s.account from (${SIDES}) s left join account a on a.id = s.account
    where a.id is null or a.wallet <> s.wallet or a.currency <> s.currency`,
  'a transfer is of another member': `
    select t.id from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
    where t.member_id is distinct from coalesce(d.member_id, c.member_id) or d.member_id <> c.member_id`,
  'a member account is negative':
    'select id, posted, held from account where member_id is not null and (posted < 0 or held < 0 or posted - held < 0)',
  'the house is not the other half of its members': `
    select wallet, currency from (
      select a.wallet, a.currency, case when a.member_id is null then m.posted else a.posted end as posted
      from account a left join (${MOVED}) m on m.account = a.id
    ) each group by wallet, currency having sum(posted) <> 0`,
  'a house account keeps a running row':
    'select id, posted, held, seq from account where member_id is null and (posted <> 0 or held <> 0 or seq <> 0)',
  'escrow is not what open orders put there': `
    select wallet, sum(amount) from (
      select a.wallet, m.posted as amount from account a join (${MOVED}) m on m.account = a.id where a.kind = 'escrow'
      union all
      select o.wallet, -o.stake - o.fee from trade_order o join position p on p.order_id = o.id
    ) both_ways group by wallet having sum(amount) <> 0`,
  'a hold is resolved by what does not fit it': `
    select r.id from transfer r left join transfer p on p.id = r.pending_id
    where (r.phase in ('post', 'void')) <> (r.pending_id is not null)
      or (r.pending_id is not null and (p.id is null or p.phase <> 'pending'
        or (r.debit_account, r.credit_account, r.wallet, r.currency) is distinct from
          (p.debit_account, p.credit_account, p.wallet, p.currency)
        or r.amount > p.amount or (r.phase = 'void' and r.amount <> p.amount)
        or r.debit_seq <= p.debit_seq or r.credit_seq <= p.credit_seq))`,
  'a hold is resolved twice':
    'select pending_id from transfer where pending_id is not null group by pending_id having count(*) > 1',
  'an order is neither open nor settled, or both': `
    select o.id from trade_order o left join settlement s on s.order_id = o.id left join position p on p.order_id = o.id
    where (s.order_id is null) = (p.order_id is null)`,
  'an order took or returned a wrong amount': `
    select o.id from trade_order o left join settlement s on s.order_id = o.id
    left join lateral (select
        coalesce(sum(amount) filter (where type in ('orderStake', 'fee') and d.member_id is not null), 0) as taken,
        coalesce(sum(amount) filter (where type in ('orderPayout', 'orderRefund')), 0) as returned,
        coalesce(sum(case when c.kind = 'escrow' then amount when d.kind = 'escrow' then -amount else 0 end), 0) as escrow
      from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
      where t.ref_id = o.id::text and t.ref_type = 'order') moved on true
    where moved.taken <> o.stake + o.fee or moved.returned <> coalesce(s.credited, 0)
      or moved.escrow <> case when s.order_id is null then o.stake + o.fee else 0 end
      or (s.order_id is not null and s.profit <> s.credited - o.stake - o.fee)`,
  'an outcome does not follow from its ticks': `
    select o.id, s.outcome from settlement s join trade_order o on o.id = s.order_id where s.outcome <> 'voided' and s.outcome <>
      case when s.exit_price = s.entry_price then 'tied'
        when (s.exit_price > s.entry_price) = (o.direction = 'up') then 'won' else 'lost' end`,
  'a settlement names a tick that was not published': `
    select s.order_id from settlement s join trade_order o on o.id = s.order_id
    where (s.entry_seq is not null and not exists (select from tick t where t.product = o.product and t.seq = s.entry_seq
        and t.at = s.entry_at and t.price = s.entry_price) and not ${archived('o.product', 's.entry_seq')})
      or (s.exit_seq is not null and not exists (select from tick t where t.product = o.product and t.seq = s.exit_seq
        and t.at = s.exit_at and t.price = s.exit_price) and not ${archived('o.product', 's.exit_seq')})`,
  'a dispute neither waits for its check nor has the last word of one, or both': `
    select m.id from support_message m where m.author = 'member' and m.order_id is not null
      and exists (select from support_check d where d.doubt_id = m.id)
        = exists (select from support_message k where k.author = 'check' and k.answers = m.id and k.last_word)`,
  'a chain of ticks is broken': `
    with link as (
      select product, seq, seq as last_seq, prev_hash, hash, at from tick
      union all
      select product, first_seq, last_seq, prev_hash, last_hash, tick_day_start(day) from tick_archive a
      where not exists (select from tick t where t.product = a.product and t.seq = a.first_seq)
    )
    select product, seq from (
      select product, seq, prev_hash, lag(hash) over w as before, lag(last_seq) over w as seq_before, lag(at) over w as at_before, at
      from link window w as (partition by product order by seq)
    ) chain where (before is not null and (prev_hash <> before or seq <> seq_before + 1 or at <= at_before))`,
  'a checkpoint does not continue the one before': `
    select product, slot from (
      select product, slot, seq, at, previous, text_hash, lag(seq) over w as seq_before, lag(at) over w as at_before,
        max(slot) filter (where kind = 'hour') over (partition by product order by slot rows between unbounded preceding and 1 preceding) as hour_slot
      from checkpoint window w as (partition by product order by slot)
    ) c where seq <= seq_before or at <= at_before or previous <> coalesce(
      (select text_hash from checkpoint h where h.product = c.product and h.slot = c.hour_slot), decode(repeat('00', 32), 'hex'))`,
  'a checkpoint signs a tick that was not published': `
    select product, slot from checkpoint c
    where not exists (select from tick t where t.product = c.product and t.seq = c.seq and t.at = c.at and t.hash = c.hash)
      and not ${archived('c.product', 'c.seq')}`,
  'terms are not what their document says': `
    select product, version from terms t where document <> terms_document(t) or hash <> sha256(convert_to(document, 'UTF8'))`,
} as const;
