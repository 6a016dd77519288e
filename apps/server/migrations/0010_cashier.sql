-- Money in and out. A deposit and a withdrawal are rows that change their state along the edges of cashier_edge and no other
-- way; the table says which role may walk which edge. Every change writes its step. What was asked for never changes. At the
-- end of a transaction, the transfers of a row are exactly those of its state: an approved deposit is credited once, an open
-- withdrawal is held, a decided one is not.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- The ways of paying in. In practice mode their details belong to nobody. No role writes this table or withdrawal_rule: a
-- change that two operators agreed to is applied by a trigger (cashier_change). What runs is never touched: a deposit and a
-- withdrawal keep what was promised when they began.
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
  version         integer not null default 1 check (version > 0),
  confirmations   integer not null default 12 check (confirmations between 1 and 1000),
  -- What one operator may credit alone, and how far a credited amount may be from the asked one. From an amount on, and where the
  -- proof is missing that the channel asks for, a deposit needs a second operator. An amount beyond the bounds is credited by
  -- nobody.
  second_from     bigint not null,
  far_rate        integer not null,
  bound_rate      integer not null,
  check ((kind = 'usdt') = (network is not null)),
  -- Only a coin has a price. The account currency is worth itself.
  constraint deposit_channel_par_check check (kind = 'usdt' or rate = 10000),
  constraint deposit_channel_second_check check (second_from between 0 and max),
  constraint deposit_channel_spread_check check (0 <= far_rate and far_rate <= bound_rate and bound_rate <= 100000)
);
comment on column deposit_channel.rate is 'Price of one whole asset in whole units of the account currency, in 1/10,000.';
comment on column deposit_channel.confirmations is 'Blocks after which the desk may take a payment on a chain as final.';
comment on column deposit_channel.second_from is 'From this amount on, a deposit needs a second operator.';
comment on column deposit_channel.far_rate is 'How far the credited amount may be from the asked one before it is typed twice, in 1/10,000 of that.';
comment on column deposit_channel.bound_rate is 'How far it may be at all, in 1/10,000 of the asked amount.';

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
  arrival_hours     integer not null check (arrival_hours > 0),
  version           integer not null default 1 check (version > 0),
  -- Something arrives of every withdrawal.
  constraint withdrawal_rule_fee_check check (fee_rate < 10000 and fee_min < min)
);
comment on table withdrawal_rule is 'One row: what a withdrawal may be, costs and needs now.';

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
  ('payout', 'sent', 'returning', '{candor_console}'),
  ('payout', 'returning', 'returned', '{candor_console}'),
  ('payout', 'returning', 'sent', '{candor_console}');

create table deposit (
  id               uuid primary key default uuidv7(),
  reference        text not null unique check (reference ~ '^[A-Z0-9]{8}$'),
  member_id        bigint not null references member (id),
  wallet           text not null check (wallet in ('practice', 'cash')),
  currency         text not null,
  channel          text not null references deposit_channel (code),
  kind             text not null,
  network          text,
  amount           bigint not null check (amount > 0),
  asset            text not null,
  asset_amount     bigint not null check (asset_amount > 0),
  rate             bigint not null,
  rate_until       timestamptz not null,
  details          jsonb not null,
  status           text not null default 'recharging' check (status in
    ('recharging', 'pending', 'reviewing', 'seconding', 'approved', 'rejected', 'cancelled')),
  txid             text check (length(txid) <= 80),
  payer            text check (length(payer) <= 64),
  proof            uuid,
  credited         bigint check (credited > 0),
  reason           text check (reason ~ '^[A-Z_]{2,40}$'),
  note             text check (length(note) <= 500),
  taken_by         bigint references member (id),
  first_by         bigint references member (id),
  second_by        bigint references member (id),
  version          integer not null default 1,
  created_at       timestamptz not null default clock_timestamp(),
  expires_at       timestamptz not null,
  paid_at          timestamptz,
  decided_at       timestamptz,
  -- What was promised to a member, by the terms of the moment.
  promised_minutes integer not null,
  proof_required   boolean not null,
  -- Each step of a deposit or a withdrawal names the operator who made it, also after the item was released and taken again.
  moved_by         bigint references member (id) constraint deposit_check6 check (moved_by <> member_id),
  proved_by        uuid,
  -- Nobody decides on their own money, and the second operator is another person than the first.
  check (taken_by <> member_id and first_by <> member_id and second_by <> member_id and first_by <> second_by),
  check ((status in ('approved', 'seconding')) = (credited is not null)),
  check ((status in ('approved', 'rejected', 'cancelled')) = (decided_at is not null)),
  check (status <> 'approved' or first_by is not null or kind in ('practice', 'online')),
  -- Another amount than the submitted one is the word of two.
  check (status <> 'approved' or credited = amount or second_by is not null),
  check (status <> 'rejected' or reason is not null),
  -- A deposit's proof is a picture of its own member, and stays as long as the deposit refers to it.
  foreign key (proof, member_id) references file (id, member_id),
  constraint deposit_proof_of_service_check check (proved_by is null or kind = 'online' and status = 'approved')
);
comment on table deposit is 'One row a deposit of a member, from its creation to its decision.';
comment on column deposit.moved_by is 'The operator who made the last step; null when it was the member or the worker.';
comment on column deposit.proved_by is 'The notice of the payment service that it was credited by.';
comment on column deposit.note is 'The note of the operator. It stays inside: the roles of the member''s side cannot read it.';
-- A payment on a chain is credited to one deposit.
create unique index deposit_txid on deposit (network, lower(txid)) where txid is not null and status not in ('rejected', 'cancelled');
create index deposit_member on deposit (member_id, wallet, id desc);
create index deposit_queue on deposit (status, created_at) where status in ('recharging', 'pending', 'reviewing', 'seconding');
create unique index deposit_proved_by on deposit (proved_by) where proved_by is not null;
create trigger keep_deposit_limits after insert on deposit for each row execute function keep_deposit_limits();
create trigger count_own_deposits after update on deposit for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function keep_deposit_limits();
create trigger name_who_acts after insert or update on deposit
  for each row execute function name_who_acts('taken_by', 'first_by', 'second_by', 'moved_by');
