-- Devices that want notifications while the site is closed. A row belongs to one session and ends with it: a logout, a
-- session that is revoked, and a new password all end it.
create table push_subscription (
  session_id uuid primary key references session (id) on delete cascade,
  endpoint   text not null unique check (length(endpoint) <= 1000 and endpoint ~ '^https?://'),
  host       text not null check (length(host) between 1 and 260),
  device_key bytea not null check (length(device_key) = 65),
  auth       bytea not null check (length(auth) = 16),
  kinds      text[] not null check (kinds <@ array['settlement', 'deposit', 'withdrawal', 'notice'] and cardinality(kinds) between 1 and 4),
  amounts    boolean not null,
  language   text not null check (language in ('zh-Hans', 'zh-Hant', 'en')),
  at         timestamptz not null default clock_timestamp()
);
comment on column push_subscription.endpoint is 'The address at the push service of the browser. Whoever knows it can send nothing without our key.';
grant select, insert (session_id, endpoint, host, device_key, auth, kinds, amounts, language),
  update (endpoint, host, device_key, auth, kinds, amounts, language), delete on push_subscription to candor_http;
grant select (session_id), delete on push_subscription to candor_worker;

-- The devices of sessions that live, with their members. The worker cannot read sessions themselves.
create view push_device as
  select p.session_id, s.member_id, p.endpoint, p.host, p.device_key, p.auth, p.kinds, p.amounts, p.language
  from push_subscription p join session s on s.id = p.session_id join member m on m.id = s.member_id
  where s.expires_at > clock_timestamp() and m.login_allowed;
grant select on push_device to candor_worker;
grant select (id, member_id, status, paid_out, amount, fee) on withdrawal to candor_worker;

-- What a device is to be told. A row stays for a day, so that the same news is never sent twice.
create table push_message (
  session_id uuid not null references push_subscription (session_id) on delete cascade,
  kind       text not null check (kind in ('settlement', 'deposit', 'withdrawal', 'notice')),
  ref        text not null check (length(ref) between 1 and 80),
  tries      integer not null default 0 check (tries between 0 and 4),
  next_at    timestamptz default clock_timestamp(),
  made_at    timestamptz not null default clock_timestamp(),
  primary key (session_id, kind, ref)
);
comment on column push_message.next_at is 'When it is sent, or tried again. Null when it is done.';
create index push_message_due on push_message (next_at) where next_at is not null;
create index push_message_made on push_message (made_at);
grant select, insert (session_id, kind, ref), update (tries, next_at), delete on push_message to candor_worker;
