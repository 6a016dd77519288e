-- What the house can lose. Terms may say how much at most: by the orders of a product that close in one second, by all of its orders that
-- run, and on one business day. They are terms like any other: published, equal for everybody, changed by two. An order that could cost
-- more is refused before it is accepted; nothing here is read by a settlement.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table terms add column loss_second bigint check (loss_second >= 0), add column loss_product bigint, add column loss_day bigint;
alter table terms add constraint terms_loss_product_check check (loss_product >= loss_second);
alter table terms add constraint terms_loss_day_check check (loss_day between loss_product and 1000000000000000);
alter table terms add constraint terms_loss_check check (num_nonnulls(loss_second, loss_product, loss_day) in (0, 3)
  and (loss_second is null or accept_within_ms is not null));
comment on column terms.loss_second is 'What orders of this product that close in one second can cost the house at most, in minor units. Null: no limit.';
comment on column terms.loss_product is 'What all of its orders that run can cost at most.';
comment on column terms.loss_day is 'What a business day can cost at most: what was lost on it, and what still can be.';

-- As in 0026; a document of the fourth version names the limits, and a delay also where it is none. Canonical JSON sorts them after format.
create or replace function terms_document(entry terms) returns text
language sql stable set search_path = public, pg_temp as $$
  select '{' || coalesce('"acceptWithinMs":' || entry.accept_within_ms || ',', '') || '"currency":' || to_json(site.currency)::text || ',"currencyDecimals":' || site.currency_decimals
    || ',"decimals":' || p.decimals || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, site.currency_decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, site.currency_decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || ']' || coalesce(',"entryDelaySec":' || case when entry.loss_second is null then entry.entry_delay_sec
      else coalesce(entry.entry_delay_sec, 0) end, '') || ',"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v'
    || case when entry.accept_within_ms is null then '1"' else case when entry.loss_second is not null then '4","lossLimits":{"day":"' || price_text(entry.loss_day, site.currency_decimals)
        || '","product":"' || price_text(entry.loss_product, site.currency_decimals)
        || '","second":"' || price_text(entry.loss_second, site.currency_decimals) || '"}'
      when entry.entry_delay_sec is null then '2"' else '3"' end || ',"priceRule":{"freshMs":' || entry.fresh_ms || ',"minSources":'
      || entry.min_sources || ',"nearPpm":' || entry.near_ppm || '}' end
    || ',"product":"' || p.code || '","ruleVersion":1,"version":' || entry.version || '}'
  from site, product p
  where p.code = entry.product
$$;

-- As in 0026, and: limits that are left out stay as they were.
create or replace function keep_price_rule() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  before terms;
begin
  perform from product where code = new.product for no key update;
  select * into before from terms where product = new.product order by version desc limit 1;
  new.accept_within_ms := coalesce(new.accept_within_ms, before.accept_within_ms, 3000);
  new.fresh_ms := coalesce(new.fresh_ms, before.fresh_ms, 5000);
  new.near_ppm := coalesce(new.near_ppm, before.near_ppm, 5000);
  new.min_sources := coalesce(new.min_sources, before.min_sources, 1);
  new.entry_delay_sec := coalesce(new.entry_delay_sec, before.entry_delay_sec);
  if new.loss_second is null and new.loss_product is null and new.loss_day is null then
    new.loss_second := before.loss_second;
    new.loss_product := before.loss_product;
    new.loss_day := before.loss_day;
  end if;
  if before.fresh_ms is not null
    and (new.fresh_ms, new.near_ppm, new.min_sources) is distinct from (before.fresh_ms, before.near_ppm, before.min_sources) then
    raise exception 'PRICE_RULE_FIXED' using errcode = 'CD041', detail = new.product, table = 'terms';
  end if;
  return new;
end $$;

