-- The database itself knows who acts at the console. A transaction names its session once, by the hash of its token, and every
-- look-up goes to the session again: a setting alone is never believed. The role console cannot read these hashes, and cannot
-- write a session: only the functions below open, extend and end one, and a login that is finished stands in the chain of the
-- audit. Entries come from functions alone; who is named in one is never the caller's choice.

-- Whose session this transaction named, if the session may be used and has come so far. Null for anything else.
create function operator_at(stages text[]) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select s.operator_id from operator_session s join member m on m.id = s.operator_id
  where s.token_hash = decode(nullif(current_setting('candor.session', true), ''), 'hex') and s.stage = any(stages)
    and s.expires_at > clock_timestamp() and m.login_allowed and not m.frozen
    and exists (select from role r where r.name = any(m.roles))
$$;

-- Who acts, with a login that is finished.
create function current_operator() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$ select operator_at('{full}') $$;

-- Names the session for the rest of this transaction, and no longer: connections are shared. The login may be unfinished.
create function act_as(session bytea) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint := operator_at('{code,setup,full}');
  who bigint;
begin
  perform set_config('candor.session', encode(session, 'hex'), true);
  who := operator_at('{code,setup,full}');
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  -- The setting can be emptied in between: what holds then is the chain, which takes the entries of one operator per transaction.
  if who is distinct from coalesce(before, who) then
    raise exception 'OPERATOR_REFUSED: ANOTHER' using errcode = 'CD300';
  end if;
  return who;
end $$;

