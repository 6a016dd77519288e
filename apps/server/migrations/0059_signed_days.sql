-- The report of a business date: what each kind of account had, what moved by kind of transfer, and what it has then. When all hours of a date
-- are booked two operators sign it, and the date is closed: its hash stands in the chain of the audit. A mistake that is found later is set
-- right by an entry of a later date, because no transfer can come to a date that is over.

-- What is signed, in one form: the same text gives the same hash. Amounts are text, in minor units; a balance is credit less debit.
create function day_report(of_date date) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('date', of_date,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_array(w.wallet, w.currency, w.kind, w.opening::text, w.debit::text, w.credit::text,
        (w.opening + w.credit - w.debit)::text)
        order by w.wallet, w.currency, w.kind)
      from (
        select l.wallet, l.currency, l.kind,
          coalesce(sum(l.credit - l.debit) filter (where h.business_date < of_date), 0)::bigint as opening,
          coalesce(sum(l.debit) filter (where h.business_date = of_date), 0)::bigint as debit,
          coalesce(sum(l.credit) filter (where h.business_date = of_date), 0)::bigint as credit
        from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
        where h.business_date <= of_date
        group by l.wallet, l.currency, l.kind) w), '[]'),
    'moves', coalesce((
      select jsonb_agg(jsonb_build_array(m.wallet, m.currency, m.type, m.kind, m.debit::text, m.credit::text, m.entries::text)
        order by m.wallet, m.currency, m.type, m.kind)
      from (
        select l.wallet, l.currency, l.type, l.kind, sum(l.debit)::bigint as debit, sum(l.credit)::bigint as credit,
          sum(l.entries)::bigint as entries
        from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
        where h.business_date = of_date
        group by l.wallet, l.currency, l.type, l.kind) m), '[]'))
$$;

create function day_report_hash(of_date date) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select sha256(convert_to(day_report(of_date)::text, 'UTF8'))
$$;

-- Whether every hour of a date is booked.
create function is_day_booked(of_date date) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from ledger_hour h, site s where h.business_date = of_date
    and h.ends_at = (of_date + 1)::timestamp at time zone s.time_zone)
$$;

create table day_signature (
  business_date date not null,
  operator_id bigint not null references operator,
  hash bytea not null check (length(hash) = 32),
  signed_at timestamptz not null default clock_timestamp(),
  primary key (business_date, operator_id)
);
comment on table day_signature is 'Insert-only, two a date. With the second one the date is closed.';

create function sign_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
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
create trigger sign_day before insert on day_signature for each row execute function sign_day();
create trigger name_who_acts after insert on day_signature for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on day_signature deferrable initially deferred
  for each row execute function require_entry('businessDay', 'business_date', 'operator_id');
revoke execute on function day_report(date), day_report_hash(date), is_day_booked(date), sign_day() from public;
grant execute on function day_report(date), day_report_hash(date), is_day_booked(date) to candor_console;
grant select, insert (business_date, operator_id, hash) on day_signature to candor_console;
