-- What a fresh reader found in the books, the archive of orders and statements (decisions 173, 177, 178).

-- A month that the figures have not counted stays: counted later, from orders that are gone, they would be false for ever. An order of the month
-- closes a day later at most, on a business date of the month after perhaps. Months are counted one after the other, so the last one tells;
-- what is older than the first counted month is counted by nobody.
create or replace function order_month_stays(archive_month date, kept_months integer) returns text
language sql stable as $$
  select coalesce(order_month_held(archive_month, kept_months), case
    when not exists (select from order_archive a where a.month = archive_month)
      or not (select bool_and(is_order_month_sorted(archive_month, sort)) from unnest(array['moment', 'opening', 'closing']) sort) then 'NOT_ARCHIVED'
    when exists (select from trade_order o where o.id < span.first_id) then 'NOT_OLDEST'
    when exists (select from settlement_alarm a where a.order_id >= span.first_id and a.order_id < span.end_id) then 'ORDER_OPEN'
    when not exists (select from fairness_month m, site s where m.month >= date_trunc('month',
      ((archive_month + interval '1 month') at time zone 'UTC' + interval '1 day') at time zone s.time_zone)::date) then 'NOT_COUNTED'
  end)
  from (select) one left join lateral order_month_span(archive_month) span on true
$$;

-- The archive of orders had the lock under which hours of the ledger are booked, by mistake: an hour waited while a part of a month was compared,
-- and failed. The two have nothing in common.
do $$
declare
  f regprocedure;
begin
  foreach f in array array['record_order_archive(date, integer)', 'record_order_part(date, integer, integer, text, integer)',
    'record_sorted_part(date, text, integer, integer, text)', 'drop_order_month(date, integer)']::regprocedure[] loop
    execute replace(pg_get_functiondef(f), '(727015)', '(727017)');
  end loop;
end $$;

-- Nobody takes the hours of a date back while it is signed: `unbook_ledger_hours` holds this lock alone, and looks for signatures under it.
create or replace function sign_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(727015);
  perform pg_advisory_xact_lock(727016, new.business_date - date '2000-01-01');
  if not is_day_booked(new.business_date) then
    raise exception 'DAY_REFUSED: OPEN' using errcode = 'CD350';
  end if;
  if (select count(*) from day_signature d where d.business_date = new.business_date) >= 2 then
    raise exception 'DAY_REFUSED: CLOSED' using errcode = 'CD350';
  end if;
  if new.hash <> day_report_hash(new.business_date) then
    raise exception 'DAY_REFUSED: ANOTHER_REPORT' using errcode = 'CD350';
  end if;
  return new;
end $$;

-- Each look-up has an index: the worker asks this every few seconds.
create index statement_match_undone_deposit on statement_match (deposit_id) where undone_at is not null;
create index statement_match_undone_withdrawal on statement_match (withdrawal_id, kind) where undone_at is not null;

-- `since`: no entry before names it.
drop function statement_named_things(text, text[]);
create function statement_named_things(of_account text, words text[])
  returns table (kind text, id uuid, amount bigint, names text[], undone boolean, since date)
