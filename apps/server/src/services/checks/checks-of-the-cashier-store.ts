import { checkOfMoney } from './check.ts';

/** Money that came in, that leaves, and that was earned by inviting: exactly the transfers of its state. */
export const CHECKS_OF_THE_CASHIER = checkOfMoney('cashier', [
  {
    name: 'deposit-credited-as-decided',
    says: 'a deposit is not credited as decided',
    pace: 'day',
    sql: `
      select d.id, d.status from deposit d left join (
        select ref_id, sum(amount) as amount, count(*) as count from transfer
        where ref_type = 'deposit' and type = 'recharge' group by 1
      ) t on t.ref_id = d.id::text
      where coalesce(t.count, 0) <> case d.status when 'approved' then 1 else 0 end
        or coalesce(t.amount, 0) <> case d.status when 'approved' then d.credited else 0 end`,
  },
  {
    name: 'payment-credited-once',
    says: 'one payment of a chain stands behind two deposits',
    pace: 'minute',
    sql: `
      select network, lower(txid) as txid, count(*) as deposits from deposit
      where network is not null and txid is not null and status not in ('rejected', 'cancelled') group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'other-amount-by-two',
    says: 'a deposit was credited with another amount by one operator alone',
    pace: 'minute',
    sql: `
      select id, amount, credited from deposit where status = 'approved' and credited <> amount and second_by is null`,
  },
  {
    name: 'withdrawal-held-as-decided',
    says: 'a withdrawal is not held or moved as decided',
    pace: 'day',
    sql: `
      select w.id, w.status from withdrawal w
      cross join lateral (values (w.hold, w.amount - w.fee), (w.fee_hold, w.fee)) h (id, amount)
      left join transfer p on p.id = h.id left join transfer r on r.pending_id = h.id
      where h.id is not null and (p.phase is distinct from 'pending' or p.amount is distinct from h.amount
        or p.member_id is distinct from w.member_id or coalesce(r.phase, 'none') <> case w.status when 'approved' then 'post'
          when 'rejected' then 'void' when 'cancelled' then 'void' else 'none' end)`,
  },
  {
    name: 'payment-to-come-is-held',
    says: 'a withdrawal that is still to be paid holds another amount',
    pace: 'minute',
    sql: `
      select w.id, w.status, h.amount, p.amount as held from withdrawal w
      cross join lateral (values (w.hold, w.amount - w.fee), (w.fee_hold, w.fee)) h (id, amount)
      left join transfer p on p.id = h.id
      where (w.status in ('pending', 'reviewing', 'seconding') or w.status = 'approved' and w.paid_out = 'none')
        and h.id is not null
        and (p.phase is distinct from 'pending' or p.amount is distinct from h.amount or p.member_id is distinct from w.member_id)`,
  },
  {
    name: 'withdrawal-by-two',
    says: 'a withdrawal was approved by fewer than two operators',
    pace: 'minute',
    sql: `
      select id from withdrawal where status = 'approved' and (first_by is null or second_by is null or first_by = second_by)`,
  },
  {
    name: 'payment-after-approval',
    says: 'a withdrawal was paid that nobody approved',
    pace: 'minute',
    sql: `
      select id, status, paid_out from withdrawal where paid_out <> 'none' and status <> 'approved'`,
  },
  {
    name: 'returned-came-back',
    says: 'a returned withdrawal did not come back',
    pace: 'day',
    sql: `
      select w.id from withdrawal w left join (
        select ref_id, sum(amount) as amount from transfer where type = 'withdrawalReturned' group by 1
      ) t on t.ref_id = w.id::text
      where coalesce(t.amount, 0) <> case when w.paid_out = 'returned' then w.amount else 0 end`,
  },
  {
    name: 'reward-as-earned',
    says: 'a reward is not the one that was earned',
    pace: 'day',
    sql: `
      select coalesce(r.invitee_id::text, t.ref_id) as invitee from invitation_reward r full join (
        select ref_id, member_id, amount from transfer where type = 'invitationReward'
      ) t on t.ref_id = r.invitee_id::text
      where r.invitee_id is null or t.ref_id is null or t.amount <> r.amount or t.member_id <> r.inviter_id`,
  },
  {
    name: 'invitation-paid-by-its-reward',
    says: 'a paid invitation has no reward, or another one',
    pace: 'minute',
    sql: `
      select coalesce(i.invitee_id, r.invitee_id) as invitee from invitation i
      full join invitation_reward r on r.invitee_id = i.invitee_id
      where (i.state = 'paid') is distinct from (r.invitee_id is not null) and (i.state = 'paid' or r.invitee_id is not null)
        or r.amount <> i.amount or r.inviter_id <> i.inviter_id`,
  },
]);
