-- The schema is the last guard of every promise: who may write what is decided by grants, and what can exist by
-- constraints. Amounts are minor units of the account currency, rates are 1/10,000, prices are units of
-- 10^-decimals of their product. Times are the database's clock.

do $$ begin
  if not exists (select from pg_roles where rolname = 'candor_app') then
    create role candor_app nologin;
  end if;
end $$;

revoke all on schema public from public;
grant usage on schema public to candor_app;

-- Site ------------------------------------------------------------------------------------------------------------

create table site (
  only_row          boolean primary key default true check (only_row),
  mode              text not null check (mode in ('practice', 'live')),
  name              text not null default 'Candor',
  currency          text not null default 'CNY',
  currency_symbol   text not null default '¥',
  currency_decimals smallint not null default 2 check (currency_decimals between 0 and 4),
  time_zone         text not null default 'Asia/Shanghai',
  domain            text,
  web_logo          text not null default '',
  service_url       text not null default '',
  download_url      text not null default '',
  registration_open boolean not null default true,
  invite_required   boolean not null default false,
  identity_required boolean not null default false,
  practice_grant    bigint not null default 10000000 check (practice_grant > 0),
  created_at        timestamptz not null default clock_timestamp()
);
comment on table site is 'One row. A database remembers its mode and refuses the other.';

-- Members and sessions --------------------------------------------------------------------------------------------

create table member (
  id                     bigint generated always as identity primary key,
  username               text not null check (username ~ '^[A-Za-z0-9_]{4,32}$'),
  password_hash          text not null,
  withdraw_password_hash text not null,
  phone                  text not null,
  country                text,
  real_name_sealed       bytea,
  id_number_sealed       bytea,
  avatar                 text not null default '',
  invite_code            text not null unique check (invite_code ~ '^[A-Z0-9]{6,12}$'),
  invited_by             bigint references member (id),
  language               text check (language in ('zh-Hans', 'zh-Hant', 'en')),
  theme                  text check (theme in ('dark', 'light')),
  updown                 text check (updown in ('red-up', 'green-up', 'blue-up')),
  care_mode              boolean not null default false,
  roles                  text[] not null default '{member}',
  permissions            text[] not null default '{}',
  frozen                 boolean not null default false,
  login_allowed          boolean not null default true,
  trading_allowed        boolean not null default true,
  created_at             timestamptz not null default clock_timestamp()
);
create unique index member_username_key on member (lower(username));
create unique index member_phone_key on member (phone);

create table session (
  id           uuid primary key default uuidv7(),
  member_id    bigint not null references member (id),
  token_hash   bytea not null unique check (length(token_hash) = 32),
  user_agent   text not null default '' check (length(user_agent) <= 300),
  address      text not null default '' check (length(address) <= 64),
  created_at   timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null
);
comment on column session.token_hash is 'SHA-256 of the bearer token; the token itself is never stored.';
create index session_member on session (member_id, created_at desc);
create index session_expiry on session (expires_at);

create table captcha (
  id          uuid primary key,
  answer_hash bytea not null,
  expires_at  timestamptz not null
);
comment on table captcha is 'A row is deleted by its first use, right or wrong.';
create index captcha_expiry on captcha (expires_at);

create table login_failure (
  username_key text primary key check (length(username_key) <= 64),
  failures     integer not null check (failures > 0),
  locked_until timestamptz,
  last_at      timestamptz not null default clock_timestamp()
);

create table register_attempt (
  key         uuid primary key,
  fingerprint bytea not null,
  member_id   bigint not null references member (id),
  created_at  timestamptz not null default clock_timestamp()
);
comment on table register_attempt is 'A retry of a registration with an equal fingerprint gets a fresh token, never a second member.';

create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Products and terms ----------------------------------------------------------------------------------------------

create table product (
  code      text primary key check (code ~ '^[A-Z0-9]{3,16}$'),
  names     jsonb not null,
  category  text not null check (category in ('crypto', 'forex', 'metal', 'index', 'stock')),
  decimals  smallint not null check (decimals between 0 and 8),
  calendar  jsonb,
  active    boolean not null default true,
  forbidden boolean not null default false,
  position  integer not null
);
comment on column product.calendar is 'Trading sessions in a named time zone with holidays; null is always open.';

