-- A session carries the public key of the device that opened it. Calls that move money are signed with it, so that whoever
-- stole a token alone moves nothing. The key comes with the login and stays: no role may change it, nor whose session it is.

alter table session add column device_key bytea check (length(device_key) in (32, 65));
comment on column session.device_key is
  'A P-256 point (65 bytes) or an Ed25519 key (32). A session without one, such as one from before this column, moves no money.';
revoke update on session from candor_http;
grant update (last_seen_at, expires_at) on session to candor_http;

create table device_nonce (
  session_id uuid not null references session (id) on delete cascade,
  nonce      text not null check (nonce ~ '^[A-Za-z0-9_-]{22}$'),
  expires_at timestamptz not null,
  primary key (session_id, nonce)
);
comment on table device_nonce is 'Signatures that were used, until they are too old to be accepted again.';
create index device_nonce_expiry on device_nonce (expires_at);
grant insert on device_nonce to candor_http;
grant select (expires_at), delete on device_nonce to candor_worker;
