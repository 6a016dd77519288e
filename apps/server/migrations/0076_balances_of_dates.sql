-- Balances of a date are kept beside the hours: what accounts of each kind gave and took from the beginning until the end of a business date,
-- by type of transfer. A trial balance and the report of a date read the last of them and the hours since: they cost the same after ten years
-- as after one. The database writes them from the hours, a date at a time, also of dates that were booked before this release.

create table ledger_balance (
  business_date date not null,
  wallet text not null,
  currency text not null,
  kind text not null,
  type text not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  entries bigint not null check (entries > 0),
  primary key (business_date, wallet, currency, kind, type)
);
comment on table ledger_balance is 'Insert-only, when the last hour of a date is booked. Sums from the first hour until the end of the date.';
grant select on ledger_balance to candor_console, candor_worker;

-- Writes the balances of the oldest date that has none, if all its hours are booked. True if it did.
create function book_ledger_balance() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before date := (select max(b.business_date) from ledger_balance b);
  of_date date := (select min(h.business_date) from ledger_hour h where h.business_date > coalesce(before, '-infinity'));
begin
  if of_date is null or not is_day_booked(of_date) then return false; end if;
  insert into ledger_balance (business_date, wallet, currency, kind, type, debit, credit, entries)
  select of_date, s.wallet, s.currency, s.kind, s.type, sum(s.debit), sum(s.credit), sum(s.entries)
  from (
    select b.wallet, b.currency, b.kind, b.type, b.debit, b.credit, b.entries from ledger_balance b where b.business_date = before
    union all
    select l.wallet, l.currency, l.kind, l.type, l.debit, l.credit, l.entries
    from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at where h.business_date = of_date
  ) s
  group by s.wallet, s.currency, s.kind, s.type;
  return true;
end $$;

-- As before, and balances: those of a date that is booked already come first, one a call.
create or replace function book_ledger_hour() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  zone text := (select s.time_zone from site s);
  begins timestamptz;
  ends timestamptz;
  of_date date;
  day_ends timestamptz;
  mark ledger_mark;
begin
  perform pg_advisory_xact_lock(727015);
  if book_ledger_balance() then return true; end if;
  select max(h.ends_at) into begins from ledger_hour h;
  if begins is null then
    select date_trunc('day', min(t.at), zone) into begins from transfer t;
  end if;
  if begins is null then return false; end if;
  of_date := (begins at time zone zone)::date;
  day_ends := (of_date + 1)::timestamp at time zone zone;
  ends := least(begins + interval '1 hour', day_ends);
  select * into mark from ledger_mark;
  -- A mark whose number this cluster never gave is of the cluster before a restore: nothing would ever be found to have ended by it.
  if mark.made_at is null or mark.made_at < ends + interval '1 minute' or mark.xid >= pg_snapshot_xmax(pg_current_snapshot()) then
    if clock_timestamp() >= ends + interval '1 minute' then
      insert into ledger_mark (made_at, xid) values (clock_timestamp(), pg_current_xact_id())
        on conflict (only_row) do update set made_at = excluded.made_at, xid = excluded.xid;
    end if;
    return false;
  end if;
  if pg_snapshot_xmin(pg_current_snapshot()) <= mark.xid then return false; end if;

  insert into ledger_hour (begins_at, ends_at, business_date) values (begins, ends, of_date);
  insert into ledger_hour_line (begins_at, wallet, currency, kind, type, debit, credit, entries)
  select begins, t.wallet, t.currency, a.kind, t.type, sum(s.debit), sum(s.credit), count(*)
  from transfer t
  cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount)) as s (account, debit, credit)
  join account a on a.id = s.account
  where t.phase in ('single', 'post') and t.at >= begins and t.at < ends
  group by t.wallet, t.currency, a.kind, t.type;
  if ends = day_ends then
    insert into ledger_day (business_date, wallet, active)
    select of_date, w.wallet, count(distinct t.member_id)
    from (values ('practice'), ('cash')) as w (wallet)
    left join transfer t on t.wallet = w.wallet and t.at >= (of_date::timestamp at time zone zone) and t.at < ends
      and t.phase in ('single', 'pending') and t.type in ('orderStake', 'recharge', 'withdraw', 'investment')
    group by w.wallet;
    perform book_ledger_balance();
  end if;
  return true;
end $$;

-- The same report to the byte: hashes that were signed hold.
create or replace function day_report(of_date date) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with base as (
    select max(b.business_date) as on_date from ledger_balance b where b.business_date < of_date
  ), moved as materialized (
    select h.business_date = of_date as is_of_date, l.wallet, l.currency, l.type, l.kind, l.debit, l.credit, l.entries
    from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
    where h.business_date > coalesce((select on_date from base), '-infinity') and h.business_date <= of_date
  )
  select jsonb_build_object('date', of_date,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_array(w.wallet, w.currency, w.kind, w.opening::text, w.debit::text, w.credit::text,
        (w.opening + w.credit - w.debit)::text)
        order by w.wallet, w.currency, w.kind)
      from (
        select s.wallet, s.currency, s.kind, sum(s.opening)::bigint as opening, sum(s.debit)::bigint as debit, sum(s.credit)::bigint as credit
        from (
          select b.wallet, b.currency, b.kind, b.credit - b.debit as opening, 0 as debit, 0 as credit
          from ledger_balance b where b.business_date = (select on_date from base)
          union all
          select m.wallet, m.currency, m.kind, m.credit - m.debit, 0, 0 from moved m where not m.is_of_date
          union all
          select m.wallet, m.currency, m.kind, 0, m.debit, m.credit from moved m where m.is_of_date) s
        group by s.wallet, s.currency, s.kind) w), '[]'),
    'moves', coalesce((
      select jsonb_agg(jsonb_build_array(m.wallet, m.currency, m.type, m.kind, m.debit::text, m.credit::text, m.entries::text)
        order by m.wallet, m.currency, m.type, m.kind)
      from (
        select m.wallet, m.currency, m.type, m.kind, sum(m.debit)::bigint as debit, sum(m.credit)::bigint as credit,
          sum(m.entries)::bigint as entries
        from moved m where m.is_of_date
        group by m.wallet, m.currency, m.type, m.kind) m), '[]'))
$$;
revoke execute on function book_ledger_balance() from public;
