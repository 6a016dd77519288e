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
create unique index text_version_change on text_version (change_id) where change_id is not null;
comment on column text_version.shipped is 'The version of the text that came with the release; null: operators wrote it.';

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
  foreign key (slug, version) references text_version (slug, version),
  check (slug in ('agreement', 'privacy', 'risk'))
);
comment on table text_acceptance is 'Insert-only: which version of which text a member agreed to, and when.';

create function decide_text_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('text/' || new.slug, 0));
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

revoke execute on function decide_text_change(), publish_text(), keep_published_text() from public;
grant select on text_version to candor_http, candor_console;
grant select, insert (member_id, slug, version) on text_acceptance to candor_http;
grant select on text_change, text_acceptance to candor_console;
grant insert (id, slug, base, texts, reason, maker), update (status, checker, note) on text_change to candor_console;

-- A reviewer checks what an admin wrote. Admins and auditors have their rights by their patterns.
update role set permissions = permissions || '{site:text:read,site:text:check}' where name = 'reviewer';
