import { checkOfMoney } from './check.ts';

/** Holdings and savings: bought, paid and repaid as their state and their dates say. */
export const CHECKS_OF_INVESTING = checkOfMoney('invest', [
  {
    name: 'holding-paid-as-its-state',
    says: 'a holding is not bought, paid and repaid as its state says',
    pace: 'day',
    sql: `
      select h.id, h.status from holding h left join (
        select t.ref_id, sum(t.amount) filter (where t.type = 'investment') as bought,
          sum(t.amount) filter (where t.type = 'redemption') as repaid,
          sum(case when c.member_id is null then -t.amount else t.amount end) filter (where t.type = 'interest') as interest
        from transfer t join account c on c.id = t.credit_account where t.ref_type = 'holding' group by 1
      ) t on t.ref_id = h.id::text
      where coalesce(t.bought, 0) <> h.principal or coalesce(t.interest, 0) <> h.paid
        or coalesce(t.repaid, 0) <> case h.status when 'running' then 0 else h.principal end`,
  },
  {
    name: 'holding-earned-by-its-dates',
    says: 'a holding did not earn what its dates say',
    pace: 'day',
    sql: `
      select h.id, h.earned, a.sum from holding h
      join (select holding_id, sum(amount) as sum from holding_accrual group by 1) a on a.holding_id = h.id
      where h.earned <> a.sum or h.status = 'running' and h.paid > a.sum`,
  },
  {
    name: 'project-sold-what-is-held',
    says: 'a project sold another amount than its members hold',
    pace: 'minute',
    sql: `
      select p.id, p.sold from project p left join (
        select project_id, sum(principal) as held from holding where status = 'running' group by 1
      ) h on h.project_id = p.id
      where p.sold <> coalesce(h.held, 0)`,
  },
  {
    name: 'savings-moved-as-asked',
    says: 'savings moved another amount than was asked for',
    pace: 'day',
    sql: `
      select coalesce(s.id::text, t.ref_id) as transfer
      from (select ref_id, type, amount, member_id from transfer where ref_type = 'savingsTransfer') t
      full join savings_transfer s on s.id::text = t.ref_id
      where (t.type, t.amount, t.member_id) is distinct from
        (case s.direction when 'in' then 'savingsIn' else 'savingsOut' end, s.amount, s.member_id)`,
  },
  {
    name: 'savings-net-adds-up',
    says: 'the savings of a member do not add up line by line',
    pace: 'day',
    sql: `
      select id, net, folded from (
        select id, net, sum(case direction when 'in' then amount else -amount end)
          over (partition by member_id, wallet order by n) as folded from savings_transfer
      ) lines where net <> folded`,
  },
  {
    name: 'savings-interest-as-accrued',
    says: 'interest of savings was posted that did not accrue, or not posted as it says',
    pace: 'day',
    sql: `
      select coalesce(a.member_id, t.member_id) as member, coalesce(a.business_date::text, t.ref_id) as day from (
        select member_id, wallet, ref_id, sum(amount) as amount from transfer where ref_type = 'savings' group by 1, 2, 3
      ) t full join (select member_id, wallet, business_date, amount from savings_accrual where posted_at is not null) a
        on a.member_id = t.member_id and a.wallet = t.wallet and a.business_date::text = t.ref_id
      where t.amount is distinct from a.amount`,
  },
]);
