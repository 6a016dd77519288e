-- The console: who works there, their logins and sessions, and the log of what was done, chained by hashes.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- What members do for themselves, and what happens to what is theirs: all that is ever written outside the chain. Anything else
-- there has the form of nobody's act. A new command of members is added here, and the index below is made again.
create function is_own_command(command text) returns boolean
language sql immutable parallel safe as $$
  select command in (
    'account/bank-card/bind', 'account/bank-card/remove', 'account/factors/change', 'account/factors/released', 'account/limits',
    'account/password/change', 'account/password/reset', 'account/verification/submit', 'account/withdraw-password/change', 'account/withdraw-password/reset',
    'invest/holdings/rollover', 'invest/savings/auto', 'papers/photo/erase', 'wallet/practice/reset')
$$;

-- Who did what, written in the transaction that did it. Insert-only. An order and a message need no entry: their own rows
-- say the same, and cannot be changed either.
create table audit (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  actor_id     bigint not null references member (id),
  command      text not null check (length(command) <= 64),
  subject_type text not null check (length(subject_type) <= 32),
  subject_id   text not null check (length(subject_id) <= 64),
  detail       jsonb not null default '{}' check (length(detail::text) <= 4000),
  -- What operators do is chained: every entry carries the hash of the one before, and the database itself makes the hash.
  -- Whoever changes or removes an entry later, the owner included, breaks the chain, and the walk names the first entry that is
  -- not what it was. Entries of members are not chained, so members never wait for each other.
  seq          bigint unique,
  prev_hash    bytea check (length(prev_hash) = 32),
  hash         bytea check (length(hash) = 32),
  constraint audit_chain_check check ((seq is null) = (hash is null) and (seq is null) = (prev_hash is null))
);
create index audit_subject on audit (subject_type, subject_id, id desc);
create index audit_actor on audit (actor_id, id desc);
create index audit_command on audit (command text_pattern_ops, id desc);
create index audit_at on audit (at);
-- What is not in the chain and is no member's: nobody has acted so. There must be none.
create index audit_outside on audit (id) where seq is null and not is_own_command(command);

-- An operator's password changes only in a transaction that names the hash it replaces: nobody sets it blindly, and nobody sets
-- those of many at once. The owner may, to help an operator who forgot it.
create function keep_operator_password() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.password_hash is distinct from old.password_hash and old.roles <> '{member}'
    and current_user = 'candor_http' and current_setting('candor.seen_hash', true) is distinct from old.password_hash then
    raise exception 'OPERATOR_PASSWORD' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep_operator_password before update of password_hash on member
  for each row execute function keep_operator_password();

-- Who works at the console: roles with permissions, a second factor, and sessions that have nothing to do with those of
-- members. An operator is a member with a role of this table. Only the owner gives a member one.
create table role (
  name        text primary key check (name ~ '^[a-z]{3,16}$' and name <> 'member'),
  permissions text[] not null check (array_to_string(permissions, ' ') ~ '^((\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)( |$))+$')
);
comment on column role.permissions is 'Patterns of area:thing:action; * stands for every word.';

-- Admins and auditors have their rights by their patterns.
insert into role (name, permissions) values
  ('admin', '{*:*:*}'),
  ('auditor', '{*:*:read,member:profile:search}'),
  -- Cashiers check what an admin proposes about channels, and propose nothing: whoever counts money cannot
  -- redirect it. They check the releases of factors and marks too, so that the accounts of a new site are enough.
  ('cashier', '{cashier:*:*,ledger:adjustment:read,ledger:adjustment:make,ledger:adjustment:check,member:profile:read,'
    'member:profile:search,site:channel:read,site:channel:check,member:note:write,invest:project:read,invest:project:check,'
    'invest:holding:read,invest:close:read,member:factor:read,member:factor:check,member:factor:stop,member:mark:read,'
    'member:mark:check}'),
  -- A reviewer, who looks at documents, proposes and checks releases, and checks the texts that an admin wrote.
  ('reviewer', '{identity:*:*,member:profile:read,member:profile:search,member:note:write,site:text:read,site:text:check,'
    'member:factor:*,member:mark:*}'),
  -- Support proposes releases. Opening a code is not a right to read in general: an auditor, who reads all, has no use for one.
  ('support', '{member:profile:read,member:profile:search,cashier:deposit:read,cashier:withdrawal:read,member:note:write,'
    'content:notice:read,content:notice:write,support:*:*,account:code:open,member:factor:read,member:factor:make,'
    'member:factor:stop,member:mark:read,member:mark:make}');

