-- Staff: who works at the console, with which rights, given by two. An invitation is a link of its maker and a code of its checker, so that
-- neither of them can take it alone.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table operator add column addresses cidr[]
  constraint operator_addresses_check check (cardinality(addresses) between 1 and 20);
comment on column operator.addresses is 'Where their calls may come from; null: from anywhere.';

-- Roles that operators made have names of their own; the words of the others come with the release.
alter table role add column names jsonb,
  add column version integer not null default 1 check (version > 0),
  add constraint role_names_check check (names is null or names ?& '{zh-Hans,zh-Hant,en}'::text[] and length(names::text) <= 400);

-- What an operator used a permission for last, to the hour. Who holds what they never use shows here.
create table operator_use (
  operator_id bigint not null references operator (id),
  permission  text not null check (permission ~ '^[a-z]+:[a-z]+:[a-z]+$'),
  used_at     timestamptz not null default clock_timestamp(),
  primary key (operator_id, permission)
);
comment on table operator_use is 'When an operator used a permission last, to the hour.';

create table staff_change (
  id          uuid primary key default uuidv7(),
  -- Null: somebody who is invited.
  operator_id bigint references operator (id),
  username    text not null check (username ~ '^[A-Za-z0-9_]{4,32}$'),
  roles       text[] not null check (cardinality(roles) between 1 and 8),
  addresses   cidr[] check (cardinality(addresses) between 1 and 20),
  -- What they held when it was proposed, written by the database.
  before      jsonb not null,
  reason      text not null check (length(reason) <= 300 and reason ~ '\S'),
  status      text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker       bigint not null references operator (id),
  checker     bigint references operator (id),
  note        text check (length(note) <= 300),
  created_at  timestamptz not null default clock_timestamp(),
  decided_at  timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  -- Nobody gives themselves anything.
  constraint staff_change_own_check check (operator_id is distinct from maker and (checker is null or operator_id is distinct from checker))
);
comment on table staff_change is 'Who shall be an operator, or which roles and addresses one shall have: one proposes, another approves.';
create unique index staff_change_open on staff_change (lower(username collate "C")) where status = 'proposed';

create table role_change (
  id          uuid primary key default uuidv7(),
  name        text not null check (name ~ '^[a-z]{3,16}$' and name not in ('member', 'owner')),
  what        text not null check (what in ('make', 'change', 'retire')),
  base        integer not null check (base >= 0),
  before      jsonb,
  names       jsonb check (names ?& '{zh-Hans,zh-Hant,en}'::text[] and length(names::text) <= 400),
  permissions text[] not null check (array_to_string(permissions, ' ') ~ '^(((\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)( |$))+)?$'),
  reason      text not null check (length(reason) <= 300 and reason ~ '\S'),
  status      text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker       bigint not null references operator (id),
  checker     bigint references operator (id),
  note        text check (length(note) <= 300),
  created_at  timestamptz not null default clock_timestamp(),
  decided_at  timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  check ((what = 'retire') = (permissions = '{}'))
);
comment on table role_change is 'A role that shall be made, changed or retired: one operator proposes, another approves.';
create unique index role_change_open on role_change (name) where status = 'proposed';

create table operator_invitation (
  id          uuid primary key references staff_change (id),
  -- The database makes it with the approval, and tells it to the checker alone.
  code        text not null check (code ~ '^\d{8}$'),
  -- Of the link, which its maker makes, and may make again. Null: none, or one that was guessed at too often.
  token_hash  bytea unique check (length(token_hash) = 32),
  expires_at  timestamptz,
  tries       integer not null default 0 check (tries between 0 and 5),
  operator_id bigint references operator (id),
  ended_at    timestamptz,
  check ((token_hash is null) = (expires_at is null)),
  check (operator_id is null or ended_at is not null)
);
create unique index operator_invitation_operator on operator_invitation (operator_id) where operator_id is not null;
comment on table operator_invitation is 'An approved invitation, from its link to the operator whom it made.';
comment on column operator_invitation.code is 'The second half of the secret. No role reads it: read_invitation_code tells it to who approved.';

create trigger name_who_acts after insert or update on staff_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on staff_change deferrable initially deferred
  for each row execute function require_entry('staff', 'id', 'maker', 'checker');
create trigger name_who_acts after insert or update on role_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on role_change deferrable initially deferred
  for each row execute function require_entry('role', 'id', 'maker', 'checker');

-- Whether one pattern that somebody holds covers each of these. As coversAll of packages/domain/src/identity/permission.ts.
create function covers_all(held text[], wanted text[]) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select not exists (select from unnest(wanted) w where not exists (select from unnest(held) h
    where (split_part(h, ':', 1) in ('*', split_part(w, ':', 1))) and (split_part(h, ':', 2) in ('*', split_part(w, ':', 2)))
      and (split_part(h, ':', 3) in ('*', split_part(w, ':', 3)))))
