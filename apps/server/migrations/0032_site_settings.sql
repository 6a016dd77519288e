-- What a site is and says: looks, who it is, who may join, when it rests. One document in parts, each with its versions. What binds
-- members takes two operators; what only looks takes one, and so does everything before the site opens, when nobody is bound.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table site
  add column primary_colour text check (primary_colour ~ '^#[0-9a-f]{6}$'),
  add column languages      text[] not null default '{zh-Hans,zh-Hant,en}'
    check (languages <@ '{zh-Hans,zh-Hant,en}'::text[] and cardinality(languages) > 0),
  add column contact        jsonb not null default '{"email":"","phone":"","address":""}',
  add column footer         jsonb not null default '{"zh-Hans":"","zh-Hant":"","en":""}',
  add column maintenance    jsonb not null default '[]',
  add column settings_no    bigint not null default 0,
  add column basis_at       timestamptz,
  add column opened_at      timestamptz default clock_timestamp();
comment on column site.settings_no is 'Grows with every change of the settings: who reads them again compares it.';
comment on column site.basis_at is 'When an operator chose currency and time zone in the console. They never change afterwards.';
comment on column site.opened_at is 'Null while a new site is being set up: nobody can register, and one operator is enough.';

create table site_logo (
  id          text primary key check (id ~ '^[0-9a-f]{64}$'),
  png         bytea not null check (length(png) <= 262144),
  operator_id bigint not null references operator (id),
  created_at  timestamptz not null default clock_timestamp(),
  check (id = encode(sha256(png), 'hex'))
);
comment on table site_logo is 'Logos as the process of pictures drew them again. Named by the SHA-256 of their bytes; none changes or goes.';
create trigger name_who_acts after insert on site_logo for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on site_logo deferrable initially deferred
  for each row execute function require_entry('siteLogo', 'id', 'operator_id');

create table site_change (
  id         uuid primary key default uuidv7(),
  part       text not null check (part in ('look', 'identity', 'access', 'maintenance', 'basis', 'opening')),
  -- The version of the part that the maker saw, and what it said, written by the database.
  base       integer not null check (base >= 0),
  before     jsonb not null,
  value      jsonb not null check (length(value::text) <= 8000),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references operator (id),
  checker    bigint references operator (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  -- One operator was enough: it only looks, or the site was not open yet. Written by the database.
  alone      boolean not null default false,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker
    when 'approved' then checker <> maker or alone else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null))
);
comment on table site_change is 'Proposed settings of the site, by part. Approved, they are the next version of that part.';
create unique index site_change_open on site_change (part) where status = 'proposed';
create trigger name_who_acts after insert or update on site_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on site_change deferrable initially deferred
  for each row execute function require_entry('site', 'id', 'maker', 'checker');

create table site_version (
  part      text not null,
  version   integer not null check (version > 0),
  value     jsonb not null,
  change_id uuid not null unique references site_change (id),
  at        timestamptz not null default clock_timestamp(),
  primary key (part, version)
);
comment on table site_version is 'Every version of every part of the settings since they can be changed. Members read those that bind them.';

