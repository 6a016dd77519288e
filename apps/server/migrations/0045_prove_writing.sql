-- What a process does before it says that it is ready: it writes a few bytes into the log of the database, and waits until they are on
-- disk, with every standby that confirms commits. No table has a row of it. The logins may write nothing there themselves.
create function prove_writing() returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  select pg_logical_emit_message(true, 'candor', 'ready')
$$;
revoke execute on function prove_writing() from public;
grant execute on function prove_writing() to candor_http, candor_feed, candor_worker, candor_console;