create trigger check_hands after update on deposit for each row execute function check_hands();
create constraint trigger require_entry after update on deposit deferrable initially deferred
  for each row execute function require_entry('deposit', 'id', 'taken_by', 'first_by', 'second_by', 'moved_by');

create table withdrawal (
  id               uuid primary key default uuidv7(),
  reference        text not null unique check (reference ~ '^[A-Z0-9]{8}$'),
  member_id        bigint not null references member (id),
  wallet           text not null check (wallet in ('practice', 'cash')),
  currency         text not null,
  amount           bigint not null check (amount > 0),
  fee              bigint not null check (fee >= 0 and fee < amount),
  hold             uuid not null unique,
  fee_hold         uuid unique check ((fee_hold is not null) = (fee > 0)),
  payee            jsonb not null,
  payee_sealed     bytea not null,
  status           text not null default 'pending' check (status in
    ('pending', 'reviewing', 'seconding', 'approved', 'rejected', 'cancelled')),
  paid_out         text not null default 'none',
  bank_ref         text check (length(bank_ref) <= 80),
  reason           text check (reason ~ '^[A-Z_]{2,40}$'),
  note             text check (length(note) <= 500),
  taken_by         bigint references member (id),
  first_by         bigint references member (id),
  second_by        bigint references member (id),
  version          integer not null default 1,
  created_at       timestamptz not null default clock_timestamp(),
  decided_at       timestamptz,
  promised_minutes integer not null,
  moved_by         bigint references member (id) constraint withdrawal_check7 check (moved_by <> member_id),
  sent_by          bigint references member (id),
  return_by        bigint references member (id),
  -- The card of a withdrawal stays the one it was made to, also when the member loses it.
  payee_mark       bytea check (length(payee_mark) = 32),
  check (taken_by <> member_id and first_by <> member_id and second_by <> member_id and first_by <> second_by),
  check ((status in ('approved', 'rejected', 'cancelled')) = (decided_at is not null)),
  check (status <> 'approved' or (first_by is not null and second_by is not null)),
  check (paid_out = 'none' or status = 'approved'),
  check (status <> 'rejected' or reason is not null),
  check (paid_out in ('none', 'sent', 'arrived', 'returning', 'returned')),
  constraint withdrawal_return_check check ((paid_out = 'returning') <= (return_by is not null and reason is not null))
);
comment on table withdrawal is 'One row a withdrawal of a member, from its request to the arrival of its payment.';
comment on column withdrawal.payee is 'What may be shown of the card: bank, holder and last digits, masked.';
comment on column withdrawal.sent_by is 'The operator who recorded the payment.';
comment on column withdrawal.return_by is 'The operator who proposed to credit it again; another one approved it.';
comment on column withdrawal.payee_mark is 'The mark of the card it goes to. Null without a card.';
comment on column withdrawal.note is 'As deposit.note.';
create index withdrawal_member on withdrawal (member_id, wallet, id desc);
create index withdrawal_queue on withdrawal (status, created_at) where status in ('pending', 'reviewing', 'seconding');
create index withdrawal_decided on withdrawal (decided_at) where decided_at is not null;
create index withdrawal_payouts on withdrawal (paid_out, decided_at) where status = 'approved' and paid_out in ('none', 'sent', 'returning');
create trigger name_who_acts after insert or update on withdrawal
  for each row execute function name_who_acts('taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by', 'return_by');
create trigger check_hands after update on withdrawal for each row execute function check_hands();
create constraint trigger require_entry after update on withdrawal deferrable initially deferred
  for each row execute function require_entry('withdrawal', 'id', 'taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by', 'return_by');

