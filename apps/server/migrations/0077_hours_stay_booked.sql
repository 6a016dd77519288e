-- Nothing comes to an hour that is booked, not after the clock was set back either; and hours that are wrong are booked anew.

-- A clock that was set back gives a transfer a moment of an hour that is booked, or that a mark lets be booked: no sum of hours would have it.
-- Such a transfer is of the first moment after these hours. It costs one look a statement; as a rule nothing is found.
create function keep_hours_booked() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark ledger_mark;
  booked timestamptz := (select max(h.ends_at) from ledger_hour h);
begin
  select * into mark from ledger_mark;
  -- What began after the mark is in no hour that ended by it. What began before may be: it is waited for.
  if mark.made_at is not null and pg_current_xact_id() > mark.xid then
    booked := greatest(booked, date_trunc('hour', mark.made_at - interval '1 minute', (select s.time_zone from site s)));
  end if;
  if exists (select from written w where w.at < booked) then
    update transfer t set at = booked from written w where t.id = w.id and w.at < booked;
  end if;
  return null;
end $$;
create trigger keep_hours_booked after insert on transfer referencing new table as written
  for each statement execute function keep_hours_booked();

-- Takes back the booked hours from a date on, so that they are booked anew. For the owner of the database: hours can be wrong only by what
-- an owner wrote, or after a clock that was set back before this release. What two operators signed, or one, stays.
create function unbook_ledger_hours(from_date date, by_operator text) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  who bigint := (select o.id from operator o where lower(o.username) = lower(by_operator) and o.left_at is null);
  hours bigint;
begin
  if who is null then
    raise exception 'HOURS_REFUSED: NO_OPERATOR' using errcode = 'CD350';
  end if;
  perform pg_advisory_xact_lock(727015);
  if from_date is null or from_date < (select max(h.business_date) from ledger_hour h) - 31 then
    raise exception 'HOURS_REFUSED: LONG_AGO' using errcode = 'CD350';
  end if;
  if exists (select from day_signature d where d.business_date >= from_date) then
    raise exception 'HOURS_REFUSED: SIGNED' using errcode = 'CD350';
  end if;
  delete from ledger_balance b where b.business_date >= from_date;
  delete from ledger_day d where d.business_date >= from_date;
  delete from ledger_hour_line l using ledger_hour h where h.begins_at = l.begins_at and h.business_date >= from_date;
  delete from ledger_hour h where h.business_date >= from_date;
  get diagnostics hours = row_count;
  if hours = 0 then
    raise exception 'HOURS_REFUSED: NONE' using errcode = 'CD350';
  end if;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
  values (who, 'operate/book-anew', 'businessDay', from_date::text, jsonb_build_object('hours', hours, 'by', 'owner of the database'));
  return hours;
end $$;
revoke execute on function unbook_ledger_hours(date, text), keep_hours_booked() from public;
