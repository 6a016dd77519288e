-- Other terms of a product: one operator proposes, another approves, and the database makes the next version of it. What runs keeps the
-- version under which it was accepted.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

create table product_terms_change (
  id         uuid primary key default uuidv7(),
  product    text not null references product (code),
  -- The version that the maker saw, and its terms, written by the database.
  base       integer not null check (base > 0),
  before     jsonb not null,
  terms      jsonb not null check (length(terms::text) <= 4000),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null))
);
comment on table product_terms_change is 'Proposed terms of a product: durations with payout and stakes, fee, presets. Approved, they are the next version.';
create unique index product_terms_change_open on product_terms_change (product) where status = 'proposed';
create trigger name_who_acts after insert or update on product_terms_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on product_terms_change deferrable initially deferred
  for each row execute function require_entry('productTerms', 'id', 'maker', 'checker');

-- The field of proposed terms that is wrong; null if none is. As termsProblem of packages/domain/src/trading/terms-draft.ts.
create function terms_draft_problem(t jsonb) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  offer jsonb;
  lengths bigint[] := '{}';
  preset jsonb;
  before bigint := 0;
begin
  if jsonb_typeof(t) <> 'object' or (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k)
      is distinct from '{durations,feeRate,presets}'::text[]
    or jsonb_typeof(t -> 'durations') <> 'array' or jsonb_typeof(t -> 'presets') <> 'array' or not is_whole(t -> 'feeRate') then
    return 'form';
  end if;
  if jsonb_array_length(t -> 'durations') not between 1 and 12 then return 'durations'; end if;
  if (t ->> 'feeRate')::bigint not between 0 and 1000 then return 'feeRate'; end if;
  for offer in select x from jsonb_array_elements(t -> 'durations') x loop
    if jsonb_typeof(offer) <> 'object' or (select array_agg(k order by k collate "C") from jsonb_object_keys(offer) k)
        is distinct from '{maxStake,minStake,payoutRate,seconds}'::text[]
      or not (is_whole(offer -> 'seconds') and is_whole(offer -> 'payoutRate') and is_whole(offer -> 'minStake') and is_whole(offer -> 'maxStake')) then
      return 'form';
    end if;
    if (offer ->> 'seconds')::bigint not between 5 and 3600 or (offer ->> 'seconds')::bigint = any (lengths) then return 'seconds'; end if;
    lengths := lengths || (offer ->> 'seconds')::bigint;
    if (offer ->> 'payoutRate')::bigint not between 100 and 10000 or (offer ->> 'payoutRate')::bigint <= (t ->> 'feeRate')::bigint then
      return 'payoutRate';
    end if;
    if (offer ->> 'minStake')::bigint <= 0 then return 'minStake'; end if;
    if (offer ->> 'maxStake')::bigint < (offer ->> 'minStake')::bigint or (offer ->> 'maxStake')::bigint > 1000000000000000 then
      return 'maxStake';
    end if;
  end loop;
  if jsonb_array_length(t -> 'presets') > 8 then return 'presets'; end if;
  for preset in select x from jsonb_array_elements(t -> 'presets') x loop
    if not is_whole(preset) then return 'form'; end if;
    if (preset #>> '{}')::bigint <= before or not exists (select from jsonb_array_elements(t -> 'durations') x
        where (preset #>> '{}')::bigint between (x ->> 'minStake')::bigint and (x ->> 'maxStake')::bigint) then
      return 'presets';
    end if;
    before := (preset #>> '{}')::bigint;
  end loop;
  return null;
end $$;

-- A number of a jsonb without a fraction, and of a size that fits.
create function is_whole(value jsonb) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select coalesce(jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^\d{1,18}$', false)
$$;

create function decide_product_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current terms%rowtype;
  problem text;
begin
  -- An approval lets the orders on their way pass, and those behind it see the new version: the lock of sealing (0009).
  if tg_op = 'UPDATE' and new.status = 'approved' then perform pg_advisory_xact_lock(727005); end if;
  perform wait_turn('terms/product/' || new.product);
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  select * into current from terms x where x.product = new.product order by x.version desc limit 1;
  if (tg_op = 'INSERT' or new.status = 'approved') and current.version is distinct from new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
    end if;
    problem := terms_draft_problem(new.terms);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
    new.before := jsonb_build_object('durations', current.durations, 'feeRate', current.fee_rate, 'presets', current.presets);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.product, new.base, new.before, new.terms, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.product, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger decide_product_terms before insert or update on product_terms_change for each row execute function decide_product_terms();

-- What is not proposed stays as it was (keep_price_rule, 0023).
create function publish_product_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into terms (product, version, durations, fee_rate, presets)
  values (new.product, new.base + 1, new.terms -> 'durations', (new.terms ->> 'feeRate')::bigint, new.terms -> 'presets');
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $$;
create trigger publish_product_terms after update on product_terms_change for each row
  when (old.status = 'proposed' and new.status = 'approved') execute function publish_product_terms();

revoke execute on function terms_draft_problem(jsonb), is_whole(jsonb), decide_product_terms(), publish_product_terms() from public;

grant select, insert (id, product, base, terms, reason, maker), update (status, checker, note) on product_terms_change to candor_console;

-- A cashier checks what an admin proposes, and proposes nothing: whoever counts money does not set its price.
update role set permissions = permissions || '{market:terms:check}' where name = 'cashier';
