-- Sessions and what guards a login: captchas, counts of failures, codes, second factors and their release, puzzles.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

create table session (
  id           uuid primary key default uuidv7(),
  member_id    bigint not null references member (id),
  token_hash   bytea not null unique check (length(token_hash) = 32),
  user_agent   text not null default '' check (length(user_agent) <= 300),
  address      text not null default '' check (length(address) <= 64),
  created_at   timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null,
  -- The public key of the device that opened it. Calls that move money are signed with it, so that whoever stole a token alone
  -- moves nothing. The key comes with the login and stays: no role may change it, nor whose session it is.
  device_key   bytea check (length(device_key) in (32, 65)),
  confirmed_at timestamptz,
  -- A session slides on by use, but ends ninety days after its login whatever happens.
  constraint session_age_check check (expires_at <= created_at + interval '90 days')
);
comment on table session is 'One row a login of a member that is still valid, on one device.';
comment on column session.token_hash is 'SHA-256 of the bearer token; the token itself is never stored.';
comment on column session.device_key is
  'A P-256 point (65 bytes) or an Ed25519 key (32). A session without one moves no money.';
comment on column session.confirmed_at is 'When the member last confirmed in this session that it is them.';
create index session_member on session (member_id, created_at desc);
create index session_expiry on session (expires_at);
create trigger take_device_mark before insert on session for each row when (new.device_key is not null)
  execute function take_device_mark();

-- Sessions that an operator's freeze ended. Whoever still has such a token reads why, and not that it expired.
create table frozen_session (
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id  bigint not null references member (id),
  ended_at   timestamptz not null default clock_timestamp()
);
comment on table frozen_session is 'One row a session that ended because its member was frozen, for a month.';
create index frozen_session_ended on frozen_session (ended_at);

create table captcha (
  id          uuid primary key,
  answer_hash bytea not null,
  expires_at  timestamptz not null,
  -- One guess: the first call writes itself down in the row, in the one statement that also judges the guess. Calls at the same
  -- moment wait for that row and find it used.
  used_by     bytea check (length(used_by) = 32),
  passed      boolean,
  level       smallint not null default 0 check (level between 0 and 2),
  check ((used_by is null) = (passed is null))
);
comment on table captcha is 'Used up by its first guess. For 60 seconds after a right one the very same call may pass again.';
comment on column captcha.used_by is 'Keyed hash of the call that made the guess; random where that call had no Idempotency-Key.';
comment on column captcha.level is 'How hard the picture is: its length and noise.';
create index captcha_expiry on captcha (expires_at);

-- Failed logins are counted by name and network (or name and known device), so that nobody can lock out somebody else. What
-- strangers may try of one name, and one network of all names, is bounded by budgets that come back with time.
create table login_failure (
  lane         text primary key check (length(lane) <= 64),
  failures     integer not null,
  locked_until timestamptz,
  last_at      timestamptz not null default clock_timestamp(),
  check (failures >= 0)
);
comment on column login_failure.lane is 'Keyed hash of a user name with the network, or the known device, that tried it.';

create table register_attempt (
  key         uuid primary key,
  fingerprint bytea not null,
  member_id   bigint not null references member (id),
  created_at  timestamptz not null default clock_timestamp()
);
comment on table register_attempt is 'A retry of a registration with an equal fingerprint gets a fresh token, never a second member.';

create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on table rate_limit is 'One row a limit and caller: the calls counted in the current window.';

create table login_budget (
  key        text primary key check (length(key) <= 64),
  drained_at timestamptz not null
);
comment on table login_budget is 'Attempts of strangers: of one name from all networks, and of one network on all names. Whole again at drained_at; each attempt moves it on.';
create index login_budget_age on login_budget (drained_at);

create table login_network (
  member_id bigint not null references member (id),
  network   text not null check (length(network) <= 64),
  last_at   timestamptz not null default clock_timestamp(),
  primary key (member_id, network)
);
comment on table login_network is 'Keyed hashes of the networks a member logged in from; strangers'' attempts cannot shut them out there.';
create index login_network_age on login_network (last_at);
-- Whether an address is in a network from which some member logs in: such networks have a share of the site's work of their own.
create index login_network_of on login_network (network, last_at);