$$;

create function permissions_of(role_names text[]) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct p), '{}') from role r cross join unnest(r.permissions) p where r.name = any(role_names)
$$;

create function rights_of(who bigint) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select permissions_of(o.roles) from operator o where o.id = who and o.left_at is null
$$;

-- Nobody gives or takes what they do not hold, neither who proposes nor who approves: so no way of proposals, roles and helpers leads to
-- more than those two hold together before.
create function require_hands(makers bigint, checkers bigint, moved text[]) returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not covers_all(coalesce(rights_of(makers), '{}'), moved) or checkers is not null and not covers_all(coalesce(rights_of(checkers), '{}'), moved) then
    raise exception 'STAFF_REFUSED: MORE_THAN_HELD' using errcode = 'CD044';
  end if;
end $$;

create function decide_staff() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operator%rowtype;
  given text[];
begin
  perform wait_turn('staff');
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
  else
    if old.status <> 'proposed' or new.status = 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
    if (new.id, new.operator_id, new.username, new.roles, new.addresses, new.before, new.reason, new.maker, new.created_at)
      is distinct from (old.id, old.operator_id, old.username, old.roles, old.addresses, old.before, old.reason, old.maker, old.created_at) then
      raise exception 'STAFF_REFUSED: FIXED' using errcode = 'CD044';
    end if;
    new.decided_at := clock_timestamp();
    if new.status <> 'approved' then return new; end if;
  end if;
  if exists (select from unnest(new.roles) n where not exists (select from role r where r.name = n)) then
    raise exception 'STAFF_REFUSED: ROLE' using errcode = 'CD044';
  end if;
  if new.operator_id is null then
    if exists (select from operator o where lower(o.username collate "C") = lower(new.username collate "C"))
      or exists (select from member m where lower(m.username collate "C") = lower(new.username collate "C"))
      or exists (select from operator_invitation i join staff_change c on c.id = i.id
        where i.ended_at is null and lower(c.username collate "C") = lower(new.username collate "C")) then
      raise exception 'STAFF_REFUSED: NAME' using errcode = 'CD044';
    end if;
    if tg_op = 'INSERT' then new.before := '{"roles": [], "addresses": null}'; end if;
  else
    select * into who from operator o where o.id = new.operator_id and o.left_at is null for no key update;
    if not found then
      raise exception 'STAFF_REFUSED: LEFT' using errcode = 'CD044';
    end if;
    if tg_op = 'INSERT' then
      new.username := who.username;
      new.before := jsonb_build_object('roles', to_jsonb(who.roles), 'addresses', to_jsonb(who.addresses::text[]));
    elsif new.before is distinct from jsonb_build_object('roles', to_jsonb(who.roles), 'addresses', to_jsonb(who.addresses::text[])) then
      raise exception 'STAFF_REFUSED: OLD' using errcode = 'CD044';
    end if;
  end if;
  given := permissions_of(array(select jsonb_array_elements_text(new.before -> 'roles'))) || permissions_of(new.roles);
  perform require_hands(new.maker, case tg_op when 'UPDATE' then new.checker end, given);
  return new;
end $$;
create trigger decide_staff before insert or update on staff_change for each row execute function decide_staff();