language sql stable security definer set search_path = public, pg_temp as $$
  with said as materialized (
    select array_agg(upper(x)) as capitals, array_agg(lower(x)) as smalls, array_agg(payout_ref_key(lower(x))) as keys from unnest(words) x
  ), found as (
    select 'deposit' as kind, d.id, array_remove(array[d.reference, d.txid], null) as names, d.created_at,
      exists (select from statement_match m where m.deposit_id = d.id and m.undone_at is not null) as undone
    from (
      select x.id, x.reference, x.txid, x.channel, x.status, x.created_at from deposit x
      where x.reference = any ((select s.capitals from said s)::text[])
      union
      select x.id, x.reference, x.txid, x.channel, x.status, x.created_at from deposit x
      where lower(x.txid) = any ((select s.smalls from said s)::text[])) d
    join statement_account a on a.code = of_account and d.channel = any (a.channels)
    where d.status in ('pending', 'reviewing', 'seconding', 'approved')
      and not exists (select from statement_match m where m.deposit_id = d.id and m.undone_at is null)
    union all
    select k.kind, p.id, array_remove(array[p.reference, p.bank_ref], null), p.created_at,
      exists (select from statement_match m where m.withdrawal_id = p.id and m.kind = k.kind and m.undone_at is not null)
    from (
      select x.id from withdrawal x where x.reference = any ((select s.capitals from said s)::text[])
      union select r.withdrawal_id from payout_reference r where r.ref_key = any ((select s.keys from said s)::text[])) n
    join withdrawal p on p.id = n.id join statement_account a on a.code = of_account and a.pays_out and a.currency = p.currency
      cross join (values ('withdrawal'), ('return')) k (kind)
    where p.status = 'approved' and (k.kind = 'withdrawal' or p.paid_out in ('returning', 'returned'))
      and not exists (select from statement_match m where m.withdrawal_id = p.id and m.kind = k.kind and m.undone_at is null)
  )
  -- A payment on a chain may be older than its deposit, which names its hash.
  select f.kind, f.id, statement_thing_amount(f.kind, case f.kind when 'deposit' then f.id end, case when f.kind <> 'deposit' then f.id end), f.names,
    f.undone, (f.created_at at time zone 'UTC')::date - 30
  from found f
$$;
revoke execute on function statement_named_things(text, text[]) from public;
grant execute on function statement_named_things(text, text[]) to candor_console, candor_worker;

-- A match that is being made holds its deposit: what the chain says of it waits, and then sees the match.
create or replace function compare_statement_match() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_deposit uuid := case tg_table_name when 'deposit' then (to_jsonb(new) ->> 'id')::uuid when 'chain_finding' then (to_jsonb(new) ->> 'deposit_id')::uuid end;
  of_withdrawal uuid := case tg_table_name when 'withdrawal' then (to_jsonb(new) ->> 'id')::uuid end;
begin
  if tg_table_name = 'chain_finding' then
    perform from deposit d where d.id = of_deposit for no key update;
  end if;
  update statement_match m set differs_since = case when c.agrees then null else coalesce(m.differs_since, clock_timestamp()) end
    from (select x.id, coalesce((select sum(e.amount) from statement_entry e where e.match_id = x.id)
        = statement_thing_amount(x.kind, x.deposit_id, x.withdrawal_id), false) as agrees
      from statement_match x where x.undone_at is null and (x.deposit_id = of_deposit or x.withdrawal_id = of_withdrawal)) c
    where m.id = c.id and (m.differs_since is null) <> c.agrees;
  return null;
end $$;

-- By the payments of the member, not through all matches.
create or replace function forget_statement_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update statement_entry e set counterparty = null, words = null from (
      select x.id from deposit y join statement_match x on x.deposit_id = y.id and x.undone_at is null where y.member_id = new.member_id
      union all
      select x.id from withdrawal w join statement_match x on x.withdrawal_id = w.id and x.undone_at is null where w.member_id = new.member_id) m
    where e.match_id = m.id;
  return null;
end $$;

-- What was there before these rules: matches that no longer held, and words of members who were forgotten by then.
update statement_match m set differs_since = clock_timestamp()
  where m.undone_at is null and m.kind <> 'explained' and m.differs_since is null
    and (select sum(e.amount) from statement_entry e where e.match_id = m.id)
      is distinct from statement_thing_amount(m.kind, m.deposit_id, m.withdrawal_id);
update statement_entry e set counterparty = null, words = null
  from statement_match m left join deposit y on y.id = m.deposit_id left join withdrawal w on w.id = m.withdrawal_id
    join member_closing c on c.member_id = coalesce(y.member_id, w.member_id)
  where e.match_id = m.id and c.forgotten_at is not null and num_nonnulls(e.counterparty, e.words) > 0;
