-- Announcements and the banners of the home screen. What an operator writes is a version that never changes; an edit and a
-- withdrawal are new versions. Members see the newest version, from the moment it is published for.

create table notice (
  id           uuid primary key,
  version      integer not null default 0,
  announced_at timestamptz
);
comment on column notice.version is 'The newest version. Written by a trigger alone.';
comment on column notice.announced_at is 'When the news of its publication was sent. Null while it waits for its time.';
create index notice_unannounced on notice (id) where announced_at is null;

create table notice_version (
  notice_id       uuid not null references notice (id),
  version         integer not null check (version > 0),
  category        text not null check (category in ('system', 'activity', 'trading', 'maintenance')),
  pinned          boolean not null,
  important       boolean not null,
  texts           jsonb not null check (texts ?& array['zh-Hans', 'zh-Hant', 'en'] and length(texts::text) <= 60000),
  published_from  timestamptz,
  published_until timestamptz check (published_until > published_from),
  starts_at       timestamptz,
  ends_at         timestamptz check (ends_at > starts_at and ends_at <= starts_at + interval '31 days'),
  areas           text[] not null check (areas <@ array['trade', 'deposit', 'withdrawal', 'invest', 'support']),
  withdrawn       boolean not null default false,
  reason          text check (length(reason) <= 300 and reason ~ '\S'),
  -- Null for the texts that come with the platform.
  operator_id     bigint references member (id),
  at              timestamptz not null default clock_timestamp(),
  primary key (notice_id, version),
  -- A maintenance has its window and says what it affects. Nothing else has.
  check ((category = 'maintenance') = (starts_at is not null) and (starts_at is null) = (ends_at is null)
    and (starts_at is null) = (cardinality(areas) = 0)),
  check (not withdrawn or reason is not null)
);
comment on table notice_version is 'Insert-only. published_from is null for a draft.';
create index notice_version_published on notice_version (published_from desc, notice_id) where published_from is not null;

-- The next version, of a notice that was not withdrawn. What members have seen keeps the moment it was published.
create function keep_notice_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest integer;
  before notice_version%rowtype;
begin
  select version into newest from notice where id = new.notice_id for update;
  if newest is null or new.version <> newest + 1 then
    raise exception 'NOTICE_REFUSED: OLD' using errcode = 'CD013';
  end if;
  select * into before from notice_version where notice_id = new.notice_id and version = newest;
  new.at := clock_timestamp();
  if before.withdrawn then
    raise exception 'NOTICE_REFUSED: WITHDRAWN' using errcode = 'CD013';
  end if;
  if before.published_from <= new.at then
    new.published_from := before.published_from;
  else
    -- A moment that has passed means now. Clocks of servers differ by less than a second.
    if new.published_from <= new.at + interval '1 second' then new.published_from := date_trunc('milliseconds', new.at); end if;
  end if;
  update notice set version = new.version where id = new.notice_id;
  return new;
end $$;
create trigger keep_notice_version before insert on notice_version
  for each row execute function keep_notice_version();

-- What members may see now. A draft, a text that waits for its time and one that was withdrawn are not in it.
create view shown_notice as
  select v.notice_id as id, v.version, v.category, v.pinned, v.important, v.texts, v.published_from, v.published_until,
    v.starts_at, v.ends_at, v.areas, v.at
  from notice n join notice_version v on v.notice_id = n.id and v.version = n.version
  where not v.withdrawn and v.published_from <= clock_timestamp() and (v.published_until > clock_timestamp()) is not false;

create table notice_read (
  member_id bigint primary key references member (id),
  up_to     timestamptz not null,
  also      uuid[] not null default '{}' check (cardinality(also) <= 200)
);
comment on table notice_read is 'What was published up to this moment has been read; also: single notices after it. One row for each member.';

create table banner (
  id      uuid primary key,
  version integer not null default 0
);

create table banner_version (
  banner_id   uuid not null references banner (id),
  version     integer not null check (version > 0),
  texts       jsonb not null check (texts ?& array['zh-Hans', 'zh-Hant', 'en'] and length(texts::text) <= 2000),
  -- A page of the app, or an https address.
  target      text not null check (length(target) <= 300 and target ~ '^(/pages/[A-Za-z0-9/]+(\?[A-Za-z0-9=&._-]+)?|https://[^[:space:][:cntrl:]@\\]+)$'),
  position    integer not null check (position between 0 and 999),
  shown_from  timestamptz,
  shown_until timestamptz check (shown_until > shown_from),
  withdrawn   boolean not null default false,
  reason      text check (length(reason) <= 300 and reason ~ '\S'),
  operator_id bigint references member (id),
  at          timestamptz not null default clock_timestamp(),
  primary key (banner_id, version),
  check (not withdrawn or reason is not null)
);
comment on table banner_version is 'Insert-only. shown_from is null for a draft.';

create function keep_banner_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest integer;
begin
  select version into newest from banner where id = new.banner_id for update;
  if newest is null or new.version <> newest + 1 then
    raise exception 'NOTICE_REFUSED: OLD' using errcode = 'CD013';
  end if;
  if exists (select from banner_version where banner_id = new.banner_id and version = newest and withdrawn) then
    raise exception 'NOTICE_REFUSED: WITHDRAWN' using errcode = 'CD013';
  end if;
  new.at := clock_timestamp();
  update banner set version = new.version where id = new.banner_id;
  return new;
end $$;
create trigger keep_banner_version before insert on banner_version
  for each row execute function keep_banner_version();

create view shown_banner as
  select v.banner_id as id, v.texts, v.target, v.position
  from banner b join banner_version v on v.banner_id = b.id and v.version = b.version
  where not v.withdrawn and v.shown_from <= clock_timestamp() and (v.shown_until > clock_timestamp()) is not false;

revoke execute on function keep_notice_version(), keep_banner_version() from public;
grant select on shown_notice, shown_banner to candor_http;
grant select, insert, update (up_to, also) on notice_read to candor_http;
grant select on notice, notice_version, banner, banner_version to candor_console;
grant insert (id) on notice, banner to candor_console;
grant insert (notice_id, version, category, pinned, important, texts, published_from, published_until, starts_at, ends_at, areas,
  withdrawn, reason, operator_id) on notice_version to candor_console;
grant insert (banner_id, version, texts, target, position, shown_from, shown_until, withdrawn, reason, operator_id)
  on banner_version to candor_console;
grant update (announced_at) on notice to candor_console;
-- The worker sends the news of what is published at its time.
grant select, update (announced_at) on notice to candor_worker;
grant select (notice_id, version, published_from, withdrawn) on notice_version to candor_worker;

comment on column outbox.member_id is 'Whom the message is for. Null, without orders and members: every member.';

update role set permissions = permissions || '{content:notice:read,content:notice:write}' where name = 'support';