-- Orders of one product, wallet, entry and close share their ticks: of those that rise and those that fall, one side wins at most. Orders
-- with another entry may win on another side, so the worst cases of windows are added up.
create table house_window (
  product     text not null references product (code),
  wallet      text not null check (wallet in ('practice', 'cash')),
  entry_at    timestamptz not null,
  closes_at   timestamptz not null,
  -- The business date of the close.
  day         date not null,
  orders      bigint not null,
  up_stake    bigint not null,
  up_profit   bigint not null,
  down_stake  bigint not null,
  down_profit bigint not null,
  -- The most that they can cost together, without fees. A tie returns every stake.
  worst       bigint not null,
  primary key (product, wallet, closes_at, entry_at),
  constraint house_window_worst_check check (worst = greatest(0, up_profit - down_stake, down_profit - up_stake))
) with (fillfactor = 50);
comment on table house_window is 'Orders that run, added up by their ticks. With house_journal it is what the positions are.';

create table house_day (
  product text not null references product (code),
  wallet  text not null check (wallet in ('practice', 'cash')),
  day     date not null,
  worst   bigint not null,
  -- Stakes and fees less what was credited.
  kept    bigint not null,
  primary key (product, wallet, day)
) with (fillfactor = 50);
comment on table house_day is 'What orders that close on a business day can cost (worst) and what the house kept of those that are settled (kept).';

-- Nobody waits for anybody to write here: acceptances and settlements add rows, and whoever holds the lock of a product folds them in.
create table house_journal (
  product     text not null,
  wallet      text not null,
  entry_at    timestamptz not null,
  closes_at   timestamptz not null,
  orders      bigint not null,
  up_stake    bigint not null,
  up_profit   bigint not null,
  down_stake  bigint not null,
  down_profit bigint not null,
  kept        bigint not null
);
comment on table house_journal is 'What came to house_window and house_day and is not yet in them.';
create index house_journal_product on house_journal (product, wallet);

-- In the order of their numbers, so that no two wait for each other.
create function lock_house(products text[], wallets text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(729, k.number)
  from (select distinct hashtext(product || '/' || wallet) as number from unnest(products, wallets) x (product, wallet) order by 1) k;
end $$;

-- Callers hold the locks. Answers by how much the worst case of each window rose.
create function fold_house(products text[], wallets text[]) returns table (of_product text, of_wallet text, of_close timestamptz, of_day date,
  raised bigint)
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from house_journal j using (select distinct x.product, x.wallet from unnest(products, wallets) x (product, wallet)) k
    where j.product = k.product and j.wallet = k.wallet returning j.*
  ), delta as (
    select product, wallet, entry_at, closes_at, sum(orders)::bigint as orders, sum(up_stake)::bigint as up_stake,
      sum(up_profit)::bigint as up_profit, sum(down_stake)::bigint as down_stake, sum(down_profit)::bigint as down_profit,
      sum(kept)::bigint as kept
    from gone group by product, wallet, entry_at, closes_at
  ), moved as (
    insert into house_window as w (product, wallet, entry_at, closes_at, day, orders, up_stake, up_profit, down_stake, down_profit, worst)
    select product, wallet, entry_at, closes_at, (closes_at at time zone (select time_zone from site))::date, orders, up_stake, up_profit,
      down_stake, down_profit, greatest(0, up_profit - down_stake, down_profit - up_stake) from delta
    on conflict (product, wallet, closes_at, entry_at) do update set orders = w.orders + excluded.orders,
      up_stake = w.up_stake + excluded.up_stake, up_profit = w.up_profit + excluded.up_profit,
      down_stake = w.down_stake + excluded.down_stake, down_profit = w.down_profit + excluded.down_profit,
      worst = greatest(0, w.up_profit + excluded.up_profit - w.down_stake - excluded.down_stake,
        w.down_profit + excluded.down_profit - w.up_stake - excluded.up_stake)
    returning w.product, w.wallet, w.entry_at, w.closes_at, new.day, new.worst - coalesce(old.worst, 0) as raised
  ), days as (
    insert into house_day as h (product, wallet, day, worst, kept)
    select m.product, m.wallet, m.day, sum(m.raised)::bigint, sum(d.kept)::bigint
    from moved m join delta d using (product, wallet, entry_at, closes_at) group by m.product, m.wallet, m.day
    on conflict (product, wallet, day) do update set worst = h.worst + excluded.worst, kept = h.kept + excluded.kept
  )
  select product, wallet, closes_at, day, raised from moved
$$;