create table terms (
  product      text not null references product (code),
  version      integer not null check (version > 0),
  durations    jsonb not null,
  fee_rate     bigint not null default 0 check (fee_rate between 0 and 10000),
  presets      jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (product, version)
);
comment on table terms is 'Insert-only: an order keeps the version it was accepted under.';

-- Ledger ----------------------------------------------------------------------------------------------------------

create table account (
  id        bigint generated always as identity primary key,
  member_id bigint references member (id),
  wallet    text not null check (wallet in ('practice', 'cash')),
  kind      text not null check (kind in ('funds', 'savings', 'invested', 'escrow', 'house', 'fees', 'grants', 'clearing')),
  currency  text not null,
  posted    bigint not null default 0,
  held      bigint not null default 0 check (held >= 0),
  seq       bigint not null default 0,
  check ((member_id is not null) = (kind in ('funds', 'savings', 'invested'))),
  -- Member accounts never go below zero; house accounts keep no running row, so that they are never a hot lock.
  check (case when member_id is null then posted = 0 and held = 0 and seq = 0 else posted - held >= 0 end),
  unique nulls not distinct (member_id, wallet, kind, currency),
  unique (id, wallet, currency)
);

create table transfer (
  id                   uuid primary key default uuidv7(),
  debit_account        bigint not null,
  credit_account       bigint not null,
  amount               bigint not null check (amount > 0),
  type                 text not null check (type in (
    'practiceGrant', 'practiceReset', 'orderStake', 'orderPayout', 'orderRefund', 'orderClose', 'fee', 'recharge',
    'manualAdd', 'withdraw', 'withdrawalReturned', 'manualDeduct', 'invitationReward', 'investment', 'redemption',
    'interest', 'savingsIn', 'savingsOut')),
  wallet               text not null,
  currency             text not null,
  phase                text not null default 'single' check (phase in ('single', 'pending', 'post', 'void')),
  pending_id           uuid unique references transfer (id),
  ref_type             text not null,
  ref_id               text not null,
  member_id            bigint references member (id),
  at                   timestamptz not null default clock_timestamp(),
  debit_seq            bigint,
  debit_balance_after  bigint,
  credit_seq           bigint,
  credit_balance_after bigint,
  check (debit_account <> credit_account),
  check ((phase in ('post', 'void')) = (pending_id is not null)),
  check ((debit_seq is null) = (debit_balance_after is null)),
  check ((credit_seq is null) = (credit_balance_after is null)),
  -- Both accounts in the transfer's own wallet and currency: practice and cash can never mix.
  foreign key (debit_account, wallet, currency) references account (id, wallet, currency),
  foreign key (credit_account, wallet, currency) references account (id, wallet, currency)
);
create unique index transfer_debit_seq on transfer (debit_account, debit_seq) where debit_seq is not null;
create unique index transfer_credit_seq on transfer (credit_account, credit_seq) where credit_seq is not null;
create index transfer_ref on transfer (ref_id);

-- Ticks: written by one function only ------------------------------------------------------------------------------

create table feed_leader (
  only_row boolean primary key default true check (only_row),
  epoch    bigint not null default 0
);
insert into feed_leader default values;

create table tick (
  product        text not null references product (code),
  seq            bigint not null check (seq > 0),
  at             timestamptz not null,
  price          bigint not null,
  status         text not null check (status in ('OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED')),
  feed           text not null check (feed in ('live', 'replay', 'simulated')),
  epoch          bigint not null,
  sources        jsonb not null,
  sources_digest bytea not null check (length(sources_digest) = 32),
  prev_hash      bytea not null check (length(prev_hash) = 32),
  hash           bytea not null check (length(hash) = 32),
  primary key (product, seq, at)
) partition by range (at);
create unique index tick_at on tick (product, at);

create table tick_head (
  product text primary key references product (code),
  seq     bigint not null,
  at      timestamptz not null,
  price   bigint not null,
  status  text not null,
  hash    bytea not null
);

