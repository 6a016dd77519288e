-- A row that the close of a date cannot write is set aside, and the others go on. It is tried again alone, after a wait that
-- grows to ten minutes and no further, and then gets every date that it missed. What it is paid follows from its terms and
-- not from the moment, so it is the same to the minor unit.

-- News for many members is one row.
alter table outbox add members bigint[] constraint outbox_members_check check (cardinality(members) between 1 and 10000);
alter table outbox alter column members set storage external;
alter table outbox drop constraint outbox_check;
alter table outbox add constraint outbox_check check ((orders is null) = (message is not null)
  and (orders is null or member_id is null) and (members is null or member_id is null and orders is null));
comment on column outbox.members is 'Members who all hear the message; instead of one.';

-- After a failure the close tries fewer rows at once, until it has the one that fails alone.
alter table business_day add batch_rows integer check (batch_rows > 0);
comment on column business_day.batch_rows is 'The most rows of the next batch; null: as many as the worker asks for.';

create table close_exception (
  id            bigint generated always as identity primary key,
  business_date date not null references business_day (business_date),
  step          text not null check (step in ('accrueHoldings', 'accrueSavings', 'payInterest', 'postSavings', 'mature', 'autoSave')),
  holding_id    uuid references holding (id),
  member_id     bigint not null references member (id),
  reason        text not null check (length(reason) between 1 and 500),
  tries         integer not null check (tries > 0),
  first_at      timestamptz not null,
  last_at       timestamptz not null constraint close_exception_last_check check (last_at >= first_at),
  next_at       timestamptz not null constraint close_exception_next_check check (next_at <= last_at + interval '10 minutes'),
  ended_at      timestamptz,
  through       date constraint close_exception_through_check check (through >= business_date),
  accrued       bigint not null default 0,
  paid          bigint not null default 0,
  principal     bigint not null default 0,
  constraint close_exception_end_check check ((ended_at is null) = (through is null)),
  constraint close_exception_subject_check check ((holding_id is null) = (step in ('accrueSavings', 'postSavings', 'autoSave')))
);
comment on table close_exception is 'A holding, or the savings of a member, without the dates from business_date on until it has ended. Then it has them through the date named, and what they came to.';
create unique index close_exception_holding on close_exception (holding_id) where ended_at is null and holding_id is not null;
create unique index close_exception_savings on close_exception (member_id)
  where ended_at is null and step in ('accrueSavings', 'postSavings');
create unique index close_exception_saving on close_exception (member_id, business_date) where ended_at is null and step = 'autoSave';
create index close_exception_next on close_exception (next_at) where ended_at is null;
create index close_exception_of_date on close_exception (business_date, id);

drop function close_step(integer, integer), accrue_holdings(date, integer), accrue_savings(date, integer), pay_interest(date, integer),
  post_savings(date, integer), mature_holdings(date, integer), auto_save(date, integer);

-- What a step wrote.
create type close_work as (done bigint, interest bigint, principal bigint, rolled bigint, rolled_principal bigint);

-- Interest of one business date for the holdings of a range of ids, without those set aside.
create function accrue_holdings(day date, first_id uuid, last_id uuid, skipped uuid[]) returns close_work
language sql security definer set search_path = public, pg_temp as $$
  with part as materialized (
    select h.id, h.principal * h.annual_rate as units, day - h.starts_on as days from holding h
    where h.status = 'running' and h.id >= first_id and h.id <= last_id and h.id <> all (skipped)
      and h.starts_on <= day and day < h.matures_on
  ), put as (
    insert into holding_accrual (business_date, holding_id, amount)
    select day, p.id, round_interest(p.units * (p.days + 1)) - round_interest(p.units * p.days) from part p
    on conflict do nothing
    returning amount
  )
  select count(*), coalesce(sum(amount), 0)::bigint, 0, 0, 0 from put
$$;