create table operator_access (
  operator_id   bigint primary key references member (id),
  -- Sealed; null until the operator has shown a code of it.
  secret_sealed bytea,
  -- Sealed; a secret that is being set up.
  fresh_sealed  bytea,
  -- The time step of the newest code that was used. An older code, and the same one again, are refused.
  used_step     bigint,
  failures      integer not null default 0 check (failures >= 0),
  locked_until  timestamptz,
  -- An operator's password for the console is not the one that they have as a member: the role http, which changes members'
  -- passwords, could else replace it and log in at the console.
  password_hash text check (length(password_hash) <= 200)
);
comment on table operator_access is 'One row an operator: their password and second factor for the console.';
comment on column operator_access.password_hash is 'Opens a session of the console. Neither http nor the worker can read or write it.';

create table operator_recovery_code (
  operator_id bigint not null references member (id),
  code_hash   bytea not null check (length(code_hash) = 32),
  primary key (operator_id, code_hash)
);
comment on table operator_recovery_code is 'Each opens one session without the second factor, and is deleted by it.';

create table operator_session (
  id           uuid primary key default uuidv7(),
  operator_id  bigint not null references member (id),
  token_hash   bytea not null unique check (length(token_hash) = 32),
  stage        text not null check (stage in ('code', 'setup', 'full')),
  user_agent   text not null default '' check (length(user_agent) <= 300),
  address      text not null default '' check (length(address) <= 64),
  created_at   timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null,
  check (expires_at <= created_at + interval '12 hours')
);
comment on table operator_session is 'One row a login of an operator at the console that is still valid.';
comment on column operator_session.token_hash is 'SHA-256 of the bearer token; the token itself is never stored.';
create index operator_session_operator on operator_session (operator_id, id desc);
create index operator_session_expiry on operator_session (expires_at);

-- Whose password may open a console session. The console reads no other member's.
create function operator_credentials(folded text) returns table (operator_id bigint, password_hash text, may_log_in boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, a.password_hash, m.login_allowed and not m.frozen from member m join operator_access a on a.operator_id = m.id
  where lower(m.username collate "C") = folded and a.password_hash is not null
    and exists (select from role r where r.name = any(m.roles))
$$;

-- A session is an operator's. It may work only with a second factor; on a practice site, also before there is one.
create function check_operator_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from member m join role r on r.name = any(m.roles) where m.id = new.operator_id) then
    raise exception 'OPERATOR_REFUSED: NO_ROLE' using errcode = 'CD006';
  end if;
  if new.stage = 'full' and not exists (select from site where mode = 'practice')
    and not exists (select from operator_access a where a.operator_id = new.operator_id and a.secret_sealed is not null) then
    raise exception 'OPERATOR_REFUSED: NO_SECOND_FACTOR' using errcode = 'CD006';
  end if;
  return new;
end $$;
create trigger check_operator_session before insert on operator_session
  for each row execute function check_operator_session();

create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq      bigint not null,
  hash     bytea not null check (length(hash) = 32)
);
comment on table audit_head is 'The newest entry of the chain. Only operators lock it, at the end of what they do.';

insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

create function audit_hash(entry audit) returns bytea
language sql stable parallel safe as $$
  select sha256(convert_to('candor-audit-v1' || E'\n' || encode(entry.prev_hash, 'hex') || E'\n' || jsonb_build_array(entry.seq,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.command, entry.subject_type,
    entry.subject_id, entry.detail)::text, 'UTF8'))
$$;

-- The console writes only in the name of the operator whose session the transaction named. What the owner does to an
-- operator's login is chained too.
create function chain_audit() returns trigger
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
create trigger chain_audit before insert on audit for each row execute function chain_audit();

-- Whoever took an operator's password may be at the console: a new password ends every console session of that operator but
-- the one that changes it. That of a member ends none.
create function end_operator_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_session s where s.operator_id = new.operator_id
    and s.token_hash is distinct from decode(nullif(current_setting('candor.session', true), ''), 'hex');
  return null;
end $$;
create trigger end_operator_sessions after update of password_hash on operator_access
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_operator_sessions();

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

-- An operator's own login: the login of nobody else is written, also before it is finished.
create function keep_own_access() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose bigint;
begin
  if tg_op = 'DELETE' then whose := old.operator_id; else whose := new.operator_id; end if;
  if calling_role() = 'candor_console' and whose is distinct from operator_at('{code,setup,full}') then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger keep_own_access before insert or update on operator_access for each row execute function keep_own_access();
create trigger keep_own_access before insert or update or delete on operator_recovery_code
  for each row execute function keep_own_access();

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

create function forget_operator_sessions() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from operator_session where expires_at < clock_timestamp()
$$;

create function clear_operator_codes(of_operator bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from operator_recovery_code where operator_id = of_operator
$$;

-- Answers whether the code was there: it is used up now.
create function use_operator_code(of_operator bigint, used bytea) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from operator_recovery_code where operator_id = of_operator and code_hash = used returning 1)
  select exists (select from gone)
$$;