-- The session that a token opens, with its operator. Use extends a session that works, but never beyond twelve hours.
create function find_operator(session bytea, may_extend boolean, idle_minutes integer, every_sec integer)
  returns table (session_id uuid, operator_id bigint, username text, stage text, roles text[], permissions text[], secured boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  opened operator_session%rowtype;
begin
  select * into opened from operator_session s where s.token_hash = session and s.expires_at > clock_timestamp();
  if not found then
    return;
  end if;
  return query select opened.id, m.id, m.username, opened.stage, r.names, r.permissions,
      exists (select from operator_access a where a.operator_id = m.id and a.secret_sealed is not null)
    from member m cross join lateral (
      select array_agg(distinct x.name) as names, array_agg(distinct p) as permissions
      from role x cross join unnest(x.permissions) p where x.name = any(m.roles)) r
    where m.id = opened.operator_id and m.login_allowed and not m.frozen and r.names is not null;
  if found and may_extend and opened.stage = 'full' and opened.last_seen_at < clock_timestamp() - make_interval(secs => every_sec) then
    update operator_session s set last_seen_at = clock_timestamp(),
      expires_at = least(clock_timestamp() + make_interval(mins => least(idle_minutes, 30)), s.created_at + interval '12 hours')
    where s.id = opened.id;
  end if;
end $$;

-- Of many sessions of one operator that may work, the oldest end. Logins that were only begun are not counted and end by themselves:
-- nobody has shown yet whose they are.
create function trim_operator_sessions(operator bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from operator_session s where s.operator_id = operator and s.stage = 'full' and s.id not in (
    select k.id from operator_session k where k.operator_id = operator and k.stage = 'full' and k.expires_at > clock_timestamp() order by k.id desc limit 5)
$$;

-- After the password. The session can only finish the login. Returns what it needs for that.
create function begin_operator_login(operator bigint, session bytea, agent text, from_address text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached text := case when exists (select from operator_access a where a.operator_id = operator and a.secret_sealed is not null)
    then 'code' else 'setup' end;
begin
  insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
    values (operator, session, reached, left(agent, 300), left(from_address, 64), clock_timestamp() + interval '10 minutes');
  return reached;
end $$;

-- Ends the session that this transaction named, opens one that may work in its place, and writes both down: no session works
-- without an entry of its login.
create function finish_operator_login(session bytea, agent text, from_address text, act text, detail jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint := operator_at('{code,setup,full}');
begin
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  if act not in ('console/login', 'console/second-factor') then
    raise exception 'OPERATOR_REFUSED: ACT' using errcode = 'CD300';
  end if;
  delete from operator_session s where s.token_hash = decode(current_setting('candor.session', true), 'hex');
  insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
    values (who, session, 'full', left(agent, 300), left(from_address, 64), clock_timestamp() + interval '30 minutes');
  perform trim_operator_sessions(who);
  perform set_config('candor.session', encode(session, 'hex'), true);
  perform record_act(act, 'operator', who::text, detail);
end $$;

-- Whoever acts ends a session of their own.
create function end_operator_session(ended uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_session s where s.id = ended and s.operator_id = operator_at('{code,setup,full}');
  return found;
end $$;

-- The audit --------------------------------------------------------------------------------------------------------

-- What members do for themselves, and what happens to what is theirs: all that is ever written outside the chain. Anything else
-- there has the form of nobody's act. A new command of members is added here, and the index below is made again.
create function is_own_command(command text) returns boolean
language sql immutable parallel safe as $$
  select command in (
    'account/bank-card/bind', 'account/bank-card/remove', 'account/factors/change', 'account/factors/released', 'account/limits',
    'account/password/change', 'account/verification/submit', 'account/withdraw-password/change', 'account/withdraw-password/reset',
    'invest/holdings/rollover', 'invest/savings/auto', 'papers/photo/erase', 'wallet/practice/reset')
$$;

-- What is not in the chain and is no member's: nobody has acted so. There must be none.
create index audit_outside on audit (id) where seq is null and not is_own_command(command);

-- As before, and: the console writes only in the name of the operator whose session the transaction named. What the owner
-- does to an operator's login is chained too.
create or replace function chain_audit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head%rowtype;
  caller text := calling_role();
begin
  if caller in ('candor_http', 'candor_feed', 'candor_worker') then
    -- What the worker does of itself, http does not write.
    if not is_own_command(new.command)
      or caller <> 'candor_worker' and new.command in ('account/factors/released', 'papers/photo/erase') then
      raise exception 'AUDIT_REFUSED: NOT_THE_DESK' using errcode = 'CD301';
    end if;
    return new;
  elsif caller = 'candor_console' then
    if new.command !~ '^(console|member)/' or new.actor_id is distinct from current_operator() then
      raise exception 'AUDIT_REFUSED: NOT_THE_OPERATOR' using errcode = 'CD301';
    end if;
  elsif new.command not like 'operate/%' then
    return new;
  end if;
  select * into strict head from audit_head for update;
  -- One transaction is in the name of one operator: the newest entry of the chain is of this transaction or of none that runs.
  if caller = 'candor_console' and exists (select from audit a where a.seq = head.seq and a.xmin = pg_current_xact_id()::xid
      and a.actor_id <> new.actor_id) then
    raise exception 'OPERATOR_REFUSED: ANOTHER' using errcode = 'CD300';
  end if;
  -- Only after the lock, so that the order of the chain is the order in time.
  new.at := clock_timestamp();
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.hash := audit_hash(new);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $$;

-- What the operator of this transaction did.
create function record_act(command text, subject_type text, subject_id text, detail jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint := current_operator();
begin
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (who, command, subject_type, subject_id, detail);
end $$;

-- What members did for themselves. Element i of every array belongs to entry i.
create function record_own_acts(members bigint[], commands text[], subject_types text[], subject_ids text[], details jsonb[])
  returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into audit (actor_id, command, subject_type, subject_id, detail)
  select * from unnest(members, commands, subject_types, subject_ids, details)
$$;

-- The worker erased a photo. Nobody did it: the entry stands with the member whose photo it was.
create function record_erased_photo(photo uuid, days integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    select f.member_id, 'papers/photo/erase', 'file', f.id::text, jsonb_build_object('days', days)
    from file f where f.id = photo and f.erased_at is not null;
  if not found then
    raise exception 'AUDIT_REFUSED: NOT_ERASED' using errcode = 'CD301';
  end if;
end $$;

-- As before, and: nobody did it. The entry stands with the member, and names the release, which names its operators.
create or replace function carry_out_factor_release(due bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner bigint;
  release factor_release;
begin
  select r.member_id into owner from factor_release r where r.id = due;
  perform from member m where m.id = owner for no key update;
  perform from session s where s.member_id = owner order by s.id for update;
  select * into release from factor_release r
    where r.id = due and r.status = 'waiting' and r.asked_at <= clock_timestamp() - interval '24 hours' for no key update;
  if not found then
    return false;
  end if;
  update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = owner;
  delete from passkey where member_id = owner;
  delete from member_recovery_code where member_id = owner;
  delete from session where member_id = owner;
  update member set withdrawals_paused_until = greatest(withdrawals_paused_until, clock_timestamp() + interval '24 hours')
    where id = owner and exists (select from site where mode = 'live');
  update factor_release set status = 'released' where id = due;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (owner, 'account/factors/released',
    'member', owner::text, jsonb_build_object('release', due::text));
  return true;
end $$;

-- The owner removes the second factor of an operator who lost it, with its recovery codes, and ends every console session.
create function reset_operator_factor(operator bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from operator_recovery_code where operator_id = operator;
  update operator_access set secret_sealed = null, fresh_sealed = null, used_step = null, failures = 0, locked_until = null
    where operator_id = operator;
  delete from operator_session where operator_id = operator;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'operate/reset-authenticator', 'operator', operator::text, '{"by": "owner of the database"}');
end $$;

revoke execute on function operator_at(text[]), current_operator(), act_as(bytea), find_operator(bytea, boolean, integer, integer),
  trim_operator_sessions(bigint), begin_operator_login(bigint, bytea, text, text), is_own_command(text),
  finish_operator_login(bytea, text, text, text, jsonb), end_operator_session(uuid), record_act(text, text, text, jsonb),
  record_own_acts(bigint[], text[], text[], text[], jsonb[]), record_erased_photo(uuid, integer), reset_operator_factor(bigint)
  from public;
grant execute on function act_as(bytea), current_operator(), find_operator(bytea, boolean, integer, integer),
  begin_operator_login(bigint, bytea, text, text), finish_operator_login(bytea, text, text, text, jsonb), end_operator_session(uuid),
  record_act(text, text, text, jsonb) to candor_console;
grant execute on function is_own_command(text) to candor_console;
grant execute on function record_own_acts(bigint[], text[], text[], text[], jsonb[]) to candor_http;
grant execute on function record_erased_photo(uuid, integer) to candor_worker;

revoke insert on audit from candor_http, candor_worker, candor_console;
revoke select, insert, update, delete on operator_session from candor_console;
grant select (id, operator_id, stage, user_agent, address, created_at, last_seen_at, expires_at) on operator_session to candor_console;
