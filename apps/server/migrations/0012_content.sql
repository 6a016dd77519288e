-- Content: announcements, banners, and the texts of the site, all in versions.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- Announcements and the banners of the home screen. What an operator writes is a version that never changes; an edit and a
-- withdrawal are new versions. Members see the newest version, from the moment it is published for.
create table notice (
  id           uuid primary key,
  version      integer not null default 0,
  announced_at timestamptz,
  -- An announcement is told in batches, in the order of the sessions.
  pushed_after uuid,
  pushed_at    timestamptz
);
comment on column notice.version is 'The newest version. Written by a trigger alone.';
comment on column notice.announced_at is 'When the news of its publication was sent. Null while it waits for its time.';
comment on column notice.pushed_after is 'The last session of the batches that were queued. Null before the first one.';
comment on column notice.pushed_at is 'When all devices that want announcements were queued.';
create index notice_unannounced on notice (id) where announced_at is null;
create index notice_pushing on notice (announced_at) where pushed_at is null;
create trigger need_operator after insert or update on notice for each statement execute function need_operator();

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
create trigger name_who_acts after insert on notice_version for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on notice_version deferrable initially deferred
  for each row execute function require_entry('notice', 'notice_id', 'operator_id');

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
comment on table banner is 'One row a banner of the home screen: its newest version.';
create trigger need_operator after insert or update on banner for each statement execute function need_operator();

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
create trigger name_who_acts after insert on banner_version for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on banner_version deferrable initially deferred
  for each row execute function require_entry('banner', 'banner_id', 'operator_id');

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

-- The site's own texts, in versions. A version is published once, in all languages, and never changes. Those that bind a member
-- are published by two operators, the others by one. Members agree to a version, and which one they agreed to is kept.
create table text_change (
  id         uuid primary key default uuidv7(),
  slug       text not null check (slug in ('agreement', 'privacy', 'rules', 'risk', 'about', 'fairness')),
  base       integer not null check (base >= 0),
  texts      jsonb not null check (texts ?& array['zh-Hans', 'zh-Hant', 'en'] and length(texts::text) <= 200000),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker
    when 'rejected' then checker <> maker else checker <> maker or slug in ('about', 'fairness') end),
  check ((status = 'proposed') = (decided_at is null))
);
comment on column text_change.base is 'The version that the maker saw.';
create unique index text_change_open on text_change (slug) where status = 'proposed';
create trigger name_who_acts after insert or update on text_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on text_change deferrable initially deferred
  for each row execute function require_entry('text', 'id', 'maker', 'checker');

create table text_version (
  slug         text not null check (slug in ('agreement', 'privacy', 'rules', 'risk', 'about', 'fairness')),
  version      integer not null check (version > 0),
  shipped      text check (shipped ~ '^\d+\.\d+$'),
  change_id    uuid references text_change (id),
  texts        jsonb not null check (texts ?& array['zh-Hans', 'zh-Hant', 'en']),
  published_at timestamptz not null default clock_timestamp(),
  primary key (slug, version),
  check ((shipped is null) = (change_id is not null))
);
comment on table text_version is 'One row a published version of one of the site''s own texts.';
comment on column text_version.shipped is 'The version of the text that came with the release; null: operators wrote it.';
create unique index text_version_change on text_version (change_id) where change_id is not null;

create function keep_published_text() returns trigger
language plpgsql as $$
begin
  raise exception 'PUBLISHED_TEXT: it never changes' using errcode = 'CD180';
end $$;
create trigger keep_published_text before update or delete on text_version
  for each row execute function keep_published_text();

create table text_acceptance (
  member_id   bigint not null references member (id),
  slug        text not null,
  version     integer not null,
  accepted_at timestamptz not null default clock_timestamp(),
  primary key (member_id, slug, version),
  check (slug in ('agreement', 'privacy', 'risk')),
  foreign key (slug, version) references text_version (slug, version)
);
comment on table text_acceptance is 'Insert-only: which version of which text a member agreed to, and when.';

create function decide_text_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current integer;
begin
  perform wait_turn('text/' || new.slug);
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'TEXT_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD180';
  end if;
  select coalesce(max(version), 0) into current from text_version where slug = new.slug;
  if (tg_op = 'INSERT' or new.status = 'approved') and current <> new.base then
    raise exception 'TEXT_REFUSED: OLD' using errcode = 'CD180';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'TEXT_REFUSED: STATE' using errcode = 'CD180';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'TEXT_REFUSED: STATE' using errcode = 'CD180';
  end if;
  if (new.id, new.slug, new.base, new.texts, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.slug, old.base, old.texts, old.reason, old.maker, old.created_at) then
    raise exception 'TEXT_REFUSED: FIXED' using errcode = 'CD180';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger decide_text_change before insert or update on text_change
  for each row execute function decide_text_change();

create function publish_text() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into text_version (slug, version, change_id, texts) values (new.slug, new.base + 1, new.id, new.texts);
  return null;
end $$;
create trigger publish_text after update on text_change
  for each row when (new.status = 'approved') execute function publish_text();
