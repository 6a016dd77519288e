-- Money in and out. A deposit and a withdrawal are rows that change their state along the edges of cashier_edge and no other
-- way; the table says which role may walk which edge. Every change writes its step. What was asked for never changes. At the
-- end of a transaction, the transfers of a row are exactly those of its state: an approved deposit is credited once, an open
-- withdrawal is held, a decided one is not.

-- The ways of paying in. Only the owner writes them. In practice mode their details belong to nobody.
create table deposit_channel (
  code            text primary key check (code ~ '^[a-z0-9-]{2,32}$'),
  kind            text not null check (kind in ('practice', 'bank', 'usdt', 'online')),
  network         text check (network in ('trc20', 'erc20')),
  names           jsonb not null,
  asset           text not null check (asset ~ '^[A-Z]{3,5}$'),
  asset_decimals  smallint not null check (asset_decimals between 0 and 8),
  rate            bigint not null check (rate > 0),
  min             bigint not null check (min > 0),
  max             bigint not null check (max >= min),
  details         jsonb not null default '{}',
  arrival_minutes integer not null check (arrival_minutes >= 0),
  proof_required  boolean not null default false,
  active          boolean not null default true,
  position        integer not null,
  check ((kind = 'usdt') = (network is not null))
);
comment on column deposit_channel.rate is 'Price of one whole asset in whole units of the account currency, in 1/10,000.';

create table withdrawal_rule (
  only_row          boolean primary key default true check (only_row),
  min               bigint not null check (min > 0),
  max               bigint not null check (max >= min),
  daily_max         bigint not null check (daily_max >= min),
  fee_rate          bigint not null check (fee_rate between 0 and 10000),
  fee_min           bigint not null check (fee_min >= 0),
  fee_max           bigint not null check (fee_max >= fee_min),
  card_required     boolean not null,
  identity_required boolean not null,
  arrival_hours     integer not null check (arrival_hours > 0)
);

create table cashier_edge (
  flow       text not null check (flow in ('deposit', 'withdrawal', 'payout')),
  from_state text not null,
  to_state   text not null,
  roles      text[] not null,
  primary key (flow, from_state, to_state)
);
comment on table cashier_edge is 'The edges of packages/domain/src/cashier, and the roles that may walk them.';
insert into cashier_edge values
  ('deposit', 'recharging', 'pending', '{candor_http}'),
  ('deposit', 'recharging', 'cancelled', '{candor_http,candor_worker}'),
  ('deposit', 'recharging', 'approved', '{candor_worker}'),
  ('deposit', 'pending', 'cancelled', '{candor_http}'),
  ('deposit', 'pending', 'approved', '{candor_worker}'),
  ('deposit', 'pending', 'reviewing', '{candor_console}'),
  ('deposit', 'reviewing', 'pending', '{candor_console}'),
  ('deposit', 'reviewing', 'approved', '{candor_console}'),
  ('deposit', 'reviewing', 'seconding', '{candor_console}'),
  ('deposit', 'reviewing', 'rejected', '{candor_console}'),
  ('deposit', 'seconding', 'pending', '{candor_console}'),
  ('deposit', 'seconding', 'approved', '{candor_console}'),
  ('deposit', 'seconding', 'rejected', '{candor_console}'),
  ('withdrawal', 'pending', 'cancelled', '{candor_http}'),
  ('withdrawal', 'pending', 'reviewing', '{candor_console}'),
  ('withdrawal', 'reviewing', 'pending', '{candor_console}'),
  ('withdrawal', 'reviewing', 'seconding', '{candor_console}'),
  ('withdrawal', 'reviewing', 'rejected', '{candor_console}'),
  ('withdrawal', 'seconding', 'pending', '{candor_console}'),
  ('withdrawal', 'seconding', 'approved', '{candor_console}'),
  ('withdrawal', 'seconding', 'rejected', '{candor_console}'),
  ('payout', 'none', 'sent', '{candor_console}'),
  ('payout', 'sent', 'arrived', '{candor_console}'),
  ('payout', 'sent', 'returned', '{candor_console}');

