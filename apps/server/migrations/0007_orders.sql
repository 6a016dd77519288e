-- Orders: what an accepted order is, what it takes, and its text that is hashed.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- Who checks what is "not enforced" here: refuse_key_change in 0001.
create table trade_order (
  id                 uuid primary key,
  no                 bigint generated always as identity (start 100001) unique,
  member_id          bigint not null references member (id) not enforced,
  wallet             text not null check (wallet in ('practice', 'cash')),
  product            text not null,
  direction          text not null check (direction in ('up', 'down')),
  stake              bigint not null check (stake > 0),
  fee                bigint not null check (fee >= 0),
  payout_rate        bigint not null check (payout_rate > 0),
  payout             bigint not null check (payout > 0),
  duration_sec       integer not null check (duration_sec between 1 and 3600),
  terms_version      integer not null,
  submitted_at       timestamptz not null,
  accepted_at        timestamptz not null,
  entry_at           timestamptz not null check (entry_at > accepted_at and date_trunc('second', entry_at) = entry_at),
  closes_at          timestamptz not null,
  -- An order holds the key of the call that placed it. The answer to a retry follows from the order, so nothing else has to
  -- be stored for it, and the key of an order never expires. Refusals stay in the table idempotency.
  key                uuid,
  fingerprint        bytea check (length(fingerprint) = 32),
  -- With the nonce, the commitment of an order tells nothing to those who do not have it.
  nonce              uuid,
  document_version   smallint not null default 2,
  -- What the member's device signed when it sent the order. The order's document names the hash of it, so the site commits to it
  -- with the order. Why: decision 068; the text: packages/proof/src/order-request.ts.
  request_key        bytea,
  request_signature  bytea,
  requested_at       timestamptz,
  request_terms_hash bytea,
  check (closes_at = entry_at + make_interval(secs => duration_sec)),
  foreign key (product, terms_version) references terms (product, version) not enforced,
  constraint trade_order_key_check check ((key is null) = (fingerprint is null)),
  check (document_version in (1, 2)),
  constraint trade_order_request_check check (num_nulls(request_key, request_signature, requested_at, request_terms_hash) = 4
    or num_nulls(request_key, request_signature, requested_at, request_terms_hash, key) = 0 and document_version > 1),
  check (length(request_key) in (32, 65)),
  check (length(request_signature) = 64),
  check (length(request_terms_hash) = 32),
  -- As isTimely of packages/domain/src/trading/place-order.ts.
  constraint trade_order_requested_at_check check (requested_at = date_trunc('milliseconds', requested_at)
    and requested_at > accepted_at - interval '35 seconds' and requested_at <= accepted_at + interval '5 seconds')
);
comment on table trade_order is 'Insert-only: nothing about an accepted order can change.';
comment on column trade_order.key is 'Idempotency key of the call that placed the order. An order without one has no request of a device.';
comment on column trade_order.nonce is
  'Random; part of the commitment to the order. An order without one cannot be placed (keep_order_log, 0009).';
comment on column trade_order.document_version is 'Of the text that is hashed. No role writes it: a new order has the newest.';
comment on column trade_order.request_key is
  'The public key of the device that signed the order: an Ed25519 key (32 bytes) or a P-256 point (65). Null if none did.';
comment on column trade_order.request_terms_hash is 'The terms that the member saw.';
create index trade_order_member on trade_order (member_id, no desc);
create unique index trade_order_key on trade_order (member_id, key) where key is not null;
-- Orders by the moment of their close. Those of one second are few enough to sort where the public list needs them sorted:
-- an index that holds the hash of every id was a third of the cost of an order's indexes.
create index trade_order_closes on trade_order (closes_at);
create trigger keep_key before update of id, member_id, wallet, product, terms_version on trade_order
  for each statement execute function refuse_key_change();
create trigger keep_parent after delete on trade_order referencing old table as gone for each statement execute function refuse_orphans();
create trigger keep_own_limits after insert on trade_order referencing new table as placed
  for each statement execute function keep_own_limits();

-- A position is found by its member, wallet and product, which its order names too: the order itself needs no index.
create table position (
  member_id bigint not null,
  wallet    text not null,
  product   text not null,
  order_id  uuid not null references trade_order (id) not enforced,
  closes_at timestamptz not null,
  primary key (member_id, wallet, product)
);
comment on table position is 'An order not yet settled; its primary key is the rule of one pending position.';
-- Due orders are found in this order: the oldest close first, and the orders of a member next to each other.
create index position_due on position (closes_at, member_id);
create trigger keep_key before update of order_id, member_id, wallet, product on position
  for each statement execute function refuse_key_change();

