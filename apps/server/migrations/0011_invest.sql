-- Invest and save. A project is offered under versions of terms that never change; a holding keeps the version it was bought
-- under. Interest is ACT/365F and cumulative: what has accrued after k days is the exact sum, rounded once, and a day's row is
-- the difference. Dates are business dates of the site's time zone. A holding earns from its start, included, to its maturity,
-- not included; savings earn on the balance at the end of a date.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

create table agreement (
  code         text not null check (code in ('project', 'savings')),
  version      integer not null check (version > 0),
  title        jsonb not null,
  body         jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (code, version)
);
comment on table agreement is 'Insert-only: a holding names the version that its member agreed to.';

create table invest_policy (
  only_row      boolean primary key default true check (only_row),
  password_from bigint check (password_from > 0)
);
comment on table invest_policy is 'One row: when an investment asks for the withdraw password.';
comment on column invest_policy.password_from is 'From this amount on the withdraw password is asked for; null: never.';

create table project (
  id       uuid primary key,
  position integer not null,
  active   boolean not null default true,
  version  integer not null,
  sold     bigint not null default 0 check (sold >= 0)
);
comment on table project is 'One row a fixed-term project: which version of its terms is on offer, and how much of it is sold.';
comment on column project.sold is 'Principal of all running holdings. Written by triggers alone.';

create table project_terms (
  project_id      uuid not null references project (id),
  version         integer not null check (version > 0),
  names           jsonb not null check (names ?& array['zh-Hans', 'zh-Hant', 'en']),
  risk            text not null check (risk in ('low', 'medium', 'high')),
  term_days       integer not null check (term_days between 1 and 3650),
  annual_rate     bigint not null check (annual_rate between 0 and 10000),
  min             bigint not null check (min > 0),
  max             bigint not null check (max >= min and max <= 2500000000000),
  size            bigint not null check (size >= max),
  interest        text not null check (interest in ('daily', 'maturity')),
  early_lock_days integer check (early_lock_days >= 0 and early_lock_days < term_days),
  early_rate      bigint check (early_rate between 0 and annual_rate),
  opens_at        timestamptz,
  closes_at       timestamptz check (closes_at > opens_at),
  published_at    timestamptz not null default clock_timestamp(),
  primary key (project_id, version),
  check ((early_lock_days is null) = (early_rate is null)),
  -- Interest stays below the principal, so that principal x rate x days fits a bigint.
  check (annual_rate * term_days < 3650000)
);
comment on table project_terms is 'Insert-only: running holdings keep the version they were bought under.';

alter table project add foreign key (id, version) references project_terms (project_id, version);

create table holding (
  id           uuid primary key,
  reference    text not null unique check (reference ~ '^[A-Z0-9]{8}$'),
  member_id    bigint not null references member (id),
  wallet       text not null check (wallet in ('practice', 'cash')),
  currency     text not null,
  project_id   uuid not null,
  version      integer not null,
  agreement    integer not null,
  principal    bigint not null check (principal > 0),
  annual_rate  bigint not null,
  interest     text not null,
  starts_on    date not null,
  matures_on   date not null check (matures_on > starts_on),
  status       text not null default 'running' check (status in ('running', 'matured', 'redeemed')),
  paid         bigint not null default 0,
  paid_through date,
  last_payment bigint not null default 0,
  earned       bigint,
  ended_on     date,
  ended_at     timestamptz,
  roll_over    boolean not null default false,
  rolled_from  uuid unique references holding (id),
  created_at   timestamptz not null default clock_timestamp(),
  check ((status = 'running') = (ended_at is null) and (ended_at is null) = (earned is null) and (earned is null) = (ended_on is null)),
  check (earned is null or earned = paid),
  foreign key (project_id, version) references project_terms (project_id, version)
);
comment on table holding is 'One row a member''s share of a project, from its purchase to its end.';
comment on column holding.paid_through is 'The last business date whose interest was paid. last_payment is what was paid then, below zero where it was taken back.';
create index holding_member on holding (member_id, wallet, id desc);
create index holding_of_project on holding (project_id, member_id) where status = 'running';
create index holding_running on holding (id) where status = 'running';
create index holding_unpaid on holding (paid_through nulls first, id) where status = 'running' and interest = 'daily';
create index holding_due on holding (matures_on, id) where status = 'running';

-- Written by the close and by early redemptions alone. No reference to the holding: it would lock every holding every day.
create table holding_accrual (
  business_date date not null,
  holding_id    uuid not null,
  amount        bigint not null,
  primary key (business_date, holding_id)
);
comment on table holding_accrual is 'The sum of a holding''s rows is what it has earned. The row of an early redemption may be below zero.';

create table savings_rate (
  from_date   date primary key,
  annual_rate bigint not null check (annual_rate between 0 and 10000),
  created_at  timestamptz not null default clock_timestamp()
);
comment on table savings_rate is 'Insert-only: the rate from a business date on.';

create table savings (
  member_id  bigint not null references member (id),
  wallet     text not null check (wallet in ('practice', 'cash')),
  auto       boolean not null default false,
  keep       bigint not null default 0 check (keep >= 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, wallet)
);
comment on table savings is 'One row a member and wallet that uses savings: its choices. The amount is in the ledger.';
create index savings_auto on savings (member_id) where auto;

create table savings_transfer (
  id        uuid primary key,
  n         bigint generated always as identity unique,
  member_id bigint not null,
  wallet    text not null,
  currency  text not null,
  direction text not null check (direction in ('in', 'out')),
  origin    text not null check (origin in ('member', 'auto')),
  amount    bigint not null check (amount > 0),
  agreement integer not null,
  net       bigint not null,
  auto_on   date check ((auto_on is not null) = (origin = 'auto')),
  at        timestamptz not null,
  unique (member_id, wallet, auto_on),
  foreign key (member_id, wallet) references savings (member_id, wallet)
);
comment on table savings_transfer is 'One row an amount that a member or their automatic saving moved into savings or out.';
comment on column savings_transfer.net is 'All that went in minus all that went out, up to this one.';
create index savings_transfer_member on savings_transfer (member_id, wallet, n desc);

