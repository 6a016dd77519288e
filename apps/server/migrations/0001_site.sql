-- The schema is the last guard of every promise: who may write what is decided by grants (0015_grants.sql), and what can
-- exist by constraints. Amounts are minor units of the account currency, rates are 1/10,000, prices are units of
-- 10^-decimals of their product. Times are the database's clock.
--
-- This file has what every other one uses: the logins, the site, who calls and who acts, and turns.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- One role per task, each with a login of its own. The console's is apart, so that no right of an operator is ever in the
-- process that members talk to. The embedded Postgres lets them log in; elsewhere the operator does, or one login becomes
-- each of them by `set role`.
do $$
declare
  name text;
begin
  foreach name in array array['candor_http', 'candor_feed', 'candor_worker', 'candor_console'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    -- Who owns the schema may become each of them, so that one login is enough for a whole site.
    if not pg_has_role(current_user, name, 'set') then
      execute format('grant %I to current_user with set true, inherit false', name);
    end if;
  end loop;
end $$;

revoke all on schema public from public;
grant usage on schema public to candor_http, candor_feed, candor_worker, candor_console;

-- What Postgres gives to everybody is taken from the logins: objects outside every table, and locks by a number of one's
-- choice. (Who may connect and make temporary tables is decided at each start: platform/db/bound-logins.ts.) An owner who is
-- no superuser may not take back what belongs to Postgres itself: these lines then only warn.
do $$
declare
  one record;
begin
  for one in
    select p.oid::regprocedure as signature from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and has_function_privilege('public', p.oid, 'execute')
      -- Large objects, locks by number, and bytes in the write-ahead log.
      and (p.proname ~ '^(lo_|loread$|lowrite$)' or p.proname ~ '^pg_(try_)?advisory' or p.proname = 'pg_logical_emit_message')
  loop
    execute format('revoke execute on function %s from public', one.signature);
  end loop;
end $$;

create table site (
  only_row          boolean primary key default true check (only_row),
  mode              text not null check (mode in ('practice', 'live')),
  name              text not null default 'Candor',
  currency          text not null,
  currency_symbol   text not null,
  currency_decimals smallint not null check (currency_decimals between 0 and 4),
  time_zone         text not null default 'Asia/Shanghai',
  domain            text,
  web_logo          text not null default '',
  registration_open boolean not null default true,
  invite_required   boolean not null default false,
  identity_required boolean not null default false,
  practice_grant    bigint not null check (practice_grant > 0),
  created_at        timestamptz not null default clock_timestamp(),
  -- The setting SITE_CURRENCY names it; the columns have no default. Two decimals where nobody said so would turn every stored
  -- amount into another one.
  check (currency <> '')
);
comment on table site is 'One row. A database remembers its mode and refuses the other.';

create table site_key (
  id         text primary key check (id ~ '^[a-z]+:[0-9a-f]{16}$'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table site_key is 'Purpose and the first 64 bits of the SHA-256 of a key. A process with another key would seal what no other can read.';

-- Once terms are published or money has moved, another currency would change what every stored amount means.
create function keep_site_currency() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.currency, new.currency_decimals) is distinct from (old.currency, old.currency_decimals)
    and (exists (select from transfer) or exists (select from terms)) then
    raise exception 'SITE_CURRENCY_FIXED' using errcode = 'CD040';
  end if;
  return new;
end $$;
create trigger keep_site_currency before update on site for each row execute function keep_site_currency();

create function price_text(units bigint, decimals smallint) returns text
language sql immutable strict parallel safe as $$
  select round(units::numeric / power(10::numeric, decimals::numeric), decimals)::text
$$;

-- The role that a session works as, also inside functions with the owner's rights: those change current_user, but neither
-- session_user nor what `set role` chose.
create function calling_role() returns text
language sql stable as $$ select coalesce(nullif(current_setting('role'), 'none'), session_user) $$;

-- What every order writes refers to members, terms, orders and accounts. A check row by row was half of the cost of writing
-- it. These references are checked once a statement instead, by the functions that write the rows, which are the only way
-- in: accept_orders looks up members and terms, accept_settlements the orders, write_transfers the accounts. The
-- constraints stay declared ("not enforced"), so that the schema says what refers to what, and a table that is referred to
-- cannot be truncated.
--
-- The other side is stricter than a reference: keys that are referred to never change, and rows that are referred to are
-- never deleted. No role can do either; only the owner could.
create function refuse_key_change() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'KEY_FIXED: %', tg_table_name using errcode = '23503', table = tg_table_name;
end $$;

-- The lock waits for every transaction that wrote a row which may refer to one of these, and lets no other begin.
create function refuse_orphans() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  orphan text;
begin
  if tg_table_name in ('member', 'terms') then lock table trade_order in share row exclusive mode;
  elsif tg_table_name = 'trade_order' then lock table position, settlement in share row exclusive mode;
  else lock table transfer in share row exclusive mode;
  end if;
  case tg_table_name
    when 'member' then
      select 'trade_order' into orphan from gone g join trade_order o on o.member_id = g.id limit 1;
    when 'terms' then
      select 'trade_order' into orphan from gone g join trade_order o on o.product = g.product and o.terms_version = g.version limit 1;
    when 'trade_order' then
      select t.name into orphan from gone g cross join lateral (
        select 'position' as name from position p where p.order_id = g.id
        union all select 'settlement' from settlement s where s.order_id = g.id) t limit 1;
    when 'account' then
      select 'transfer' into orphan from gone g join transfer t on g.id in (t.debit_account, t.credit_account) limit 1;
    when 'transfer' then
      select 'transfer' into orphan from gone g join transfer t on t.pending_id = g.id limit 1;
  end case;
  if orphan is not null then
    raise exception 'STILL_REFERENCED: % from %', tg_table_name, orphan using errcode = '23503', table = tg_table_name;
  end if;
  return null;
end $$;

create function keep_sealed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'SEALED: %', tg_table_name using errcode = 'CD010', table = tg_table_name;
end $$;

-- The database itself knows who acts at the console. A transaction names its session once (act_as, 0004), by the hash of
-- its token, and every look-up goes to the session again: a setting alone is never believed. The role console cannot read
-- these hashes, and cannot write a session: only functions open, extend and end one, and a login that is finished stands in
-- the chain of the audit. Entries come from functions alone; who is named in one is never the caller's choice.

-- Whose session this transaction named, if the session may be used and has come so far. Null for anything else.
create function operator_at(stages text[]) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select s.operator_id from operator_session s join member m on m.id = s.operator_id
  where s.token_hash = decode(nullif(current_setting('candor.session', true), ''), 'hex') and s.stage = any(stages)
    and s.expires_at > clock_timestamp() and m.login_allowed and not m.frozen
    and exists (select from role r where r.name = any(m.roles))
$$;

-- Who acts, with a login that is finished.
create function current_operator() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$ select operator_at('{full}') $$;

-- What the console writes in an operator's name is that of the operator whose session the transaction named, in every
-- table. And what operators decide is committed only together with its entry in the chain of the audit.
--
-- The columns that the trigger lists name who acts. Null, and what was written before, stay free: who was named then, was
-- there.
create function name_who_acts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  named bigint;
begin
  if calling_role() <> 'candor_console' then return null; end if;
  foreach name in array tg_argv loop
    named := (to_jsonb(new) ->> name)::bigint;
    if named is not null and (tg_op = 'INSERT' or named is distinct from (to_jsonb(old) ->> name)::bigint)
      and named is distinct from current_operator() then
      raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name || '.' || name;
    end if;
  end loop;
  return null;
end $$;

-- Each step of a deposit or withdrawal has the hands that it needs, and none that are left over from before: nobody's earlier word
-- counts for what was decided after it.
create function check_hands() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me bigint;
begin
  if calling_role() <> 'candor_console' or new.status = old.status then return null; end if;
  me := current_operator();
  if not coalesce(case
      when new.status = 'reviewing' then new.taken_by = me and num_nonnulls(new.first_by, new.second_by) = 0
      when new.status = 'pending' then num_nonnulls(new.taken_by, new.first_by, new.second_by) = 0
      when new.status = 'seconding' then new.first_by = me and new.second_by is null
      when old.first_by is null then new.first_by = me and new.second_by is null
      when new.status = 'rejected' and old.first_by = me then new.first_by = me and new.second_by is null
      else new.first_by = old.first_by and new.second_by = me end, false) then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name || ' ' || new.id;
  end if;
  return null;
end $$;

-- At the end of a transaction of the console: whoever the row names for this step has an entry about it in the chain, of this
-- transaction, and a row that came to another state has that state in the entry. Who acts at the end does not count: it could be
-- somebody else by then. Arguments: the type of the subject, the column of its id, and the columns that name operators. With
-- none of them, it is whoever acts.
create function require_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  after_it jsonb := to_jsonb(new);
  before_it jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  came_to text;
  actors bigint[];
begin
  if calling_role() <> 'candor_console' then return null; end if;
  came_to := case when tg_op = 'INSERT' then null
    when after_it ->> 'paid_out' <> before_it ->> 'paid_out' then after_it ->> 'paid_out'
    when after_it ->> 'status' <> before_it ->> 'status' then after_it ->> 'status' end;
  actors := array(select distinct (after_it ->> c.name)::bigint from unnest(tg_argv[2:]) c (name)
    where after_it ->> c.name is not null and (before_it is null or after_it ->> c.name is distinct from before_it ->> c.name
      -- Whose step it was, also when it was theirs before.
      or c.name = 'moved_by' and came_to is not null));
  if cardinality(actors) = 0 then actors := array[current_operator()]; end if;
  if exists (select from unnest(actors) w (who) where not exists (
    select from audit a
    where a.subject_type = tg_argv[0] and a.subject_id = after_it ->> tg_argv[1] and a.seq is not null
      and a.actor_id = w.who and a.at >= transaction_timestamp() and a.xmin = pg_current_xact_id()::xid
      and (came_to is null or came_to in (a.detail ->> 'to', a.detail ->> 'status', a.detail ->> 'payout')))) then
    raise exception 'AUDIT_REFUSED: NO_ENTRY' using errcode = 'CD303', detail = tg_table_name || ' ' || (after_it ->> tg_argv[1]);
  end if;
  return null;
end $$;

-- Without an operator, the console changes nothing: also not where a row needs no entry of its own.
create function need_operator() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300', detail = tg_table_name;
  end if;
  return null;
end $$;
-- Transactions about one subject wait for each other. A role takes only the locks of its task, so that none can stop
-- another by a number it knows. These locks have a number space of their own: no text reaches the lock of the order log, of
-- the feed or of the archive. The console waits in an operator's name alone.
create function wait_turn(subject text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform pg_advisory_xact_lock(727, hashtext(subject));
end $$;

-- The answers of calls, kept for a retry: what a call answered is sent again exactly as it was written, and never looked
-- into. So it is text that is checked to be JSON, not taken apart and put together again. Rows are written under the lock
-- of the member they name, who is never deleted: a reference would only cost. Answers of operators hold what they wrote:
-- the members' side neither reads them nor writes one in their place.
create table idempotency (
  member_id   bigint not null,
  route       text not null,
  key         uuid not null,
  fingerprint bytea not null,
  answer      json not null,
  created_at  timestamptz not null default clock_timestamp(),
  primary key (member_id, route, key)
);
create index idempotency_age on idempotency (created_at);
alter table idempotency enable row level security;
create policy members on idempotency to candor_http using (route not like 'console/%') with check (route not like 'console/%');
create policy desk on idempotency to candor_console using (route like 'console/%') with check (route like 'console/%');
create policy cleaning on idempotency to candor_worker using (true);
-- A kept answer is that of the operator's own call.
create trigger name_who_acts after insert on idempotency for each row
  when (coalesce(nullif(current_setting('role'), 'none'), session_user) = 'candor_console') execute function name_who_acts('member_id');
create trigger need_operator after insert or update on idempotency for each statement
  when (coalesce(nullif(current_setting('role'), 'none'), session_user) = 'candor_console') execute function need_operator();

-- News on its way to members, told as it is written. It is written in the transaction that it is about.
create table outbox (
  id         bigint generated always as identity primary key,
  member_id  bigint,
  message    json,
  created_at timestamptz not null default clock_timestamp(),
  -- News of a batch of orders is one row with their ids. What it says is read when it is sent.
  orders     uuid[] storage external check (cardinality(orders) between 1 and 10000),
  -- News for many members is one row.
  members    bigint[] storage external check (cardinality(members) between 1 and 10000),
  check ((orders is null) = (message is not null)
    and (orders is null or member_id is null) and (members is null or member_id is null and orders is null))
);
comment on column outbox.orders is 'Orders whose members hear what is true of them now; instead of a member and a message.';
comment on column outbox.member_id is 'Whom the message is for. Null, without orders and members: every member.';
comment on column outbox.members is 'Members who all hear the message; instead of one.';
create trigger need_operator after insert or update on outbox for each statement
  when (coalesce(nullif(current_setting('role'), 'none'), session_user) = 'candor_console') execute function need_operator();

-- Takes the oldest rows out; each goes to one taker only.
create function take_outbox(most integer)
returns table (id bigint, member_id bigint, message json, members bigint[], orders uuid[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    with taken as (
      delete from outbox o where o.id in (select x.id from outbox x order by x.id limit most)
      returning o.id, o.member_id, o.message, o.members, o.orders)
    select t.id, t.member_id, t.message, t.members, t.orders from taken t order by t.id;
end $$;
