-- An order holds the key of the call that placed it. The answer to a retry follows from the order, so nothing else has to
-- be stored for it, and the key of an order never expires. Refusals stay in the table idempotency.

alter table trade_order
  add key uuid,
  add fingerprint bytea constraint trade_order_fingerprint_check check (length(fingerprint) = 32),
  add constraint trade_order_key_check check ((key is null) = (fingerprint is null));
comment on column trade_order.key is 'Idempotency key of the call that placed the order; null for orders of an earlier release that are older than seven days.';

-- The answers of the last seven days. This is the only part that takes time on a large database: some seconds for a
-- hundred thousand orders.
update trade_order o set key = i.key, fingerprint = i.fingerprint
from idempotency i
where i.route = 'trade/orders' and i.answer #>> '{order,id}' is not null
  and o.id = (i.answer #>> '{order,id}')::uuid and o.member_id = i.member_id and length(i.fingerprint) = 32;
delete from idempotency i using trade_order o
where i.route = 'trade/orders' and o.member_id = i.member_id and o.key = i.key
  and o.id = (i.answer #>> '{order,id}')::uuid;

create unique index trade_order_key on trade_order (member_id, key) where key is not null;
grant insert (key, fingerprint) on trade_order to candor_http;

-- Orders by the moment of their close. Those of one second are few enough to sort where the public list needs them sorted:
-- an index that holds the hash of every id was a third of the cost of an order's indexes.
create index trade_order_closes on trade_order (closes_at);
drop index trade_order_closing;

-- A position is found by its member, wallet and product, which its order names too.
alter table position drop constraint position_order_id_key;

-- Balances change with every order. Room on their pages keeps the new version of a row beside the old one, so that no
-- index changes.
alter table account set (fillfactor = 60);

create or replace function set_order_aside(id uuid, why text) returns integer
language sql security definer set search_path = public, pg_temp as $$
  insert into settlement_alarm as a (order_id, reason, tries, first_at, last_at, next_at)
  select p.order_id, coalesce(nullif(left(why, 500), ''), 'unknown'), 1, m.at, m.at, m.at + interval '1 second'
  from trade_order o
  join position p on p.member_id = o.member_id and p.wallet = o.wallet and p.product = o.product and p.order_id = o.id
  join tick_head h on h.product = p.product, (select clock_timestamp() as at offset 0) m
  where o.id = set_order_aside.id and p.closes_at <= h.at
  on conflict (order_id) do update set reason = excluded.reason, tries = a.tries + 1, last_at = excluded.last_at,
    next_at = excluded.last_at + least(interval '1 minute', interval '1 second' * power(2, least(a.tries, 6)))
  returning tries
$$;

-- As before, but the position that ends is found by what its order names.
create or replace function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  select n.order_id, case when r.outcome is null then 'NOT_DUE'
    when (n.outcome, n.reason, n.entry_seq, n.entry_at, n.entry_price, n.exit_seq, n.exit_at, n.exit_price)
      is distinct from (r.outcome, r.reason, r.entry_seq, r.entry_at, r.entry_price, r.exit_seq, r.exit_at, r.exit_price) then 'TICKS'
    when (n.member_id, n.profit, n.credited) is distinct from ((o.row).member_id, r.profit, r.credited) then 'AMOUNT'
    when not paid.stake then 'STAKE' end as rule into refused
  from settled n
  left join lateral (select x as row from trade_order x where x.id = n.order_id offset 0) o on true
  left join lateral settlement_of(o.row) r on true
  cross join lateral (select count(*) = case when (o.row).fee > 0 then 2 else 1 end as stake from transfer t
    where t.ref_type = 'order' and t.ref_id = n.order_id::text and t.type in ('orderStake', 'fee') offset 0) paid
  where r.outcome is null or not paid.stake
    or (n.member_id, n.outcome, n.reason, n.entry_seq, n.entry_at, n.entry_price, n.exit_seq, n.exit_at, n.exit_price, n.profit,
      n.credited) is distinct from ((o.row).member_id, r.outcome, r.reason, r.entry_seq, r.entry_at, r.entry_price, r.exit_seq,
      r.exit_at, r.exit_price, r.profit, r.credited)
  limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  delete from position p
  using settled s cross join lateral (select x.id, x.member_id, x.wallet, x.product from trade_order x where x.id = s.order_id offset 0) o
  where p.member_id = o.member_id and p.wallet = o.wallet and p.product = o.product and p.order_id = o.id;
  return null;
end $$;