create table savings_accrual (
  member_id     bigint not null,
  wallet        text not null,
  business_date date not null,
  balance       bigint not null check (balance > 0),
  annual_rate   bigint not null,
  units         numeric not null,
  amount        bigint not null check (amount >= 0),
  posted_at     timestamptz,
  primary key (member_id, wallet, business_date)
);
comment on table savings_accrual is 'One row a member, wallet and business date: the interest of that date.';
comment on column savings_accrual.units is 'Exact interest of this date and all before it, in 1/3,650,000 of a minor unit.';
create index savings_accrual_unposted on savings_accrual (business_date, member_id, wallet) where posted_at is null and amount > 0;

-- One row per business date: how far its close is, and what it did.
create table business_day (
  business_date     date primary key,
  step              text not null default 'accrueHoldings' check (step in
    ('accrueHoldings', 'accrueSavings', 'payInterest', 'postSavings', 'mature', 'autoSave', 'closed')),
  after_holding     uuid,
  after_member      bigint not null default 0,
  holdings_accrued  bigint not null default 0,
  holdings_interest bigint not null default 0,
  savings_accrued   bigint not null default 0,
  savings_interest  bigint not null default 0,
  paid              bigint not null default 0,
  paid_interest     bigint not null default 0,
  posted            bigint not null default 0,
  posted_interest   bigint not null default 0,
  matured           bigint not null default 0,
  matured_principal bigint not null default 0,
  matured_interest  bigint not null default 0,
  rolled            bigint not null default 0,
  rolled_principal  bigint not null default 0,
  saved             bigint not null default 0,
  saved_amount      bigint not null default 0,
  batches           integer not null default 0,
  busy_ms           double precision not null default 0,
  started_at        timestamptz not null default clock_timestamp(),
  closed_at         timestamptz,
  -- After a failure the close tries fewer rows at once, until it has the one that fails alone.
  batch_rows        integer check (batch_rows > 0),
  check ((step = 'closed') = (closed_at is not null))
);
comment on column business_day.batch_rows is 'The most rows of the next batch; null: as many as the worker asks for.';
create unique index business_day_open on business_day ((true)) where step <> 'closed';

-- New terms, and new savings rates: one operator proposes, another approves.
create table invest_change (
  id           uuid primary key,
  kind         text not null check (kind in ('project', 'savingsRate')),
  project_id   uuid references project (id),
  base_version integer,
  terms        jsonb not null,
  reason       text not null check (length(reason) <= 300 and reason ~ '\S'),
  status       text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker        bigint not null references member (id),
  checker      bigint references member (id),
  note         text check (length(note) <= 300),
  created_at   timestamptz not null default clock_timestamp(),
  decided_at   timestamptz,
  check (kind = 'project' or project_id is null),
  check ((project_id is null) = (base_version is null)),
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null))
);
create index invest_change_queue on invest_change (status, id desc);
-- One open proposal for the terms of a project, and one for the savings rate: a second one would be made for terms that the first
-- may change.
create unique index invest_change_open_project on invest_change (project_id) where status = 'proposed';
create unique index invest_change_open_rate on invest_change (kind) where status = 'proposed' and kind = 'savingsRate';
create trigger name_who_acts after insert or update on invest_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on invest_change deferrable initially deferred
  for each row execute function require_entry('investChange', 'id', 'maker', 'checker');

-- Exact interest in 1/3,650,000 of a minor unit, rounded to a minor unit; ties to the even one. The first is not strict, so that
-- the planner writes it into the statements that call it for every row.
create function round_interest(units bigint) returns bigint
language sql immutable parallel safe as $$
  select units / 3650000 + case when 2 * (units % 3650000) > 3650000
    or 2 * (units % 3650000) = 3650000 and (units / 3650000) % 2 = 1 then 1 else 0 end
$$;

create function round_interest(units numeric) returns bigint
language sql immutable strict parallel safe as $$
  select (div(units, 3650000) + case when 2 * mod(units, 3650000) > 3650000
    or 2 * mod(units, 3650000) = 3650000 and mod(div(units, 3650000), 2) = 1 then 1 else 0 end)::bigint
$$;