-- What one order more would add to: element i is that of key i. Under the locks nothing is added until the transaction ends, so what is
-- decided by this answer cannot meet another order. Without them it is a glance, which may be old.
create function house_state(locked boolean, products text[], wallets text[], entries timestamptz[], closes timestamptz[]) returns table (place bigint,
  up_stake bigint, up_profit bigint, down_stake bigint, down_profit bigint, of_day date, second_worst bigint, product_worst bigint,
  day_worst bigint, day_kept bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if locked then
    perform lock_house(products, wallets);
    perform fold_house(products, wallets);
  end if;
  return query
  select k.place, coalesce(w.up_stake, 0), coalesce(w.up_profit, 0), coalesce(w.down_stake, 0), coalesce(w.down_profit, 0), k.day,
    s.worst, p.worst, coalesce(d.worst, 0), coalesce(d.kept, 0)
  from (
    select x.*, (x.close at time zone (select time_zone from site))::date as day
    from unnest(products, wallets, entries, closes) with ordinality as x (product, wallet, entry, close, place)
  ) k
  left join house_window w on w.product = k.product and w.wallet = k.wallet and w.closes_at = k.close and w.entry_at = k.entry
  left join house_day d on d.product = k.product and d.wallet = k.wallet and d.day = k.day
  cross join lateral (select coalesce(sum(x.worst), 0)::bigint as worst from house_window x
    where x.product = k.product and x.wallet = k.wallet and x.closes_at = k.close) s
  cross join lateral (select house_worst(k.product, k.wallet, k.day) as worst) p
  order by k.place;
end $$;

-- Orders run for an hour: what closed long ago and still is not settled is an alarm of its own.
create function house_worst(of_product text, of_wallet text, of_day date) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(worst), 0)::bigint from house_day x where x.product = of_product and x.wallet = of_wallet and x.day >= of_day - 10
$$;

-- Runs after accept_orders and before take_stakes, by its name. Under limits it folds its own orders in and looks at what they made of
-- it. An order that does not raise the worst case is never in the way.
create function book_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  products text[];
  wallets text[];
  closes timestamptz[];
  days date[];
  refused text;
begin
  select array_agg(k.product), array_agg(k.wallet) into products, wallets
  from (select distinct product, wallet from placed) k
  cross join lateral (select x.loss_second from terms x where x.product = k.product order by x.version desc limit 1) t
  where t.loss_second is not null;
  if products is not null then
    perform lock_house(products, wallets);
    perform fold_house(products, wallets);
  end if;
  insert into house_journal (product, wallet, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit, kept)
  select product, wallet, entry_at, closes_at, count(*), coalesce(sum(stake) filter (where direction = 'up'), 0),
    coalesce(sum(payout - stake) filter (where direction = 'up'), 0), coalesce(sum(stake) filter (where direction = 'down'), 0),
    coalesce(sum(payout - stake) filter (where direction = 'down'), 0), 0
  from placed group by product, wallet, entry_at, closes_at;
  if products is null then return null; end if;
  select array_agg(x.of_product), array_agg(x.of_wallet), array_agg(x.of_close), array_agg(x.of_day) into products, wallets, closes, days
  from (select distinct of_product, of_wallet, of_close, of_day from fold_house(products, wallets) where raised > 0) x;
  select m.product into refused
  from unnest(products, wallets, closes, days) as m (product, wallet, close, day)
  cross join lateral (select x.loss_second, x.loss_product, x.loss_day from terms x where x.product = m.product
    order by x.version desc limit 1) t
  cross join lateral (select sum(x.worst) as worst from house_window x
    where x.product = m.product and x.wallet = m.wallet and x.closes_at = m.close) s
  join house_day d on d.product = m.product and d.wallet = m.wallet and d.day = m.day
  where s.worst > t.loss_second or house_worst(m.product, m.wallet, m.day) > t.loss_product or d.worst - d.kept > t.loss_day
  limit 1;
  if found then
    raise exception 'ORDER_REFUSED: LOSS_LIMIT' using errcode = 'CD006', detail = refused;
  end if;
  return null;
end $$;
create trigger book_orders after insert on trade_order referencing new table as placed
  for each statement execute function book_orders();