-- Savings earn on the balance at the end of the date: what went in and out by then, and all interest of earlier dates, whenever
-- it was posted. A member has one wallet of savings on a site.
create function accrue_savings(day date, first_id bigint, last_id bigint, skipped bigint[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ends timestamptz := (select (day + 1)::timestamp at time zone time_zone from site);
  rate bigint := (select annual_rate from savings_rate where from_date <= day order by from_date desc limit 1);
  work close_work;
begin
  with put as (
    insert into savings_accrual (member_id, wallet, business_date, balance, annual_rate, units, amount)
    select s.member_id, s.wallet, day, e.balance, rate, e.units + e.balance::numeric * rate,
      round_interest(e.units + e.balance::numeric * rate) - round_interest(e.units)
    from savings s
    left join lateral (select x.net from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.at < ends
      order by x.n desc limit 1) moved on true
    left join lateral (select a.units from savings_accrual a where a.member_id = s.member_id and a.wallet = s.wallet
      and a.business_date < day order by a.business_date desc limit 1) earned on true
    cross join lateral (select coalesce(earned.units, 0) as units,
      coalesce(moved.net, 0) + round_interest(coalesce(earned.units, 0)) as balance) e
    where s.member_id between first_id and last_id and s.member_id <> all (skipped) and e.balance > 0 and rate is not null
    on conflict do nothing
    returning amount
  )
  select count(*), coalesce(sum(amount), 0)::bigint, 0, 0, 0 into work from put;
  return work;
end $$;

-- Pays the interest of a date to holdings that are paid every day.
create function pay_interest(day date, ids uuid[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
begin
  perform lock_members((select array_agg(distinct h.member_id) from holding h where h.id = any (ids)));
  with done as (
    update holding h set paid_through = day
    where h.id = any (ids) and h.status = 'running' and h.interest = 'daily' and (h.paid_through < day or h.paid_through is null)
      and h.starts_on <= day and day < h.matures_on
    returning h.id, h.member_id, h.wallet, h.last_payment
  ), paying as (
    select * from done where last_payment > 0
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"holding"}' from paying having count(*) > 0
  )
  select (select count(*) from done) as count, coalesce(sum(last_payment), 0)::bigint as sum,
    array_agg(invest_transfer('interest', id::text, day)) as ids, array_agg(last_payment) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('funds'::text) as credits, array_agg(member_id) as members, array_agg('holding'::text) as kinds,
    array_agg(id::text) as refs
  into l from paying;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, l.sum, 0, 0, 0)::close_work;
end $$;

-- Posts the interest of the savings into the savings.
create function post_savings(day date, savers bigint[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
begin
  perform lock_members(savers);
  with done as (
    update savings_accrual a set posted_at = clock_timestamp()
    where a.business_date = day and a.member_id = any (savers) and a.posted_at is null and a.amount > 0
    returning a.member_id, a.wallet, a.amount
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"savings"}' from done having count(*) > 0
  )
  select count(*) as count, coalesce(sum(amount), 0)::bigint as sum,
    array_agg(invest_transfer('savings', member_id || '/' || wallet, day)) as ids, array_agg(amount) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savings'::text) as kinds,
    array_agg(day::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, l.sum, 0, 0, 0)::close_work;
end $$;

-- Gives principal and the rest of the interest back, once, and continues what its member wants to continue: under the terms that
-- are sold now, if they are not worse. What can not be continued stays with the member.
create function mature_holdings(day date, due uuid[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
  one record;
  next_id uuid;
  work close_work;
begin
  perform lock_members((select array_agg(distinct h.member_id) from holding h where h.id = any (due)));
  with done as (
    update holding h set status = 'matured' where h.id = any (due) and h.status = 'running' and h.matures_on <= day + 1
    returning new.id, new.member_id, new.wallet, new.principal, new.ended_on, new.paid_through, new.earned - old.paid as due
  ), line as (
    select d.*, x.n, x.type, x.debit, x.credit, x.amount,
      case x.n when 1 then invest_transfer('redemption', d.id::text, d.ended_on)
        else invest_transfer('interest', d.id::text, d.paid_through) end as transfer
    from done d cross join lateral (values (1, 'redemption', 'invested', 'funds', d.principal), (2, 'interest', 'house', 'funds', d.due))
      x (n, type, debit, credit, amount)
    where x.amount > 0
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"holding"}' from done having count(*) > 0
  )
  select (select count(*) from done) as count, (select coalesce(sum(principal), 0) from done)::bigint as principal,
    (select coalesce(sum(d.due), 0) from done d)::bigint as interest,
    array_agg(transfer order by id, n) as ids, array_agg(amount order by id, n) as amounts, array_agg(type order by id, n) as types,
    array_agg(wallet order by id, n) as wallets, array_agg(debit order by id, n) as debits, array_agg(credit order by id, n) as credits,
    array_agg(member_id order by id, n) as members, array_agg('holding'::text) as kinds, array_agg(id::text order by id, n) as refs
  into l from line;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  work := (l.count, l.interest, l.principal, 0, 0)::close_work;

  for one in
    select h.*, p.version as sold_version, (select coalesce(max(a.version), 0) from agreement a where a.code = 'project') as sold_agreement
    from holding h join project p on p.id = h.project_id
    where h.id = any (due) and h.status = 'matured' and h.roll_over
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
      work.rolled := work.rolled + 1;
      work.rolled_principal := work.rolled_principal + one.principal;
    exception when sqlstate 'CD160' then
      null;
    end;
  end loop;
  return work;
end $$;

-- Moves idle money into the savings of those who chose so: once for a business date, and only right after it.
create function auto_save(day date, savers bigint[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
begin
  if day < business_date_at(clock_timestamp()) - 1 then
    return (0, 0, 0, 0, 0)::close_work;
  end if;
  perform lock_members(savers);
  with idle as (
    select s.member_id, s.wallet, a.posted - a.held - s.keep as amount
    from savings s cross join site join account a on a.member_id = s.member_id and a.wallet = s.wallet and a.kind = 'funds'
      and a.currency = site.currency
    where s.member_id = any (savers) and s.auto and a.posted - a.held > s.keep
      and not exists (select from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.auto_on = day)
  ), done as (
    insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, auto_on, at)
    select uuidv7(), i.member_id, i.wallet, (select currency from site), 'in', 'auto', i.amount,
      (select coalesce(max(version), 0) from agreement where code = 'savings'), 0, day, clock_timestamp()
    from idle i order by i.member_id
    returning id, member_id, wallet, amount
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"savings"}' from done having count(*) > 0
  )
  select count(*) as count, coalesce(sum(amount), 0)::bigint as sum, array_agg(id) as ids, array_agg(amount) as amounts,
    array_agg('savingsIn'::text) as types, array_agg(wallet) as wallets, array_agg('funds'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savingsTransfer'::text) as kinds,
    array_agg(id::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, 0, l.sum, 0, 0)::close_work;
end $$;

-- The next rows of a step, without those set aside: ids of holdings, or numbers of members.
create function close_rows(b business_day, most integer, skipped_holdings uuid[], skipped_savings bigint[], out ids uuid[], out members bigint[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  case b.step
    when 'accrueHoldings' then
      ids := array(select h.id from holding h where h.status = 'running' and h.id <> all (skipped_holdings)
        and h.id > coalesce(b.after_holding, '00000000-0000-0000-0000-000000000000') order by h.id limit most);
    when 'accrueSavings' then
      members := array(select s.member_id from savings s where s.member_id > b.after_member and s.member_id <> all (skipped_savings)
        order by s.member_id limit most);
    when 'payInterest' then
      ids := array(select h.id from holding h
        where h.status = 'running' and h.interest = 'daily' and (h.paid_through < b.business_date or h.paid_through is null)
          and h.starts_on <= b.business_date and b.business_date < h.matures_on and h.id <> all (skipped_holdings)
        order by h.paid_through nulls first, h.id limit most);
    when 'postSavings' then
      members := array(select a.member_id from savings_accrual a
        where a.business_date = b.business_date and a.posted_at is null and a.amount > 0 and a.member_id <> all (skipped_savings)
        order by a.member_id, a.wallet limit most);
    when 'mature' then
      ids := array(select h.id from holding h
        where h.status = 'running' and h.matures_on <= b.business_date + 1 and h.id <> all (skipped_holdings)
        order by h.matures_on, h.id limit most);
    when 'autoSave' then
      if b.business_date >= business_date_at(clock_timestamp()) - 1 then
        members := array(select s.member_id from savings s where s.auto and s.member_id > b.after_member
          and not exists (select from close_exception e where e.member_id = s.member_id and e.business_date = b.business_date
            and e.step = 'autoSave' and e.ended_at is null)
          order by s.member_id limit most);
      end if;
  end case;
end $$;

-- Gives a row that was set aside every date that it missed, also those that its continuation missed.
create function catch_up(e close_exception) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  none uuid[] := '{}';
  total close_work := (0, 0, 0, 0, 0)::close_work;
  work close_work;
  holdings uuid[] := array[e.holding_id];
  one uuid;
  day date;
begin
  -- Before any row: who redeems a holding locks in this order too.
  perform lock_members(array[e.member_id]);
  if e.step = 'autoSave' then
    work := auto_save(e.business_date, array[e.member_id]);
    total.principal := work.principal;
    return total;
  end if;
  for day in select d.business_date from business_day d where d.business_date >= e.business_date order by 1 loop
    if e.holding_id is null then
      work := accrue_savings(day, e.member_id, e.member_id, '{}');
      total.done := total.done + work.interest;
      work := post_savings(day, array[e.member_id]);
      total.interest := total.interest + work.interest;
      continue;
    end if;
    foreach one in array holdings loop
      work := accrue_holdings(day, one, one, none);
      total.done := total.done + work.interest;
    end loop;
    work := pay_interest(day, holdings);
    total.interest := total.interest + work.interest;
    work := mature_holdings(day, holdings);
    total.interest := total.interest + work.interest;
    total.principal := total.principal + work.principal;
    holdings := holdings || array(select h.id from holding h where h.rolled_from = any (holdings) and h.id <> all (holdings));
  end loop;
  return total;
end $$;

-- Tries a row that was set aside again, alone. Whatever it writes is checked before it counts as done.
create function try_again(e close_exception, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  work close_work;
  state text;
  words text;
begin
  work := catch_up(e);
  set constraints check_money immediate;
  set constraints check_money deferred;
  update close_exception x set ended_at = greatest(moment, x.last_at), accrued = work.done, paid = work.interest,
    principal = work.principal,
    through = case when e.step = 'autoSave' then e.business_date else (select max(d.business_date) from business_day d) end
  where x.id = e.id;
exception when others then
  get stacked diagnostics state = returned_sqlstate, words = message_text;
  if state ~ '^(08|40|53|55|57|58)' then
    raise;
  end if;
  update close_exception x set reason = left(state || ' ' || words, 500), tries = x.tries + 1, last_at = greatest(moment, x.last_at),
    next_at = greatest(moment, x.last_at) + least(interval '10 minutes', interval '10 seconds' * power(2, least(x.tries, 6)))
  where x.id = e.id;
end $$;

-- Does the next batch of the oldest date that is not closed. Returns its date, step and how many rows it looked at; nothing when
-- there is nothing to do, or another worker is doing it. A date is closed from a minute after its end on: what began before its
-- end has ended by then.
--
-- A batch that fails is tried again with half of its rows, until the row that fails is alone. That row is set aside, and `aside`
-- and `reason` say so. An outage is not the fault of a row, and neither is a failure of a hundred: then the date waits.
create function close_step(accruals integer, payments integer, out day date, out step text, out looked integer, out aside bigint, out reason text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  began timestamptz := clock_timestamp();
  b business_day%rowtype;
  e close_exception%rowtype;
  rows record;
  work close_work;
  asked integer;
  most integer;
  skipped_holdings uuid[];
  skipped_savings bigint[];
  state text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('business day', 0)) then
    return;
  end if;
  select * into e from close_exception x where x.ended_at is null and x.next_at <= began order by x.next_at, x.id limit 1;
  if found then
    perform try_again(e, began);
    select x.business_date, x.step, 1, case when x.ended_at is null then x.id end, case when x.ended_at is null then x.reason end
    into day, step, looked, aside, reason from close_exception x where x.id = e.id;
    return;
  end if;
  select * into b from business_day d where d.step <> 'closed';
  if not found then
    day := coalesce((select max(d.business_date) + 1 from business_day d),
      least((select min(h.starts_on) from holding h), (select business_date_at(min(x.at)) from savings_transfer x)));
    if day is null or day >= business_date_at(began - interval '1 minute') then
      day := null;
      return;
    end if;
    insert into business_day (business_date) values (day) returning * into b;
  end if;
  day := b.business_date;
  step := b.step;
  asked := case when step like 'accrue%' then accruals else payments end;
  most := least(asked, coalesce(b.batch_rows, asked));
  skipped_holdings := array(select x.holding_id from close_exception x where x.ended_at is null and x.holding_id is not null);
  skipped_savings := array(select x.member_id from close_exception x where x.ended_at is null and x.step in ('accrueSavings', 'postSavings'));
  select * into rows from close_rows(b, most, skipped_holdings, skipped_savings);
  looked := coalesce(cardinality(rows.ids), cardinality(rows.members), 0);
  work := (0, 0, 0, 0, 0)::close_work;
  if looked > 0 then
    begin
      work := case step
        when 'accrueHoldings' then accrue_holdings(day, rows.ids[1], rows.ids[looked], skipped_holdings)
        when 'accrueSavings' then accrue_savings(day, rows.members[1], rows.members[looked], skipped_savings)
        when 'payInterest' then pay_interest(day, rows.ids)
        when 'postSavings' then post_savings(day, rows.members)
        when 'mature' then mature_holdings(day, rows.ids)
        when 'autoSave' then auto_save(day, rows.members) end;
      set constraints check_money immediate;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, reason = message_text;
      if state ~ '^(08|40|53|55|57|58)' or looked = 1 and (select count(*) from close_exception x where x.ended_at is null) >= 100 then
        raise;
      end if;
      if looked > 1 then
        reason := null;
      else
        reason := left(state || ' ' || reason, 500);
        insert into close_exception (business_date, step, holding_id, member_id, reason, tries, first_at, last_at, next_at)
        values (day, step, rows.ids[1], coalesce(rows.members[1], (select h.member_id from holding h where h.id = rows.ids[1])), reason, 1,
          began, began, began + interval '10 seconds')
        returning id into aside;
      end if;
      update business_day d set batches = d.batches + 1, batch_rows = (looked + 1) / 2,
        busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000
      where d.business_date = b.business_date;
      looked := 0;
      return;
    end;
  end if;
  update business_day d set batches = d.batches + 1,
    busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000,
    batch_rows = case when looked >= most and 2 * most < asked then 2 * most end,
    holdings_accrued = d.holdings_accrued + case b.step when 'accrueHoldings' then work.done else 0 end,
    holdings_interest = d.holdings_interest + case b.step when 'accrueHoldings' then work.interest else 0 end,
    savings_accrued = d.savings_accrued + case b.step when 'accrueSavings' then work.done else 0 end,
    savings_interest = d.savings_interest + case b.step when 'accrueSavings' then work.interest else 0 end,
    paid = d.paid + case b.step when 'payInterest' then work.done else 0 end,
    paid_interest = d.paid_interest + case b.step when 'payInterest' then work.interest else 0 end,
    posted = d.posted + case b.step when 'postSavings' then work.done else 0 end,
    posted_interest = d.posted_interest + case b.step when 'postSavings' then work.interest else 0 end,
    matured = d.matured + case b.step when 'mature' then work.done else 0 end,
    matured_principal = d.matured_principal + case b.step when 'mature' then work.principal else 0 end,
    matured_interest = d.matured_interest + case b.step when 'mature' then work.interest else 0 end,
    rolled = d.rolled + work.rolled, rolled_principal = d.rolled_principal + work.rolled_principal,
    saved = d.saved + case b.step when 'autoSave' then work.done else 0 end,
    saved_amount = d.saved_amount + case b.step when 'autoSave' then work.principal else 0 end,
    step = case when looked >= most then b.step else case b.step
      when 'accrueHoldings' then 'accrueSavings' when 'accrueSavings' then 'payInterest' when 'payInterest' then 'postSavings'
      when 'postSavings' then 'mature' when 'mature' then 'autoSave' else 'closed' end end,
    closed_at = case when looked < most and b.step = 'autoSave' then clock_timestamp() end,
    after_holding = case when b.step = 'accrueHoldings' and looked > 0 then rows.ids[looked] else d.after_holding end,
    after_member = case when looked < most then 0 when b.step in ('accrueSavings', 'autoSave') then rows.members[looked] else d.after_member end
  where d.business_date = b.business_date;
end $$;

-- For the metric, and for the desk.
grant select on close_exception to candor_worker, candor_console;

revoke execute on function accrue_holdings(date, uuid, uuid, uuid[]), accrue_savings(date, bigint, bigint, bigint[]), pay_interest(date, uuid[]),
  post_savings(date, bigint[]), mature_holdings(date, uuid[]), auto_save(date, bigint[]),
  close_rows(business_day, integer, uuid[], bigint[]), catch_up(close_exception), try_again(close_exception, timestamptz),
  close_step(integer, integer) from public;
grant execute on function close_step(integer, integer) to candor_worker;