create table deposit (
  id           uuid primary key default uuidv7(),
  reference    text not null unique check (reference ~ '^[A-Z0-9]{8}$'),
  member_id    bigint not null references member (id),
  wallet       text not null check (wallet in ('practice', 'cash')),
  currency     text not null,
  channel      text not null references deposit_channel (code),
  kind         text not null,
  network      text,
  amount       bigint not null check (amount > 0),
  asset        text not null,
  asset_amount bigint not null check (asset_amount > 0),
  rate         bigint not null,
  rate_until   timestamptz not null,
  details      jsonb not null,
  status       text not null default 'recharging' check (status in
    ('recharging', 'pending', 'reviewing', 'seconding', 'approved', 'rejected', 'cancelled')),
  txid         text check (length(txid) <= 80),
  payer        text check (length(payer) <= 64),
  proof        uuid,
  credited     bigint check (credited > 0),
  reason       text check (reason ~ '^[A-Z_]{2,40}$'),
  note         text check (length(note) <= 500),
  taken_by     bigint references member (id),
  first_by     bigint references member (id),
  second_by    bigint references member (id),
  version      integer not null default 1,
  created_at   timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null,
  paid_at      timestamptz,
  decided_at   timestamptz,
  -- Nobody decides on their own money, and the second operator is another person than the first.
  check (taken_by <> member_id and first_by <> member_id and second_by <> member_id and first_by <> second_by),
  check ((status in ('approved', 'seconding')) = (credited is not null)),
  check ((status in ('approved', 'rejected', 'cancelled')) = (decided_at is not null)),
  check (status <> 'approved' or first_by is not null or kind in ('practice', 'online')),
  -- Another amount than the submitted one is the word of two.
  check (status <> 'approved' or credited = amount or second_by is not null),
  check (status <> 'rejected' or reason is not null)
);
-- A payment on a chain is credited to one deposit.
create unique index deposit_txid on deposit (network, lower(txid)) where txid is not null and status not in ('rejected', 'cancelled');
create index deposit_member on deposit (member_id, wallet, id desc);
create index deposit_queue on deposit (status, created_at) where status in ('recharging', 'pending', 'reviewing', 'seconding');

create table withdrawal (
  id           uuid primary key default uuidv7(),
  reference    text not null unique check (reference ~ '^[A-Z0-9]{8}$'),
  member_id    bigint not null references member (id),
  wallet       text not null check (wallet in ('practice', 'cash')),
  currency     text not null,
  amount       bigint not null check (amount > 0),
  fee          bigint not null check (fee >= 0 and fee < amount),
  hold         uuid not null unique,
  fee_hold     uuid unique check ((fee_hold is not null) = (fee > 0)),
  payee        jsonb not null,
  payee_sealed bytea not null,
  status       text not null default 'pending' check (status in
    ('pending', 'reviewing', 'seconding', 'approved', 'rejected', 'cancelled')),
  paid_out     text not null default 'none' check (paid_out in ('none', 'sent', 'arrived', 'returned')),
  bank_ref     text check (length(bank_ref) <= 80),
  reason       text check (reason ~ '^[A-Z_]{2,40}$'),
  note         text check (length(note) <= 500),
  taken_by     bigint references member (id),
  first_by     bigint references member (id),
  second_by    bigint references member (id),
  version      integer not null default 1,
  created_at   timestamptz not null default clock_timestamp(),
  decided_at   timestamptz,
  check (taken_by <> member_id and first_by <> member_id and second_by <> member_id and first_by <> second_by),
  check ((status in ('approved', 'rejected', 'cancelled')) = (decided_at is not null)),
  check (status <> 'approved' or (first_by is not null and second_by is not null)),
  check (paid_out = 'none' or status = 'approved'),
  check (status <> 'rejected' or reason is not null)
);
create index withdrawal_member on withdrawal (member_id, wallet, id desc);
create index withdrawal_queue on withdrawal (status, created_at) where status in ('pending', 'reviewing', 'seconding');
create index withdrawal_payouts on withdrawal (paid_out, decided_at) where status = 'approved' and paid_out in ('none', 'sent');
create index withdrawal_decided on withdrawal (decided_at) where decided_at is not null;
comment on column withdrawal.payee is 'What may be shown of the card: bank, holder and last digits, masked.';

