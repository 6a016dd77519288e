-- What the whole site can lose: by everything that runs, and on a business day. Each product has its share of it in its own terms (0031),
-- and the shares never add up to more. So the sum of all products stays below it, while an order is only ever compared with the limits of
-- its own product: orders of two products share no row and wait for no lock.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table site add column loss_open bigint check (loss_open between 0 and 1000000000000000), add column loss_day bigint;
alter table site add constraint site_loss_day_check check (loss_day between loss_open and 1000000000000000);
alter table site add constraint site_loss_check check ((loss_open is null) = (loss_day is null));
comment on column site.loss_open is 'What all orders that run can cost the house at most, in minor units: the limits of the products share it out. Null: no limit.';
comment on column site.loss_day is 'What a business day can cost at most.';

alter table site_change drop constraint site_change_part_check;
alter table site_change add constraint site_change_part_check
  check (part in ('look', 'identity', 'access', 'maintenance', 'limits', 'basis', 'opening'));

-- Whether the shares of the products fit; null if they do. A product without limits could lose anything.
create function site_limits_problem(of_open bigint, of_day bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case when bool_or(t.loss_product is null) then 'products' when sum(t.loss_product) > of_open then 'open'
    when sum(t.loss_day) > of_day then 'day' end
  from product p
  cross join lateral (select x.loss_product, x.loss_day from terms x where x.product = p.code order by x.version desc limit 1) t
  where p.active
$$;

-- Terms that come, and a product that comes back: whoever publishes waits for whoever changes the limits of the site.
create function keep_site_limits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  problem text;
begin
  perform wait_turn('site/limits');
  problem := (select site_limits_problem(s.loss_open, s.loss_day) from site s where s.loss_open is not null);
  if problem is not null then
    raise exception 'CHANGE_REFUSED: SITE_LIMITS' using errcode = 'CD043', detail = problem;
  end if;
  return null;
end $$;
create trigger keep_site_limits after insert on terms for each statement execute function keep_site_limits();
create trigger keep_site_limits after update of active on product for each row when (new.active and not old.active)
  execute function keep_site_limits();

CREATE OR REPLACE FUNCTION public.site_part(of_part text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case of_part
    when 'look' then jsonb_build_object('logo', nullif(replace(s.web_logo, '/api/index/logo/', ''), ''), 'primary', s.primary_colour)
    when 'identity' then jsonb_build_object('name', s.name, 'languages', to_jsonb(s.languages), 'contact', s.contact, 'footer', s.footer)
    when 'access' then jsonb_build_object('identityRequired', s.identity_required,
      'registration', case when not s.registration_open then 'closed' when s.invite_required then 'invite' else 'open' end)
    when 'maintenance' then jsonb_build_object('windows', s.maintenance)
    when 'basis' then jsonb_build_object('currency', s.currency, 'symbol', s.currency_symbol, 'decimals', s.currency_decimals, 'timeZone', s.time_zone)
    when 'limits' then jsonb_build_object('open', price_text(s.loss_open, s.currency_decimals), 'day', price_text(s.loss_day, s.currency_decimals))
    when 'opening' then jsonb_build_object('open', s.opened_at is not null)
  end from site s
$function$;

CREATE OR REPLACE FUNCTION public.site_part_problem(of_part text, t jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  x jsonb;
  begins timestamptz;
  ends timestamptz;
  last timestamptz := '-infinity';
  whole interval := '0';
  digits numeric;
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
  when 'limits' then
    if not has_keys(t, 'open', 'day') or exists (select from site where opened_at is null and basis_at is null)
      or (jsonb_typeof(t -> 'open') = 'null') <> (jsonb_typeof(t -> 'day') = 'null') then return 'form'; end if;
    if jsonb_typeof(t -> 'open') = 'null' then return null; end if;
    for x in select value from jsonb_each(t) loop
      if jsonb_typeof(x) <> 'string' or x #>> '{}' !~ '^(0|[1-9]\d{0,14})(\.\d{1,4})?$' then return 'form'; end if;
      digits := (x #>> '{}')::numeric * 10 ^ (select currency_decimals from site);
      if digits <> trunc(digits) or digits > 1000000000000000 then return 'form'; end if;
    end loop;
    if (t ->> 'day')::numeric < (t ->> 'open')::numeric then return 'day'; end if;
    return site_limits_problem(((t ->> 'open')::numeric * 10 ^ (select currency_decimals from site))::bigint,
      ((t ->> 'day')::numeric * 10 ^ (select currency_decimals from site))::bigint);
  when 'opening' then
    if t <> '{"open":true}' then return 'form'; end if;
  else
    return 'form';
  end case;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  when 'limits' then update site set loss_open = (t ->> 'open')::numeric * 10 ^ currency_decimals, loss_day = (t ->> 'day')::numeric * 10 ^ currency_decimals;
  when 'opening' then update site set opened_at = clock_timestamp();
  end case;
  update site set settings_no = settings_no + 1;
  -- A hint: every process reads the site again (decision 084).
  perform pg_notify('candor_everyone', '[]');
  return null;
end $function$;

revoke execute on function site_limits_problem(bigint, bigint), keep_site_limits() from public;
