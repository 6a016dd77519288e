-- What a member says of themself, and which keys a site's sealed data was written with.

alter table member
  add nickname  text not null default '' check (length(nickname) <= 64),
  add email     text check (length(email) <= 254),
  add time_zone text check (length(time_zone) <= 64);
grant update (nickname, email, time_zone) on member to candor_app;

create table site_key (
  id         text primary key check (id ~ '^[a-z]+:[0-9a-f]{16}$'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table site_key is 'Purpose and the first 64 bits of the SHA-256 of a key. A process with another key would seal what no other can read.';
grant select, insert on site_key to candor_app;

comment on table captcha is 'Used up by its first answer. A right one given under an Idempotency-Key leaves a hash of that call for 60 seconds, so that its retry may pass.';