-- An order is written only if the rules would accept it now, and its position is written with it. The sessions of a product
-- stand in its calendar, which is not read here: without a fresh price there is no order, and a closed product has none. An
-- order and what it takes are one statement: an order without its stake cannot exist (take_stakes).
--
-- CD006 names the rule. The moment of acceptance was read in this transaction. The entry is the first whole second after it
-- or, where a newer tick was known, after that tick; it is never before a tick that is known by now, so that nobody can
-- enter at a moment that is over. All amounts follow from the terms in force, which the order names. Amounts are computed
-- in two parts, so that no product of a stake and a rate is too large.
--
-- What orders share is checked once for all of them: those of a batch have few kinds.
create function accept_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  with kind as materialized (
    select distinct product, terms_version, duration_sec, wallet, accepted_at, entry_at, payout_rate, stake, fee, payout from placed
  ), offer as materialized (
    select k.product, k.terms_version, k.duration_sec, coalesce(p.active and not p.forbidden, false) as open, h.at as head_at,
      h.status = 'OK' as head_ok, t.version = k.terms_version as current, t.fee_rate, d.payout_rate, d.stake_min, d.stake_max
    from (select distinct product, terms_version, duration_sec from kind) k
    left join lateral (select x.active, x.forbidden from product x where x.code = k.product offset 0) p on true
    left join lateral (select x.at, x.status from tick_head x where x.product = k.product offset 0) h on true
    left join lateral (select x.version, x.fee_rate, x.durations from terms x where x.product = k.product
      order by x.version desc limit 1) t on true
    left join lateral (select (x ->> 'payoutRate')::bigint as payout_rate, (x ->> 'minStake')::bigint as stake_min,
      (x ->> 'maxStake')::bigint as stake_max
      from jsonb_array_elements(t.durations) as x where (x ->> 'seconds')::int = k.duration_sec limit 1) d on true
  )
  select c.rule, o.product into refused
  from kind o
  left join offer f on f.product = o.product and f.terms_version = o.terms_version and f.duration_sec = o.duration_sec
  cross join lateral (select case
    when o.accepted_at < date_trunc('milliseconds', now()) or o.accepted_at > clock_timestamp()
      or o.accepted_at < clock_timestamp() - interval '2 seconds' then 'ACCEPTED_AT'
    when o.entry_at < date_trunc('second', o.accepted_at) + interval '1 second'
      or o.entry_at > date_trunc('second', greatest(o.accepted_at, f.head_at)) + interval '1 second'
      or o.entry_at < f.head_at then 'ENTRY_AT'
    when o.wallet = 'cash' and exists (select from site where mode = 'practice') then 'WALLET'
    when not f.open then 'PRODUCT'
    -- A tick that came since the decision may say that the price is lost; the order was decided on the one before.
    when not coalesce(f.head_ok and f.head_at >= o.accepted_at - interval '3 seconds', false)
      and not exists (select from tick x where x.product = o.product and x.status = 'OK'
        and x.at >= o.accepted_at - interval '3 seconds' and x.at <= o.accepted_at) then 'PRICE'
    when not coalesce(f.current and o.payout_rate = f.payout_rate and o.stake between f.stake_min and f.stake_max
      and o.fee = o.stake / 10000 * f.fee_rate + o.stake % 10000 * f.fee_rate / 10000
      and o.payout = o.stake + o.stake / 10000 * f.payout_rate + o.stake % 10000 * f.payout_rate / 10000, false) then 'TERMS'
    end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'ORDER_REFUSED: %', refused.rule using errcode = 'CD006', detail = refused.product;
  end if;
  -- Every order has a member, who is there and may order.
  if exists (select from placed o
    left join lateral (select x.trading_allowed and not x.frozen as may from member x where x.id = o.member_id offset 0) m on true
    where m.may is not true) then
    raise exception 'ORDER_REFUSED: MEMBER' using errcode = 'CD006';
  end if;
  insert into position (member_id, wallet, product, order_id, closes_at)
  select member_id, wallet, product, id, closes_at from placed;
  return null;
end $$;
create trigger accept_orders after insert on trade_order referencing new table as placed
  for each statement execute function accept_orders();

-- Rows that come another way than through a trigger of ours, from the owner: a position is that of its order, in every
-- column.
create function check_positions() returns trigger
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from written w
    left join lateral (select x.member_id, x.wallet, x.product, x.closes_at from trade_order x where x.id = w.order_id offset 0) o on true
    where (w.member_id, w.wallet, w.product, w.closes_at) is distinct from (o.member_id, o.wallet, o.product, o.closes_at)) then
    raise exception 'POSITION_WITHOUT_ORDER' using errcode = '23503', table = 'position';
  end if;
  return null;
