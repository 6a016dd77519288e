-- A second factor of members: an authenticator, passkeys, and recovery codes. No operator has any right here.

create table member_totp (
  member_id     bigint primary key references member (id),
  -- Sealed; null while the authenticator is off.
  secret_sealed bytea check (length(secret_sealed) between 29 and 200),
  -- Sealed; a secret that is being set up.
  fresh_sealed  bytea check (length(fresh_sealed) between 29 and 200),
  -- The time step of the newest code that was used. An older code, and the same one again, are refused.
  used_step     bigint,
  added_at      timestamptz,
  check ((secret_sealed is null) = (added_at is null))
);
grant select, insert (member_id, fresh_sealed), update (secret_sealed, fresh_sealed, used_step, added_at) on member_totp to candor_http;

create table passkey (
  id            uuid primary key default uuidv7(),
  member_id     bigint not null references member (id),
  -- A member has at most ten: the database has no eleventh place.
  slot          smallint not null check (slot between 1 and 10),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key    bytea not null check (length(public_key) between 1 and 2000),
  sign_count    bigint not null check (sign_count >= 0),
  transports    text[] not null check (cardinality(transports) <= 8),
  -- The host name that the browser made it for. It works at no other.
  rp_id         text not null check (length(rp_id) between 1 and 253),
  name          text not null check (length(name) between 1 and 40),
  added_at      timestamptz not null default clock_timestamp(),
  last_used_at  timestamptz,
  unique (member_id, slot)
);
grant select, insert (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name), delete,
  update (sign_count, last_used_at) on passkey to candor_http;

create table member_recovery_code (
  member_id bigint not null references member (id),
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (member_id, code_hash)
);
comment on table member_recovery_code is 'Each stands in for the second factor once, and is deleted by it.';
-- The role http counts codes. It cannot read them: it names one, and the database says whether it was there.
grant select (member_id) on member_recovery_code to candor_http;

create function use_recovery_code(member bigint, hash bytea) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with used as (delete from member_recovery_code where member_id = member and code_hash = hash returning 1)
  select exists (select from used)
$$;
create function replace_recovery_codes(member bigint, hashes bytea[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from member_recovery_code where member_id = member;
  insert into member_recovery_code (member_id, code_hash) select member, hash from unnest(hashes[1:10]) as t (hash);
$$;
revoke execute on function use_recovery_code(bigint, bytea), replace_recovery_codes(bigint, bytea[]) from public;
grant execute on function use_recovery_code(bigint, bytea), replace_recovery_codes(bigint, bytea[]) to candor_http;

-- What a browser has to answer, once and soon. The token is stored as its SHA-256.
create table factor_challenge (
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id  bigint not null references member (id),
  purpose    text not null check (purpose in ('login', 'confirm', 'add')),
  -- Keyed hash of the address, or of the session, that may answer.
  bound_to   bytea not null check (length(bound_to) = 32),
  tries      smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);
create index factor_challenge_bound on factor_challenge (bound_to);
create index factor_challenge_expiry on factor_challenge (expires_at);
grant select, insert (token_hash, member_id, purpose, bound_to, expires_at), update (tries), delete on factor_challenge to candor_http;
grant select (expires_at), delete on factor_challenge to candor_worker;

alter table session add confirmed_at timestamptz;
grant update (confirmed_at) on session to candor_http;
comment on column session.confirmed_at is 'When the member last confirmed in this session that it is them.';

-- Logins, for their member to see.
create table member_login (
  id        bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  device    text not null check (length(device) <= 300),
  -- The network, not the whole address.
  address   text not null check (length(address) <= 64),
  factor    text not null check (factor in ('none', 'totp', 'passkey', 'recovery')),
  at        timestamptz not null default clock_timestamp()
);
create index member_login_member on member_login (member_id, id desc);
create index member_login_age on member_login (at);
grant select, insert (member_id, device, address, factor) on member_login to candor_http;
grant select (at), delete on member_login to candor_worker;

alter table security_event add address text not null default '' check (length(address) <= 64);
alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in ('password', 'withdrawPassword', 'withdrawPasswordReset', 'newDevice',
    'loginLocked', 'factorLocked', 'withdrawLocked', 'totpOn', 'totpOff', 'passkeyAdded', 'passkeyRemoved', 'recoveryMade',
    'recoveryUsed', 'releaseAsked', 'released'));
grant insert (address) on security_event to candor_http;

-- Up to which event a member has seen the alerts.
create table security_seen (
  member_id bigint primary key references member (id),
  event_id  bigint not null
);
grant select, insert, update (event_id) on security_seen to candor_http;