-- Written by triggers alone: when a deposit or a withdrawal came to a state, and why.
create table cashier_step (
  subject uuid not null,
  n       integer not null,
  state   text not null,
  at      timestamptz not null default clock_timestamp(),
  reason  text,
  note    text,
  primary key (subject, n)
);

-- The inviter's reward: once for each invited member, with their first deposit.
create table invitation_reward (
  invitee_id bigint primary key references member (id),
  inviter_id bigint not null references member (id),
  deposit_id uuid not null unique references deposit (id),
  wallet     text not null,
  amount     bigint not null check (amount > 0),
  at         timestamptz not null default clock_timestamp(),
  check (inviter_id <> invitee_id)
);
create index invitation_reward_inviter on invitation_reward (inviter_id, at desc);
create index member_invited_by on member (invited_by) where invited_by is not null;
alter table site add column invitation_reward bigint not null default 0 check (invitation_reward >= 0);

-- What a chain says of a claimed payment. The desk sees it beside the claim; it decides nothing by itself.
create table chain_finding (
  deposit_id    uuid primary key references deposit (id),
  found         boolean not null,
  recipient     text,
  units         numeric(78) check (units >= 0),
  confirmations integer check (confirmations >= 0),
  block_at      timestamptz,
  checked_at    timestamptz not null default clock_timestamp()
);

-- What a payment service said, with its signature proved by the role http; the worker proves it again before it credits.
create table payment_notice (
  id          uuid primary key default uuidv7(),
  channel     text not null references deposit_channel (code),
  event_id    text not null check (length(event_id) between 1 and 80),
  body        text not null check (length(body) <= 4000),
  signed_at   bigint not null,
  signature   bytea not null check (length(signature) = 32),
  received_at timestamptz not null default clock_timestamp(),
  unique (channel, event_id)
);
-- A notice that is handled, and what came of it.
create table payment_notice_handled (
  notice_id uuid primary key references payment_notice (id),
  became    text not null check (became in ('credited', 'ignored', 'refused')),
  at        timestamptz not null default clock_timestamp()
);

-- Wrong withdraw passwords of a member, counted before the password is checked.
create table withdraw_password_try (
  member_id    bigint primary key references member (id),
  failures     integer not null check (failures >= 0),
  locked_until timestamptz,
  last_at      timestamptz not null default clock_timestamp()
);

alter table member add column withdrawal_allowed boolean not null default true,
  add column withdrawals_paused_until timestamptz;

-- What the member asked for is fixed; a state changes along an edge that the caller may walk; the moment is the database's.
create function move_deposit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  c deposit_channel%rowtype;
  s site%rowtype;
begin
  if tg_op = 'INSERT' then
    select * into strict c from deposit_channel where code = new.channel;
    select * into strict s from site;
    if new.status <> 'recharging' or not c.active
      or (new.kind, new.network, new.asset, new.rate, new.details)
        is distinct from (c.kind, c.network, c.asset, c.rate, c.details)
      or new.currency <> s.currency or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
      or new.amount not between c.min and c.max
      or new.amount <> trunc(new.asset_amount::numeric * c.rate * power(10::numeric, s.currency_decimals)
        / (power(10::numeric, c.asset_decimals) * 10000)) then
      raise exception 'DEPOSIT_REFUSED' using errcode = 'CD090';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.member_id, new.wallet, new.currency, new.channel, new.kind, new.network, new.amount, new.asset,
      new.asset_amount, new.rate, new.details, new.created_at) is distinct from
    (old.id, old.reference, old.member_id, old.wallet, old.currency, old.channel, old.kind, old.network, old.amount, old.asset,
      old.asset_amount, old.rate, old.details, old.created_at) then
    raise exception 'DEPOSIT_FIXED' using errcode = 'CD090';
  end if;
  if new.status = old.status then
    raise exception 'DEPOSIT_UNMOVED' using errcode = 'CD090';
  end if;
  if not exists (select from cashier_edge e where e.flow = 'deposit' and e.from_state = old.status and e.to_state = new.status
      and (is_owner or caller = any (e.roles))) then
    raise exception 'DEPOSIT_EDGE: % to %', old.status, new.status using errcode = 'CD090';
  end if;
  -- Only a channel that proves its payments by itself is credited without the desk.
  if new.status = 'approved' and old.status in ('recharging', 'pending')
    and (new.kind not in ('practice', 'online') or new.credited <> new.amount or new.first_by is not null) then
    raise exception 'DEPOSIT_NEEDS_THE_DESK' using errcode = 'CD090';
  end if;
  -- The word of the first operator stays what it was.
  if old.status = 'seconding' and new.status = 'approved'
    and (new.first_by is distinct from old.first_by or new.credited is distinct from old.credited) then
    raise exception 'DEPOSIT_SECONDING' using errcode = 'CD090';
  end if;
  new.version := old.version + 1;
  new.decided_at := case when new.status in ('approved', 'rejected', 'cancelled') then clock_timestamp() end;
  new.paid_at := case when old.status = 'recharging' and new.status in ('pending', 'approved') then clock_timestamp() else old.paid_at end;
  return new;
