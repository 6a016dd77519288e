import { checkOfMoney, checkOfWords } from './check.ts';

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

export const MOVED = `
  select account, sum(posted) as posted, sum(held) as held, count(*) as lines, count(distinct seq) as numbers, max(seq) as seq
  from (${SIDES}) sides group by account`;

/** Balances are what the transfers say, line by line; nothing comes from nothing. */
export const CHECKS_OF_THE_LEDGER = checkOfMoney('ledger', [
  {
    name: 'balance-is-the-fold',
    says: 'a balance is not the fold of its transfers',
    pace: 'day',
    sql: `
      select a.id, a.posted, m.posted as folded, a.held, m.held as folded_held
      from account a left join (${MOVED}) m on m.account = a.id
      where a.member_id is not null and (a.posted <> coalesce(m.posted, 0) or a.held <> coalesce(m.held, 0))`,
  },
  {
    name: 'statement-without-holes',
    says: 'a statement has a hole',
    pace: 'day',
    sql: `
      select a.id, a.seq, m.lines, m.numbers, m.seq as last from account a left join (${MOVED}) m on m.account = a.id
      where a.member_id is not null
        and (a.seq <> coalesce(m.lines, 0) or a.seq <> coalesce(m.numbers, 0) or a.seq <> coalesce(m.seq, 0))`,
  },
  {
    name: 'balance-after-each-line',
    says: 'a balance after is wrong',
    pace: 'day',
    sql: `
      select account, seq, after, folded from (
        select account, seq, after, sum(posted) over (partition by account order by seq) as folded from (${SIDES}) sides
        where seq is not null
      ) lines where after <> folded`,
  },
  {
    name: 'never-below-zero',
    says: 'a member was below zero on the way',
    pace: 'day',
    sql: `
      select account, seq, free from (
        select account, seq, sum(posted - held) over (partition by account order by seq) as free from (${SIDES}) sides
        where seq is not null
      ) lines where free < 0`,
  },
  {
    name: 'lines-of-members-alone',
    says: 'a side has a line where it has no statement, or none where it has one',
    pace: 'day',
    sql: `
      select s.id, s.account from (${SIDES}) s join account a on a.id = s.account
      where (a.member_id is not null) <> (s.seq is not null) or (s.seq is null) <> (s.after is null)`,
  },
  {
    name: 'sides-in-one-wallet',
    says: 'a side is in another wallet or currency',
    pace: 'day',
    sql: `
      select s.id, s.account from (${SIDES}) s left join account a on a.id = s.account
      where a.id is null or a.wallet <> s.wallet or a.currency <> s.currency`,
  },
  {
    name: 'transfers-of-one-member',
    says: 'a transfer is of another member',
    pace: 'day',
    sql: `
      select t.id from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
      where t.member_id is distinct from coalesce(d.member_id, c.member_id) or d.member_id <> c.member_id`,
  },
  {
    name: 'no-account-negative',
    says: 'a member account is negative',
    pace: 'minute',
    sql: `
      select id, posted, held from account where member_id is not null and (posted < 0 or held < 0 or posted - held < 0)`,
  },
  {
    name: 'all-sums-to-zero',
    says: 'the house is not the other half of its members',
    pace: 'day',
    sql: `
      select wallet, currency, sum(posted) as off from (
        select a.wallet, a.currency, case when a.member_id is null then m.posted else a.posted end as posted
        from account a left join (${MOVED}) m on m.account = a.id
      ) each group by wallet, currency having sum(posted) <> 0`,
  },
  {
    name: 'house-keeps-no-balance',
    says: 'a house account keeps a running row',
    pace: 'minute',
    sql: `
      select id, posted, held, seq from account where member_id is null and (posted <> 0 or held <> 0 or seq <> 0)`,
  },
  {
    name: 'one-account-of-a-kind',
    says: 'an owner has two accounts of a kind',
    pace: 'day',
    sql: `
      select member_id, wallet, kind, currency, count(*) as accounts from account group by 1, 2, 3, 4 having count(*) > 1`,
  },
  {
    name: 'holds-resolved-by-their-own',
    says: 'a hold is resolved by what does not fit it',
    pace: 'day',
    sql: `
      select r.id from transfer r left join transfer p on p.id = r.pending_id
      where (r.phase in ('post', 'void')) <> (r.pending_id is not null)
        or (r.pending_id is not null and (p.id is null or p.phase <> 'pending'
          or (r.debit_account, r.credit_account, r.wallet, r.currency) is distinct from
            (p.debit_account, p.credit_account, p.wallet, p.currency)
          or r.amount > p.amount or (r.phase = 'void' and r.amount <> p.amount)
          or r.debit_seq <= p.debit_seq or r.credit_seq <= p.credit_seq))`,
  },
  {
    name: 'holds-resolved-once',
    says: 'a hold is resolved twice',
    pace: 'day',
    sql: `
      select pending_id from transfer where pending_id is not null group by pending_id having count(*) > 1`,
  },
  {
    name: 'paid-once',
    says: 'the same thing was paid twice',
    pace: 'day',
    sql: `
      select type, ref_id, debit_account, count(*) as times from transfer
      where ref_type in ('order', 'adjustment') or type in ('recharge', 'invitationReward', 'withdrawalReturned')
      group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: 'given-up-as-asked',
    says: 'what a member gave up did not move once, when their account was closed',
    pace: 'day',
    // Nothing moves where nothing was there any more at that moment.
    sql: `
      select coalesce(c.id::text, t.ref_id) as closing, c.member_id, c.give_up, t.amount, t.count
      from member_closing c full join (
        select ref_id, count(*) as count, sum(amount) as amount, min(member_id) as member_id, min(wallet) as wallet
        from transfer where type = 'givenUp' group by 1
      ) t on t.ref_id = c.id::text
      where case when t.ref_id is not null then c.closed_at is null or (t.count, t.amount, t.member_id, t.wallet)
          is distinct from (1::bigint, c.give_up::numeric, c.member_id, 'cash')
        else c.closed_at is not null and c.give_up is not null and exists (
          select from account a cross join lateral (
            select l.after from (
              (select x.debit_seq as seq, x.debit_balance_after as after from transfer x
               where x.debit_account = a.id and x.debit_seq is not null and x.at <= c.closed_at order by x.debit_seq desc limit 1)
              union all
              (select x.credit_seq, x.credit_balance_after from transfer x
               where x.credit_account = a.id and x.credit_seq is not null and x.at <= c.closed_at order by x.credit_seq desc limit 1)
            ) l order by l.seq desc limit 1
          ) newest where a.member_id = c.member_id and a.wallet = 'cash' and a.kind = 'funds' and newest.after <> 0) end`,
  },
  {
    name: 'adjustment-as-decided',
    says: 'an adjustment did not move what two operators decided',
    pace: 'day',
    sql: `
      select j.id, j.status, t.amount from adjustment j left join (
        select ref_id, count(*) as count, sum(amount) as amount, min(type) as type, min(wallet) as wallet, min(member_id) as member_id
        from transfer where ref_type = 'adjustment' group by 1
      ) t on t.ref_id = j.id::text
      where coalesce(t.count, 0) <> case j.status when 'approved' then 1 else 0 end
        or j.status = 'approved' and (t.amount <> j.amount or t.wallet <> j.wallet or t.member_id <> j.member_id
          or t.type <> case j.kind when 'add' then 'manualAdd' else 'manualDeduct' end)`,
  },
]);

/** The hours that figures of days are added up from. Balances do not follow from them. */
export const CHECKS_OF_THE_HOURS = checkOfWords('ledger', [
  {
    name: 'hours-without-a-gap',
    says: 'an hour of the ledger does not begin where the one before it ended',
    pace: 'day',
    sql: `
      select h.begins_at from ledger_hour h where h.begins_at <> (select min(begins_at) from ledger_hour)
        and not exists (select from ledger_hour b where b.ends_at = h.begins_at)`,
  },
  {
    name: 'hours-are-the-transfers',
    says: 'the hours of the ledger are not the sum of their transfers',
    pace: 'day',
    sql: `
      select wallet, currency, kind, type, b.debit, m.debit as moved_debit, b.credit, m.credit as moved_credit
      from (select wallet, currency, kind, type, sum(debit) as debit, sum(credit) as credit from ledger_hour_line group by 1, 2, 3, 4) b
      full join (
        select t.wallet, t.currency, a.kind, t.type, sum(s.debit) as debit, sum(s.credit) as credit
        from transfer t
        cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount)) as s (account, debit, credit)
        join account a on a.id = s.account
        where t.phase in ('single', 'post') and t.at >= (select min(begins_at) from ledger_hour)
          and t.at < (select max(ends_at) from ledger_hour)
        group by 1, 2, 3, 4
      ) m using (wallet, currency, kind, type)
      where (b.debit, b.credit) is distinct from (m.debit, m.credit)`,
  },
  {
    name: 'balances-are-the-hours',
    says: 'the balances of a date are not the sum of the hours until its end',
    pace: 'day',
    sql: `
      with moved as (
        select h.business_date, l.wallet, l.currency, l.kind, l.type, sum(l.debit) as debit, sum(l.credit) as credit,
          sum(l.entries) as entries
        from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
        where h.business_date <= (select max(business_date) from ledger_balance) group by 1, 2, 3, 4, 5
      ), each as (
        select wallet, currency, kind, type, min(business_date) as since from moved group by 1, 2, 3, 4
      ), date as (
        select distinct business_date from ledger_hour where business_date <= (select max(business_date) from ledger_balance)
      ), summed as (
        select business_date, wallet, currency, kind, type, sum(m.debit) over until as debit, sum(m.credit) over until as credit,
          sum(m.entries) over until as entries
        from each e join date d on d.business_date >= e.since
        left join moved m using (business_date, wallet, currency, kind, type)
        window until as (partition by wallet, currency, kind, type order by business_date)
      )
      select business_date, wallet, currency, kind, type, b.debit, s.debit as summed_debit, b.credit, s.credit as summed_credit
      from ledger_balance b full join summed s using (business_date, wallet, currency, kind, type)
      where (b.debit, b.credit, b.entries) is distinct from (s.debit, s.credit, s.entries)`,
  },
]);