-- Written by triggers alone: when a deposit or a withdrawal came to a state, and why.
create table cashier_step (
  subject     uuid not null,
  n           integer not null,
  state       text not null,
  at          timestamptz not null default clock_timestamp(),
  reason      text,
  note        text,
  by_operator bigint references member (id),
  primary key (subject, n)
);
comment on column cashier_step.note is 'As deposit.note.';

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

-- What a chain says of a claimed payment. Operators see it beside the claim; it decides nothing by itself.
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

alter table deposit add constraint deposit_proved_by_fkey foreign key (proved_by) references payment_notice (id);

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

-- Also why a return was proposed, and why it was not accepted.
create function write_cashier_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came_to text := new.status;
  has_words boolean;
begin
  if tg_table_name = 'withdrawal' and tg_op = 'UPDATE' then
    if to_jsonb(new) ->> 'paid_out' <> to_jsonb(old) ->> 'paid_out' then came_to := to_jsonb(new) ->> 'paid_out'; end if;
  end if;
  has_words := came_to in ('rejected', 'cancelled', 'returning', 'returned', 'approved')
    or came_to = 'sent' and to_jsonb(old) ->> 'paid_out' = 'returning';
  insert into cashier_step (subject, n, state, reason, note, by_operator)
  values (new.id, new.version, came_to, case when has_words then new.reason end,
    case when has_words and came_to <> 'cancelled' then new.note end, new.moved_by);
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

create function keep_promise() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'deposit' then
    select c.arrival_minutes, c.proof_required into strict new.promised_minutes, new.proof_required
    from deposit_channel c where c.code = new.channel;
  else
    select r.arrival_hours * 60 into strict new.promised_minutes from withdrawal_rule r;
  end if;
  return new;
end $$;
create trigger keep_promise before insert on deposit for each row execute function keep_promise();
create trigger keep_promise before insert on withdrawal for each row execute function keep_promise();

-- Where members pay in, at which price, what a withdrawal costs, and the terms of rewards. One operator proposes a change
-- with a reason, another approves it: a trigger applies exactly what was approved, to the version that the maker saw.
create table cashier_change (
  id         uuid primary key default uuidv7(),
  subject    text not null,
  base       integer not null check (base >= 0),
  -- The terms of that version, written by the database. Null for a channel that is new.
  before     jsonb,
  terms      jsonb not null check (length(terms::text) <= 4000),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  check ((base = 0) = (before is null)),
  check (subject in ('withdrawals', 'rewards') or subject ~ '^channel/[a-z0-9-]{2,32}$')
);
comment on column cashier_change.base is 'The version that the maker saw; 0 for a channel that is new.';
create unique index cashier_change_open on cashier_change (subject) where status = 'proposed';
create trigger name_who_acts after insert or update on cashier_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on cashier_change deferrable initially deferred
  for each row execute function require_entry('terms', 'id', 'maker', 'checker');

