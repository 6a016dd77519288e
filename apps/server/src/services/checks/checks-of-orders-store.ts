import { checkOfMoney } from './check.ts';
import { MOVED } from './checks-of-the-ledger-store.ts';

/** Whether a tick was moved from the database to a file. The file's content is checked where it is read. */
export function archived(product: string, seq: string): string {
  return `(exists (select from tick_archive a where a.product = ${product} and ${seq} between a.first_seq and a.last_seq)
    and not exists (select from tick t where t.product = ${product} and t.seq = ${seq}))`;
}

/** Every order is open or settled, once, by its own ticks, and for what they say. */
export const CHECKS_OF_ORDERS = checkOfMoney('orders', [
  {
    name: 'escrow-of-open-orders',
    says: 'escrow is not what open orders put there',
    pace: 'day',
    sql: `
      select wallet, sum(amount) as off from (
        select a.wallet, m.posted as amount from account a join (${MOVED}) m on m.account = a.id where a.kind = 'escrow'
        union all
        select o.wallet, -o.stake - o.fee from trade_order o join position p on p.order_id = o.id
      ) both_ways group by wallet having sum(amount) <> 0`,
  },
  {
    name: 'order-open-or-settled',
    says: 'an order is neither open nor settled, or both',
    pace: 'day',
    sql: `
      select o.id from trade_order o left join settlement s on s.order_id = o.id left join position p on p.order_id = o.id
      where (s.order_id is null) = (p.order_id is null)`,
  },
  {
    name: 'position-of-its-order',
    says: 'an open position is not that of its order',
    pace: 'minute',
    sql: `
      select p.order_id from position p left join trade_order o on o.id = p.order_id
      where o.id is null
        or (p.member_id, p.wallet, p.product, p.closes_at) is distinct from (o.member_id, o.wallet, o.product, o.closes_at)`,
  },
  {
    name: 'order-moved-its-money',
    says: 'an order took or returned a wrong amount',
    pace: 'day',
    sql: `
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
  },
  {
    name: 'credited-as-its-terms-say',
    says: 'an order was credited another amount than its outcome and payout rate say',
    pace: 'day',
    sql: `
      select o.id, s.outcome, s.credited from settlement s join trade_order o on o.id = s.order_id
      where s.credited <> case s.outcome
        when 'won' then o.stake + o.stake / 10000 * o.payout_rate + o.stake % 10000 * o.payout_rate / 10000
        when 'lost' then 0 else o.stake + o.fee end`,
  },
  {
    name: 'settlement-of-its-member',
    says: 'a settlement is of another member than its order, or of no order',
    pace: 'day',
    sql: `
      select s.order_id from settlement s left join trade_order o on o.id = s.order_id
      where o.id is null or o.member_id <> s.member_id`,
  },
  {
    name: 'outcome-follows-from-ticks',
    says: 'an outcome does not follow from its ticks',
    pace: 'day',
    sql: `
      select o.id, s.outcome from settlement s join trade_order o on o.id = s.order_id where s.outcome <> 'voided' and s.outcome <>
        case when s.exit_price = s.entry_price then 'tied'
          when (s.exit_price > s.entry_price) = (o.direction = 'up') then 'won' else 'lost' end`,
  },
  {
    name: 'settled-by-published-ticks',
    says: 'a settlement names a tick that was not published',
    pace: 'day',
    sql: `
      select s.order_id from settlement s join trade_order o on o.id = s.order_id
      where (s.entry_seq is not null and not exists (select from tick t where t.product = o.product and t.seq = s.entry_seq
          and t.at = s.entry_at and t.price = s.entry_price) and not ${archived('o.product', 's.entry_seq')})
        or (s.exit_seq is not null and not exists (select from tick t where t.product = o.product and t.seq = s.exit_seq
          and t.at = s.exit_at and t.price = s.exit_price) and not ${archived('o.product', 's.exit_seq')})`,
  },
  {
    name: 'price-after-acceptance',
    says: 'an order was settled by a price from before it was accepted',
    pace: 'day',
    sql: `
      select s.order_id from settlement s join trade_order o on o.id = s.order_id
      where s.outcome <> 'voided' and (s.entry_at < o.accepted_at or s.exit_at <= s.entry_at)`,
  },
  {
    name: 'order-under-published-terms',
    says: 'an order was accepted under terms that were never published',
    pace: 'day',
    sql: `
      select o.id, o.product, o.terms_version from trade_order o
      where not exists (select from terms t where t.product = o.product and t.version = o.terms_version)`,
  },
]);