end $$;
create trigger move_deposit before insert or update on deposit for each row execute function move_deposit();

create function move_withdrawal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  s site%rowtype;
  r withdrawal_rule%rowtype;
begin
  if tg_op = 'INSERT' then
    select * into strict s from site;
    select * into strict r from withdrawal_rule;
    if new.status <> 'pending' or new.paid_out <> 'none' or new.currency <> s.currency
      or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
      or new.amount not between r.min and r.max
      or new.fee <> least(greatest(trunc(new.amount::numeric * r.fee_rate / 10000), r.fee_min), r.fee_max)
      or not exists (select from member m where m.id = new.member_id and m.withdrawal_allowed and not m.frozen
        and coalesce(m.withdrawals_paused_until <= clock_timestamp(), true)) then
      raise exception 'WITHDRAWAL_REFUSED' using errcode = 'CD091';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.member_id, new.wallet, new.currency, new.amount, new.fee, new.hold, new.fee_hold, new.payee,
      new.payee_sealed, new.created_at) is distinct from
    (old.id, old.reference, old.member_id, old.wallet, old.currency, old.amount, old.fee, old.hold, old.fee_hold, old.payee,
      old.payee_sealed, old.created_at) then
    raise exception 'WITHDRAWAL_FIXED' using errcode = 'CD091';
  end if;
  if (new.status = old.status) = (new.paid_out = old.paid_out) then
    raise exception 'WITHDRAWAL_ONE_STEP' using errcode = 'CD091';
  end if;
  if not exists (select from cashier_edge e where (is_owner or caller = any (e.roles)) and case when new.status = old.status
      then e.flow = 'payout' and e.from_state = old.paid_out and e.to_state = new.paid_out
      else e.flow = 'withdrawal' and e.from_state = old.status and e.to_state = new.status end) then
    raise exception 'WITHDRAWAL_EDGE: % to %', old.status, new.status using errcode = 'CD091';
  end if;
  if old.status = 'seconding' and new.status = 'approved' and new.first_by is distinct from old.first_by then
    raise exception 'WITHDRAWAL_SECONDING' using errcode = 'CD091';
  end if;
  new.version := old.version + 1;
  new.decided_at := case when new.status = old.status then old.decided_at
    when new.status in ('approved', 'rejected', 'cancelled') then clock_timestamp() end;
  return new;
end $$;
create trigger move_withdrawal before insert or update on withdrawal for each row execute function move_withdrawal();

create function write_cashier_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came_to text := new.status;
begin
  if tg_table_name = 'withdrawal' and tg_op = 'UPDATE' then
    if to_jsonb(new) ->> 'paid_out' <> to_jsonb(old) ->> 'paid_out' then came_to := to_jsonb(new) ->> 'paid_out'; end if;
  end if;
  insert into cashier_step (subject, n, state, reason, note)
  values (new.id, new.version, came_to,
    case when came_to in ('rejected', 'cancelled', 'returned', 'approved') then new.reason end,
    case when came_to in ('rejected', 'returned', 'approved') then new.note end);
  return null;
end $$;
create trigger write_step after insert or update on deposit for each row execute function write_cashier_step();
create trigger write_step after insert or update on withdrawal for each row execute function write_cashier_step();

-- At the end of the transaction, money and state agree.
create function check_deposit_money() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d deposit%rowtype;
  credits bigint;