-- The terms that hold now, in the form in which they are proposed; null where there are none.
create function cashier_terms(wanted text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('min', r.min::text, 'max', r.max::text, 'dailyMax', r.daily_max::text, 'feeRate', r.fee_rate::text,
    'feeMin', r.fee_min::text, 'feeMax', r.fee_max::text, 'cardRequired', r.card_required, 'identityRequired', r.identity_required,
    'arrivalHours', r.arrival_hours)
  from withdrawal_rule r where wanted = 'withdrawals'
  union all
  select jsonb_build_object('kind', c.kind, 'network', c.network, 'names', c.names, 'rate', c.rate::text, 'min', c.min::text,
    'max', c.max::text, 'details', c.details, 'arrivalMinutes', c.arrival_minutes, 'proofRequired', c.proof_required,
    'active', c.active, 'position', c.position, 'confirmations', c.confirmations, 'secondFrom', c.second_from::text,
    'farRate', c.far_rate::text, 'boundRate', c.bound_rate::text)
  from deposit_channel c where wanted = 'channel/' || c.code
$$;

create function apply_cashier_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t jsonb := new.terms;
  named text := substr(new.subject, 9);
  is_rule boolean := new.subject = 'withdrawals';
  current integer;
begin
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD012';
  end if;
  if is_rule then
    select version into current from withdrawal_rule for update;
  else
    select version into current from deposit_channel where code = named for update;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
    end if;
    if coalesce(current, 0) <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
    end if;
    new.before := cashier_terms(new.subject);
    if (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) is distinct from (case when is_rule
        then '{arrivalHours,cardRequired,dailyMax,feeMax,feeMin,feeRate,identityRequired,max,min}'::text[]
        else '{active,arrivalMinutes,boundRate,confirmations,details,farRate,kind,max,min,names,network,position,proofRequired,rate,
            secondFrom}'::text[] end) then
      raise exception 'CHANGE_REFUSED: FORM' using errcode = 'CD012';
    end if;
    -- What a channel is never changes. One that credits by itself is made by the owner of the site alone.
    if not is_rule and (case when new.base > 0 then (t -> 'kind', t -> 'network') is distinct from (new.before -> 'kind', new.before -> 'network')
        else t ->> 'kind' not in ('bank', 'usdt') end) then
      raise exception 'CHANGE_REFUSED: KIND' using errcode = 'CD012';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
  end if;
  if (new.id, new.subject, new.base, new.before, new.terms, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.subject, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD012';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then return new; end if;
  if coalesce(current, 0) <> new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
  end if;
  if is_rule then
    update withdrawal_rule set min = (t ->> 'min')::bigint, max = (t ->> 'max')::bigint, daily_max = (t ->> 'dailyMax')::bigint,
      fee_rate = (t ->> 'feeRate')::bigint, fee_min = (t ->> 'feeMin')::bigint, fee_max = (t ->> 'feeMax')::bigint,
      card_required = (t ->> 'cardRequired')::boolean, identity_required = (t ->> 'identityRequired')::boolean,
      arrival_hours = (t ->> 'arrivalHours')::integer, version = version + 1;
  elsif new.base = 0 then
    insert into deposit_channel (code, kind, network, names, asset, asset_decimals, rate, min, max, details, arrival_minutes,
      proof_required, active, position, confirmations, second_from, far_rate, bound_rate)
    select named, t ->> 'kind', t ->> 'network', t -> 'names', case t ->> 'kind' when 'usdt' then 'USDT' else s.currency end,
      case t ->> 'kind' when 'usdt' then 6 else s.currency_decimals end, (t ->> 'rate')::bigint, (t ->> 'min')::bigint,
      (t ->> 'max')::bigint, t -> 'details', (t ->> 'arrivalMinutes')::integer, (t ->> 'proofRequired')::boolean,
      (t ->> 'active')::boolean, (t ->> 'position')::integer, (t ->> 'confirmations')::integer, (t ->> 'secondFrom')::bigint,
      (t ->> 'farRate')::integer, (t ->> 'boundRate')::integer
    from site s;
  else
    update deposit_channel set names = t -> 'names', rate = (t ->> 'rate')::bigint, min = (t ->> 'min')::bigint,
      max = (t ->> 'max')::bigint, details = t -> 'details', arrival_minutes = (t ->> 'arrivalMinutes')::integer,
      proof_required = (t ->> 'proofRequired')::boolean, active = (t ->> 'active')::boolean,
      position = (t ->> 'position')::integer, confirmations = (t ->> 'confirmations')::integer,
      second_from = (t ->> 'secondFrom')::bigint, far_rate = (t ->> 'farRate')::integer, bound_rate = (t ->> 'boundRate')::integer,
      version = version + 1
    where code = named;
  end if;
  return new;
end $$;
create trigger apply_cashier_change before insert or update on cashier_change
  for each row when (new.subject <> 'rewards') execute function apply_cashier_change();

-- Whose step it is, the database says: what the console writes there is not read.
create function keep_mover() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.moved_by := case calling_role()
    when 'candor_http' then null
    when 'candor_worker' then null
    when 'candor_console' then current_operator()
    else case
      when new.status = old.status then new.moved_by
      when new.status = 'reviewing' then new.taken_by
      when new.status = 'seconding' then new.first_by
      when new.status in ('approved', 'rejected') then coalesce(new.second_by, new.first_by)
      else new.moved_by end
    end;
  if new.moved_by is null and calling_role() = 'candor_console' then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  return new;
end $$;
create trigger keep_mover before update on deposit for each row execute function keep_mover();
create trigger keep_mover before update on withdrawal for each row execute function keep_mover();

-- A deposit through a payment service is credited by the database's own proof: a notice of this service, whose signature the
-- database checks, names the deposit, its amount and its currency, and says that it was paid.
--
-- The padded keys of HMAC-SHA-256, one row for each service. The owner writes them at each start; no role reads them.
create table payment_key (
  channel   text primary key references deposit_channel (code),
  inner_pad bytea not null check (length(inner_pad) = 64),
  outer_pad bytea not null check (length(outer_pad) = 64)
);
comment on column payment_key.inner_pad is 'The key, xor 0x36 in each byte; the outer one has 0x5c.';

-- Over `{seconds}.{body}`, as payment-signature.ts signs it.
create function is_signed_notice(of_channel text, seconds bigint, body text, signature bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from payment_key k where k.channel = of_channel
    and sha256(k.outer_pad || sha256(k.inner_pad || convert_to(seconds::text || '.' || body, 'UTF8'))) = signature)
$$;

-- http takes a notice in; nothing that no service signed, and nothing that was signed long ago. Whether it is the first one with
-- this event of the channel.
create function take_payment_notice(of_channel text, event text, notice text, seconds bigint, its_signature bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_signed_notice(of_channel, seconds, notice, its_signature)
    or abs(extract(epoch from clock_timestamp()) - seconds) > 330 or notice::jsonb ->> 'event' is distinct from event then
    raise exception 'NOTICE_REFUSED: UNPROVED' using errcode = 'CD304';
  end if;
  insert into payment_notice (channel, event_id, body, signed_at, signature)
    values (of_channel, event, notice, seconds, its_signature) on conflict (channel, event_id) do nothing;
  return found;
end $$;

-- Whether this notice says that exactly this deposit was paid. The amount is a decimal of the asset's whole units.
create function proves_deposit(notice uuid, paid deposit) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from payment_notice n join deposit_channel c on c.code = n.channel
    cross join lateral (select n.body::jsonb as said) b
    where n.id = notice and n.channel = paid.channel and is_signed_notice(n.channel, n.signed_at, n.body, n.signature)
      and said ->> 'reference' = paid.reference and said ->> 'status' = 'paid' and said ->> 'currency' = paid.asset
      and case when said ->> 'amount' ~ '^[0-9]{1,30}(\.[0-9]{1,18})?$'
        then (said ->> 'amount')::numeric * 10::numeric ^ c.asset_decimals = paid.asset_amount else false end)
$$;

-- Without an operator, only what is proved is credited: by a notice, or, with practice money, by the channel whose deposits the member
-- says they paid.
create function prove_deposit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'approved' or old.status not in ('recharging', 'pending') then
    if new.proved_by is distinct from old.proved_by then
      raise exception 'DEPOSIT_REFUSED: UNPROVED' using errcode = 'CD305';
    end if;
    return new;
  end if;
  if not (case new.kind when 'practice' then new.wallet = 'practice' and old.status = 'pending'
      when 'online' then coalesce(proves_deposit(new.proved_by, new), false) else false end) then
    raise exception 'DEPOSIT_REFUSED: UNPROVED' using errcode = 'CD305';
  end if;
  return new;
end $$;

-- After move_deposit, whose refusals of a wrong step come first.
create trigger prove_deposit before update on deposit for each row execute function prove_deposit();

-- What leaves, and what comes back, needs the right hands. While a member is frozen or may not withdraw, nobody approves a
-- withdrawal or records it as sent. One reference of the bank belongs to one payment. Money that came back is credited by two
-- operators: one proposes the return, and another one, who did not send the payment either, approves it.
--
-- Why no money may leave to a member now; null when it may. The lock lets a freeze that comes at the same moment be seen.
create function payout_block(member bigint) returns text
language sql security definer set search_path = public, pg_temp as $$
  select case when m.frozen then 'frozen' when not m.withdrawal_allowed then 'forbidden'
    when m.withdrawals_paused_until > clock_timestamp() then 'paused' end
  from member m where m.id = payout_block.member for share
$$;

-- One form for what a person reads as the same reference: its letters and digits. Case, width, spaces, marks between them and
-- what cannot be seen make no difference.
create function payout_ref_key(ref text) returns text
language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(ref, NFKC), '[^A-Za-z0-9]', '', 'g') collate "C")
$$;