create function apply_staff() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.operator_id is null then
    insert into operator_invitation (id, code)
    values (new.id, lpad((('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8))::bit(32)::bigint % 100000000)::text, 8, '0'));
  else
    update operator set roles = new.roles, addresses = new.addresses where id = new.operator_id;
    -- What they were doing under the old rights ends: the next login has the new ones.
    delete from operator_session where operator_id = new.operator_id;
  end if;
  return null;
end $$;
create trigger apply_staff after update on staff_change for each row when (old.status = 'proposed' and new.status = 'approved')
  execute function apply_staff();

create function decide_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current role%rowtype;
begin
  perform wait_turn('staff');
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
  else
    if old.status <> 'proposed' or new.status = 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
    if (new.id, new.name, new.what, new.base, new.before, new.names, new.permissions, new.reason, new.maker, new.created_at)
      is distinct from (old.id, old.name, old.what, old.base, old.before, old.names, old.permissions, old.reason, old.maker, old.created_at) then
      raise exception 'STAFF_REFUSED: FIXED' using errcode = 'CD044';
    end if;
    new.decided_at := clock_timestamp();
    if new.status <> 'approved' then return new; end if;
  end if;
  select * into current from role r where r.name = new.name for update;
  if coalesce(current.version, 0) <> new.base or (new.what = 'make') <> (new.base = 0) then
    raise exception 'STAFF_REFUSED: OLD' using errcode = 'CD044';
  end if;
  if tg_op = 'INSERT' then
    new.before := case when current.name is not null then jsonb_build_object('names', current.names, 'permissions', to_jsonb(current.permissions)) end;
  end if;
  if new.what = 'retire' and (exists (select from operator o where new.name = any(o.roles))
      or exists (select from staff_change c left join operator_invitation i on i.id = c.id
        where new.name = any(c.roles) and (c.status = 'proposed' or i.id is not null and i.ended_at is null))) then
    raise exception 'STAFF_REFUSED: HELD' using errcode = 'CD044';
  end if;
  perform require_hands(new.maker, case tg_op when 'UPDATE' then new.checker end, coalesce(current.permissions, '{}') || new.permissions);
  return new;
end $$;
create trigger decide_role before insert or update on role_change for each row execute function decide_role();

create function apply_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.what = 'retire' then
    delete from role where name = new.name;
  else
    insert into role (name, names, permissions, version) values (new.name, new.names, new.permissions, new.base + 1)
    on conflict (name) do update set names = excluded.names, permissions = excluded.permissions, version = excluded.version;
  end if;
  return null;
end $$;
create trigger apply_role after update on role_change for each row when (old.status = 'proposed' and new.status = 'approved')
  execute function apply_role();

-- A site that had an owner keeps one: also two who leave at once, and also by the hand of the database's owner.
create function keep_last_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from role r where r.name = 'owner' for update;
  if not exists (select from operator o where 'owner' = any(o.roles) and o.left_at is null) then
    raise exception 'STAFF_REFUSED: LAST_OWNER' using errcode = 'CD044';
  end if;
  return null;
end $$;
create trigger keep_last_owner after update of roles, left_at on operator for each row
  when ('owner' = any(old.roles) and not 'owner' = any(new.roles)) execute function keep_last_owner();

-- Where a call of an operator may come from.
create function may_come_from(who bigint, from_address text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  allowed cidr[];
begin
  select o.addresses into allowed from operator o where o.id = who;
  return allowed is null or exists (select from unnest(allowed) a where from_address::inet <<= a);
exception when invalid_text_representation then
  return false;
end $$;

drop function find_operator(bytea, boolean, integer, integer);
create function find_operator(session bytea, may_extend boolean, idle_minutes integer, every_sec integer, from_address text)
  returns table (session_id uuid, operator_id bigint, username text, stage text, roles text[], permissions text[], secured boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  opened operator_session%rowtype;
begin
  select * into opened from operator_session s where s.token_hash = session and s.expires_at > clock_timestamp();
  if not found or not may_come_from(opened.operator_id, from_address) then
    return;
  end if;
  return query select opened.id, o.id, o.username, opened.stage, r.names, r.permissions,
      exists (select from operator_access a where a.operator_id = o.id and a.secret_sealed is not null)
    from operator o cross join lateral (
      select array_agg(distinct x.name) as names, array_agg(distinct p) as permissions
      from role x cross join unnest(x.permissions) p where x.name = any(o.roles)) r
    where o.id = opened.operator_id and o.left_at is null and r.names is not null;
  if found and may_extend and opened.stage = 'full' and opened.last_seen_at < clock_timestamp() - make_interval(secs => every_sec) then
    update operator_session s set last_seen_at = clock_timestamp(),
      expires_at = least(clock_timestamp() + make_interval(mins => least(idle_minutes, 30)), s.created_at + interval '12 hours')
    where s.id = opened.id;
  end if;
end $$;

-- Null for who may not come from there: the login answers as to a wrong password.
create or replace function begin_operator_login(operator bigint, session bytea, agent text, from_address text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached text := case when exists (select from operator_access a where a.operator_id = operator and a.secret_sealed is not null)
    then 'code' else 'setup' end;
begin
  if not may_come_from(operator, from_address) then return null; end if;
  insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
    values (operator, session, reached, left(agent, 300), left(from_address, 64), clock_timestamp() + interval '10 minutes');
  return reached;
end $$;

create function note_use(session bytea, used text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into operator_use as u (operator_id, permission)
  select s.operator_id, used from operator_session s where s.token_hash = session and s.stage = 'full' and s.expires_at > clock_timestamp()
    and used ~ '^[a-z]+:[a-z]+:[a-z]+$' and covers_all(rights_of(s.operator_id), array[used])
  on conflict (operator_id, permission) do update set used_at = clock_timestamp() where u.used_at < clock_timestamp() - interval '1 hour'
$$;

-- The link of an invitation: by who proposed it, for two days. One that was made before opens nothing any more.
create function make_invitation_link(invitation uuid, token bytea) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  until timestamptz := clock_timestamp() + interval '48 hours';
begin
  update operator_invitation i set token_hash = token, expires_at = until, tries = 0
    from staff_change c where i.id = invitation and c.id = i.id and c.maker = current_operator() and i.ended_at is null;
  if not found then return null; end if;
  perform record_act('console/staff/link', 'staff', invitation::text, '{}');
  return until;
end $$;

create function read_invitation_code(invitation uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select i.code from operator_invitation i join staff_change c on c.id = i.id
  where i.id = invitation and c.checker = current_operator() and i.ended_at is null
$$;

create function end_invitation(invitation uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not covers_all(coalesce(rights_of(current_operator()), '{}'), '{staff:operator:make}') then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  update operator_invitation set token_hash = null, expires_at = null, ended_at = clock_timestamp() where id = invitation and ended_at is null;
  if not found then return false; end if;
  perform record_act('console/staff/end-invitation', 'staff', invitation::text, '{}');
  return true;
end $$;

-- Who has both halves becomes the operator, with a session that can only set up the second factor. Five wrong codes end the link. Returns
-- 'joined', 'code', or 'unknown' for everything that is no invitation (any more).
create function accept_invitation(token bytea, shown_code text, new_hash text, session bytea, agent text, from_address text) returns text
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

-- Leaving is one act, of one's own or by a colleague who holds what they held. Sessions, second factor, password and roles go, and so do
-- the invitations that they made and nobody took.
create function leave_operator(who bigint, why text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me bigint := current_operator();
  held text[];
begin
  if me is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform wait_turn('staff');
  select o.roles into held from operator o where o.id = who and o.left_at is null for no key update;
  if not found then return false; end if;
  if who <> me then
    if not covers_all(rights_of(me), '{staff:operator:end}') then
      raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
    end if;
    perform require_hands(me, null, permissions_of(held));
  end if;
  perform record_act('console/staff/leave', 'operator', who::text, jsonb_build_object('reason', why, 'roles', to_jsonb(held)));
  update operator set roles = '{}', left_at = clock_timestamp() where id = who;
  update operator_invitation i set token_hash = null, expires_at = null, ended_at = clock_timestamp()
    from staff_change c where c.id = i.id and i.ended_at is null and c.maker = who;
  delete from operator_recovery_code where operator_id = who;
  update operator_access set password_hash = null, secret_sealed = null, fresh_sealed = null, used_step = null where operator_id = who;
  delete from operator_session where operator_id = who;
  return true;
end $$;

-- Every session of a colleague ends.
create function end_sessions_of(who bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  if not covers_all(coalesce(rights_of(current_operator()), '{}'), '{staff:operator:end}') then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  delete from operator_session where operator_id = who;
  get diagnostics ended = row_count;
  perform record_act('console/staff/end-sessions', 'operator', who::text, jsonb_build_object('ended', ended));
  return ended;
end $$;

-- An operator's own login: as in 0004, and what happens when one leaves.
create or replace function keep_own_access() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose bigint;
begin
  if tg_op = 'DELETE' then whose := old.operator_id; else whose := new.operator_id; end if;
  if calling_role() = 'candor_console' and whose is distinct from operator_at('{code,setup,full}')
    and not exists (select from operator o where o.id = whose and o.left_at is not null) then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- Another second factor ends the sessions that the old one opened, as another password does.
create trigger end_operator_sessions_of_factor after update of secret_sealed on operator_access for each row
  when (old.secret_sealed is not null and new.secret_sealed is not null and old.secret_sealed <> new.secret_sealed) execute function end_operator_sessions();

-- As in 0004, and: who accepts an invitation is written down before their first login is finished.
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
    if new.command !~ '^(console|member)/'
      or new.actor_id is distinct from operator_at(case new.command when 'console/staff/join' then '{setup}'::text[] else '{full}' end) then
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

revoke execute on function covers_all(text[], text[]), permissions_of(text[]), rights_of(bigint), require_hands(bigint, bigint, text[]), decide_staff(),
  apply_staff(), decide_role(), apply_role(), keep_last_owner(), may_come_from(bigint, text), find_operator(bytea, boolean, integer, integer, text),
  note_use(bytea, text), make_invitation_link(uuid, bytea), read_invitation_code(uuid), end_invitation(uuid),
  accept_invitation(bytea, text, text, bytea, text, text), leave_operator(bigint, text), end_sessions_of(bigint) from public;
grant execute on function find_operator(bytea, boolean, integer, integer, text), note_use(bytea, text), make_invitation_link(uuid, bytea),
  read_invitation_code(uuid), end_invitation(uuid), accept_invitation(bytea, text, text, bytea, text, text), leave_operator(bigint, text),
  end_sessions_of(bigint) to candor_console;

grant select (addresses) on operator to candor_console;
grant select on operator_use to candor_console;
grant select (id, expires_at, tries, operator_id, ended_at) on operator_invitation to candor_console;
grant select, insert (id, operator_id, username, roles, addresses, reason, maker), update (status, checker, note) on staff_change to candor_console;
grant select, insert (id, name, what, base, names, permissions, reason, maker), update (status, checker, note) on role_change to candor_console;
