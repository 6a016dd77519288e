-- What Postgres gives to everybody is taken from the logins: objects outside every table, and locks by a number of one's
-- choice. (Who may connect and make temporary tables is decided at each start: platform/db/bound-logins.ts.) An owner who is
-- no superuser may not take back what belongs to Postgres itself: these lines then only warn.

do $$
declare
  one record;
begin
  revoke create on schema public from public;
  revoke create on schema public from candor_http, candor_feed, candor_worker, candor_console;
  for one in
    select p.oid::regprocedure as signature from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and has_function_privilege('public', p.oid, 'execute')
      -- Large objects, locks by number, and bytes in the write-ahead log.
      and (p.proname ~ '^(lo_|loread$|lowrite$)' or p.proname ~ '^pg_(try_)?advisory' or p.proname = 'pg_logical_emit_message')
  loop
    execute format('revoke execute on function %s from public', one.signature);
  end loop;
end $$;

-- Locks by number -----------------------------------------------------------------------------------------------------
-- A role takes only the locks of its task, so that none can stop another by a number it knows.

-- Transactions about one subject wait for each other. These locks have a number space of their own: no text reaches the lock
-- of the order log, of the feed or of the archive.
-- The console waits in an operator's name alone.
create function wait_turn(subject text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform pg_advisory_xact_lock(727, hashtext(subject));
end $$;

-- Every transaction that writes orders holds this one, and none that only reads.
create function hold_order_numbers() returns void
language sql security definer set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock_shared(727005)
$$;
alter function hold_order_log() security definer;

create function try_feed_lead_lock() returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select pg_try_advisory_lock(727002)
$$;
create function try_archive_lock() returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select pg_try_advisory_lock(727003)
$$;
create function release_archive_lock() returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select pg_advisory_unlock(727003)
$$;

revoke execute on function wait_turn(text), hold_order_numbers(), hold_order_log(), try_feed_lead_lock(), try_archive_lock(),
  release_archive_lock() from public;
grant execute on function wait_turn(text) to candor_http, candor_console;
grant execute on function hold_order_numbers() to candor_http;
grant execute on function try_feed_lead_lock() to candor_feed;
grant execute on function try_archive_lock(), release_archive_lock() to candor_worker;

-- The trigger of a text waits by the same lock as the statements around it.
do $$
begin
  execute replace(pg_get_functiondef('decide_text_change'::regproc),
    'pg_advisory_xact_lock(hashtextextended(''text/'' || new.slug, 0))', 'wait_turn(''text/'' || new.slug)');
end $$;
