-- Days of ticks are made ahead of time, and in a way that waits for no reader. `create table … partition of` needs tick for
-- itself alone: a backup that was open over midnight stopped the feed. A table of its own that is then attached does not.

create or replace function ensure_tick_partition(day date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  partition_name text := 'tick_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then return; end if;
  -- One at a time. publish_ticks comes here too, where nobody made its day before; it does not wait for long.
  perform pg_advisory_xact_lock(727004);
  if to_regclass(partition_name) is not null then return; end if;
  execute format('create table %I (like tick including defaults including constraints including indexes)', partition_name);
  execute format('alter table tick attach partition %I for values from (%L) to (%L)', partition_name,
    tick_day_start(day), tick_day_start(day + 1));
end $$;

-- Makes today and the week after it, by the database's clock. Answers how many whole days after today there are.
create function prepare_tick_days() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (clock_timestamp() at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(727004);
  for ahead in 0..7 loop
    perform ensure_tick_partition(today + ahead);
  end loop;
  return (select count(*)::integer from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tick'::regclass and to_date(right(c.relname, 8), 'YYYYMMDD') > today);
end $$;

revoke execute on function prepare_tick_days() from public;
grant execute on function prepare_tick_days() to candor_worker;