-- What has changed on an account, for its member to see. Nobody can change or delete a row.
create table security_event (
  id        bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  kind      text not null,
  device    text not null check (length(device) <= 300),
  at        timestamptz not null default clock_timestamp(),
  address   text not null default '' check (length(address) <= 64),
  check (kind in ('password', 'withdrawPassword', 'withdrawPasswordReset', 'loginPasswordReset', 'newDevice',
    'loginLocked', 'factorLocked', 'withdrawLocked', 'totpOn', 'totpOff', 'passkeyAdded', 'passkeyRemoved', 'recoveryMade',
    'recoveryUsed', 'releaseAsked', 'releaseStopped', 'released', 'cardReleased', 'identityReleased', 'deviceReleased'))
);
create index security_event_member on security_event (member_id, id desc);

-- Six-digit codes that prove a member has their phone. One live code for each purpose; its text is kept only as a HMAC.
create table account_code (
  member_id bigint not null references member (id),
  purpose   text not null check (purpose in ('withdrawPassword', 'loginPassword')),
  code_hash bytea not null check (length(code_hash) = 32),
  tries     integer not null default 0 check (tries between 0 and 5),
  used_at   timestamptz,
  made_at   timestamptz not null default clock_timestamp(),
  primary key (member_id, purpose)
);

-- Codes on their way to a member, sealed with the address they go to. A row goes when it was delivered, used or is too old.
create table code_outbox (
  member_id bigint not null references member (id),
  purpose   text not null check (purpose in ('withdrawPassword', 'loginPassword')),
  id        uuid not null default uuidv7() unique,
  channel   text not null check (channel in ('sms')),
  language  text not null check (language in ('zh-Hans', 'zh-Hant', 'en')),
  sealed    bytea not null check (length(sealed) between 29 and 500),
  tries     integer not null default 0 check (tries >= 0),
  next_at   timestamptz not null default clock_timestamp(),
  made_at   timestamptz not null default clock_timestamp(),
  primary key (member_id, purpose)
);
create index code_outbox_next on code_outbox (next_at);

create table device_nonce (
  session_id uuid not null references session (id) on delete cascade,
  nonce      text not null check (nonce ~ '^[A-Za-z0-9_-]{22}$'),
  expires_at timestamptz not null,
  primary key (session_id, nonce)
);
comment on table device_nonce is 'Signatures that were used, until they are too old to be accepted again.';
create index device_nonce_expiry on device_nonce (expires_at);

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
comment on table passkey is 'One row a passkey of a member, a second factor.';

create table member_recovery_code (
  member_id bigint not null references member (id),
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (member_id, code_hash)
);
comment on table member_recovery_code is 'Each stands in for the second factor once, and is deleted by it.';

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

-- Up to which event a member has seen the alerts.
create table security_seen (
  member_id bigint primary key references member (id),
  event_id  bigint not null
);

-- The release of a lost second factor, from the console: of a member who has lost every factor and every recovery code. One
-- operator proposes it with a reason, another approves it. Then the member is told and has 24 hours: any use of the factor
-- stops the release, and operators can stop it too. After that the worker removes the factor and ends all sessions of the
-- member.
create table factor_release (
  id         bigint generated always as identity primary key,
  member_id  bigint not null references member (id),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  reason     text not null check (length(btrim(reason)) between 1 and 300),
  asked_at   timestamptz,
  done_at    timestamptz,
  status     text not null default 'proposed',
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  note       text check (length(note) <= 300),
  ended_by   bigint references member (id),
  check (maker <> member_id),
  check (checker <> member_id),
  check (status in ('proposed', 'waiting', 'rejected', 'withdrawn', 'stopped', 'released')),
  constraint factor_release_checker_check check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker
    else checker is not null and checker <> maker end),
  constraint factor_release_times_check check ((status = 'proposed') = (decided_at is null)
    and (status in ('waiting', 'stopped', 'released')) = (asked_at is not null)
    and (status in ('stopped', 'released')) = (done_at is not null)),
  constraint factor_release_end_check check (ended_by is null or status = 'stopped')
);
comment on column factor_release.asked_at is 'When the member was told, and the 24 hours began.';
comment on column factor_release.ended_by is 'The operator who stopped it. Null where the member did, by using the factor.';
create index factor_release_member on factor_release (member_id, id desc);
create unique index factor_release_open on factor_release (member_id) where status in ('proposed', 'waiting');
create index factor_release_queue on factor_release (status, id desc);
create index factor_release_due on factor_release (asked_at) where status = 'waiting';
create trigger name_who_acts after insert or update on factor_release
  for each row execute function name_who_acts('maker', 'checker', 'ended_by');