-- Written by a trigger alone. A reference stays taken, also after its payment came back: it was a payment.
create table payout_reference (
  ref_key       text primary key check (length(ref_key) between 1 and 320),
  withdrawal_id uuid not null unique references withdrawal (id),
  at            timestamptz not null default clock_timestamp()
);

-- After keep_mover, which says whose step it is, and before move_withdrawal, which says whether there is such a step.
create function keep_payout_hands() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_sent boolean := old.paid_out = 'none' and new.paid_out = 'sent';
  block text;
begin
  if is_sent or new.status <> old.status and new.status in ('seconding', 'approved') then
    block := payout_block(new.member_id);
    if block is not null then
      raise exception 'WITHDRAWAL_REFUSED: MEMBER %', upper(block) using errcode = 'CD330';
    end if;
  end if;
  if not is_sent and new.bank_ref is distinct from old.bank_ref then
    raise exception 'WITHDRAWAL_REFUSED: REFERENCE_FIXED' using errcode = 'CD330';
  end if;
  new.sent_by := old.sent_by;
  new.return_by := old.return_by;
  if new.paid_out = old.paid_out then return new; end if;
  if new.moved_by is null then
    raise exception 'WITHDRAWAL_REFUSED: NOBODY' using errcode = 'CD330';
  end if;
  case
    when is_sent then
      if coalesce(payout_ref_key(new.bank_ref), '') = '' then
        raise exception 'WITHDRAWAL_REFUSED: REFERENCE_MISSING' using errcode = 'CD330';
      end if;
      -- What is kept apart by nothing that can be seen would be two payments for one of the bank's.
      if new.bank_ref ~ '[^A-Za-z0-9 ./_:#-]' then
        raise exception 'WITHDRAWAL_REFUSED: REFERENCE_FORM' using errcode = 'CD330';
      end if;
      insert into payout_reference (ref_key, withdrawal_id) values (payout_ref_key(new.bank_ref), new.id);
      new.sent_by := new.moved_by;
    when new.paid_out = 'returning' then
      new.return_by := new.moved_by;
    when new.paid_out = 'sent' then
      new.return_by := null;
    when new.paid_out = 'returned' then
      -- Where nobody knows who sent it, it is none of those who had a hand in it.
      if new.moved_by is not distinct from old.return_by or new.moved_by is not distinct from old.sent_by
        or old.sent_by is null and (new.moved_by is not distinct from old.taken_by or new.moved_by is not distinct from old.first_by
          or new.moved_by is not distinct from old.second_by
          or exists (select from cashier_step s where s.subject = old.id and s.by_operator = new.moved_by)) then
        raise exception 'WITHDRAWAL_REFUSED: SECOND_OPERATOR' using errcode = 'CD330';
      end if;
      -- The second operator confirms the first one's words.
      if (new.reason, new.note) is distinct from (old.reason, old.note) then
        raise exception 'WITHDRAWAL_REFUSED: OTHER_WORDS' using errcode = 'CD330';
      end if;
    else null;
  end case;
  return new;
