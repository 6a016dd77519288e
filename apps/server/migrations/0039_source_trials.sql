-- Before an operator proposes where the prices of a product come from, the exchanges are asked: the console writes what is to be tried, and the
-- process that has the way to the exchanges answers. Nothing of a trial becomes a price.

-- A symbol becomes part of an address: no path, host or query fits in it.
create function is_listing(listing jsonb) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select jsonb_typeof(listing) = 'object' and listing <> '{}' and not exists (
    select from jsonb_each(listing) x where jsonb_typeof(x.value) <> 'string' or not case x.key when 'binance' then x.value #>> '{}' ~ '^[A-Z0-9]{3,24}$'
      when 'okx' then x.value #>> '{}' ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$' when 'coinbase' then x.value #>> '{}' ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$'
      when 'kraken' then x.value #>> '{}' ~ '^[A-Z0-9]{1,16}/[A-Z0-9]{1,16}$' else false end)
$$;

create table source_trial (
  id          uuid primary key default uuidv7(),
  operator_id bigint not null references operator (id),
  category    text not null check (category in ('crypto', 'forex', 'metal', 'index', 'stock')),
  sources     jsonb not null check (jsonb_typeof(sources) = 'object' and length(sources::text) <= 400),
  created_at  timestamptz not null default clock_timestamp(),
  taken_at    timestamptz,
  ended_at    timestamptz,
  -- What each exchange answered; kept as long as a proposal may stand on it.
  answers     jsonb check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 2000),
  check ((answers is null) = (ended_at is null)),
  check (ended_at is null or taken_at is not null)
);
comment on table source_trial is 'Exchanges that are asked for a price before they are proposed as sources. Kept for a day.';
create unique index source_trial_open on source_trial (operator_id) where ended_at is null;
create trigger name_who_acts after insert or update on source_trial for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on source_trial deferrable initially deferred
  for each row execute function require_entry('sourceTrial', 'id', 'operator_id');

-- One at a time for an operator, ten a minute for all: an exchange bans an address that asks too often. It is taken once, and ends once.
create function guard_source_trial() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if not is_listing(new.sources) then
      raise exception 'TRIAL_REFUSED: BOUNDS' using errcode = 'CD045';
    end if;
    perform wait_turn('source-trials');
    delete from source_trial t where t.created_at < clock_timestamp() - interval '1 day'
      -- Nobody answered it: the process that tries was not there.
      or t.ended_at is null and t.created_at < clock_timestamp() - interval '1 minute';
    if exists (select from source_trial t where t.operator_id = new.operator_id and t.ended_at is null) then
      raise exception 'TRIAL_REFUSED: OPEN' using errcode = 'CD045';
    end if;
    if (select count(*) from source_trial t where t.created_at > clock_timestamp() - interval '1 minute') >= 10 then
      raise exception 'TRIAL_REFUSED: MANY' using errcode = 'CD045';
    end if;
    return new;
  end if;
  if (new.id, new.operator_id, new.category, new.sources, new.created_at) is distinct from (old.id, old.operator_id, old.category, old.sources, old.created_at)
    or old.ended_at is not null or old.taken_at is not null and new.answers is null then
    raise exception 'TRIAL_REFUSED: FIXED' using errcode = 'CD045';
  end if;
  if new.answers is null then
    new.taken_at := clock_timestamp();
  else
    new.taken_at := old.taken_at;
    new.ended_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger guard_source_trial before insert or update on source_trial for each row execute function guard_source_trial();

revoke execute on function is_listing(jsonb), guard_source_trial() from public;
grant select, insert (id, operator_id, category, sources) on source_trial to candor_console;
grant select, update (taken_at, answers) on source_trial to candor_feed;
