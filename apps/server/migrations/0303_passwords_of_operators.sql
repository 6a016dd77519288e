-- An operator's password for the console is not the one that they have as a member. Before, both were one hash in `member`, and
-- the role http, which changes members' passwords, could replace an operator's and log in at the console.

alter table operator_access add password_hash text check (length(password_hash) <= 200);
comment on column operator_access.password_hash is 'Opens a session of the console. Neither http nor the worker can read or write it.';

-- Operators of before keep their password. From here on, the two change apart.
insert into operator_access (operator_id, password_hash)
select m.id, m.password_hash from member m where exists (select from role r where r.name = any(m.roles))
on conflict (operator_id) do update set password_hash = excluded.password_hash;

-- Only the owner gives a role. A new operator begins with the password that they have as a member at that moment.
create function begin_operator_access() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from role r where r.name = any(new.roles)) then
    insert into operator_access as a (operator_id, password_hash) values (new.id, new.password_hash)
    on conflict (operator_id) do update set password_hash = coalesce(a.password_hash, excluded.password_hash);
  end if;
  return null;
end $$;
create trigger begin_operator_access after insert or update of roles on member
  for each row when (new.roles <> '{member}') execute function begin_operator_access();

create or replace function operator_credentials(folded text) returns table (operator_id bigint, password_hash text, may_log_in boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, a.password_hash, m.login_allowed and not m.frozen from member m join operator_access a on a.operator_id = m.id
  where lower(m.username collate "C") = folded and a.password_hash is not null
    and exists (select from role r where r.name = any(m.roles))
$$;

-- A new password ends every console session of that operator but the one that changes it. That of a member ends none.
drop trigger end_operator_sessions on member;
create or replace function end_operator_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_session s where s.operator_id = new.operator_id
    and s.token_hash is distinct from decode(nullif(current_setting('candor.session', true), ''), 'hex');
  return null;
end $$;
create trigger end_operator_sessions after update of password_hash on operator_access
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_operator_sessions();

-- Whoever acts changes their own, and only the one that they have shown to know. Whether it was still that one.
create function change_operator_password(seen_hash text, new_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint := current_operator();
begin
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  update operator_access set password_hash = new_hash where operator_id = who and password_hash = seen_hash;
  if not found then
    return false;
  end if;
  perform record_act('console/password', 'operator', who::text, '{}');
  return true;
end $$;

-- The owner gives an operator who lost it another one.
create function set_operator_password(operator bigint, new_hash text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update operator_access set password_hash = new_hash where operator_id = operator;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'operate/operator-password', 'operator', operator::text, '{"by": "owner of the database"}');
end $$;

revoke execute on function begin_operator_access(), change_operator_password(text, text), set_operator_password(bigint, text) from public;
grant execute on function change_operator_password(text, text) to candor_console;
revoke select on operator_access from candor_console;
grant select (operator_id, secret_sealed, fresh_sealed, used_step, failures, locked_until) on operator_access to candor_console;