create function ensure_tick_partition(day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition_name text := 'tick_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is null then
    execute format('create table if not exists %I partition of tick for values from (%L) to (%L)', partition_name,
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end if;
end $$;

create function price_text(units bigint, decimals smallint) returns text
language sql immutable strict parallel safe as $$
  select round(units::numeric / power(10::numeric, decimals::numeric), decimals)::text
$$;

create function take_feed_lead() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update feed_leader set epoch = epoch + 1 returning epoch
$$;

-- The database itself decides whether a tick may join the chain. A fenced writer (an older epoch) writes nothing at
-- all; a tick that does not extend the head, is not after the last, lies in the future or is over two seconds old is
-- refused. The hash is computed here again, so that a wrong one can not be stored.
create function publish_ticks(writer_epoch bigint, ticks jsonb) returns table (product text, refused text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry jsonb;
  head tick_head%rowtype;
  place smallint;
  tick_at timestamptz;
  tick_time timestamptz := clock_timestamp();
  expected_hash bytea;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for share) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  perform ensure_tick_partition((tick_time at time zone 'UTC')::date);
  perform ensure_tick_partition(((tick_time - interval '5 seconds') at time zone 'UTC')::date);
  for entry in select value from jsonb_array_elements(ticks) loop
    product := entry ->> 'product';
    refused := null;
    tick_at := (entry ->> 'at')::timestamptz;
    select decimals into strict place from product p where p.code = publish_ticks.product;
    select * into head from tick_head h where h.product = publish_ticks.product for update;
    if tick_at > tick_time then refused := 'FUTURE';
    elsif tick_at < tick_time - interval '2 seconds' then refused := 'LATE';
    elsif date_trunc('second', tick_at) <> tick_at then refused := 'NOT_WHOLE_SECOND';
    elsif head.product is not null and tick_at <= head.at then refused := 'NOT_AFTER_LAST';
    elsif (entry ->> 'seq')::bigint <> coalesce(head.seq, 0) + 1 then refused := 'SEQ';
    elsif decode(entry ->> 'prevHash', 'hex') <> coalesce(head.hash, decode(repeat('00', 32), 'hex')) then refused := 'PREV_HASH';
    end if;
    if refused is null then
      expected_hash := sha256(convert_to(
        'candor-tick-v1' || E'\n' || (entry ->> 'prevHash') || E'\n' || product || E'\n' || (entry ->> 'seq') || E'\n'
        || to_char(tick_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n'
        || price_text((entry ->> 'price')::bigint, place) || E'\n' || (entry ->> 'status') || E'\n' || (entry ->> 'feed') || E'\n'
        || writer_epoch::text || E'\n' || (entry ->> 'sourcesDigest') || E'\n', 'UTF8'));
      if expected_hash <> decode(entry ->> 'hash', 'hex') then refused := 'HASH'; end if;
    end if;
    if refused is null then
      insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status',
        entry ->> 'feed', writer_epoch, entry -> 'sources', decode(entry ->> 'sourcesDigest', 'hex'),
        decode(entry ->> 'prevHash', 'hex'), expected_hash);
      insert into tick_head as h (product, seq, at, price, status, hash)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status', expected_hash)
      on conflict on constraint tick_head_pkey do update
        set seq = excluded.seq, at = excluded.at, price = excluded.price, status = excluded.status, hash = excluded.hash;
    end if;
    return next;
  end loop;
end $$;

create table candle (
  product text not null references product (code),
  t       timestamptz not null,
  o       bigint not null,
  h       bigint not null,
  l       bigint not null,
  c       bigint not null,
  v       numeric,
  src     text,
  primary key (product, t),
  check (l <= least(o, c) and h >= greatest(o, c)),
  check (date_trunc('minute', t) = t)
);
comment on table candle is 'One minute each; higher intervals are folded. src names where a bar came from when it was not built from our ticks.';

-- Trading ---------------------------------------------------------------------------------------------------------

create table trade_order (
  id            uuid primary key,
  no            bigint generated always as identity (start 100001) unique,
  member_id     bigint not null references member (id),
  wallet        text not null check (wallet in ('practice', 'cash')),
  product       text not null,
  direction     text not null check (direction in ('up', 'down')),
  stake         bigint not null check (stake > 0),
  fee           bigint not null check (fee >= 0),
  payout_rate   bigint not null check (payout_rate > 0),
  payout        bigint not null check (payout > 0),
  duration_sec  integer not null check (duration_sec between 1 and 3600),
  terms_version integer not null,
  submitted_at  timestamptz not null,
  accepted_at   timestamptz not null,
  entry_at      timestamptz not null check (entry_at > accepted_at and date_trunc('second', entry_at) = entry_at),
  closes_at     timestamptz not null,
  check (closes_at = entry_at + make_interval(secs => duration_sec)),
  foreign key (product, terms_version) references terms (product, version)
);
comment on table trade_order is 'Insert-only: nothing about an accepted order can change.';
create index trade_order_member on trade_order (member_id, no desc);

create table position (
  member_id bigint not null,
  wallet    text not null,
  product   text not null,
  order_id  uuid not null unique references trade_order (id),
  closes_at timestamptz not null,
  primary key (member_id, wallet, product)
);
comment on table position is 'An order not yet settled; its primary key is the rule of one pending position.';
create index position_due on position (product, closes_at);

create table settlement (
  order_id    uuid primary key references trade_order (id),
  member_id   bigint not null,
  outcome     text not null check (outcome in ('won', 'lost', 'tied', 'voided')),
  reason      text check (reason in ('NO_ENTRY_TICK', 'NO_EXIT_TICK', 'EXIT_NOT_OK', 'EXIT_BEFORE_ENTRY')),
  entry_seq   bigint,
  entry_at    timestamptz,
  entry_price bigint,
  exit_seq    bigint,
  exit_at     timestamptz,
  exit_price  bigint,
  profit      bigint not null,
  credited    bigint not null check (credited >= 0),
  settled_at  timestamptz not null default clock_timestamp(),
  check ((outcome = 'voided') = (reason is not null)),
  check (outcome = 'voided' or (entry_seq is not null and exit_seq > entry_seq)),
  check (case outcome when 'won' then exit_price is distinct from entry_price when 'lost' then exit_price is distinct from entry_price
    when 'tied' then exit_price = entry_price else true end)
);
create index settlement_member on settlement (member_id, settled_at desc);

create table idempotency (
  member_id   bigint not null references member (id),
  route       text not null,
  key         uuid not null,
  fingerprint bytea not null,
  answer      jsonb not null,
  created_at  timestamptz not null default clock_timestamp(),
  primary key (member_id, route, key)
);
create index idempotency_age on idempotency (created_at);

create table outbox (
  id         bigint generated always as identity primary key,
  member_id  bigint not null,
  message    jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);

-- What the application may do --------------------------------------------------------------------------------------

grant select, insert, update on site to candor_app;
grant select, insert on member, terms, transfer, trade_order, settlement, register_attempt, idempotency to candor_app;
grant update (password_hash, withdraw_password_hash, avatar, language, theme, updown, care_mode, frozen, login_allowed, trading_allowed,
  real_name_sealed, id_number_sealed) on member to candor_app;
-- Locking a row needs the right to update at least one of its columns; member has it by the line above.
grant select, insert, update, delete on session, captcha, login_failure, rate_limit to candor_app;
grant delete on register_attempt, idempotency to candor_app;
grant select, insert, update (active, forbidden, names, calendar, position) on product to candor_app;
grant select, insert, update (posted, held, seq) on account to candor_app;
grant select on feed_leader, tick, tick_head to candor_app;
grant select, insert, update, delete on candle to candor_app;
grant select, insert, delete on position to candor_app;
grant select, insert, delete on outbox to candor_app;
revoke execute on function ensure_tick_partition(date), take_feed_lead(), publish_ticks(bigint, jsonb) from public;
grant execute on function take_feed_lead(), publish_ticks(bigint, jsonb), price_text(bigint, smallint) to candor_app;