end $$;
create trigger keep_payout_hands before update on withdrawal for each row execute function keep_payout_hands();

-- What operators credit, beside the edges that move_deposit allows. What a channel proves by itself never comes this way.
create function keep_second_hand() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c deposit_channel%rowtype;
  spread numeric;
begin
  if old.status not in ('reviewing', 'seconding') or new.status not in ('seconding', 'approved') then return new; end if;
  select * into strict c from deposit_channel where code = new.channel;
  spread := trunc(new.amount::numeric * c.bound_rate / 10000);
  if new.credited <> new.amount
    and new.credited not between greatest(c.min, new.amount - spread) and least(c.max, new.amount + spread) then
    raise exception 'DEPOSIT_REFUSED: BOUNDS' using errcode = 'CD331';
  end if;
  if new.status = 'approved' and new.second_by is null and (old.status = 'seconding' or new.amount >= c.second_from
      or new.credited >= c.second_from or new.proof_required and new.proof is null) then
    raise exception 'DEPOSIT_REFUSED: SECOND_OPERATOR' using errcode = 'CD331';
  end if;
  return new;
end $$;
create trigger keep_second_hand before update on deposit for each row execute function keep_second_hand();

-- The reward of an invitation comes after real turnover of the invited member, is capped by inviter and day, and is never
-- paid between accounts that may be one person's. With the first deposit alone, five accounts of one person would bring
-- five rewards for money that leaves again. The worker pays it; a trigger checks each of these rules again.
create table reward_rule (
  only_row      boolean primary key default true check (only_row),
  version       integer not null default 1 check (version > 0),
  amount        bigint not null check (amount >= 0),
  turnover_rate bigint not null check (turnover_rate between 10000 and 10000000),
  day_max       integer not null check (day_max between 1 and 1000)
);
comment on column reward_rule.turnover_rate is 'Turnover for each unit of the first deposit, or of the reward where that is more, in 1/10,000.';
comment on column reward_rule.day_max is 'Rewards of one inviter on a business date.';

-- One row for each invited member, with the terms of the moment when they registered.
create table invitation (
  invitee_id    bigint primary key references member (id),
  inviter_id    bigint not null references member (id),
  version       integer not null check (version > 0),
  amount        bigint not null check (amount > 0),
  turnover_rate bigint not null check (turnover_rate > 0),
  state         text not null default 'waiting' check (state in ('waiting', 'earned', 'paid', 'refused')),
  reason        text check (reason in ('IDENTITY', 'CARD', 'DEVICE', 'NETWORK', 'THIRD', 'CHAIN', 'REPEATED')),
  deposit_id    uuid references deposit (id),
  needed        bigint check (needed > 0),
  turnover      bigint not null default 0 check (turnover >= 0),
  due_at        timestamptz not null default 'infinity',
  looks         integer not null default 0 check (looks >= 0),
  created_at    timestamptz not null default clock_timestamp(),
  moved_at      timestamptz not null default clock_timestamp(),
  check (inviter_id <> invitee_id),
  check ((state = 'refused') = (reason is not null)),
  check ((deposit_id is null) = (needed is null)),
  check (state = 'waiting' or deposit_id is not null)
);
comment on column invitation.due_at is 'When the worker looks at it next. Without a deposit there is nothing to look at.';
comment on column invitation.looks is 'Looks in this state that changed nothing. Each makes the next one wait longer.';
create index invitation_due on invitation (due_at) where state in ('waiting', 'earned');
create index invitation_inviter on invitation (inviter_id, invitee_id desc);
create index invitation_state on invitation (state, invitee_id desc);

-- An invited member has an invitation from the moment they register, under the terms of that moment.
create function open_invitation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate)
  select new.id, new.invited_by, r.version, r.amount, r.turnover_rate from reward_rule r where r.amount > 0
  on conflict do nothing;
  return null;
end $$;
create trigger open_invitation after insert or update of invited_by on member
  for each row when (new.invited_by is not null) execute function open_invitation();

