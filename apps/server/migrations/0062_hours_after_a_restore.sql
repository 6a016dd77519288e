-- A restore into another cluster brings rows, and not the numbers of transactions: the first look there marks anew what is under way.

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
  end if;
  return true;
end $$;