end $$;
create trigger check_positions after insert on position referencing new table as written
  for each statement when (pg_trigger_depth() = 0) execute function check_positions();

-- Takes the stakes and fees of orders, from the orders themselves. Runs after accept_orders, by its name, and is a trigger
-- of its own because each needs other settings for the planner. Every look-up in a table is by a whole key, one row at a
-- time; the settings keep it so whatever the statistics say.
--
-- A stake never overwrites a balance that changed meanwhile. A caller without the member's lock could read a balance, wait
-- for a settlement that pays into it, and write back what it had read: the payout would be gone. So an account moves only
-- from the line number that was read. If one did not move, the stakes name no account, and the statement is refused.
--
-- The transfers are dated with the acceptance of the order, to the microsecond, and not with the moment at which the row
-- was written. A receipt shows these moments, so they follow from a rule.
create function take_stakes() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  paid_in text := (select currency from site);
begin
  insert into account (wallet, kind, currency)
  select k.wallet, 'escrow', paid_in from (select distinct wallet from placed) k
  where not exists (select from account x where x.member_id is null and x.wallet = k.wallet and x.kind = 'escrow' and x.currency = paid_in)
  on conflict do nothing;

  -- A member without an account has no money: the order fails because its stake names no account.
  with house as materialized (
    select k.wallet, x.id from (select distinct wallet from placed) k
    left join lateral (select y.id from account y
      where y.member_id is null and y.wallet = k.wallet and y.kind = 'escrow' and y.currency = paid_in offset 0) x on true
  ), line as materialized (
    select o.id, o.member_id, o.wallet, o.amount, o.type, o.accepted_at, a.id as account, a.seq as seq_read,
      a.seq + row_number() over w as seq, a.posted - (sum(o.amount) over w)::bigint as posted,
      lead(a.id) over w is null as is_last
    from (
      select id, no, member_id, wallet, 1 as side, stake as amount, 'orderStake' as type, accepted_at from placed
      union all
      select id, no, member_id, wallet, 2, fee, 'fee', accepted_at from placed where fee > 0
    ) o
    left join lateral (select x.id, x.posted, x.seq from account x
      where x.member_id = o.member_id and x.wallet = o.wallet and x.kind = 'funds' and x.currency = paid_in offset 0) a on true
    window w as (partition by a.id order by o.no, o.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq from line l
    where l.is_last and a.id = l.account and a.seq = l.seq_read returning a.id
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at, debit_seq,
    debit_balance_after)
  select case when (select count(*) from moved) = (select count(account) from line where is_last) then l.account end, h.id,
    l.amount, l.type, l.wallet, paid_in, 'order', l.id::text, l.member_id, l.accepted_at, l.seq, l.posted
  from line l left join house h on h.wallet = l.wallet;
  return null;
end $$;
create trigger take_stakes after insert on trade_order referencing new table as placed
  for each statement execute function take_stakes();

-- The text of an order that is hashed: packages/proof/src/order-document.ts as canonical JSON. A document of the second
-- version names what the device signed. Without settings of its own, so that it becomes a part of the statement that uses
-- it: a call for each order would cost more than the hashes.
create function order_document(entry trade_order, terms_hash bytea, paid_in text, places smallint) returns text
language sql stable as $$
  select '{"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","currency":' || to_json(paid_in) || ',"direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","fee":"' || price_text(entry.fee, places) || '","format":"candor-order-v' || entry.document_version
    || '","id":"' || entry.id || '","no":"' || entry.no
    || '","payout":"' || price_text(entry.payout, places) || '","payoutRate":"' || price_text(entry.payout_rate, 4::smallint)
    || '","product":' || to_json(entry.product)
    || case when entry.document_version = 1 then '' else ',"requestHash":' || coalesce('"' || encode(sha256(convert_to(
      E'candor-order-request-v1\n' || entry.key || E'\n' || entry.product || E'\n' || entry.direction || E'\n' || entry.duration_sec
      || E'\n' || price_text(entry.stake, places) || E'\n' || entry.wallet || E'\n' || encode(entry.request_terms_hash, 'hex')
      || E'\n' || to_char(entry.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || E'\n' || encode(entry.request_key, 'hex') || E'\n' || encode(entry.request_signature, 'hex') || E'\n', 'UTF8')), 'hex')
      || '"', 'null') end
    || ',"stake":"' || price_text(entry.stake, places)
    || '","submittedAt":"' || to_char(entry.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$$;

create function order_commitment(nonce uuid, document text) returns bytea
language sql immutable as $$
  select sha256(convert_to(E'candor-log-order-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$$;

-- Every transaction that writes orders holds this one, and none that only reads.
create function hold_order_numbers() returns void
language sql security definer set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock_shared(727005)
$$;