begin
  select * into strict d from deposit where id = new.id;
  select coalesce(sum(t.amount), 0) into credits from transfer t
  where t.ref_id = d.id::text and t.ref_type = 'deposit' and t.type = 'recharge';
  if credits <> (case d.status when 'approved' then d.credited else 0 end) then
    raise exception 'DEPOSIT_MONEY: %', d.id using errcode = 'CD090';
  end if;
  return null;
end $$;
create constraint trigger check_money after insert or update on deposit deferrable initially deferred
  for each row execute function check_deposit_money();

create function check_withdrawal_money() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  w withdrawal%rowtype;
  wanted text;
begin
  select * into strict w from withdrawal where id = new.id;
  wanted := case w.status when 'approved' then 'post' when 'rejected' then 'void' when 'cancelled' then 'void' else 'none' end;
  if exists (
    select from (values (w.hold, w.amount - w.fee), (w.fee_hold, w.fee)) h (id, amount)
    left join lateral (select p.amount, p.phase from transfer p where p.id = h.id) held on true
    left join lateral (select r.phase, r.amount from transfer r where r.pending_id = h.id) resolved on true
    where h.id is not null and (held.phase, held.amount, coalesce(resolved.phase, 'none'), coalesce(resolved.amount, h.amount))
      is distinct from ('pending'::text, h.amount, wanted, h.amount)
  ) or (w.paid_out = 'returned') is distinct from (
    select coalesce(sum(t.amount), 0) = w.amount from transfer t
    where t.ref_id = w.id::text and t.ref_type = 'withdrawal' and t.type = 'withdrawalReturned') then
    raise exception 'WITHDRAWAL_MONEY: %', w.id using errcode = 'CD091';
  end if;
  return null;
end $$;
create constraint trigger check_money after insert or update on withdrawal deferrable initially deferred
  for each row execute function check_withdrawal_money();

-- Whoever changes what is a member's locks the member first, also a role that may not write to it.
create function lock_members(ids bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from member where id = any(ids) order by id for no key update
$$;
revoke execute on function lock_members(bigint[]) from public;
grant execute on function lock_members(bigint[]) to candor_http, candor_worker, candor_console;

revoke execute on function move_deposit(), move_withdrawal(), write_cashier_step(), check_deposit_money(), check_withdrawal_money()
  from public;

-- http: what a member asks for, says and takes back.
grant select on deposit_channel, withdrawal_rule, deposit, withdrawal, cashier_step, invitation_reward, payment_notice,
  withdraw_password_try to candor_http;
grant insert (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until,
  details, expires_at) on deposit to candor_http;
grant update (status, txid, payer, proof, reason) on deposit to candor_http;
grant update (withdrawals_paused_until) on member to candor_http;
grant insert (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed) on withdrawal
  to candor_http;
grant update (status, reason) on withdrawal to candor_http;
grant insert (channel, event_id, body, signed_at, signature) on payment_notice to candor_http;
grant insert (member_id, failures, locked_until), update (failures, locked_until, last_at), delete on withdraw_password_try
  to candor_http;

-- worker: expires what nobody paid, and credits what a channel proves by itself.
grant select on deposit_channel, deposit, chain_finding, payment_notice, payment_notice_handled, invitation_reward to candor_worker;
grant select (id, invited_by) on member to candor_worker;
grant update (status, credited, reason) on deposit to candor_worker;
grant insert (deposit_id, found, recipient, units, confirmations, block_at),
  update (found, recipient, units, confirmations, block_at, checked_at) on chain_finding to candor_worker;
grant insert (notice_id, became) on payment_notice_handled to candor_worker;
grant insert (invitee_id, inviter_id, deposit_id, wallet, amount) on invitation_reward to candor_worker;

-- console: the desk.
grant select on deposit_channel, withdrawal_rule, deposit, withdrawal, cashier_step, chain_finding, invitation_reward,
  idempotency, account to candor_console;
grant update (status, taken_by, first_by, second_by, credited, reason, note) on deposit to candor_console;
grant update (status, paid_out, bank_ref, taken_by, first_by, second_by, reason, note) on withdrawal to candor_console;
grant insert (invitee_id, inviter_id, deposit_id, wallet, amount) on invitation_reward to candor_console;
grant insert (actor_id, command, subject_type, subject_id, detail) on audit to candor_console;
grant insert on idempotency to candor_console;
grant insert on outbox to candor_console;
