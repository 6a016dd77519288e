-- The close of a business date: one function that does the next batch and says so. Everything it does is a set, and each batch
-- is a transaction of its own. How far it came stands in business_day, so that a killed worker loses nothing and two workers do
-- nothing twice. Dates are closed one after another, however long nothing ran.

-- Interest of one business date for the next holdings, in the order of their ids.
create function accrue_holdings(day date, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken record;
  b business_day%rowtype;
begin
  select * into strict b from business_day where business_date = day;
  with part as materialized (
    select h.id, h.principal * h.annual_rate as units, day - h.starts_on as days, day < h.matures_on as earns from holding h
    where h.status = 'running' and h.id > coalesce(b.after_holding, '00000000-0000-0000-0000-000000000000')
    order by h.id limit most
  ), put as (
    insert into holding_accrual (business_date, holding_id, amount)
    select day, p.id, round_interest(p.units * (p.days + 1)) - round_interest(p.units * p.days)
    from part p where p.days >= 0 and p.earns
    on conflict do nothing
    returning amount
  )
  select (select count(*) from part) as looked, (select id from part order by id desc limit 1) as last,
    count(*) as count, coalesce(sum(amount), 0) as sum into taken from put;
  update business_day set after_holding = coalesce(taken.last, after_holding), holdings_accrued = holdings_accrued + taken.count,
    holdings_interest = holdings_interest + taken.sum where business_date = day;
  return taken.looked;
end $$;

-- Savings earn on the balance at the end of the date: what went in and out by then, and all interest of earlier dates, whenever
-- it was posted.
create function accrue_savings(day date, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken record;
  b business_day%rowtype;
  ends timestamptz := (select (day + 1)::timestamp at time zone time_zone from site);
  rate bigint := (select annual_rate from savings_rate where from_date <= day order by from_date desc limit 1);
begin
  select * into strict b from business_day where business_date = day;
  with part as materialized (
    -- A member has one wallet of savings on a site.
    select s.member_id, s.wallet from savings s where s.member_id > b.after_member order by s.member_id, s.wallet limit most
  ), put as (
    insert into savings_accrual (member_id, wallet, business_date, balance, annual_rate, units, amount)
    select p.member_id, p.wallet, day, e.balance, rate, e.units + e.balance::numeric * rate,
      round_interest(e.units + e.balance::numeric * rate) - round_interest(e.units)
    from part p
    left join lateral (select x.net from savings_transfer x where x.member_id = p.member_id and x.wallet = p.wallet and x.at < ends
      order by x.n desc limit 1) moved on true
    left join lateral (select a.units from savings_accrual a where a.member_id = p.member_id and a.wallet = p.wallet
      and a.business_date < day order by a.business_date desc limit 1) earned on true
    cross join lateral (select coalesce(earned.units, 0) as units,
      coalesce(moved.net, 0) + round_interest(coalesce(earned.units, 0)) as balance) e
    where e.balance > 0 and rate is not null
    on conflict do nothing
    returning amount
  )
  select (select count(*) from part) as looked, (select max(member_id) from part) as last,
    count(*) as count, coalesce(sum(amount), 0) as sum into taken from put;
  update business_day set after_member = coalesce(taken.last, after_member), savings_accrued = savings_accrued + taken.count,
    savings_interest = savings_interest + taken.sum where business_date = day;
  return taken.looked;
end $$;

-- Transfers of a set, each from one account to another of the same member or of the house.
create function write_invest_transfers(ids uuid[], amounts bigint[], types text[], wallets text[], debit_kinds text[], credit_kinds text[],
  members bigint[], ref_types text[], ref_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := (select currency from site);
begin
  if cardinality(ids) is null or cardinality(ids) = 0 then
    return;
  end if;
  perform write_transfers(ids, amounts, types, array_fill('single'::text, array[cardinality(ids)]), wallets,
    array_fill(own, array[cardinality(ids)]), debit_kinds,
    (select array_agg(case when k = 'house' then null else m end order by n) from unnest(debit_kinds, members) with ordinality as d (k, m, n)),
    credit_kinds,
    (select array_agg(case when k = 'house' then null else m end order by n) from unnest(credit_kinds, members) with ordinality as c (k, m, n)),
    array_fill(null::uuid, array[cardinality(ids)]), ref_types, ref_ids);
end $$;

-- Pays the interest of a date to holdings that are paid every day.
create function pay_interest(day date, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due record;
  l record;
begin
  select array_agg(id) as ids, array_agg(distinct member_id) as members into due from (
    select h.id, h.member_id from holding h
    where h.status = 'running' and h.interest = 'daily' and (h.paid_through < day or h.paid_through is null)
      and h.starts_on <= day and day < h.matures_on
    order by h.paid_through nulls first, h.id limit most
  ) next;
  if due.ids is null then
    return 0;
  end if;
  perform lock_members(due.members);
  with done as (
    update holding h set paid_through = day
    where h.id = any (due.ids) and h.status = 'running' and (h.paid_through < day or h.paid_through is null)
    returning h.id, h.member_id, h.wallet, h.last_payment
  ), paying as (
    select * from done where last_payment > 0
  )
  select (select count(*) from done) as count, coalesce(sum(last_payment), 0) as sum,
    array_agg(invest_transfer('interest', id::text, day)) as ids, array_agg(last_payment) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('funds'::text) as credits, array_agg(member_id) as members, array_agg('holding'::text) as kinds,
    array_agg(id::text) as refs
  into l from paying;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  update business_day b set paid = b.paid + l.count, paid_interest = b.paid_interest + l.sum where b.business_date = day;
  return cardinality(due.ids);
end $$;

-- Posts the interest of the savings into the savings.
create function post_savings(day date, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due bigint[];
  l record;
begin
  select array_agg(member_id) into due from (
    select a.member_id from savings_accrual a where a.business_date = day and a.posted_at is null and a.amount > 0
    order by a.member_id, a.wallet limit most
  ) next;
  if due is null then
    return 0;
  end if;
  perform lock_members(due);
  with done as (
    update savings_accrual a set posted_at = clock_timestamp()
    where a.business_date = day and a.member_id = any (due) and a.posted_at is null and a.amount > 0
    returning a.member_id, a.wallet, a.amount
  )
  select count(*) as count, coalesce(sum(amount), 0) as sum,
    array_agg(invest_transfer('savings', member_id || '/' || wallet, day)) as ids, array_agg(amount) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savings'::text) as kinds,
    array_agg(day::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  update business_day b set posted = b.posted + l.count, posted_interest = b.posted_interest + l.sum where b.business_date = day;
  return cardinality(due);
end $$;

-- Gives principal and the rest of the interest back, once, and continues what its member wants to continue: under the terms that
-- are sold now, if they are not worse. What can not be continued stays with the member.
create function mature_holdings(day date, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due record;
  l record;
  one record;
  next_id uuid;
begin
  select array_agg(id) as ids, array_agg(distinct member_id) as members into due from (
    select h.id, h.member_id from holding h where h.status = 'running' and h.matures_on <= day + 1
    order by h.matures_on, h.id limit most
  ) next;
  if due.ids is null then
    return 0;
  end if;
  perform lock_members(due.members);
  with done as (
    update holding h set status = 'matured' where h.id = any (due.ids) and h.status = 'running'
    returning new.id, new.member_id, new.wallet, new.principal, new.ended_on, new.paid_through, new.earned - old.paid as due
  ), line as (
    select d.*, x.n, x.type, x.debit, x.credit, x.amount,
      case x.n when 1 then invest_transfer('redemption', d.id::text, d.ended_on)
        else invest_transfer('interest', d.id::text, d.paid_through) end as transfer
    from done d cross join lateral (values (1, 'redemption', 'invested', 'funds', d.principal), (2, 'interest', 'house', 'funds', d.due))
      x (n, type, debit, credit, amount)
    where x.amount > 0
  ), told as (
    insert into outbox (member_id, message)
    select d.member_id, m.message from done d
    cross join lateral (values (jsonb_build_object('type', 'holding', 'id', d.id)), (jsonb_build_object('type', 'money'))) m (message)
  )
  select (select count(*) from done) as count, (select coalesce(sum(principal), 0) from done) as principal,
    (select coalesce(sum(d.due), 0) from done d) as interest,
    array_agg(transfer order by id, n) as ids, array_agg(amount order by id, n) as amounts, array_agg(type order by id, n) as types,
    array_agg(wallet order by id, n) as wallets, array_agg(debit order by id, n) as debits, array_agg(credit order by id, n) as credits,
    array_agg(member_id order by id, n) as members, array_agg('holding'::text) as kinds, array_agg(id::text order by id, n) as refs
  into l from line;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  update business_day b set matured = b.matured + l.count, matured_principal = b.matured_principal + l.principal,
    matured_interest = b.matured_interest + l.interest where b.business_date = day;

  for one in
    select h.*, p.version as sold_version, (select coalesce(max(a.version), 0) from agreement a where a.code = 'project') as sold_agreement
    from holding h join project p on p.id = h.project_id
    where h.id = any (due.ids) and h.status = 'matured' and h.roll_over
      and not exists (select from holding x where x.rolled_from = h.id) order by h.id
  loop
    next_id := invest_transfer('rolled', one.id::text, one.matures_on);
    begin
      insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
        starts_on, matures_on, roll_over, rolled_from)
      values (next_id, (select r from (select upper(substr(md5(one.id || n::text), 1, 8)) from generate_series(1, 9) n) x (r)
          where not exists (select from holding h where h.reference = x.r) limit 1),
        one.member_id, one.wallet, one.currency, one.project_id, one.sold_version, one.sold_agreement, one.principal, 0, 'maturity',
        one.matures_on, one.matures_on + 1, true, one.id);
      perform write_invest_transfers(array[invest_transfer('investment', next_id::text, one.matures_on)], array[one.principal],
        array['investment'], array[one.wallet], array['funds'], array['invested'], array[one.member_id], array['holding'],
        array[next_id::text]);
      update business_day b set rolled = b.rolled + 1, rolled_principal = b.rolled_principal + one.principal where b.business_date = day;
    exception when sqlstate 'CD160' then
      null;
    end;
  end loop;
  return cardinality(due.ids);
end $$;

-- Moves idle money into the savings of those who chose so: once for a business date, and only right after it.
create function auto_save(day date, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due record;
  l record;
  b business_day%rowtype;
begin
  if day < business_date_at(clock_timestamp()) - 1 then
    return 0;
  end if;
  select * into strict b from business_day where business_date = day;
  select array_agg(member_id) as members, max(member_id) as last into due from (
    select s.member_id from savings s where s.auto and s.member_id > b.after_member order by s.member_id limit most
  ) next;
  if due.members is null then
    return 0;
  end if;
  perform lock_members(due.members);
  with idle as (
    select s.member_id, s.wallet, a.posted - a.held - s.keep as amount
    from savings s cross join site join account a on a.member_id = s.member_id and a.wallet = s.wallet and a.kind = 'funds'
      and a.currency = site.currency
    where s.member_id = any (due.members) and s.auto and a.posted - a.held > s.keep
      and not exists (select from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.auto_on = day)
  ), done as (
    insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, auto_on, at)
    select uuidv7(), i.member_id, i.wallet, (select currency from site), 'in', 'auto', i.amount,
      (select coalesce(max(version), 0) from agreement where code = 'savings'), 0, day, clock_timestamp()
    from idle i order by i.member_id
    returning id, member_id, wallet, amount
  ), told as (
    insert into outbox (member_id, message)
    select d.member_id, m.message from done d
    cross join lateral (values (jsonb_build_object('type', 'savings')), (jsonb_build_object('type', 'money'))) m (message)
  )
  select count(*) as count, coalesce(sum(amount), 0) as sum, array_agg(id) as ids, array_agg(amount) as amounts,
    array_agg('savingsIn'::text) as types, array_agg(wallet) as wallets, array_agg('funds'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savingsTransfer'::text) as kinds,
    array_agg(id::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  update business_day d set saved = d.saved + l.count, saved_amount = d.saved_amount + l.sum, after_member = due.last
  where d.business_date = day;
  return cardinality(due.members);
end $$;

-- Does the next batch of the oldest date that is not closed. Returns its date, step and how many rows it looked at; nothing when
-- there is nothing to do, or another worker is doing it. A date is closed from a minute after its end on: what began before its
-- end has ended by then.
create function close_step(accruals integer, payments integer, out day date, out step text, out looked integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  began timestamptz := clock_timestamp();
  b business_day%rowtype;
  most integer;
begin
  select * into b from business_day d where d.step <> 'closed' for update skip locked;
  if not found then
    if exists (select from business_day d where d.step <> 'closed') then
      return;
    end if;
    day := coalesce((select max(d.business_date) + 1 from business_day d),
      least((select min(h.starts_on) from holding h), (select business_date_at(min(x.at)) from savings_transfer x)));
    if day is null or day >= business_date_at(began - interval '1 minute') then
      day := null;
      return;
    end if;
    insert into business_day as d (business_date) values (day) on conflict do nothing returning * into b;
    if not found then
      day := null;
      return;
    end if;
  end if;
  day := b.business_date;
  step := b.step;
  most := case when step like 'accrue%' then accruals else payments end;
  looked := case step
    when 'accrueHoldings' then accrue_holdings(day, most)
    when 'accrueSavings' then accrue_savings(day, most)
    when 'payInterest' then pay_interest(day, most)
    when 'postSavings' then post_savings(day, most)
    when 'mature' then mature_holdings(day, most)
    when 'autoSave' then auto_save(day, most) end;
  update business_day d set batches = d.batches + 1,
    busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000,
    step = case when looked >= most then b.step else case b.step
      when 'accrueHoldings' then 'accrueSavings' when 'accrueSavings' then 'payInterest' when 'payInterest' then 'postSavings'
      when 'postSavings' then 'mature' when 'mature' then 'autoSave' else 'closed' end end,
    closed_at = case when looked < most and b.step = 'autoSave' then clock_timestamp() end,
    after_member = case when looked < most then 0 else d.after_member end
  where d.business_date = b.business_date;
end $$;

revoke execute on function accrue_holdings(date, integer), accrue_savings(date, integer), pay_interest(date, integer),
  post_savings(date, integer), mature_holdings(date, integer), auto_save(date, integer), close_step(integer, integer),
  write_invest_transfers(uuid[], bigint[], text[], text[], text[], text[], bigint[], text[], text[]) from public;
grant execute on function close_step(integer, integer) to candor_worker;