-- The first deposit starts the count.
create function start_turnover() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invitation set due_at = clock_timestamp() where invitee_id = new.member_id and state = 'waiting' and deposit_id is null;
  return null;
end $$;
create trigger start_turnover after update on deposit
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function start_turnover();

-- Stakes of orders that were won or lost, in the wallet of the deposit, since it was credited.
create function turnover_since(member bigint, of_wallet text, since timestamptz) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(o.stake), 0)::bigint from settlement s join trade_order o on o.id = s.order_id
  where s.member_id = member and s.settled_at >= since and s.outcome in ('won', 'lost') and o.wallet = of_wallet
    and o.accepted_at >= since
$$;

-- The accounts that may be one person's: those that share a card, an identity, a device key or a browser, also over others.
-- A network alone joins too many strangers to go on from it.
create function same_person(seed bigint) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  known bigint[] := array[seed];
  found_now bigint[];
begin
  for round in 1..4 loop
    select array_agg(distinct b.member_id) into found_now
    from member_mark a join member_mark b on b.kind = a.kind and b.mark = a.mark
    where a.member_id = any(known) and a.kind <> 'network';
    found_now := coalesce(found_now, known);
    exit when cardinality(found_now) <= cardinality(known) or cardinality(found_now) > 200;
    known := found_now;
  end loop;
  return case when cardinality(found_now) > cardinality(known) then found_now else known end || seed;
end $$;

create function share_network(ones bigint[], others bigint[]) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from member_mark a join member_mark b on b.kind = 'network' and b.mark = a.mark
    where a.kind = 'network' and a.member_id = any(ones) and b.member_id = any(others))
$$;

-- Why no reward may be paid for this invitation; null when nothing speaks against it.
create function invitation_link(invitee bigint, inviter bigint) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  invited bigint[] := same_person(invitee);
  inviting bigint[] := same_person(inviter);
  above bigint;
  shared text;
begin
  select case k.kind when 'identity' then 'IDENTITY' when 'card' then 'CARD' when 'network' then 'NETWORK' else 'DEVICE' end into shared
  from member_mark k join member_mark o on o.kind = k.kind and o.mark = k.mark and o.member_id = inviter
  where k.member_id = invitee order by array_position('{identity,card,device,browser,network}'::text[], k.kind) limit 1;
  if shared is not null then
    return shared;
  end if;
  if invited && inviting or share_network(invited, inviting) then
    return 'THIRD';
  end if;
  -- Whoever invited the inviter, up to five steps.
  above := inviter;
  for step in 1..5 loop
    select m.invited_by into above from member m where m.id = above;
    exit when above is null;
    if invited && same_person(above) or share_network(invited, same_person(above)) then
      return 'CHAIN';
    end if;
  end loop;
  if exists (select from invitation_reward r where r.invitee_id = any(invited) and r.invitee_id <> invitee) then
    return 'REPEATED';
  end if;
  return null;
end $$;

-- Whether the inviter has their rewards of this business date, with all accounts that may be theirs.
create function is_reward_capped(inviter bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) >= (select day_max from reward_rule) from invitation_reward r
  where r.inviter_id = any(same_person(inviter)) and r.at > clock_timestamp() - interval '2 days'
    and business_date_at(r.at) = business_date_at(clock_timestamp())
$$;

-- Twice as long after each look, from a minute to two hours, so that those who never trade leave the worker free for the others.
-- Not all at once: from half of it to one and a half.
create function wait_of_looks(looks integer) returns interval
language sql volatile set search_path = public, pg_temp as $$
  select least(interval '1 minute' * 2 ^ least(looks, 10), interval '2 hours') * (0.5 + random())
$$;