create constraint trigger require_entry after insert or update on factor_release deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'maker', 'checker', 'ended_by');

create function tell_factor_release(member bigint, event text) returns void
language sql set search_path = public, pg_temp as $$
  insert into security_event (member_id, kind, device) values (member, event, '');
  insert into outbox (member_id, message) values (member, '{"type":"account"}');
$$;

-- Carries out a release that waited for 24 hours; false where it is over, or where its time has not come. The worker reads
-- which are due and carries out each by itself: one that fails takes no other back with it. The member is locked before the
-- sessions and the release: all who write them come in this order. On a live site no money leaves for a day, as after a new
-- password. Nobody did it: the entry stands with the member, and names the release, which names its operators.
create function carry_out_factor_release(due bigint) returns boolean
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

-- A practice site has no gateway that sends six-digit codes to members. At its console an operator sees the codes that wait. The
-- role console cannot read the table of codes: this function is the only way, it writes an entry of the audit log each time, and
-- it refuses on a live site.
create function read_practice_codes(operator bigint, life_sec integer, most integer)
  returns table (member_id bigint, username text, purpose text, sealed bytea, made_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shown bigint[];
begin
  if not exists (select from site where mode = 'practice') then
    raise exception 'CODES_REFUSED: LIVE' using errcode = 'CD195';
  end if;
  shown := array(select o.member_id from code_outbox o where o.made_at > clock_timestamp() - make_interval(secs => life_sec)
    order by o.made_at desc, o.member_id limit least(most, 50));
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'console/practice-codes/read', 'site', 'codes', jsonb_build_object('members', array_to_string(shown, ', ')));
  return query select o.member_id, m.username, o.purpose, o.sealed, o.made_at
    from code_outbox o join member m on m.id = o.member_id
    where o.member_id = any(shown) and o.made_at > clock_timestamp() - make_interval(secs => life_sec)
    order by o.made_at desc, o.member_id;
end $$;

-- What operators have to know before they propose: nothing else of the factors is shown to them.
create function has_second_factor(member bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from member_totp t where t.member_id = member and t.secret_sealed is not null)
    or exists (select from passkey p where p.member_id = member)
$$;

-- The edges of a release. Times are the database's. The console cannot name the states that only the member and the clock bring.
create function decide_factor_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'RELEASE_REFUSED: STATE' using errcode = 'CD196';
    end if;
    if not exists (select from member m join role r on r.name = any(m.roles) where m.id = new.maker) then
      raise exception 'RELEASE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD196';
    end if;
    if not has_second_factor(new.member_id) then
      raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';
    end if;
    return new;
  end if;
  if (old.status, new.status) not in (('proposed', 'waiting'), ('proposed', 'rejected'), ('proposed', 'withdrawn'),
      ('waiting', 'stopped'), ('waiting', 'released')) then
    raise exception 'RELEASE_REFUSED: STATE' using errcode = 'CD196';
  end if;
  if old.status = 'waiting' and new.checker is distinct from old.checker then
    raise exception 'RELEASE_REFUSED: FIXED' using errcode = 'CD196';
  end if;
  if calling_role() = 'candor_console' and (new.status = 'released' or new.status = 'stopped' and new.ended_by is null) then
    raise exception 'RELEASE_REFUSED: NOT_ALLOWED' using errcode = 'CD196';
  end if;
  if (old.status = 'proposed' or new.ended_by is not null)
    and not exists (select from member m join role r on r.name = any(m.roles) where m.id = coalesce(new.ended_by, new.checker)) then
    raise exception 'RELEASE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD196';
  end if;
  case new.status
    when 'waiting' then
      if not has_second_factor(new.member_id) then
        raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';
      end if;
      new.decided_at := clock_timestamp();
      new.asked_at := new.decided_at;
      perform tell_factor_release(new.member_id, 'releaseAsked');
    when 'stopped' then
      new.done_at := clock_timestamp();
      perform tell_factor_release(new.member_id, 'releaseStopped');
    when 'released' then
      if old.asked_at > clock_timestamp() - interval '24 hours' then
        raise exception 'RELEASE_REFUSED: TOO_EARLY' using errcode = 'CD196';
      end if;
      new.done_at := clock_timestamp();
      perform tell_factor_release(new.member_id, 'released');
    else
      new.decided_at := clock_timestamp();
  end case;
  return new;