-- What a part says now.
create function site_part(of_part text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select case of_part
    when 'look' then jsonb_build_object('logo', nullif(replace(s.web_logo, '/api/index/logo/', ''), ''), 'primary', s.primary_colour)
    when 'identity' then jsonb_build_object('name', s.name, 'languages', to_jsonb(s.languages), 'contact', s.contact, 'footer', s.footer)
    when 'access' then jsonb_build_object('identityRequired', s.identity_required,
      'registration', case when not s.registration_open then 'closed' when s.invite_required then 'invite' else 'open' end)
    when 'maintenance' then jsonb_build_object('windows', s.maintenance)
    when 'basis' then jsonb_build_object('currency', s.currency, 'symbol', s.currency_symbol, 'decimals', s.currency_decimals, 'timeZone', s.time_zone)
    when 'opening' then jsonb_build_object('open', s.opened_at is not null)
  end from site s
$$;

create function has_keys(t jsonb, variadic keys text[]) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select coalesce(jsonb_typeof(t) = 'object'
    and (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) = (select array_agg(k order by k collate "C") from unnest(keys) k), false)
$$;

-- One line that people read: nothing that is no letter turns it around, hides in it or ends it.
create function is_line(t jsonb, longest integer) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select coalesce(jsonb_typeof(t) = 'string' and length(t #>> '{}') <= longest
    and t #>> '{}' !~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]', false)
$$;

-- The field of a part that is wrong; null if none is. As siteProblem of packages/domain/src/site/site-settings.ts.
create function site_part_problem(of_part text, t jsonb) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  x jsonb;
  begins timestamptz;
  ends timestamptz;
  last timestamptz := '-infinity';
  whole interval := '0';
  old jsonb := (select maintenance from site);
begin
  case of_part
  when 'look' then
    if not has_keys(t, 'logo', 'primary') then return 'form'; end if;
    if jsonb_typeof(t -> 'logo') <> 'null' and not exists (select from site_logo l where l.id = t ->> 'logo') then return 'logo'; end if;
    if jsonb_typeof(t -> 'primary') <> 'null' and coalesce(t ->> 'primary' !~ '^#[0-9a-f]{6}$', true) then return 'primary'; end if;
  when 'identity' then
    if not has_keys(t, 'name', 'languages', 'contact', 'footer') or not has_keys(t -> 'contact', 'email', 'phone', 'address')
      or not has_keys(t -> 'footer', 'zh-Hans', 'zh-Hant', 'en') or jsonb_typeof(t -> 'languages') <> 'array' then return 'form'; end if;
    if not is_line(t -> 'name', 24) or t ->> 'name' !~ '\S' then return 'name'; end if;
    if jsonb_array_length(t -> 'languages') not between 1 and 3 or not t -> 'languages' <@ '["zh-Hans","zh-Hant","en"]'
      or (select count(distinct l) from jsonb_array_elements(t -> 'languages') l) <> jsonb_array_length(t -> 'languages') then return 'languages'; end if;
    for x in select value from jsonb_each(t -> 'contact') loop if not is_line(x, 120) then return 'contact'; end if; end loop;
    for x in select value from jsonb_each(t -> 'footer') loop if not is_line(x, 300) then return 'footer'; end if; end loop;
  when 'access' then
    if not has_keys(t, 'identityRequired', 'registration') or jsonb_typeof(t -> 'identityRequired') <> 'boolean' then return 'form'; end if;
    if not t -> 'registration' <@ '["open","invite","closed"]' then return 'registration'; end if;
  when 'maintenance' then
    if not has_keys(t, 'windows') or jsonb_typeof(t -> 'windows') <> 'array' then return 'form'; end if;
    if jsonb_array_length(t -> 'windows') > 4 then return 'windows'; end if;
    for x in select value from jsonb_array_elements(t -> 'windows') loop
      if not has_keys(x, 'from', 'until') or x ->> 'from' !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'
        or x ->> 'until' !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$' then return 'form'; end if;
      begins := (x ->> 'from')::timestamptz;
      ends := (x ->> 'until')::timestamptz;
      if begins < last or ends <= begins or ends <= clock_timestamp() or ends - begins > interval '12 hours'
        or begins > clock_timestamp() + interval '90 days' then return 'windows'; end if;
      -- Members are told beforehand. One that was announced stays as it is, or ends earlier.
      if begins < clock_timestamp() + interval '15 minutes' and not exists (select from jsonb_array_elements(old) o
          where o ->> 'from' = x ->> 'from' and (o ->> 'until')::timestamptz >= ends) then return 'windows'; end if;
      last := ends;
      whole := whole + (ends - begins);
    end loop;
    if whole > interval '24 hours' then return 'windows'; end if;
  when 'basis' then
    if not has_keys(t, 'currency', 'symbol', 'decimals', 'timeZone') or not is_whole(t -> 'decimals') then return 'form'; end if;
    if coalesce(t ->> 'currency' !~ '^[A-Z]{3}$', true) then return 'currency'; end if;
    if (t ->> 'decimals')::integer > 4 then return 'decimals'; end if;
    if not is_line(t -> 'symbol', 5) or t ->> 'symbol' !~ '^\S+$' then return 'symbol'; end if;
    if not exists (select from pg_timezone_names z where z.name = t ->> 'timeZone') then return 'timeZone'; end if;
  when 'opening' then
    if t <> '{"open":true}' then return 'form'; end if;
  else
    return 'form';
  end case;
  return null;
end $$;

create function decide_site_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  now_is integer;
  problem text;
  s site%rowtype;
begin
  perform wait_turn('site/' || new.part);
  select * into strict s from site;
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  now_is := (select coalesce(max(v.version), 0) from site_version v where v.part = new.part);
  if tg_op = 'INSERT' or new.status = 'approved' then
    if now_is <> new.base then raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043'; end if;
    -- Currency and time zone are chosen once, and a site opens once, with them chosen.
    if new.part = 'basis' and (s.basis_at is not null or s.opened_at is not null)
      or new.part = 'opening' and (s.opened_at is not null or s.basis_at is null) then
      raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
    end if;
    problem := site_part_problem(new.part, new.value);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' or new.alone then raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043'; end if;
    new.before := site_part(new.part);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.part, new.base, new.before, new.value, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.part, old.base, old.before, old.value, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.alone := new.status = 'approved' and new.checker = new.maker and (new.part = 'look' or s.opened_at is null);
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger decide_site_change before insert or update on site_change for each row execute function decide_site_change();

create function publish_site_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t jsonb := new.value;
begin
  insert into site_version (part, version, value, change_id) values (new.part, new.base + 1, t, new.id);
  case new.part
  when 'look' then update site set web_logo = coalesce('/api/index/logo/' || (t ->> 'logo'), ''), primary_colour = t ->> 'primary';
  when 'identity' then update site set name = t ->> 'name', contact = t -> 'contact', footer = t -> 'footer',
    languages = array(select l #>> '{}' from jsonb_array_elements(t -> 'languages') l);
  when 'access' then update site set registration_open = t ->> 'registration' <> 'closed', invite_required = t ->> 'registration' = 'invite',
    identity_required = (t ->> 'identityRequired')::boolean;
  when 'maintenance' then update site set maintenance = t -> 'windows';
  when 'basis' then update site set currency = t ->> 'currency', currency_symbol = t ->> 'symbol', currency_decimals = (t ->> 'decimals')::smallint,
    practice_grant = 100000 * (10 ^ (t ->> 'decimals')::integer)::bigint, time_zone = t ->> 'timeZone', basis_at = clock_timestamp();
  when 'opening' then update site set opened_at = clock_timestamp();
  end case;
  update site set settings_no = settings_no + 1;
  -- A hint: every process reads the site again (decision 084).
  perform pg_notify('candor_everyone', '[]');
  return null;
end $$;
create trigger publish_site_change after update on site_change for each row
  when (old.status = 'proposed' and new.status = 'approved') execute function publish_site_change();

create function keep_site_version() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'CHANGE_REFUSED: KEPT' using errcode = 'CD043';
end $$;
create trigger keep_site_version before update or delete on site_version for each row execute function keep_site_version();
create trigger keep_site_logo before update or delete on site_logo for each row execute function keep_site_version();

-- Chosen once, or after money moved: amounts and business dates would mean something else. A site that opened stays open.
create or replace function keep_site_currency() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.currency, new.currency_decimals) is distinct from (old.currency, old.currency_decimals)
    and (old.basis_at is not null or exists (select from transfer) or exists (select from terms)) then
    raise exception 'SITE_CURRENCY_FIXED' using errcode = 'CD040';
  end if;
  if new.time_zone <> old.time_zone and (old.basis_at is not null or exists (select from transfer)) then
    raise exception 'SITE_TIME_ZONE_FIXED' using errcode = 'CD040';
  end if;
  if old.basis_at is distinct from new.basis_at and old.basis_at is not null
    or old.opened_at is distinct from new.opened_at and old.opened_at is not null then
    raise exception 'SITE_OPEN_FIXED' using errcode = 'CD040';
  end if;
  return new;
end $$;

-- Who may register is decided where it is written: a switch waits for the registrations on their way, and those behind it see it.
create function keep_registration() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s site%rowtype;
begin
  if calling_role() <> 'candor_http' then return new; end if;
  select * into s from site for share;
  if not found then return new; end if;
  if not s.registration_open or s.opened_at is null then
    raise exception 'REGISTRATION_REFUSED: CLOSED' using errcode = 'CD044';
  end if;
  if s.invite_required and new.invited_by is null then
    raise exception 'REGISTRATION_REFUSED: INVITE' using errcode = 'CD044';
  end if;
  if s.identity_required and (new.real_name_sealed is null or new.id_number_sealed is null) then
    raise exception 'REGISTRATION_REFUSED: IDENTITY' using errcode = 'CD044';
  end if;
  return new;
end $$;
create trigger keep_registration before insert on member for each row execute function keep_registration();

revoke execute on function site_part(text), has_keys(jsonb, text[]), is_line(jsonb, integer), site_part_problem(text, jsonb), decide_site_change(),
  publish_site_change(), keep_site_version(), keep_registration() from public;
grant execute on function site_part(text) to candor_console;

grant select on site_version to candor_http;
grant select (id, png) on site_logo to candor_http;
grant select on site_version, site_logo to candor_console;
grant insert (id, png, operator_id) on site_logo to candor_console;
grant select, insert (id, part, base, value, reason, maker), update (status, checker, note) on site_change to candor_console;

-- As with terms: a cashier checks and proposes nothing. Looks take one, who has to have the right to propose.
update role set permissions = permissions || '{site:settings:read,site:settings:check}' where name = 'cashier';
