import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { wholeUnits } from '@candor/domain/money';
import { writePast } from '../../apps/server/src/testing/factories.ts';
import type { BenchDatabase } from './bench-database.ts';

/**
 * Settled orders of the twelve months that ended a minute ago, evenly spread over time, over members and over two products, with their
 * settlements and transfers, in tables by month. Every second one of a member is won. They stand where only time could have put them:
 * nothing is checked, taken or sealed.
 */
const CHUNK = 20_000;
const MONTHS = 12;
const STAKE = wholeUnits(10n, TEST_CURRENCY);

export async function generateOrders(
  { ownerPool }: BenchDatabase,
  members: readonly bigint[],
  orders: number,
): Promise<void> {
  await ownerPool.query(
    `insert into account (wallet, kind, currency) select 'practice', kind, currency from site, unnest(array['escrow', 'house', 'fees']) kind
     on conflict do nothing`,
  );
  for (let from = 0; from < orders; from += CHUNK) {
    await writePast(ownerPool, FILL, [
      members.map(String),
      orders,
      from,
      Math.min(orders, from + CHUNK) - 1,
      STAKE.toString(),
    ]);
    if (from % 1_000_000 === 0 && from > 0) console.log(`${from} orders generated`);
  }
  await writePast(
    ownerPool,
    `update account a set seq = t.seq from (select debit_account as id, max(greatest(debit_seq, debit_seq + 1)) as seq from transfer
       where debit_seq is not null group by 1) t where a.id = t.id`,
  );
  await ownerPool.query('update order_log set (begins_after, decided_no) = (select max(no), max(no) from trade_order)');
  for (const table of ['trade_order', 'settlement', 'transfer', 'account'])
    await ownerPool.query(`vacuum analyze ${table}`);
  // A site that grew writes nothing back of what was written a minute ago.
  await ownerPool.query('checkpoint');
}

/** Prepares an empty database: the months of the year instead of the one that a new site begins with. */
export async function makeMonths({ ownerPool }: BenchDatabase): Promise<void> {
  await ownerPool.query(`do $$ declare part regclass; whole regclass; begin
    foreach whole in array array['settlement', 'trade_order']::regclass[] loop
      for part in select inhrelid from pg_inherits where inhparent = whole loop
        execute format('alter table %s detach partition %s', whole, part);
        execute format('drop table %s', part);
      end loop;
    end loop;
    for ago in -3..${MONTHS} loop
      perform ensure_order_month((date_trunc('month', clock_timestamp() at time zone 'UTC') - make_interval(months => ago))::date);
    end loop;
  end $$`);
}

/** $1 members, $2 orders in all, $3 and $4 the first and last number of these, $5 stake. */
const FILL = `
  with made as materialized (
    select uuidv7(e.at - interval '0.5 seconds' - now()) as id, k, k / cardinality($1::bigint[]) as mine,
      ($1::bigint[])[1 + k % cardinality($1::bigint[])] as member_id, 'BENCH' || k % 2 as product, e.at,
      (k / cardinality($1::bigint[])) % 2 = 0 as won, sha256(int8send(k)) as bytes
    from generate_series($3::bigint, $4::bigint) k
    cross join lateral (select date_trunc('second', now() - interval '1 minute' - interval '${MONTHS} months' * (1 - (k + 1)::float8 / $2::float8)) as at) e
  ), ordered as (
    insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
      submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, nonce, request_key, request_signature, requested_at,
      request_terms_hash, request_deadline)
    select id, member_id, 'practice', product, 'up', $5, 0, 8500, $5::bigint * 185 / 100, 30, 1, at - interval '1 second',
      at - interval '0.5 seconds', at, at + interval '30 seconds', gen_random_uuid(), bytes, gen_random_uuid(), bytes, bytes || bytes,
      at - interval '1 second', bytes, at + interval '2 seconds'
    from made
  ), settled as (
    insert into settlement (order_id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited,
      settled_at)
    select id, member_id, case when won then 'won' else 'lost' end, k, at, 10000, k + 30, at + interval '30 seconds', case when won then 10001 else 9999 end,
      case when won then $5::bigint * 85 / 100 else -$5::bigint end, case when won then $5::bigint * 185 / 100 else 0 end,
      at + interval '30.2 seconds'
    from made
  ), house as materialized (
    select max(id) filter (where kind = 'escrow') as escrow, max(id) filter (where kind = 'house') as house
    from account where member_id is null and wallet = 'practice'
  )
  insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at,
    debit_seq, debit_balance_after, credit_seq, credit_balance_after)
  select uuidv7(t.at - now()), t.debit, t.credit, t.amount, t.type, 'practice', a.currency, 'order', m.id::text, t.member_id, t.at,
    t.debit_seq, t.debit_seq * 100, t.credit_seq, t.credit_seq * 100
  from made m cross join house h join account a on a.member_id = m.member_id and a.wallet = 'practice' and a.kind = 'funds'
  cross join lateral (select 1 + m.mine + (m.mine + 1) / 2 as lines) n
  cross join lateral (values
    (a.id, h.escrow, $5::bigint, 'orderStake', m.member_id, m.at - interval '0.5 seconds', n.lines + 1, null::bigint, true),
    (h.escrow, h.house, $5::bigint, 'orderClose', null, m.at + interval '30.2 seconds', null, null, true),
    (h.house, a.id, $5::bigint * 185 / 100, 'orderPayout', m.member_id, m.at + interval '30.2 seconds', null, n.lines + 2, m.won))
    t (debit, credit, amount, type, member_id, at, debit_seq, credit_seq, happened)
  where t.happened order by m.k`;
