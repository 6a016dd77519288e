-- Invest and save. A project is offered under versions of terms that never change; a holding keeps the version it was bought
-- under. Interest is ACT/365F and cumulative: what has accrued after k days is the exact sum, rounded once, and a day's row is
-- the difference. Dates are business dates of the site's time zone. A holding earns from its start, included, to its maturity,
-- not included; savings earn on the balance at the end of a date.

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
comment on column invest_policy.password_from is 'From this amount on the withdraw password is asked for; null: never.';

create table project (
  id       uuid primary key,
  position integer not null,
  active   boolean not null default true,
  version  integer not null,
  sold     bigint not null default 0 check (sold >= 0)
);
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
  foreign key (project_id, version) references project_terms (project_id, version),
  check ((status = 'running') = (ended_at is null) and (ended_at is null) = (earned is null) and (earned is null) = (ended_on is null)),
  check (earned is null or earned = paid)
);
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
  foreign key (member_id, wallet) references savings (member_id, wallet),
  unique (member_id, wallet, auto_on)
);
create index savings_transfer_member on savings_transfer (member_id, wallet, n desc);
comment on column savings_transfer.net is 'All that went in minus all that went out, up to this one.';

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
create index savings_accrual_unposted on savings_accrual (business_date, member_id, wallet) where posted_at is null and amount > 0;
comment on column savings_accrual.units is 'Exact interest of this date and all before it, in 1/3,650,000 of a minor unit.';

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
  check ((step = 'closed') = (closed_at is not null))
);
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

-- Helpers -----------------------------------------------------------------------------------------------------------

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

-- Holdings ----------------------------------------------------------------------------------------------------------

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

-- Savings -----------------------------------------------------------------------------------------------------------

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

-- Proposals ---------------------------------------------------------------------------------------------------------

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

revoke execute on function round_interest(bigint), round_interest(numeric), invest_transfer(text, text, date), business_date_at(timestamptz),
  balance_at(bigint, timestamptz), lock_project(uuid), open_holding(), move_holding(), free_sold(), check_holding_money(), open_savings_transfer(),
  check_savings_transfer(), check_savings_interest(), decide_invest_change() from public;
grant execute on function lock_project(uuid), balance_at(bigint, timestamptz), business_date_at(timestamptz) to candor_http;

-- http: what a member buys, redeems and moves.
grant select on agreement, invest_policy, project, project_terms, holding, holding_accrual, savings_rate, savings, savings_transfer,
  savings_accrual, business_day to candor_http;
grant insert (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, roll_over) on holding to candor_http;
grant update (status, roll_over) on holding to candor_http;
grant insert (member_id, wallet, auto, keep), update (auto, keep) on savings to candor_http;
grant insert (id, member_id, wallet, currency, direction, amount, agreement) on savings_transfer to candor_http;

-- worker: the close, and nothing beside it.
grant select on business_day to candor_worker;

-- console: reads, and proposes and decides on changes.
grant select on agreement, invest_policy, project, project_terms, holding, holding_accrual, savings_rate, savings, savings_transfer,
  savings_accrual, business_day, invest_change to candor_console;
grant insert (id, kind, project_id, base_version, terms, reason, maker) on invest_change to candor_console;
grant update (status, checker, note) on invest_change to candor_console;
grant execute on function business_date_at(timestamptz) to candor_console;