end $$;
create trigger decide_factor_release before insert or update on factor_release
  for each row execute function decide_factor_release();

-- Whoever can use the factor has not lost it.
create function object_to_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update factor_release r set status = 'stopped' where r.member_id = new.member_id and r.status = 'waiting';
  return null;
end $$;
create trigger object_to_release after insert on member_login
  for each row when (new.factor <> 'none') execute function object_to_release();
create trigger object_to_release after update of confirmed_at on session
  for each row when (new.confirmed_at is not null) execute function object_to_release();

-- Puzzles that a stranger's form was sent with. Each works once, in every process of the site. A row costs its sender work,
-- and is deleted when its puzzle is too old to be taken: every use deletes a few of them.
create table used_puzzle (
  id         bytea primary key check (length(id) = 16),
  expires_at timestamptz not null
);
comment on table used_puzzle is 'Solved puzzles that were used, until they expire. Written by use_puzzle() alone.';
create index used_puzzle_expiry on used_puzzle (expires_at);

-- True for the first use. A puzzle that expires later than any puzzle does is not one of ours.
create function use_puzzle(p_id bytea, p_expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_expires_at <= clock_timestamp() or p_expires_at > clock_timestamp() + interval '1 hour' then
    return false;
  end if;
  delete from used_puzzle where id in (
    select id from used_puzzle where expires_at < clock_timestamp() order by expires_at limit 4 for update skip locked);
  insert into used_puzzle (id, expires_at) values (p_id, p_expires_at) on conflict do nothing;
  return found;
end $$;

-- What guards the console's login is counted in tables of its own. Whoever is at the member site, or has the login of the role http,
-- cannot use up the tries of operators, and cannot clear their locks. The other way round it is the same.
create table console_captcha (like captcha including defaults including indexes,
  constraint console_captcha_level_check check (level between 0 and 2),
  constraint console_captcha_used_by_check check (length(used_by) = 32),
  constraint console_captcha_check check ((used_by is null) = (passed is null)));
comment on table console_captcha is 'As captcha, for the console.';

create table console_login_failure (like login_failure including defaults including indexes,
  constraint console_login_failure_lane_check check (length(lane) <= 64),
  constraint console_login_failure_failures_check check (failures >= 0));
comment on table console_login_failure is 'As login_failure, for the console.';

create table console_login_budget (like login_budget including defaults including indexes,
  constraint console_login_budget_key_check check (length(key) <= 64));
comment on table console_login_budget is 'As login_budget, for the console.';

create table console_login_network (like login_network including defaults including indexes,
  constraint console_login_network_network_check check (length(network) <= 64),
  foreign key (member_id) references member (id));
comment on table console_login_network is 'As login_network, for the console.';

create table console_rate_limit (like rate_limit including defaults including indexes);
comment on table console_rate_limit is 'As rate_limit, for the console.';

create function clear_console_login_lane(cleared text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from console_login_failure where lane = cleared
$$;

-- What is too old to matter, as in the tables of the member site.
create function forget_console_counts() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from console_captcha where expires_at < clock_timestamp();
  delete from console_login_failure where last_at < clock_timestamp() - interval '1 day';
  delete from console_login_budget where drained_at < clock_timestamp();
  delete from console_login_network where last_at < clock_timestamp() - interval '90 days';
  delete from console_rate_limit where expire < (extract(epoch from clock_timestamp()) - 3600) * 1000
$$;

-- Rows end through functions that delete exactly what may go (0015 says why). A statement of such a function locks rows alone.

-- What of a member the console ended. It stands in the chain, in the name of whoever did it.
create function note_ended_sessions(of_member bigint, ended integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() <> 'candor_console' then return; end if;
  if current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  if ended > 0 then
    perform record_act('member/sessions/end', 'member', of_member::text, jsonb_build_object('count', ended));
  end if;
end $$;

-- Answers whether the member had this session.
create function end_session(of_member bigint, ended uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  had boolean;
begin
  delete from session s where s.id = ended and s.member_id = of_member;
  had := found;
  perform note_ended_sessions(of_member, had::integer);
  return had;
end $$;

-- All of a member, live or not, but one. Answers how many live ones ended.
create function end_sessions(of_member bigint, kept uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with gone_now as (
    delete from session s where s.member_id = of_member and s.id is distinct from kept returning s.expires_at)
  select count(*)::integer into gone from gone_now g where g.expires_at > clock_timestamp();
  -- Nor does a login go on that proved its password before.
  delete from factor_challenge where member_id = of_member and purpose = 'login';
  perform note_ended_sessions(of_member, gone);
  return gone;
end $$;

-- Beyond the newest ones, and the expired ones.
create function end_oldest_sessions(of_member bigint, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session where member_id = of_member and id not in (
    select id from session where member_id = of_member and expires_at > clock_timestamp() order by id desc limit kept)
$$;

create function forget_sessions() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session where expires_at < clock_timestamp();
  delete from frozen_session where ended_at < clock_timestamp() - interval '30 days'
$$;

-- For each of these tokens the code of the reason why its member is frozen now; null for every other token.
create function freezes_behind(hashes bytea[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select r.code from unnest(hashes) with ordinality as w (token_hash, place)
  left join frozen_session f on f.token_hash = w.token_hash
  left join member m on m.id = f.member_id and m.frozen
  left join lateral (select x.code from member_restriction x
    where x.member_id = m.id and x.kind = 'frozen' and x.restricted order by x.id desc limit 1) r on true
  order by w.place
$$;

create function clear_login_lane(cleared text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from login_failure where lane = cleared
$$;

create function forget_captchas() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from captcha where expires_at < clock_timestamp()
$$;

-- A count is forgotten after a day (FORGET_AFTER_SEC of the domain), a network after 90.
create function forget_login_attempts() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from login_failure where last_at < clock_timestamp() - interval '1 day';
  delete from login_budget where drained_at < clock_timestamp();
  delete from login_network where last_at < clock_timestamp() - interval '90 days'
$$;

-- How long a member can look back at their logins.
create function forget_logins() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from member_login where at < clock_timestamp() - interval '180 days'
$$;

-- Counts of calls whose window ended an hour ago. `expire` has epoch milliseconds.
create function forget_rate_limits() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from rate_limit where expire < (extract(epoch from clock_timestamp()) - 3600) * 1000
$$;

create function forget_oldest_challenges(of_member bigint, its_purpose text, its_bound bytea, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from factor_challenge where token_hash in (
    select token_hash from factor_challenge where bound_to = its_bound and member_id = of_member and purpose = its_purpose
    order by expires_at desc offset kept)
$$;

-- Answers whether the challenge was there: it is used up now.
create function use_challenge(its_token bytea, its_purpose text, its_bound bytea) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from factor_challenge where token_hash = its_token and purpose = its_purpose and bound_to = its_bound
      and expires_at > clock_timestamp() returning 1)
  select exists (select from gone)
$$;

create function forget_challenges() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from factor_challenge where expires_at < clock_timestamp()
$$;

create function drop_passkey(of_member bigint, dropped uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from passkey where member_id = of_member and id = dropped
$$;

-- What is still on its way is worth nothing once a code was used.
create function drop_sent_codes(of_member bigint, its_purpose text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where member_id = of_member and purpose = its_purpose
$$;

create function drop_sent_code(dropped uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where id = dropped
$$;

-- A code lives ten minutes (CODE_LIFE_SEC of the domain); that there was one is kept for a day.
create function forget_codes() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where made_at < clock_timestamp() - interval '10 minutes';
  delete from account_code where made_at < clock_timestamp() - interval '1 day'
$$;

create function forget_nonces() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from device_nonce where expires_at < clock_timestamp()
$$;

-- A retry of a call is recognised for seven days.
create function forget_keys() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency where created_at < clock_timestamp() - interval '7 days';
  delete from register_attempt where created_at < clock_timestamp() - interval '7 days'
$$;
