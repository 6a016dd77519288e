-- Whoever took an operator's password may be at the console. A new password ends every console session of that operator.
create function end_operator_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_session where operator_id = new.id;
  return null;
end $$;
create trigger end_operator_sessions after update of password_hash on member
  for each row when (old.password_hash is distinct from new.password_hash and old.roles <> '{member}')
  execute function end_operator_sessions();
revoke execute on function end_operator_sessions() from public;
