-- An open invitation is judged once more when somebody takes it, keeps its name, and every look at its code is in the chain.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

-- As in 0030, and: a name that somebody is invited by is kept as if they had come already.
create or replace function reads_as_operator(name text, of_member bigint default null) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator o where o.left_at is null and o.id is distinct from of_member
    and name_forms(o.username) && name_forms(reads_as_operator.name))
    or exists (select from operator_invitation i join staff_change c on c.id = i.id where i.ended_at is null
      and name_forms(c.username) && name_forms(reads_as_operator.name))
$$;

-- As in 0037, and: whoever sees the second half of the secret is written down.
create or replace function read_invitation_code(invitation uuid) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_code text := (select i.code from operator_invitation i join staff_change c on c.id = i.id
    where i.id = invitation and c.checker = current_operator() and i.ended_at is null);
begin
  if found_code is not null then
    perform record_act('console/staff/code', 'staff', invitation::text, '{}');
  end if;
  return found_code;
end $$;

-- As in 0037, and: both who gave it hold it still, so that nobody who lost their rights has left a way back. Nobody who has left holds any.
create or replace function accept_invitation(token bytea, shown_code text, new_hash text, session bytea, agent text, from_address text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  i operator_invitation%rowtype;
  c staff_change%rowtype;
  who bigint;
begin
  -- As wait_turn('staff'), which is for who has a session.
  perform pg_advisory_xact_lock(727, hashtext('staff'));
  select * into i from operator_invitation x where x.token_hash = token and x.ended_at is null and x.expires_at > clock_timestamp() for update;
  if not found then return 'unknown'; end if;
  select * into strict c from staff_change x where x.id = i.id;
  if c.addresses is not null and not coalesce((select bool_or(from_address::inet <<= a) from unnest(c.addresses) a), false) then
    return 'unknown';
  end if;
  if not covers_all(coalesce(rights_of(c.maker), '{}'), permissions_of(c.roles))
    or not covers_all(coalesce(rights_of(c.checker), '{}'), permissions_of(c.roles)) then
    return 'unknown';
  end if;
  if i.code <> shown_code then
    update operator_invitation x set tries = x.tries + 1, token_hash = case when x.tries < 4 then x.token_hash end,
      expires_at = case when x.tries < 4 then x.expires_at end where x.id = i.id;
    return 'code';
  end if;
  insert into operator (username, roles, addresses) values (c.username, c.roles, c.addresses) returning id into who;
  perform begin_operator_login(who, session, agent, from_address);
  perform set_config('candor.session', encode(session, 'hex'), true);
  insert into operator_access (operator_id, password_hash) values (who, new_hash);
  update operator_invitation x set operator_id = who, ended_at = clock_timestamp(), token_hash = null, expires_at = null where x.id = i.id;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (who, 'console/staff/join', 'staff', i.id::text, '{}');
  return 'joined';
end $$;
