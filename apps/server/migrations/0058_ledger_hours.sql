-- The ledger by hours: what each kind of account gave and took, by kind of transfer. Figures of a day, a trial balance of any moment and the
-- report of a business date add up these few rows, and the transfers of the last hour. An hour is written once, when nothing can come to it
-- any more, by the database itself: no login writes a figure.

create table ledger_hour (
  begins_at timestamptz primary key,
  ends_at timestamptz not null unique check (ends_at > begins_at and ends_at <= begins_at + interval '1 hour'),
  business_date date not null,
  booked_at timestamptz not null default clock_timestamp()
);
create index ledger_hour_date on ledger_hour (business_date);
comment on table ledger_hour is 'Insert-only, without a gap. Each lies in one business date of the site.';

create table ledger_hour_line (
  begins_at timestamptz not null references ledger_hour,
  wallet text not null,
  currency text not null,
  kind text not null,
  type text not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  entries bigint not null check (entries > 0),
  primary key (begins_at, wallet, currency, kind, type)
);
comment on table ledger_hour_line is 'Insert-only. What accounts of a kind gave (debit) and took (credit) by transfers of a type that moved money.';
comment on column ledger_hour_line.entries is 'Sides of transfers: a transfer between two members has two of one kind.';

create table ledger_day (
  business_date date not null,
  wallet text not null check (wallet in ('practice', 'cash')),
  active bigint not null check (active >= 0),
  primary key (business_date, wallet)
);
comment on table ledger_day is 'Insert-only, with the last hour of a date. Members who placed an order, paid in, asked for a withdrawal or invested.';

-- Whether a transaction of an hour is still under way is known by its number: those that have one when the mark is made end before it is used.
create table ledger_mark (
  only_row boolean primary key default true check (only_row),
  made_at timestamptz not null,
  xid xid8 not null
);
comment on table ledger_mark is 'The last look at what was under way: every transfer from before made_at is seen when xid has ended.';

-- Transfers are written in the order of their time: a range of it is found by its pages, at nearly no cost for a write.
create index transfer_at on transfer using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Books the next hour if it is over for a minute and nothing can come to it. True if it did: the one after it may be due as well.
create function book_ledger_hour() returns boolean
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
  if mark.made_at is null or mark.made_at < ends + interval '1 minute' then
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
revoke execute on function book_ledger_hour() from public;
grant execute on function book_ledger_hour() to candor_worker;

grant select on ledger_hour, ledger_hour_line, ledger_day to candor_console, candor_worker;
grant select on fairness_day, fairness_figure to candor_console;