-- As in 0008, and: what is settled leaves the worst case in the same statement.
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
    select s.order_id, s.member_id, s.outcome, s.credited, s.settled_at, o.wallet, o.product, o.stake, o.fee, o.direction, o.payout,
      o.entry_at, o.closes_at
    from settled s
    join (select x.id, x.wallet, x.product, x.stake, x.fee, x.direction, x.payout, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids)) o on o.id = s.order_id
  ), closed as (
    delete from position p using ended e
    where p.member_id = any (members) and p.member_id = e.member_id and p.wallet = e.wallet and p.product = e.product
      and p.order_id = e.order_id
  ), booked as (
    insert into house_journal (product, wallet, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit, kept)
    select product, wallet, entry_at, closes_at, -count(*), -coalesce(sum(stake) filter (where direction = 'up'), 0),
      -coalesce(sum(payout - stake) filter (where direction = 'up'), 0), -coalesce(sum(stake) filter (where direction = 'down'), 0),
      -coalesce(sum(payout - stake) filter (where direction = 'down'), 0), sum(stake + fee - credited)
    from ended group by product, wallet, entry_at, closes_at
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

-- What nobody folds because nobody orders, and windows that are over.
create function tidy_house() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  products text[];
  wallets text[];
begin
  select array_agg(product), array_agg(wallet) into products, wallets from (select distinct product, wallet from (
    select j.product, j.wallet from house_journal j
    union all select w.product, w.wallet from house_window w where w.orders = 0 and w.closes_at < clock_timestamp() - interval '1 minute') x) k;
  if products is null then return; end if;
  perform lock_house(products, wallets);
  perform fold_house(products, wallets);
  delete from house_window w using unnest(products, wallets) k (product, wallet)
  where w.product = k.product and w.wallet = k.wallet and w.orders = 0 and w.closes_at < clock_timestamp() - interval '1 minute';
end $$;

-- As in 0028, and: a proposal may name another delay of the entry, and limits. What it leaves out stays as it was.
create or replace function terms_draft_problem(t jsonb) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  offer jsonb;
  lengths bigint[] := '{}';
  preset jsonb;
  before bigint := 0;
begin
  if jsonb_typeof(t) <> 'object' or (select array_agg(k order by k collate "C") from jsonb_object_keys(t - '{entryDelaySec,lossLimits}'::text[]) k)
      is distinct from '{durations,feeRate,presets}'::text[]
    or jsonb_typeof(t -> 'durations') <> 'array' or jsonb_typeof(t -> 'presets') <> 'array' or not is_whole(t -> 'feeRate')
    or (t ? 'entryDelaySec' and not is_whole(t -> 'entryDelaySec')) or (t ? 'lossLimits' and not is_loss_limits(t -> 'lossLimits')) then
    return 'form';
  end if;
  if jsonb_array_length(t -> 'durations') not between 1 and 12 then return 'durations'; end if;
  if (t ->> 'feeRate')::bigint not between 0 and 1000 then return 'feeRate'; end if;
  if (t ->> 'entryDelaySec')::bigint > 10 then return 'entryDelaySec'; end if;
  if (t #>> '{lossLimits,product}')::bigint < (t #>> '{lossLimits,second}')::bigint then return 'lossLimits.product'; end if;
  if (t #>> '{lossLimits,day}')::bigint < (t #>> '{lossLimits,product}')::bigint
    or (t #>> '{lossLimits,day}')::bigint > 1000000000000000 then
    return 'lossLimits.day';
  end if;
  for offer in select x from jsonb_array_elements(t -> 'durations') x loop
    if jsonb_typeof(offer) <> 'object' or (select array_agg(k order by k collate "C") from jsonb_object_keys(offer) k)
        is distinct from '{maxStake,minStake,payoutRate,seconds}'::text[]
      or not (is_whole(offer -> 'seconds') and is_whole(offer -> 'payoutRate') and is_whole(offer -> 'minStake') and is_whole(offer -> 'maxStake')) then
      return 'form';
    end if;
    if (offer ->> 'seconds')::bigint not between 5 and 3600 or (offer ->> 'seconds')::bigint = any (lengths) then return 'seconds'; end if;
    lengths := lengths || (offer ->> 'seconds')::bigint;
    if (offer ->> 'payoutRate')::bigint not between 100 and 10000 or (offer ->> 'payoutRate')::bigint <= (t ->> 'feeRate')::bigint then
      return 'payoutRate';
    end if;
    if (offer ->> 'minStake')::bigint <= 0 then return 'minStake'; end if;
    if (offer ->> 'maxStake')::bigint < (offer ->> 'minStake')::bigint or (offer ->> 'maxStake')::bigint > 1000000000000000 then
      return 'maxStake';
    end if;
  end loop;
  if jsonb_array_length(t -> 'presets') > 8 then return 'presets'; end if;
  for preset in select x from jsonb_array_elements(t -> 'presets') x loop
    if not is_whole(preset) then return 'form'; end if;
    if (preset #>> '{}')::bigint <= before or not exists (select from jsonb_array_elements(t -> 'durations') x
        where (preset #>> '{}')::bigint between (x ->> 'minStake')::bigint and (x ->> 'maxStake')::bigint) then
      return 'presets';
    end if;
    before := (preset #>> '{}')::bigint;
  end loop;
  return null;
end $$;

create function is_loss_limits(value jsonb) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select jsonb_typeof(value) = 'object' and (select array_agg(k order by k collate "C") from jsonb_object_keys(value) k)
      is not distinct from '{day,product,second}'::text[]
    and is_whole(value -> 'day') and is_whole(value -> 'product') and is_whole(value -> 'second')
$$;

create or replace function decide_product_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current terms%rowtype;
  problem text;
begin
  -- An approval lets the orders on their way pass, and those behind it see the new version: the lock of sealing (0009).
  if tg_op = 'UPDATE' and new.status = 'approved' then perform pg_advisory_xact_lock(727005); end if;
  perform wait_turn('terms/product/' || new.product);
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  select * into current from terms x where x.product = new.product order by x.version desc limit 1;
  if (tg_op = 'INSERT' or new.status = 'approved') and current.version is distinct from new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
    end if;
    problem := terms_draft_problem(new.terms);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
    new.before := jsonb_strip_nulls(jsonb_build_object('durations', current.durations, 'feeRate', current.fee_rate, 'presets', current.presets,
      'entryDelaySec', current.entry_delay_sec, 'lossLimits', case when current.loss_second is not null then jsonb_build_object(
        'day', current.loss_day, 'product', current.loss_product, 'second', current.loss_second) end));
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.product, new.base, new.before, new.terms, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.product, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

create or replace function publish_product_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec, loss_second, loss_product, loss_day)
  values (new.product, new.base + 1, new.terms -> 'durations', (new.terms ->> 'feeRate')::bigint, new.terms -> 'presets',
    (new.terms ->> 'entryDelaySec')::integer, (new.terms #>> '{lossLimits,second}')::bigint, (new.terms #>> '{lossLimits,product}')::bigint,
    (new.terms #>> '{lossLimits,day}')::bigint);
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $$;

-- What runs while this is put in place, and what today brought so far.
insert into house_journal (product, wallet, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit, kept)
select o.product, o.wallet, o.entry_at, o.closes_at, count(*), coalesce(sum(o.stake) filter (where o.direction = 'up'), 0),
  coalesce(sum(o.payout - o.stake) filter (where o.direction = 'up'), 0), coalesce(sum(o.stake) filter (where o.direction = 'down'), 0),
  coalesce(sum(o.payout - o.stake) filter (where o.direction = 'down'), 0), 0
from position p join trade_order o on o.id = p.order_id group by o.product, o.wallet, o.entry_at, o.closes_at;
insert into house_day (product, wallet, day, worst, kept)
select o.product, o.wallet, (o.closes_at at time zone site.time_zone)::date, 0, sum(o.stake + o.fee - s.credited)
from site, trade_order o join settlement s on s.order_id = o.id
where o.closes_at >= date_trunc('day', clock_timestamp() at time zone site.time_zone) at time zone site.time_zone
group by 1, 2, 3;

revoke execute on function lock_house(text[], text[]), fold_house(text[], text[]),
  house_state(boolean, text[], text[], timestamptz[], timestamptz[]), house_worst(text, text, date), book_orders(),
  tidy_house(), is_loss_limits(jsonb) from public;
grant execute on function house_state(boolean, text[], text[], timestamptz[], timestamptz[]) to candor_http;
grant execute on function tidy_house() to candor_worker;
grant select on house_window, house_day, house_journal to candor_console;