-- Names the transfer of a holding or of a date of savings, so that each can exist only once. Ids of one date are neighbours.
create function invest_transfer(kind text, ref text, day date) returns uuid
language sql immutable strict parallel safe as $$
  select (lpad(to_hex((day - date '1970-01-01')::bigint * 86400000), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
  from (select encode(sha256(convert_to(kind || '/' || ref || '/' || day::text, 'UTF8')), 'hex')) as m (h)
$$;

create function business_date_at(moment timestamptz) returns date
language sql stable as $$ select (moment at time zone time_zone)::date from site $$;

-- The balance of a member's account before a moment. The lines of an account are numbered in the order of time.
create function balance_at(account_id bigint, moment timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  line record;
  found_balance bigint := 0;
begin
  select a.seq into high from account a where a.id = account_id;
  high := coalesce(high, 0);
  while low < high loop
    middle := (low + high + 1) / 2;
    select * into line from (
      select t.at, t.debit_balance_after as balance from transfer t where t.debit_account = account_id and t.debit_seq = middle
      union all
      select t.at, t.credit_balance_after from transfer t where t.credit_account = account_id and t.credit_seq = middle
    ) l;
    if line.at < moment then
      low := middle;
      found_balance := line.balance;
    else
      high := middle - 1;
    end if;
  end loop;
  return found_balance;
end $$;

-- Whoever buys locks the project first, so that what is left is still left when the purchase is written.
create function lock_project(wanted uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from project where id = wanted for no key update
$$;

-- A purchase: the terms that hold now, what the member may hold, and what is left for everyone. The project's row is locked, so
-- that parallel purchases come one after another and are never more than its size.
create function open_holding() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s site%rowtype;
  p project%rowtype;
  t project_terms%rowtype;
  before holding%rowtype;
  caller text := calling_role();
begin
  select * into strict s from site;
  select * into strict p from project where id = new.project_id for no key update;
  select * into strict t from project_terms where project_id = new.project_id and version = new.version;
  if new.status <> 'running' or new.version <> p.version or not p.active or new.currency <> s.currency
    or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
    or new.agreement <> (select coalesce(max(a.version), 0) from agreement a where a.code = 'project')
    or clock_timestamp() < t.opens_at or clock_timestamp() >= t.closes_at
    or new.principal < t.min or p.sold + new.principal > t.size
    or new.principal + (select coalesce(sum(h.principal), 0) from holding h
      where h.project_id = new.project_id and h.member_id = new.member_id and h.status = 'running' and h.wallet = new.wallet) > t.max
    or exists (select from member m where m.id = new.member_id and m.frozen) then
    raise exception 'HOLDING_REFUSED' using errcode = 'CD160';
  end if;
  new.starts_on := (clock_timestamp() at time zone s.time_zone)::date;
  if new.rolled_from is not null then
    -- It continues one that is over, was to be continued, and had terms that are not better. No day between them is lost.
    select * into strict before from holding where id = new.rolled_from;
    if caller = 'candor_http' or before.status <> 'matured' or not before.roll_over or before.member_id <> new.member_id
      or before.wallet <> new.wallet or before.project_id <> new.project_id or before.principal <> new.principal
      or t.annual_rate < before.annual_rate or t.term_days <> before.matures_on - before.starts_on then
      raise exception 'HOLDING_REFUSED: ROLLED' using errcode = 'CD160';
    end if;
    new.starts_on := before.matures_on;
  elsif caller = 'candor_worker' then
    raise exception 'HOLDING_REFUSED: WORKER' using errcode = 'CD160';
  end if;
  new.annual_rate := t.annual_rate;
  new.interest := t.interest;
  new.matures_on := new.starts_on + t.term_days;
  new.paid := 0;
  new.paid_through := null;
  new.last_payment := 0;
  update project set sold = sold + new.principal where id = new.project_id;
  return new;
end $$;
create trigger open_holding before insert on holding for each row execute function open_holding();

-- What may happen to a holding: its member changes the choice to continue, its interest is paid, it matures, or its member
-- redeems it early. Each amount is computed here, from the terms.
create function move_holding() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  today date := business_date_at(clock_timestamp());
  t project_terms%rowtype;
begin
  if old.status <> 'running' or (new.id, new.reference, new.member_id, new.wallet, new.currency, new.project_id, new.version,
      new.agreement, new.principal, new.annual_rate, new.interest, new.starts_on, new.matures_on, new.rolled_from, new.created_at)
    is distinct from (old.id, old.reference, old.member_id, old.wallet, old.currency, old.project_id, old.version,
      old.agreement, old.principal, old.annual_rate, old.interest, old.starts_on, old.matures_on, old.rolled_from, old.created_at) then
    raise exception 'HOLDING_FIXED' using errcode = 'CD160';
  end if;
  if new.status = 'running' then
    if new.roll_over <> old.roll_over then
      if not is_owner and caller <> 'candor_http' then
        raise exception 'HOLDING_REFUSED: CHOICE' using errcode = 'CD160';
      end if;
    elsif not is_owner and caller <> 'candor_worker' or new.interest <> 'daily'
      or new.paid_through is distinct from coalesce(old.paid_through + 1, old.starts_on) or new.paid_through >= today
      or new.paid_through >= new.matures_on then
      raise exception 'HOLDING_REFUSED: PAYMENT' using errcode = 'CD160';
    else
      new.paid := round_interest(new.principal * new.annual_rate * (new.paid_through - new.starts_on + 1));
      new.last_payment := new.paid - old.paid;
      return new;
    end if;
    new.paid := old.paid;
    new.paid_through := old.paid_through;
    new.last_payment := old.last_payment;
    return new;
  end if;
  if new.status = 'matured' then
    if not is_owner and caller <> 'candor_worker' or new.matures_on > today then
      raise exception 'HOLDING_REFUSED: MATURITY' using errcode = 'CD160';
    end if;
    new.ended_on := new.matures_on;
    new.earned := round_interest(new.principal * new.annual_rate * (new.matures_on - new.starts_on));
    new.paid_through := new.matures_on - 1;
    new.last_payment := case when new.earned = old.paid then old.last_payment else new.earned - old.paid end;
  else
    select * into strict t from project_terms where project_id = new.project_id and version = new.version;
    if not is_owner and caller <> 'candor_http' or t.early_rate is null or today < new.starts_on + t.early_lock_days
      or today >= new.matures_on then
      raise exception 'HOLDING_REFUSED: REDEMPTION' using errcode = 'CD160';
    end if;
    new.ended_on := today;
    new.earned := round_interest(new.principal * t.early_rate * (today - new.starts_on));
    new.paid_through := today;
    new.last_payment := new.earned - old.paid;
    -- Dates that are not closed yet, and today's row, which takes back what the early rate does not give.
    insert into holding_accrual (business_date, holding_id, amount)
    select d::date, new.id, round_interest(new.principal * new.annual_rate * (d::date - new.starts_on + 1))
      - round_interest(new.principal * new.annual_rate * (d::date - new.starts_on))
    from generate_series(new.starts_on, today - 1, interval '1 day') d
    on conflict do nothing;
    insert into holding_accrual (business_date, holding_id, amount)
    values (today, new.id, new.earned - round_interest(new.principal * new.annual_rate * (today - new.starts_on)));
  end if;
  new.paid := new.earned;
  new.ended_at := clock_timestamp();
  return new;
end $$;
create trigger move_holding before update on holding for each row execute function move_holding();

-- What ended is for sale again.
create function free_sold() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from project p where p.id in (select n.project_id from ended n where n.status <> 'running') order by p.id for no key update;
  update project p set sold = p.sold - e.principal
  from (select n.project_id, sum(n.principal) as principal from ended n join was o on o.id = n.id
    where n.status <> 'running' and o.status = 'running' group by 1) e
  where p.id = e.project_id;
  return null;
end $$;
create trigger free_sold after update on holding referencing new table as ended old table as was
  for each statement execute function free_sold();

-- At the end of the transaction the transfers of a holding are those of its state.
create function check_holding_money() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  h holding%rowtype;
begin
  select * into strict h from holding where id = new.id;
  if not exists (select from transfer t where t.id = invest_transfer('investment', h.id::text, h.starts_on))
    or h.status <> 'running' and not exists (select from transfer t where t.id = invest_transfer('redemption', h.id::text, h.ended_on))
    or h.last_payment <> 0 and not exists (select from transfer t where t.id = invest_transfer('interest', h.id::text, h.paid_through)) then
    raise exception 'HOLDING_MONEY: %', h.id using errcode = 'CD160';
  end if;
  return null;
end $$;
create constraint trigger check_money after insert or update on holding deferrable initially deferred
  for each row execute function check_holding_money();

create function open_savings_transfer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s site%rowtype;
  caller text := calling_role();
begin
  select * into strict s from site;
  if new.currency <> s.currency or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
    or new.agreement <> (select coalesce(max(a.version), 0) from agreement a where a.code = 'savings')
    or caller = 'candor_http' and exists (select from member m where m.id = new.member_id and m.frozen) then
    raise exception 'SAVINGS_REFUSED' using errcode = 'CD161';
  end if;
  if new.auto_on is not null and (caller = 'candor_http' or new.direction <> 'in'
      or not exists (select from savings v where v.member_id = new.member_id and v.wallet = new.wallet and v.auto))
    or new.auto_on is null and caller = 'candor_worker' then
    raise exception 'SAVINGS_REFUSED: ORIGIN' using errcode = 'CD161';
  end if;
  insert into savings (member_id, wallet) values (new.member_id, new.wallet) on conflict do nothing;
  new.origin := case when new.auto_on is null then 'member' else 'auto' end;
  new.at := clock_timestamp();
  new.net := coalesce((select x.net from savings_transfer x where x.member_id = new.member_id and x.wallet = new.wallet
    order by x.n desc limit 1), 0) + case new.direction when 'in' then new.amount else -new.amount end;
  return new;
end $$;
create trigger open_savings_transfer before insert on savings_transfer for each row execute function open_savings_transfer();

create function check_savings_transfer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from transfer t where t.id = new.id) then
    raise exception 'SAVINGS_MONEY: %', new.id using errcode = 'CD161';
  end if;
  return null;
end $$;
create constraint trigger check_money after insert on savings_transfer deferrable initially deferred
  for each row execute function check_savings_transfer();

create function check_savings_interest() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.posted_at is not null and not exists (select from transfer t
      where t.id = invest_transfer('savings', new.member_id || '/' || new.wallet, new.business_date)) then
    raise exception 'SAVINGS_MONEY: % %', new.member_id, new.business_date using errcode = 'CD161';
  end if;
  return null;
end $$;
create constraint trigger check_money after update on savings_accrual deferrable initially deferred
  for each row execute function check_savings_interest();

-- A decision is final. An approved change is published in the same statement: a new version, which no running holding sees, or
-- a rate from tomorrow on at the earliest.
create function decide_invest_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p project%rowtype;
  t jsonb := new.terms;
  next_version integer := 1;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'INVEST_CHANGE_REFUSED: STATE' using errcode = 'CD162';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' or (new.id, new.kind, new.project_id, new.base_version, new.terms, new.reason,
      new.maker, new.created_at) is distinct from (old.id, old.kind, old.project_id, old.base_version, old.terms, old.reason,
      old.maker, old.created_at) then
    raise exception 'INVEST_CHANGE_REFUSED: STATE' using errcode = 'CD162';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then
    return new;
  end if;
  if new.kind = 'savingsRate' then
    insert into savings_rate (from_date, annual_rate)
    values (greatest((t ->> 'from')::date, business_date_at(clock_timestamp()) + 1), (t ->> 'annualRate')::bigint);
    return new;
  end if;
  if new.project_id is not null then
    select * into strict p from project where id = new.project_id for no key update;
    if p.version <> new.base_version then
      raise exception 'INVEST_CHANGE_REFUSED: VERSION' using errcode = 'CD162';
    end if;
    next_version := (select max(version) + 1 from project_terms where project_id = p.id);
  end if;
  -- A project and its first terms name each other, so one statement writes both.
  with new_project as (
    insert into project (id, position, version)
    select new.id, (select coalesce(max(position), 0) + 1 from project), 1 where new.project_id is null
  )
  insert into project_terms (project_id, version, names, risk, term_days, annual_rate, min, max, size, interest, early_lock_days,
    early_rate, opens_at, closes_at)
  values (coalesce(new.project_id, new.id), next_version, t -> 'names', t ->> 'risk', (t ->> 'termDays')::integer,
    (t ->> 'annualRate')::bigint, (t ->> 'min')::bigint, (t ->> 'max')::bigint, (t ->> 'size')::bigint, t ->> 'interest',
    (t ->> 'earlyLockDays')::integer, (t ->> 'earlyRate')::bigint, (t ->> 'opensAt')::timestamptz, (t ->> 'closesAt')::timestamptz);
  update project set version = next_version, active = (t ->> 'active')::boolean where id = coalesce(new.project_id, new.id);
  return new;
end $$;
create trigger decide_invest_change before insert or update on invest_change
  for each row execute function decide_invest_change();

-- The close of a business date: one function (close_step) that does the next batch and says so. Everything it does is a
-- set, and each batch is a transaction of its own. How far it came stands in business_day, so that a killed worker loses
-- nothing and two workers do nothing twice. Dates are closed one after another, however long nothing ran.
--
-- What a step wrote:
create type close_work as (done bigint, interest bigint, principal bigint, rolled bigint, rolled_principal bigint);

-- Interest of one business date for the holdings of a range of ids, without the quarantined ones.
create function accrue_holdings(day date, first_id uuid, last_id uuid, skipped uuid[]) returns close_work
language sql security definer set search_path = public, pg_temp as $$
  with part as materialized (
    select h.id, h.principal * h.annual_rate as units, day - h.starts_on as days from holding h
    where h.status = 'running' and h.id >= first_id and h.id <= last_id and h.id <> all (skipped)
      and h.starts_on <= day and day < h.matures_on
  ), put as (
    insert into holding_accrual (business_date, holding_id, amount)
    select day, p.id, round_interest(p.units * (p.days + 1)) - round_interest(p.units * p.days) from part p
    on conflict do nothing
    returning amount
  )
  select count(*), coalesce(sum(amount), 0)::bigint, 0, 0, 0 from put
$$;

-- Savings earn on the balance at the end of the date: what went in and out by then, and all interest of earlier dates,
-- whenever it was posted. A member has one wallet of savings on a site.
create function accrue_savings(day date, first_id bigint, last_id bigint, skipped bigint[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ends timestamptz := (select (day + 1)::timestamp at time zone time_zone from site);
  rate bigint := (select annual_rate from savings_rate where from_date <= day order by from_date desc limit 1);
  work close_work;
begin
  with put as (
    insert into savings_accrual (member_id, wallet, business_date, balance, annual_rate, units, amount)
    select s.member_id, s.wallet, day, e.balance, rate, e.units + e.balance::numeric * rate,
      round_interest(e.units + e.balance::numeric * rate) - round_interest(e.units)
    from savings s
    left join lateral (select x.net from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.at < ends
      order by x.n desc limit 1) moved on true
    left join lateral (select a.units from savings_accrual a where a.member_id = s.member_id and a.wallet = s.wallet
      and a.business_date < day order by a.business_date desc limit 1) earned on true
    cross join lateral (select coalesce(earned.units, 0) as units,
      coalesce(moved.net, 0) + round_interest(coalesce(earned.units, 0)) as balance) e
    where s.member_id between first_id and last_id and s.member_id <> all (skipped) and e.balance > 0 and rate is not null
    on conflict do nothing
    returning amount
  )
  select count(*), coalesce(sum(amount), 0)::bigint, 0, 0, 0 into work from put;
  return work;
end $$;

-- Transfers of a set, each from one account to another of the same member or of the house.
create function write_invest_transfers(ids uuid[], amounts bigint[], types text[], wallets text[], debit_kinds text[], credit_kinds text[],
  members bigint[], ref_types text[], ref_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := (select currency from site);
begin
  if cardinality(ids) is null or cardinality(ids) = 0 then
    return;
  end if;
  perform write_transfers(ids, amounts, types, array_fill('single'::text, array[cardinality(ids)]), wallets,
    array_fill(own, array[cardinality(ids)]), debit_kinds,
    (select array_agg(case when k = 'house' then null else m end order by n) from unnest(debit_kinds, members) with ordinality as d (k, m, n)),
    credit_kinds,
    (select array_agg(case when k = 'house' then null else m end order by n) from unnest(credit_kinds, members) with ordinality as c (k, m, n)),
    array_fill(null::uuid, array[cardinality(ids)]), ref_types, ref_ids);
end $$;

-- Pays the interest of a date to holdings that are paid every day.
create function pay_interest(day date, ids uuid[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
begin
  perform lock_members((select array_agg(distinct h.member_id) from holding h where h.id = any (ids)));
  with done as (
    update holding h set paid_through = day
    where h.id = any (ids) and h.status = 'running' and h.interest = 'daily' and (h.paid_through < day or h.paid_through is null)
      and h.starts_on <= day and day < h.matures_on
    returning h.id, h.member_id, h.wallet, h.last_payment
  ), paying as (
    select * from done where last_payment > 0
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"holding"}' from paying having count(*) > 0
  )
  select (select count(*) from done) as count, coalesce(sum(last_payment), 0)::bigint as sum,
    array_agg(invest_transfer('interest', id::text, day)) as ids, array_agg(last_payment) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('funds'::text) as credits, array_agg(member_id) as members, array_agg('holding'::text) as kinds,
    array_agg(id::text) as refs
  into l from paying;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, l.sum, 0, 0, 0)::close_work;
end $$;

-- Posts the interest of the savings into the savings.
create function post_savings(day date, savers bigint[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
begin
  perform lock_members(savers);
  with done as (
    update savings_accrual a set posted_at = clock_timestamp()
    where a.business_date = day and a.member_id = any (savers) and a.posted_at is null and a.amount > 0
    returning a.member_id, a.wallet, a.amount
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"savings"}' from done having count(*) > 0
  )
  select count(*) as count, coalesce(sum(amount), 0)::bigint as sum,
    array_agg(invest_transfer('savings', member_id || '/' || wallet, day)) as ids, array_agg(amount) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savings'::text) as kinds,
    array_agg(day::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, l.sum, 0, 0, 0)::close_work;
end $$;

-- Gives principal and the rest of the interest back, once, and continues what its member wants to continue: under the terms
-- that are sold now, if they are not worse. What can not be continued stays with the member.
create function mature_holdings(day date, due uuid[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
  one record;
  next_id uuid;
  work close_work;
begin
  perform lock_members((select array_agg(distinct h.member_id) from holding h where h.id = any (due)));
  with done as (
    update holding h set status = 'matured' where h.id = any (due) and h.status = 'running' and h.matures_on <= day + 1
    returning new.id, new.member_id, new.wallet, new.principal, new.ended_on, new.paid_through, new.earned - old.paid as due
  ), line as (
    select d.*, x.n, x.type, x.debit, x.credit, x.amount,
      case x.n when 1 then invest_transfer('redemption', d.id::text, d.ended_on)
        else invest_transfer('interest', d.id::text, d.paid_through) end as transfer
    from done d cross join lateral (values (1, 'redemption', 'invested', 'funds', d.principal), (2, 'interest', 'house', 'funds', d.due))
      x (n, type, debit, credit, amount)
    where x.amount > 0
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"holding"}' from done having count(*) > 0
  )
  select (select count(*) from done) as count, (select coalesce(sum(principal), 0) from done)::bigint as principal,
    (select coalesce(sum(d.due), 0) from done d)::bigint as interest,
    array_agg(transfer order by id, n) as ids, array_agg(amount order by id, n) as amounts, array_agg(type order by id, n) as types,
    array_agg(wallet order by id, n) as wallets, array_agg(debit order by id, n) as debits, array_agg(credit order by id, n) as credits,
    array_agg(member_id order by id, n) as members, array_agg('holding'::text) as kinds, array_agg(id::text order by id, n) as refs
  into l from line;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  work := (l.count, l.interest, l.principal, 0, 0)::close_work;

  for one in
    select h.*, p.version as sold_version, (select coalesce(max(a.version), 0) from agreement a where a.code = 'project') as sold_agreement
    from holding h join project p on p.id = h.project_id
    where h.id = any (due) and h.status = 'matured' and h.roll_over
      and not exists (select from holding x where x.rolled_from = h.id) order by h.id
  loop
    next_id := invest_transfer('rolled', one.id::text, one.matures_on);
    begin
      insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
        starts_on, matures_on, roll_over, rolled_from)
      values (next_id, (select r from (select upper(substr(md5(one.id || n::text), 1, 8)) from generate_series(1, 9) n) x (r)
          where not exists (select from holding h where h.reference = x.r) limit 1),
        one.member_id, one.wallet, one.currency, one.project_id, one.sold_version, one.sold_agreement, one.principal, 0, 'maturity',
        one.matures_on, one.matures_on + 1, true, one.id);
      perform write_invest_transfers(array[invest_transfer('investment', next_id::text, one.matures_on)], array[one.principal],
        array['investment'], array[one.wallet], array['funds'], array['invested'], array[one.member_id], array['holding'],
        array[next_id::text]);
      work.rolled := work.rolled + 1;
      work.rolled_principal := work.rolled_principal + one.principal;
    exception when sqlstate 'CD160' then
      null;
    end;
  end loop;
  return work;
end $$;

-- Moves idle money into the savings of those who chose so: once for a business date, and only right after it.
create function auto_save(day date, savers bigint[]) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l record;
begin
  if day < business_date_at(clock_timestamp()) - 1 then
    return (0, 0, 0, 0, 0)::close_work;
  end if;
  perform lock_members(savers);
  with idle as (
    select s.member_id, s.wallet, a.posted - a.held - s.keep as amount
    from savings s cross join site join account a on a.member_id = s.member_id and a.wallet = s.wallet and a.kind = 'funds'
      and a.currency = site.currency
    where s.member_id = any (savers) and s.auto and a.posted - a.held > s.keep
      and not exists (select from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.auto_on = day)
  ), done as (
    insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, auto_on, at)
    select uuidv7(), i.member_id, i.wallet, (select currency from site), 'in', 'auto', i.amount,
      (select coalesce(max(version), 0) from agreement where code = 'savings'), 0, day, clock_timestamp()
    from idle i order by i.member_id
    returning id, member_id, wallet, amount
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"savings"}' from done having count(*) > 0
  )
  select count(*) as count, coalesce(sum(amount), 0)::bigint as sum, array_agg(id) as ids, array_agg(amount) as amounts,
    array_agg('savingsIn'::text) as types, array_agg(wallet) as wallets, array_agg('funds'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savingsTransfer'::text) as kinds,
    array_agg(id::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, 0, l.sum, 0, 0)::close_work;
end $$;

-- Does the next batch of the oldest date that is not closed. Returns its date, step and how many rows it looked at; nothing
-- when there is nothing to do, or another worker is doing it. A date is closed from a minute after its end on: what began
-- before its end has ended by then.
--
-- A batch that fails is tried again with half of its rows, until the row that fails is alone. That row is quarantined, and
-- `aside` and `reason` say so. An outage is not the fault of a row, and neither is a failure of a hundred: then the date
-- waits.
create function close_step(accruals integer, payments integer, out day date, out step text, out looked integer, out aside bigint, out reason text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  began timestamptz := clock_timestamp();
  b business_day%rowtype;
  e close_exception%rowtype;
  rows record;
  work close_work;
  asked integer;
  most integer;
  skipped_holdings uuid[];
  skipped_savings bigint[];
  state text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('business day', 0)) then
    return;
  end if;
  select * into e from close_exception x where x.ended_at is null and x.next_at <= began order by x.next_at, x.id limit 1;
  if found then
    perform try_again(e, began);
    select x.business_date, x.step, 1, case when x.ended_at is null then x.id end, case when x.ended_at is null then x.reason end
    into day, step, looked, aside, reason from close_exception x where x.id = e.id;
    return;
  end if;
  select * into b from business_day d where d.step <> 'closed';
  if not found then
    day := coalesce((select max(d.business_date) + 1 from business_day d),
      least((select min(h.starts_on) from holding h), (select business_date_at(min(x.at)) from savings_transfer x)));
    if day is null or day >= business_date_at(began - interval '1 minute') then
      day := null;
      return;
    end if;
    insert into business_day (business_date) values (day) returning * into b;
  end if;
  day := b.business_date;
  step := b.step;
  asked := case when step like 'accrue%' then accruals else payments end;
  most := least(asked, coalesce(b.batch_rows, asked));
  skipped_holdings := array(select x.holding_id from close_exception x where x.ended_at is null and x.holding_id is not null);
  skipped_savings := array(select x.member_id from close_exception x where x.ended_at is null and x.step in ('accrueSavings', 'postSavings'));
  select * into rows from close_rows(b, most, skipped_holdings, skipped_savings);
  looked := coalesce(cardinality(rows.ids), cardinality(rows.members), 0);
  work := (0, 0, 0, 0, 0)::close_work;
  if looked > 0 then
    begin
      work := case step
        when 'accrueHoldings' then accrue_holdings(day, rows.ids[1], rows.ids[looked], skipped_holdings)
        when 'accrueSavings' then accrue_savings(day, rows.members[1], rows.members[looked], skipped_savings)
        when 'payInterest' then pay_interest(day, rows.ids)
        when 'postSavings' then post_savings(day, rows.members)
        when 'mature' then mature_holdings(day, rows.ids)
        when 'autoSave' then auto_save(day, rows.members) end;
      set constraints check_money immediate;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, reason = message_text;
      if state ~ '^(08|40|53|55|57|58)' or looked = 1 and (select count(*) from close_exception x where x.ended_at is null) >= 100 then
        raise;
      end if;
      if looked > 1 then
        reason := null;
      else
        reason := left(state || ' ' || reason, 500);
        insert into close_exception (business_date, step, holding_id, member_id, reason, tries, first_at, last_at, next_at)
        values (day, step, rows.ids[1], coalesce(rows.members[1], (select h.member_id from holding h where h.id = rows.ids[1])), reason, 1,
          began, began, began + interval '10 seconds')
        returning id into aside;
      end if;
      update business_day d set batches = d.batches + 1, batch_rows = (looked + 1) / 2,
        busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000
      where d.business_date = b.business_date;
      looked := 0;
      return;
    end;
  end if;
  update business_day d set batches = d.batches + 1,
    busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000,
    batch_rows = case when looked >= most and 2 * most < asked then 2 * most end,
    holdings_accrued = d.holdings_accrued + case b.step when 'accrueHoldings' then work.done else 0 end,
    holdings_interest = d.holdings_interest + case b.step when 'accrueHoldings' then work.interest else 0 end,
    savings_accrued = d.savings_accrued + case b.step when 'accrueSavings' then work.done else 0 end,
    savings_interest = d.savings_interest + case b.step when 'accrueSavings' then work.interest else 0 end,
    paid = d.paid + case b.step when 'payInterest' then work.done else 0 end,
    paid_interest = d.paid_interest + case b.step when 'payInterest' then work.interest else 0 end,
    posted = d.posted + case b.step when 'postSavings' then work.done else 0 end,
    posted_interest = d.posted_interest + case b.step when 'postSavings' then work.interest else 0 end,
    matured = d.matured + case b.step when 'mature' then work.done else 0 end,
    matured_principal = d.matured_principal + case b.step when 'mature' then work.principal else 0 end,
    matured_interest = d.matured_interest + case b.step when 'mature' then work.interest else 0 end,
    rolled = d.rolled + work.rolled, rolled_principal = d.rolled_principal + work.rolled_principal,
    saved = d.saved + case b.step when 'autoSave' then work.done else 0 end,
    saved_amount = d.saved_amount + case b.step when 'autoSave' then work.principal else 0 end,
    step = case when looked >= most then b.step else case b.step
      when 'accrueHoldings' then 'accrueSavings' when 'accrueSavings' then 'payInterest' when 'payInterest' then 'postSavings'
      when 'postSavings' then 'mature' when 'mature' then 'autoSave' else 'closed' end end,
    closed_at = case when looked < most and b.step = 'autoSave' then clock_timestamp() end,
    after_holding = case when b.step = 'accrueHoldings' and looked > 0 then rows.ids[looked] else d.after_holding end,
    after_member = case when looked < most then 0 when b.step in ('accrueSavings', 'autoSave') then rows.members[looked] else d.after_member end
  where d.business_date = b.business_date;
end $$;

-- A member who excluded themselves invests nothing: no purchase, no holding that continues by itself, nothing into the savings. What
-- runs goes on, and money out of the savings is always free.
--
-- CD160 is what the business day takes as "not continued": the holding matures and its money is free.
create function refuse_excluded_holding() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from member m where m.id = new.member_id and m.guarded and m.excluded_until > clock_timestamp()) then
    raise exception 'HOLDING_REFUSED: EXCLUDED' using errcode = 'CD160';
  end if;
  return new;
end $$;
create trigger keep_exclusion before insert on holding for each row execute function refuse_excluded_holding();

-- Idle money that would go by itself stays where it is: its row is left out, so that the close of the business date goes on.
create function refuse_excluded_savings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.direction = 'out'
    or not exists (select from member m where m.id = new.member_id and m.guarded and m.excluded_until > clock_timestamp()) then
    return new;
  end if;
  if new.auto_on is not null then
    return null;
  end if;
  raise exception 'SAVINGS_REFUSED: EXCLUDED' using errcode = 'CD161';
end $$;
create trigger keep_exclusion before insert on savings_transfer for each row execute function refuse_excluded_savings();

-- A row that the close of a date cannot write is quarantined, and the others go on. It is tried again alone, after a wait
-- that grows to ten minutes and no further, and then gets every date that it missed. What it is paid follows from its terms
-- and not from the moment, so it is the same to the minor unit.
create table close_exception (
  id            bigint generated always as identity primary key,
  business_date date not null references business_day (business_date),
  step          text not null check (step in ('accrueHoldings', 'accrueSavings', 'payInterest', 'postSavings', 'mature', 'autoSave')),
  holding_id    uuid references holding (id),
  member_id     bigint not null references member (id),
  reason        text not null check (length(reason) between 1 and 500),
  tries         integer not null check (tries > 0),
  first_at      timestamptz not null,
  last_at       timestamptz not null constraint close_exception_last_check check (last_at >= first_at),
  next_at       timestamptz not null constraint close_exception_next_check check (next_at <= last_at + interval '10 minutes'),
  ended_at      timestamptz,
  through       date constraint close_exception_through_check check (through >= business_date),
  accrued       bigint not null default 0,
  paid          bigint not null default 0,
  principal     bigint not null default 0,
  constraint close_exception_end_check check ((ended_at is null) = (through is null)),
  constraint close_exception_subject_check check ((holding_id is null) = (step in ('accrueSavings', 'postSavings', 'autoSave')))
);
comment on table close_exception is 'A holding, or the savings of a member, without the dates from business_date on until it has ended. Then it has them through the date named, and what they came to.';
create unique index close_exception_holding on close_exception (holding_id) where ended_at is null and holding_id is not null;
create unique index close_exception_savings on close_exception (member_id)
  where ended_at is null and step in ('accrueSavings', 'postSavings');
create unique index close_exception_saving on close_exception (member_id, business_date) where ended_at is null and step = 'autoSave';
create index close_exception_next on close_exception (next_at) where ended_at is null;
create index close_exception_of_date on close_exception (business_date, id);

-- The next rows of a step, without the quarantined ones: ids of holdings, or numbers of members.
create function close_rows(b business_day, most integer, skipped_holdings uuid[], skipped_savings bigint[], out ids uuid[], out members bigint[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  case b.step
    when 'accrueHoldings' then
      ids := array(select h.id from holding h where h.status = 'running' and h.id <> all (skipped_holdings)
        and h.id > coalesce(b.after_holding, '00000000-0000-0000-0000-000000000000') order by h.id limit most);
    when 'accrueSavings' then
      members := array(select s.member_id from savings s where s.member_id > b.after_member and s.member_id <> all (skipped_savings)
        order by s.member_id limit most);
    when 'payInterest' then
      ids := array(select h.id from holding h
        where h.status = 'running' and h.interest = 'daily' and (h.paid_through < b.business_date or h.paid_through is null)
          and h.starts_on <= b.business_date and b.business_date < h.matures_on and h.id <> all (skipped_holdings)
        order by h.paid_through nulls first, h.id limit most);
    when 'postSavings' then
      members := array(select a.member_id from savings_accrual a
        where a.business_date = b.business_date and a.posted_at is null and a.amount > 0 and a.member_id <> all (skipped_savings)
        order by a.member_id, a.wallet limit most);
    when 'mature' then
      ids := array(select h.id from holding h
        where h.status = 'running' and h.matures_on <= b.business_date + 1 and h.id <> all (skipped_holdings)
        order by h.matures_on, h.id limit most);
    when 'autoSave' then
      if b.business_date >= business_date_at(clock_timestamp()) - 1 then
        members := array(select s.member_id from savings s where s.auto and s.member_id > b.after_member
          and not exists (select from close_exception e where e.member_id = s.member_id and e.business_date = b.business_date
            and e.step = 'autoSave' and e.ended_at is null)
          order by s.member_id limit most);
      end if;
  end case;
end $$;

-- Gives a quarantined row every date that it missed, also those that its continuation missed.
create function catch_up(e close_exception) returns close_work
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  none uuid[] := '{}';
  total close_work := (0, 0, 0, 0, 0)::close_work;
  work close_work;
  holdings uuid[] := array[e.holding_id];
  one uuid;
  day date;
begin
  -- Before any row: who redeems a holding locks in this order too.
  perform lock_members(array[e.member_id]);
  if e.step = 'autoSave' then
    work := auto_save(e.business_date, array[e.member_id]);
    total.principal := work.principal;
    return total;
  end if;
  for day in select d.business_date from business_day d where d.business_date >= e.business_date order by 1 loop
    if e.holding_id is null then
      work := accrue_savings(day, e.member_id, e.member_id, '{}');
      total.done := total.done + work.interest;
      work := post_savings(day, array[e.member_id]);
      total.interest := total.interest + work.interest;
      continue;
    end if;
    foreach one in array holdings loop
      work := accrue_holdings(day, one, one, none);
      total.done := total.done + work.interest;
    end loop;
    work := pay_interest(day, holdings);
    total.interest := total.interest + work.interest;
    work := mature_holdings(day, holdings);
    total.interest := total.interest + work.interest;
    total.principal := total.principal + work.principal;
    holdings := holdings || array(select h.id from holding h where h.rolled_from = any (holdings) and h.id <> all (holdings));
  end loop;
  return total;
end $$;

-- Tries a quarantined row again, alone. Whatever it writes is checked before it counts as done.
create function try_again(e close_exception, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  work close_work;
  state text;
  words text;
begin
  work := catch_up(e);
  set constraints check_money immediate;
  set constraints check_money deferred;
  update close_exception x set ended_at = greatest(moment, x.last_at), accrued = work.done, paid = work.interest,
    principal = work.principal,
    through = case when e.step = 'autoSave' then e.business_date else (select max(d.business_date) from business_day d) end
  where x.id = e.id;
exception when others then
  get stacked diagnostics state = returned_sqlstate, words = message_text;
  if state ~ '^(08|40|53|55|57|58)' then
    raise;
  end if;
  update close_exception x set reason = left(state || ' ' || words, 500), tries = x.tries + 1, last_at = greatest(moment, x.last_at),
    next_at = greatest(moment, x.last_at) + least(interval '10 minutes', interval '10 seconds' * power(2, least(x.tries, 6)))
  where x.id = e.id;
end $$;
