-- An operator is a person of their own: no wallet, not among members, never made by a registration. Until here an operator was a member
-- with a role; whoever was one keeps id, name, password, second factor and roles.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

create table operator (
  -- From the same numbers as members, so that an id names one person for ever, also in the audit.
  id          bigint primary key default nextval(pg_get_serial_sequence('public.member', 'id')),
  username    text not null check (username ~ '^[A-Za-z0-9_]{4,32}$'),
  roles       text[] not null default '{}',
  -- No session works before a second factor is set up, also on a practice site.
  must_secure boolean not null default true,
  joined_at   timestamptz not null default clock_timestamp(),
  left_at     timestamptz,
  -- Whoever has left holds nothing, and so acts nowhere.
  constraint operator_left_check check (left_at is null or roles = '{}')
);
comment on table operator is 'Who works at the console. No row of a member''s: no wallet, no orders, no session of the member site.';
comment on column operator.roles is 'Names of the table role. Who holds none of them cannot log in.';
create unique index operator_username_key on operator (lower(username collate "C"));

-- Whoever is named as an operator anywhere, or has a role, becomes one. Who was locked or has lost the role has left.
do $$
declare
  c record;
begin
  for c in select k.conrelid::regclass as tab, a.attname as col
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'member'::regclass and cardinality(k.conkey) = 1
      and (a.attname in ('operator_id', 'maker', 'checker', 'ended_by', 'decided_by', 'taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by',
          'return_by', 'by_operator') or k.conrelid = 'console_login_network'::regclass)
  loop
    execute format('insert into operator (id, username, must_secure, joined_at)
      select m.id, m.username, false, m.created_at from member m where m.id in (select %I from %s) on conflict do nothing', c.col, c.tab);
  end loop;
end $$;
insert into operator (id, username, must_secure, joined_at)
  select m.id, m.username, false, m.created_at from member m
  where exists (select from role r where r.name = any(m.roles)) or m.id in (select a.actor_id from audit a where a.seq is not null)
  on conflict do nothing;
update operator o set roles = array(select r.name from role r where r.name = any(m.roles) order by r.name)
  from member m where m.id = o.id and m.login_allowed and not m.frozen;
update operator set left_at = clock_timestamp() where roles = '{}';

-- What names an operator refers to one from now on.
do $$
declare
  c record;
begin
  for c in select k.conrelid::regclass as tab, a.attname as col, k.conname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'member'::regclass and cardinality(k.conkey) = 1
      and (a.attname in ('operator_id', 'maker', 'checker', 'ended_by', 'decided_by', 'taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by',
          'return_by', 'by_operator') or k.conrelid = 'console_login_network'::regclass)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (%I) references operator (id)', c.tab, c.name, c.name, c.col);
  end loop;
end $$;
comment on column console_login_network.member_id is 'The operator.';

-- An entry of the chain is an operator's, any other a member's.
alter table audit drop constraint audit_actor_id_fkey,
  add column operator_id bigint generated always as (case when seq is not null then actor_id end) stored references operator (id),
  add column member_id bigint generated always as (case when seq is null and is_own_command(command) then actor_id end) stored references member (id);
comment on column audit.operator_id is 'The actor of an entry of the chain.';
comment on column audit.member_id is 'The actor of a member''s own.';

-- Members have no roles any more. Accounts that were made for operators alone, and that nothing of the member site names, go.
drop trigger begin_operator_access on member;
drop trigger keep_operator_password on member;
drop function begin_operator_access(), keep_operator_password();
drop index member_with_role;
do $$
declare
  one bigint;
begin
  for one in select m.id from member m join operator o on o.id = m.id where not 'member' = any(m.roles) loop
    begin
      delete from member where id = one;
    exception when foreign_key_violation then
      update member set login_allowed = false where id = one;
    end;
  end loop;
end $$;
update member set roles = '{member}', permissions = '{}' where roles <> '{member}' or permissions <> '{}';
alter table member add constraint member_roles_check check (roles = '{member}' and permissions = '{}');

-- Every function that asked whether a member has a role asks the operators.
do $$
declare
  f record;
begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.prosrc like '%from member m join role r on r.name = any(m.roles)%'
  loop
    execute replace(pg_get_functiondef(f.oid), 'from member m join role r on r.name = any(m.roles)',
      'from operator m join role r on r.name = any(m.roles)');
  end loop;
end $$;

create or replace function operator_at(stages text[]) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select s.operator_id from operator_session s join operator o on o.id = s.operator_id
  where s.token_hash = decode(nullif(current_setting('candor.session', true), ''), 'hex') and s.stage = any(stages)
    and s.expires_at > clock_timestamp() and o.left_at is null
    and exists (select from role r where r.name = any(o.roles))
$$;

create or replace function operator_credentials(folded text) returns table (operator_id bigint, password_hash text, may_log_in boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, a.password_hash, true from operator o join operator_access a on a.operator_id = o.id
  where lower(o.username collate "C") = folded and a.password_hash is not null and o.left_at is null
    and exists (select from role r where r.name = any(o.roles))
$$;

create or replace function find_operator(session bytea, may_extend boolean, idle_minutes integer, every_sec integer)
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

create or replace function check_operator_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operator%rowtype;
begin
  select * into who from operator o where o.id = new.operator_id and o.left_at is null and exists (select from role r where r.name = any(o.roles));
  if not found then
    raise exception 'OPERATOR_REFUSED: NO_ROLE' using errcode = 'CD006';
  end if;
  if new.stage = 'full' and (who.must_secure or not exists (select from site where mode = 'practice'))
    and not exists (select from operator_access a where a.operator_id = new.operator_id and a.secret_sealed is not null) then
    raise exception 'OPERATOR_REFUSED: NO_SECOND_FACTOR' using errcode = 'CD006';
  end if;
  return new;
end $$;

-- Two calls of one operator, and two that concern one member, come one after the other.
create or replace function lock_members(ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' then
    if current_operator() is null then
      raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
    end if;
    perform from operator where id = any(ids) order by id for no key update;
  end if;
  perform from member where id = any(ids) order by id for no key update;
end $$;

create or replace function reads_as_operator(name text, of_member bigint default null) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator o where o.left_at is null and o.id is distinct from of_member
    and name_forms(o.username) && name_forms(reads_as_operator.name))
$$;

grant select (id, username, roles, must_secure, joined_at, left_at) on operator to candor_console;
-- The name beside an answer of the customer service.
grant select (id, username) on operator to candor_http;

-- As in 0002, without sessions of the console: those are of another account.
create or replace function apply_restriction() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member m set
    frozen = case when new.kind = 'frozen' then new.restricted else frozen end,
    trading_allowed = case when new.kind = 'trading' then not new.restricted else trading_allowed end,
    withdrawal_allowed = case when new.kind = 'withdrawal' then not new.restricted else withdrawal_allowed end
  where m.id = new.member_id
    and new.restricted <> case new.kind when 'frozen' then frozen when 'trading' then not trading_allowed else not withdrawal_allowed end;
  if not found then
    raise exception 'RESTRICTION_REFUSED: UNCHANGED' using errcode = 'CD010';
  end if;
  if new.kind = 'frozen' and new.restricted then
    with ended as (delete from session where member_id = new.member_id returning token_hash)
    insert into frozen_session (token_hash, member_id) select token_hash, new.member_id from ended;
  end if;
  return new;
end $$;

-- The roles of a site. Whoever held every right was an admin.
update role set name = 'owner' where name = 'admin' and permissions = '{*:*:*}' and not exists (select from role where name = 'owner');
update operator set roles = array_replace(roles, 'admin', 'owner') where not exists (select from role where name = 'admin');
insert into role (name, permissions) values
  ('owner', '{*:*:*}'),
  ('risk', '{market:*:*,member:profile:read,member:profile:search,member:profile:forbid,cashier:deposit:read,cashier:withdrawal:read,'
    'invest:project:read,invest:holding:read,invest:close:read,audit:log:read}'),
  ('compliance', '{identity:verification:read,member:profile:read,member:profile:search,member:profile:freeze,member:profile:forbid,'
    'member:profile:sessions,member:note:write,member:factor:*,member:mark:*,cashier:deposit:read,cashier:withdrawal:read,'
    'ledger:adjustment:read,audit:log:read}'),
  ('content', '{content:*:*,site:text:read,site:text:write,site:text:check}')
  on conflict do nothing;

-- The owner of the database makes the first owner of the site, or one after all others were lost: with another password, without a second
-- factor until the next login sets one up, and without the sessions that they had. The chain says so.
create function employ_owner(name text, new_hash text) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  insert into operator (username, roles) values (name, '{owner}')
  on conflict (lower(username collate "C")) do update set left_at = null, must_secure = true,
    roles = (select array_agg(distinct r) from unnest(operator.roles || '{owner}'::text[]) r)
  returning id into who;
  insert into operator_access (operator_id, password_hash) values (who, new_hash)
  on conflict (operator_id) do update set password_hash = new_hash, secret_sealed = null, fresh_sealed = null, used_step = null, failures = 0,
    locked_until = null;
  delete from operator_recovery_code where operator_id = who;
  delete from operator_session where operator_id = who;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (who, 'operate/owner', 'operator', who::text, '{"by": "owner of the database"}');
  return who;
end $$;
revoke execute on function employ_owner(text, text) from public;
