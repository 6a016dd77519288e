-- As before, but the transfers of an order are dated with its acceptance and with its settlement, to the microsecond, instead
-- of with the moment at which each row was written. A receipt shows these moments, and now they follow from a rule.

create or replace function take_stakes() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  paid_in text := (select currency from site);
begin
  insert into account (wallet, kind, currency)
  select k.wallet, 'escrow', paid_in from (select distinct wallet from placed) k
  where not exists (select from account x where x.member_id is null and x.wallet = k.wallet and x.kind = 'escrow' and x.currency = paid_in)
  on conflict do nothing;

  -- A member without an account has no money: the order fails because its stake names no account.
  with house as materialized (
    select k.wallet, x.id from (select distinct wallet from placed) k
    left join lateral (select y.id from account y
      where y.member_id is null and y.wallet = k.wallet and y.kind = 'escrow' and y.currency = paid_in offset 0) x on true
  ), line as materialized (
    select o.id, o.member_id, o.wallet, o.amount, o.type, o.accepted_at, a.id as account, a.seq as seq_read,
      a.seq + row_number() over w as seq, a.posted - (sum(o.amount) over w)::bigint as posted,
      lead(a.id) over w is null as is_last
    from (
      select id, no, member_id, wallet, 1 as side, stake as amount, 'orderStake' as type, accepted_at from placed
      union all
      select id, no, member_id, wallet, 2, fee, 'fee', accepted_at from placed where fee > 0
    ) o
    left join lateral (select x.id, x.posted, x.seq from account x
      where x.member_id = o.member_id and x.wallet = o.wallet and x.kind = 'funds' and x.currency = paid_in offset 0) a on true
    window w as (partition by a.id order by o.no, o.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq from line l
    where l.is_last and a.id = l.account and a.seq = l.seq_read returning a.id
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at, debit_seq,
    debit_balance_after)
  select case when (select count(*) from moved) = (select count(account) from line where is_last) then l.account end, h.id,
    l.amount, l.type, l.wallet, paid_in, 'order', l.id::text, l.member_id, l.accepted_at, l.seq, l.posted
  from line l left join house h on h.wallet = l.wallet;
  return null;
end $$;

create or replace function pay_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  ids uuid[] := array(select order_id from settled);
  members bigint[] := array(select distinct member_id from settled);
  credited_members bigint[] := array(select distinct member_id from settled where credited > 0);
  paid_in text;
begin
  select currency into strict paid_in from site;
  -- A wallet whose orders paid into escrow also needs the accounts that its orders are paid out of and into.
  insert into account (wallet, kind, currency)
  select w.wallet, k.kind, paid_in
  from (values ('practice'), ('cash')) w (wallet)
  cross join lateral (select from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'escrow'
    and x.currency = paid_in offset 0) e
  cross join (values ('house'), ('fees')) k (kind)
  left join lateral (select true as found from account x where x.member_id is null and x.wallet = w.wallet and x.kind = k.kind
    and x.currency = paid_in offset 0) a on true
  where a.found is null
  on conflict do nothing;

  -- Locked in the order of their ids, and read after that: no balance is written over one that another transaction wrote.
  perform from account a where a.member_id = any (credited_members) and a.kind = 'funds' order by a.id for no key update;

  with ended as materialized (
    select s.order_id, s.member_id, s.outcome, s.credited, s.settled_at, o.wallet, o.product, o.stake, o.fee
    from settled s
    join (select x.id, x.wallet, x.product, x.stake, x.fee from trade_order x where x.id = any (ids)) o on o.id = s.order_id
  ), closed as (
    delete from position p using ended e
    where p.member_id = any (members) and p.member_id = e.member_id and p.wallet = e.wallet and p.product = e.product
      and p.order_id = e.order_id
  ), line as materialized (
    select e.order_id, e.member_id, e.outcome, e.credited, e.settled_at, e.wallet, e.stake, e.fee, a.id as account,
      a.seq + row_number() over own as seq, (a.posted + sum(e.credited) over own)::bigint as posted,
      lead(e.order_id) over own is null as is_last
    from ended e
    left join (select x.id, x.member_id, x.wallet, x.seq, x.posted from account x
      where x.member_id = any (credited_members) and x.kind = 'funds' and x.currency = paid_in) a
      on a.member_id = e.member_id and a.wallet = e.wallet and e.credited > 0
    window own as (partition by a.id order by e.order_id)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq
    from line l
    where a.id = any (array(select m.account from line m where m.is_last and m.account is not null)) and a.id = l.account and l.is_last
  ), house as materialized (
    select w.wallet, e.id as escrow, h.id as house, f.id as fees
    from (values ('practice'), ('cash')) w (wallet)
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'escrow'
      and x.currency = paid_in offset 0) e on true
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'house'
      and x.currency = paid_in offset 0) h on true
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'fees'
      and x.currency = paid_in offset 0) f on true
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, at, member_id,
    credit_seq, credit_balance_after)
  select t.debit, t.credit, t.amount, t.type, t.wallet, paid_in, 'order', t.order_id::text, t.settled_at, t.member_id, t.seq, t.posted
  from (
    select h.escrow as debit, h.house as credit, l.stake as amount, 'orderClose' as type, l.wallet, l.order_id, l.settled_at,
      null::bigint as member_id, null::bigint as seq, null::bigint as posted
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost')
    union all
    select h.escrow, h.fees, l.fee, 'fee', l.wallet, l.order_id, l.settled_at, null, null, null
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost') and l.fee > 0
    union all
    select case l.outcome when 'won' then h.house else h.escrow end, l.account, l.credited,
      case l.outcome when 'won' then 'orderPayout' else 'orderRefund' end, l.wallet, l.order_id, l.settled_at, l.member_id, l.seq, l.posted
    from line l join house h on h.wallet = l.wallet where l.outcome <> 'lost'
  ) t;
  return null;
end $$;
