-- Who works at the console: roles with permissions, a second factor, and sessions that have nothing to do with those of
-- members. An operator is a member with a role of this table. Only the owner gives a member one.

create table role (
  name        text primary key check (name ~ '^[a-z]{3,16}$' and name <> 'member'),
  permissions text[] not null check (array_to_string(permissions, ' ') ~ '^((\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)( |$))+$')
);
comment on column role.permissions is 'Patterns of area:thing:action; * stands for every word.';

insert into role (name, permissions) values
  ('admin', '{*:*:*}'),
  ('cashier', '{cashier:*:*,ledger:adjustment:read,ledger:adjustment:make,ledger:adjustment:check,member:profile:read,member:profile:search}'),
  ('reviewer', '{identity:*:*,member:profile:read,member:profile:search}'),
  ('support', '{member:profile:read,member:profile:search,cashier:deposit:read,cashier:withdrawal:read}'),
  ('auditor', '{*:*:read,member:profile:search}');

create table operator_access (
  operator_id   bigint primary key references member (id),
  -- Sealed; null until the operator has shown a code of it.
  secret_sealed bytea,
  -- Sealed; a secret that is being set up.
  fresh_sealed  bytea,
  -- The time step of the newest code that was used. An older code, and the same one again, are refused.
  used_step     bigint,
  failures      integer not null default 0 check (failures >= 0),
  locked_until  timestamptz
);

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
comment on column operator_session.token_hash is 'SHA-256 of the bearer token; the token itself is never stored.';
create index operator_session_operator on operator_session (operator_id, id desc);
create index operator_session_expiry on operator_session (expires_at);

-- Whose password may open a console session. The console reads no other member's.
create function operator_credentials(folded text) returns table (operator_id bigint, password_hash text, may_log_in boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.password_hash, m.login_allowed and not m.frozen from member m
  where lower(m.username collate "C") = folded and exists (select from role r where r.name = any(m.roles))
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

revoke execute on function operator_credentials(text), check_operator_session() from public;
grant execute on function operator_credentials(text) to candor_console;
grant select on role, operator_access, operator_recovery_code, operator_session to candor_console;
grant insert (operator_id, secret_sealed, fresh_sealed), update (secret_sealed, fresh_sealed, used_step, failures, locked_until)
  on operator_access to candor_console;
grant insert, delete on operator_recovery_code to candor_console;
grant insert (operator_id, token_hash, stage, user_agent, address, expires_at), update (last_seen_at, expires_at), delete
  on operator_session to candor_console;

-- What is counted against guessing, as for members.
grant select, insert, update, delete on login_failure, rate_limit to candor_console;
grant select, insert, update (drained_at) on login_budget to candor_console;
grant select, insert, update (last_at) on login_network to candor_console;
grant select, insert, update (expires_at, used_by, passed) on captcha to candor_console;

-- Members as operators see them: no password of any kind.
grant select (id, username, phone, country, real_name_sealed, id_number_sealed, avatar, invite_code, invited_by, language, roles,
  frozen, login_allowed, trading_allowed, created_at, nickname, email, time_zone) on member to candor_console;

grant select (expires_at), delete on operator_session to candor_worker;
