-- Six-digit codes that prove a member has their phone. One live code for each purpose; its text is kept only as a HMAC.
create table account_code (
  member_id bigint not null references member (id),
  purpose   text not null check (purpose in ('withdrawPassword')),
  code_hash bytea not null check (length(code_hash) = 32),
  tries     integer not null default 0 check (tries between 0 and 5),
  used_at   timestamptz,
  made_at   timestamptz not null default clock_timestamp(),
  primary key (member_id, purpose)
);
grant select, insert (member_id, purpose, code_hash), update (code_hash, tries, used_at, made_at) on account_code to candor_http;
grant select, delete on account_code to candor_worker;

-- Codes on their way to a member, sealed with the address they go to. A row goes when it was delivered, used or is too old.
create table code_outbox (
  member_id bigint not null references member (id),
  purpose   text not null check (purpose in ('withdrawPassword')),
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
grant select, insert (member_id, purpose, channel, language, sealed), delete,
  update (id, channel, language, sealed, tries, next_at, made_at) on code_outbox to candor_http;
grant select, update (tries, next_at), delete on code_outbox to candor_worker;

alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in ('password', 'withdrawPassword', 'withdrawPasswordReset'));