-- Judges one invitation, and says whether its reward is to be paid now. The caller has locked both members.
create function judge_invitation(invitee bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v invitation%rowtype;
  d deposit%rowtype;
  needs bigint;
  made bigint;
  why text;
begin
  select * into v from invitation i where i.invitee_id = invitee and i.state in ('waiting', 'earned') for update;
  if not found then
    return false;
  end if;
  select x.* into d from deposit x cross join site s where x.member_id = invitee and x.status = 'approved'
    and x.wallet = case s.mode when 'practice' then 'practice' else 'cash' end order by x.decided_at, x.id limit 1;
  if not found then
    update invitation set due_at = 'infinity' where invitee_id = invitee;
    return false;
  end if;
  needs := ceil(greatest(d.credited, v.amount)::numeric * v.turnover_rate / 10000);
  made := turnover_since(invitee, d.wallet, d.decided_at);
  if made < needs then
    update invitation set deposit_id = d.id, needed = needs, turnover = made, looks = looks + 1,
      due_at = clock_timestamp() + wait_of_looks(looks)
      where invitee_id = invitee;
    return false;
  end if;
  why := invitation_link(invitee, v.inviter_id);
  update invitation set deposit_id = d.id, needed = needs, turnover = made, reason = why,
    state = case when why is null then 'earned' else 'refused' end, moved_at = case when state = 'waiting' or why is not null
      then clock_timestamp() else moved_at end,
    looks = case when state = 'waiting' then 0 else looks + 1 end,
    due_at = clock_timestamp() + wait_of_looks(case when state = 'waiting' then 0 else looks end)
  where invitee_id = invitee;
  return why is null and not is_reward_capped(v.inviter_id)
    and not exists (select from member m where m.id in (invitee, v.inviter_id) and m.frozen);
end $$;

-- Whatever the worker believes: no reward without turnover, none over the cap, none to oneself, and one for each invited member.
create function check_reward() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v invitation%rowtype;
  d deposit%rowtype;
begin
  if pg_has_role(calling_role(), current_user, 'member') then
    return new;
  end if;
  -- Two rewards of one inviter come one after the other.
  perform from member m where m.id = new.inviter_id for no key update;
  select * into v from invitation i where i.invitee_id = new.invitee_id for update;
  select * into d from deposit x where x.id = new.deposit_id and x.member_id = new.invitee_id and x.status = 'approved';
  if v.state is distinct from 'earned' or (v.inviter_id, v.amount, v.deposit_id, d.wallet)
      is distinct from (new.inviter_id, new.amount, new.deposit_id, new.wallet) then
    raise exception 'REWARD_REFUSED: STATE' using errcode = 'CD341';
  end if;
  if turnover_since(new.invitee_id, d.wallet, d.decided_at) < ceil(greatest(d.credited, v.amount)::numeric * v.turnover_rate / 10000) then
    raise exception 'REWARD_REFUSED: TURNOVER' using errcode = 'CD341';
  end if;
  if invitation_link(new.invitee_id, new.inviter_id) is not null then
    raise exception 'REWARD_REFUSED: LINK' using errcode = 'CD341';
  end if;
  if is_reward_capped(new.inviter_id) then
    raise exception 'REWARD_REFUSED: CAP' using errcode = 'CD341';
  end if;
  new.at := clock_timestamp();
  update invitation set state = 'paid', moved_at = new.at where invitee_id = new.invitee_id;
  return new;
end $$;
create trigger check_reward before insert on invitation_reward for each row execute function check_reward();

create function apply_reward_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t jsonb := new.terms;
  current reward_rule%rowtype;
begin
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end)
    or calling_role() = 'candor_console'
      and current_operator() is distinct from (case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD012';
  end if;
  select * into strict current from reward_rule for update;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
    end if;
    if current.version <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
    end if;
    if (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) is distinct from '{amount,dayMax,turnoverRate}'::text[] then
      raise exception 'CHANGE_REFUSED: FORM' using errcode = 'CD012';
    end if;
    new.before := jsonb_build_object('amount', current.amount::text, 'turnoverRate', current.turnover_rate::text, 'dayMax', current.day_max);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
  end if;
  if (new.id, new.subject, new.base, new.before, new.terms, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.subject, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD012';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then return new; end if;
  if current.version <> new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
  end if;
  update reward_rule set amount = (t ->> 'amount')::bigint, turnover_rate = (t ->> 'turnoverRate')::bigint,
    day_max = (t ->> 'dayMax')::integer, version = version + 1;
  return new;
end $$;
create trigger apply_reward_change before insert or update on cashier_change
  for each row when (new.subject = 'rewards') execute function apply_reward_change();

-- A card pays out for its member alone: it is theirs, and nobody else has it. A card that is not known pays out for nobody. Where
-- several members have the same card, no withdrawal to it is approved or paid out until two operators decided whose it is, by
-- releasing the others (0002).
create function is_payee_shared(holder bigint, sealed bytea, card_mark bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select length(sealed) > 0 and (card_mark is null
    or not exists (select from member_mark k where k.kind = 'card' and k.mark = card_mark and k.member_id = holder and k.state = 'own')
    or exists (select from member_mark k where k.kind = 'card' and k.mark = card_mark and k.member_id <> holder
      and k.state in ('own', 'shared')))
$$;

-- After keep_mover and before keep_payout_hands and move_withdrawal.
create function keep_payee() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.payee_mark := case when length(new.payee_sealed) > 0
      then (select c.number_mark from bank_card c where c.member_id = new.member_id) end;
    return new;
  end if;
  new.payee_mark := old.payee_mark;
  if (old.paid_out = 'none' and new.paid_out = 'sent' or new.status <> old.status and new.status in ('seconding', 'approved'))
    and is_payee_shared(old.member_id, old.payee_sealed, old.payee_mark) then
    raise exception 'WITHDRAWAL_REFUSED: MEMBER SHARED' using errcode = 'CD330';
  end if;
  return new;
end $$;
create trigger keep_payee before insert or update on withdrawal for each row execute function keep_payee();

create function clear_withdraw_tries(of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from withdraw_password_try where member_id = of_member
$$;
