-- Members: who they are, their pictures, card and identity verification, what they or operators limit, and the marks by which one person
-- is known.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

create table member (
  id                       bigint generated always as identity primary key,
  username                 text not null check (username ~ '^[A-Za-z0-9_]{4,32}$'),
  password_hash            text not null,
  withdraw_password_hash   text not null,
  phone                    text not null,
  country                  text,
  real_name_sealed         bytea,
  id_number_sealed         bytea,
  invite_code              text not null unique check (invite_code ~ '^[A-Z0-9]{6,12}$'),
  invited_by               bigint references member (id),
  language                 text check (language in ('zh-Hans', 'zh-Hant', 'en')),
  theme                    text check (theme in ('dark', 'light')),
  updown                   text check (updown in ('red-up', 'green-up', 'blue-up')),
  care_mode                boolean not null default false,
  roles                    text[] not null default '{member}',
  permissions              text[] not null default '{}',
  frozen                   boolean not null default false,
  login_allowed            boolean not null default true,
  trading_allowed          boolean not null default true,
  created_at               timestamptz not null default clock_timestamp(),
  -- What a member says of themself.
  nickname                 text not null default '' check (length(nickname) <= 64),
  email                    text check (length(email) <= 254),
  time_zone                text check (length(time_zone) <= 64),
  withdrawal_allowed       boolean not null default true,
  withdrawals_paused_until timestamptz,
  -- A member's picture of themselves is one of their files.
  avatar_file              uuid,
  guarded                  boolean not null default false,
  excluded_until           timestamptz,
  reality_check_minutes    smallint check (reality_check_minutes in (15, 30, 60)),
  -- How the app looks and speaks belongs to the account too: a new device takes it over, and a later choice on a device stays.
  looks_at                 timestamptz
);
comment on table member is 'One row a member: their name, passwords, profile, and what they may do.';
comment on column member.guarded is 'Has set a limit or excluded themselves; from then on own_use is counted. Never false again.';
comment on column member.excluded_until is 'Infinity for good. Only an exclusion writes it, and never to an earlier moment.';
comment on column member.looks_at is 'When the member last chose language, theme, direction colours or care mode. Null: never.';
create unique index member_phone_key on member (phone);
-- One folding of user names. lower() under the collation of the database may turn a letter that is not ASCII into one that
-- is; under "C" it changes A to Z and nothing else, as packages/domain/src/identity/username.ts does.
create unique index member_username_key on member (lower(username collate "C"));
create index member_invited_by on member (invited_by) where invited_by is not null;
create index member_guarded on member (id) where guarded;
create index member_restricted on member (id) where frozen or not trading_allowed or not withdrawal_allowed;
create index member_with_role on member (id) where roles <> '{member}';
create trigger keep_key before update of id on member for each statement execute function refuse_key_change();
create trigger keep_parent after delete on member referencing old table as gone for each statement execute function refuse_orphans();

-- Pictures that members send: photos of documents, proofs of deposits, avatars. The bytes are outside the database, sealed; a row
-- says whose they are and what they are for. A row that no other row refers to is deleted after a day, with its bytes.
create table file (
  id           uuid primary key,
  member_id    bigint not null references member (id),
  purpose      text not null,
  bytes        integer not null check (bytes between 1 and 8388608),
  sha256       bytea not null check (length(sha256) = 32),
  created_at   timestamptz not null default clock_timestamp(),
  unused_since timestamptz default clock_timestamp(),
  -- Photos of documents that were rejected are erased after a while (REJECTED_PHOTOS_DAYS): the site needs them no more. The row
  -- stays and says when, so that every photo an operator saw can still be accounted for.
  erased_at    timestamptz,
  -- So that a row of a member can refer to the member's own files only.
  unique (id, member_id),
  check (purpose in ('identity', 'avatar', 'depositProof', 'supportPicture'))
);
comment on column file.sha256 is 'Of the picture as it is stored, before it is sealed.';
comment on column file.unused_since is 'Null while another row refers to this one.';
comment on column file.erased_at is 'When its bytes were erased. The row stays, because a rejected submission refers to it.';
create index file_member on file (member_id, created_at);
create index file_unused on file (unused_since) where unused_since is not null;
create index file_identity_kept on file (created_at) where purpose = 'identity' and erased_at is null;
create index file_support_kept on file (created_at) where purpose = 'supportPicture' and erased_at is null;

alter table member add foreign key (avatar_file, id) references file (id, member_id);

-- The one bank card that a member's money is paid out to. A card is bound once and not changed: another one needs the old one
-- removed first. Holder and number are sealed.
create table bank_card (
  member_id     bigint primary key references member (id),
  holder_sealed bytea not null check (length(holder_sealed) between 29 and 1000),
  number_sealed bytea not null check (length(number_sealed) between 29 and 1000),
  -- A code of the lists, or the name of any other bank.
  bank          text not null check (length(bank) between 2 and 60 and bank !~ '[[:cntrl:]]'),
  branch        text check (length(branch) between 1 and 64),
  bound_at      timestamptz not null default clock_timestamp(),
  -- A card names its mark (member_mark). A session's and an identity's follow from their rows.
  number_mark   bytea not null check (length(number_mark) = 32)
);
comment on table bank_card is 'One row a member: the primary key refuses a second card, however many calls come at once.';
comment on column bank_card.number_mark is 'HMAC of the digits under a secret of the site.';

-- Who a member is: what they submitted, and what an operator decided. Each submission is a row. Its documents never change, its
-- state changes only along verification_edge, and what is decided stays. The newest row says how the member stands.
create table verification_edge (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);
comment on table verification_edge is 'The edges of packages/domain/src/identity/verification.ts.';

insert into verification_edge values ('pending', 'verified'), ('pending', 'rejected');

create table verification (
  id            bigint generated always as identity (start 1001) primary key,
  member_id     bigint not null references member (id),
  status        text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  version       integer not null default 1 check (version > 0),
  name_sealed   bytea not null check (length(name_sealed) between 29 and 1000),
  number_sealed bytea not null check (length(number_sealed) between 29 and 1000),
  number_hash   bytea not null check (length(number_hash) = 32),
  front_file    uuid not null,
  back_file     uuid not null,
  submitted_at  timestamptz not null default clock_timestamp(),
  taken_by      bigint references member (id),
  taken_at      timestamptz,
  decided_by    bigint references member (id),
  decided_at    timestamptz,
  reason        text check (reason ~ '^[A-Z_]{2,40}$'),
  wrong         text[] not null default '{}' check (wrong <@ '{realName,idNumber,front,back}'),
  note          text check (length(note) between 1 and 500),
  -- Nobody decides about themselves.
  check (taken_by <> member_id and decided_by <> member_id),
  check ((taken_by is null) = (taken_at is null)),
  check ((status = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check ((status = 'rejected') = (reason is not null)),
  check ((status = 'rejected') = (cardinality(wrong) > 0)),
  -- A submission has its own member's pictures.
  foreign key (front_file, member_id) references file (id, member_id),
  foreign key (back_file, member_id) references file (id, member_id)
);
comment on table verification is 'One row a submission of a member''s identity, and what was decided of it.';
comment on column verification.number_hash is 'HMAC of the identity number under a secret of the site: equal numbers are found without opening them.';
comment on column verification.note is 'As deposit.note.';
create unique index verification_pending on verification (member_id) where status = 'pending';
create unique index verification_verified on verification (member_id) where status = 'verified';
create index verification_member on verification (member_id, id desc);
create index verification_queue on verification (status, id);
create index verification_number_used on verification (number_hash);
create trigger name_who_acts after insert or update on verification
  for each row execute function name_who_acts('taken_by', 'decided_by');
create constraint trigger require_entry after update on verification deferrable initially deferred
  for each row execute function require_entry('verification', 'id', 'taken_by', 'decided_by');

-- A submission begins without a decision. Each change makes a new version, and a decision is made by who took it. A
-- verification whose identity was released is no longer one; only a release does that.
create function keep_verification() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.taken_by is not null then
      raise exception 'VERIFICATION_REFUSED: NOT_NEW' using errcode = 'CD007';
    end if;
    return new;
  end if;
  if old.status = 'verified' and new.reason = 'NUMBER_USED' and new.status = 'rejected' and exists (select from member_mark k
      where k.kind = 'identity' and k.mark = old.number_hash and k.member_id = old.member_id and k.state = 'released') then
    new.decided_at := clock_timestamp();
    new.version := old.version + 1;
    return new;
  end if;
  if old.status <> 'pending' then
    raise exception 'VERIFICATION_REFUSED: DECIDED' using errcode = 'CD007';
  end if;
  if (new.member_id, new.name_sealed, new.number_sealed, new.number_hash, new.front_file, new.back_file, new.submitted_at)
    is distinct from (old.member_id, old.name_sealed, old.number_sealed, old.number_hash, old.front_file, old.back_file, old.submitted_at)
  then
    raise exception 'VERIFICATION_REFUSED: PAPERS' using errcode = 'CD007';
  end if;
  if new.status <> old.status then
    if not exists (select from verification_edge e where e.from_state = old.status and e.to_state = new.status) then
      raise exception 'VERIFICATION_REFUSED: EDGE' using errcode = 'CD007';
    end if;
    if new.decided_by is distinct from old.taken_by then
      raise exception 'VERIFICATION_REFUSED: NOT_TAKEN' using errcode = 'CD007';
    end if;
    new.decided_at := clock_timestamp();
  else
    new.taken_at := case when new.taken_by is null then null else clock_timestamp() end;
  end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger keep_verification before insert or update on verification
  for each row execute function keep_verification();

-- Limits that members set for themselves, and self-exclusion. What a member chose is never loosened before its time and an
-- exclusion is never shortened: not by the role http, not by an operator. Limits count on the wallet that the site runs on.
--
-- A member who never set a limit costs one look into an empty index for a whole statement of orders or settlements. Of the
-- others, each business date is counted in own_use as it happens, so that a limit costs the same on the first and on the
-- millionth order.
create table own_limit (
  member_id   bigint not null references member (id),
  kind        text not null check (kind in ('deposit', 'stake', 'loss')),
  period      text not null check (period in ('day', 'week', 'month')),
  amount      bigint check (amount > 0),
  waiting     boolean not null default false,
  next_amount bigint check (next_amount > 0),
  next_at     timestamptz,
  primary key (member_id, kind, period),
  check (waiting = (next_at is not null)),
  check (waiting or next_amount is null)
);
comment on table own_limit is 'No amount is no limit. What waits replaces the amount at next_at, by reading alone.';

create table self_exclusion (
  id        bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  term      text not null check (term in ('day', 'week', 'month', 'halfYear', 'forever')),
  until     timestamptz not null,
  at        timestamptz not null
);
comment on table self_exclusion is 'One row each time a member excluded themselves, until when.';
create index self_exclusion_member on self_exclusion (member_id, id desc);

-- Written by triggers alone.
create table own_use (
  member_id bigint not null references member (id),
  wallet    text not null check (wallet in ('practice', 'cash')),
  day       date not null,
  staked    bigint not null default 0,
  lost      bigint not null default 0,
  deposited bigint not null default 0,
  primary key (member_id, wallet, day)
);
comment on table own_use is 'What a guarded member staked, lost (negative after a gain) and paid in on a business date.';

-- From now on the member is counted. What happened in this week and month before is counted once, from the rows themselves.
-- The caller holds the member's lock, so nothing is settled meanwhile.
create function start_guarding(id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  zone text := (select time_zone from site);
  today timestamp := date_trunc('day', clock_timestamp() at time zone zone);
  since timestamptz := least(date_trunc('week', today), date_trunc('month', today)) at time zone zone;
begin
  update member m set guarded = true where m.id = start_guarding.id and not m.guarded;
  if not found then
    return;
  end if;
  insert into own_use (member_id, wallet, day, staked, lost, deposited)
  select start_guarding.id, x.wallet, (x.at at time zone zone)::date, sum(x.staked), sum(x.lost), sum(x.deposited)
  from (
    select o.wallet, e.at, e.staked, e.lost, 0 as deposited
    from settlement s join trade_order o on o.id = s.order_id
    cross join lateral (values
      (o.accepted_at, case when s.outcome in ('tied', 'voided') then 0 else o.stake end, 0), (s.settled_at, 0, -s.profit)) e (at, staked, lost)
    where s.member_id = start_guarding.id and s.settled_at >= since
    union all
    select o.wallet, o.accepted_at, o.stake, 0, 0 from position p join trade_order o on o.id = p.order_id
    where p.member_id = start_guarding.id
    union all
    select d.wallet, d.decided_at, 0, 0, d.credited from deposit d
    where d.member_id = start_guarding.id and d.status = 'approved' and d.decided_at >= since
  ) x group by 1, 2, 3;
end $$;

-- What holds is never looser than it was, and what waits holds a day after it was asked for. The moments are the database's.
create function keep_own_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held bigint;
begin
  if tg_op = 'INSERT' then
    perform start_guarding(new.member_id);
  elsif pg_has_role(calling_role(), current_user, 'member') then
    return new;
  else
    held := case when old.waiting and old.next_at <= clock_timestamp() then old.next_amount else old.amount end;
    if held is not null and (new.amount is null or new.amount > held) then
      raise exception 'OWN_LIMIT_REFUSED: LOOSER' using errcode = 'CD012';
    end if;
  end if;
  new.next_at := case when not new.waiting then null
    when tg_op = 'UPDATE' and old.waiting and old.next_at > clock_timestamp() and new.next_amount is not distinct from old.next_amount
      then old.next_at
    else clock_timestamp() + interval '24 hours' end;
  return new;
end $$;
create trigger keep_own_limit before insert or update on own_limit for each row execute function keep_own_limit();

create function exclude_member() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform start_guarding(new.member_id);
  new.at := clock_timestamp();
  new.until := case new.term when 'forever' then 'infinity' else new.at + case new.term when 'day' then interval '24 hours'
    when 'week' then interval '168 hours' when 'month' then interval '720 hours' else interval '4320 hours' end end;
  update member m set excluded_until = greatest(m.excluded_until, new.until) where m.id = new.member_id;
  return new;
end $$;
create trigger exclude_member before insert on self_exclusion for each row execute function exclude_member();

-- The limits of these members with what counts against them: the sums of the period so far, what open orders may still lose,
-- and the deposits that are asked for. A week starts on Monday.
create function own_limits_of(members bigint[]) returns table (member_id bigint, kind text, period text, amount bigint,
  waiting boolean, next_amount bigint, next_at timestamptz, staked bigint, lost bigint, at_risk bigint, deposited bigint,
  underway bigint)
language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select l.member_id, l.kind, l.period, case when h.over then l.next_amount else l.amount end, l.waiting and not h.over,
    case when not h.over then l.next_amount end, case when not h.over then l.next_at end,
    u.staked, u.lost, r.at_risk, u.deposited, d.underway
  from own_limit l
  cross join (select case mode when 'practice' then 'practice' else 'cash' end as wallet,
    (clock_timestamp() at time zone time_zone)::date as today from site) s
  cross join lateral (select l.waiting and l.next_at <= clock_timestamp() as over) h
  cross join lateral (select coalesce(sum(x.staked), 0)::bigint as staked, coalesce(sum(x.lost), 0)::bigint as lost,
    coalesce(sum(x.deposited), 0)::bigint as deposited
    from own_use x where x.member_id = l.member_id and x.wallet = s.wallet
      and x.day between date_trunc(l.period, s.today::timestamp)::date and s.today) u
  cross join lateral (select coalesce(sum(o.stake + o.fee), 0)::bigint as at_risk from position p
    cross join lateral (select x.stake, x.fee from trade_order x where x.id = p.order_id offset 0) o
    where l.kind = 'loss' and p.member_id = l.member_id and p.wallet = s.wallet) r
  cross join lateral (select coalesce(sum(x.amount), 0)::bigint as underway from deposit x
    where l.kind = 'deposit' and x.member_id = l.member_id and x.wallet = s.wallet
      and x.status in ('recharging', 'pending', 'reviewing', 'seconding')) d
  where l.member_id = any (members)
$$;

-- Runs between accept_orders and take_stakes, by its name. Whoever does not hold the lock of a guarded member waits for it
-- here and then sees every order before: two orders at once never fit where one does.
create function keep_own_limits() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  guarded_ids bigint[] := array(select m.id from member m where m.guarded and m.id = any (array(select distinct member_id from placed)));
  zone text;
  reached record;
begin
  if guarded_ids = '{}' then
    return null;
  end if;
  perform lock_members(guarded_ids);
  if exists (select from member m where m.id = any (guarded_ids) and m.excluded_until > clock_timestamp()) then
    raise exception 'OWN_LIMIT_REFUSED: EXCLUDED' using errcode = 'CD012';
  end if;
  select time_zone into strict zone from site;
  insert into own_use as u (member_id, wallet, day, staked)
  select member_id, wallet, (accepted_at at time zone zone)::date, sum(stake) from placed where member_id = any (guarded_ids)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (member_id, wallet, day) do update set staked = u.staked + excluded.staked;
  select l.kind, l.period into reached from own_limits_of(guarded_ids) l
  where l.amount < case l.kind when 'stake' then l.staked when 'loss' then l.lost + l.at_risk end
    and exists (select from placed o cross join site s where o.member_id = l.member_id and (o.wallet = 'cash') = (s.mode <> 'practice'))
  limit 1;
  if found then
    raise exception 'OWN_LIMIT_REFUSED: % OF A %', upper(reached.kind), upper(reached.period) using errcode = 'CD012';
  end if;
  return null;
end $$;

-- A stake that came back counts no more; a result counts on the date of its settlement.
create function count_own_results() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  guarded_ids bigint[] := array(select m.id from member m where m.guarded and m.id = any (array(select distinct member_id from settled)));
  ids uuid[];
  zone text;
begin
  if guarded_ids = '{}' then
    return null;
  end if;
  ids := array(select order_id from settled where member_id = any (guarded_ids));
  select time_zone into strict zone from site;
  insert into own_use as u (member_id, wallet, day, staked, lost)
  select o.member_id, o.wallet, (e.at at time zone zone)::date, sum(e.staked), sum(e.lost)
  from settled s
  join (select x.id, x.member_id, x.wallet, x.stake, x.accepted_at from trade_order x where x.id = any (ids)) o on o.id = s.order_id
  cross join lateral (values
    (o.accepted_at, case when s.outcome in ('tied', 'voided') then -o.stake else 0 end, 0), (s.settled_at, 0, -s.profit)) e (at, staked, lost)
  group by 1, 2, 3 having sum(e.staked) <> 0 or sum(e.lost) <> 0 order by 1, 2, 3
  on conflict (member_id, wallet, day) do update set staked = u.staked + excluded.staked, lost = u.lost + excluded.lost;
  return null;
end $$;

-- A deposit limit refuses what is asked for. What was asked for before, and has arrived, is the member's and is credited.
create function keep_deposit_limits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from member m where m.id = new.member_id and m.guarded) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into own_use as u (member_id, wallet, day, deposited)
    select new.member_id, new.wallet, (new.decided_at at time zone s.time_zone)::date, new.credited from site s
    on conflict (member_id, wallet, day) do update set deposited = u.deposited + excluded.deposited;
    return null;
  end if;
  perform lock_members(array[new.member_id]);
  if exists (select from member m where m.id = new.member_id and m.excluded_until > clock_timestamp()) then
    raise exception 'OWN_LIMIT_REFUSED: EXCLUDED' using errcode = 'CD012';
  end if;
  if exists (select from own_limits_of(array[new.member_id]) l where l.kind = 'deposit' and l.amount < l.deposited + l.underway) then
    raise exception 'OWN_LIMIT_REFUSED: DEPOSIT' using errcode = 'CD012';
  end if;
  return null;
end $$;

-- What operators forbid a member, and allow again, each with a reason. The newest row of a kind is what holds; the columns of
-- member that the other rules read follow it, and no role writes them by itself.
create table member_restriction (
  id          bigint generated always as identity primary key,
  member_id   bigint not null references member (id),
  kind        text not null check (kind in ('frozen', 'trading', 'withdrawal')),
  restricted  boolean not null,
  reason      text,
  operator_id bigint not null references member (id),
  at          timestamptz not null default clock_timestamp(),
  -- A reason has three parts: a code that the site knows, a note that stays inside, and a text for the member that belongs to
  -- the code.
  code        text not null default 'OTHER',
  check (operator_id <> member_id),
  check (length(reason) <= 500 and reason ~ '\S'),
  constraint member_restriction_code_check check (case when restricted
    then code in ('SECURITY_CHECK', 'PAYMENT_CHECK', 'PAPERS_NEEDED', 'LEGAL_DUTY', 'MEMBER_ASKED', 'OTHER')
    else code in ('CHECK_DONE', 'PAPERS_RECEIVED', 'MEMBER_ASKED', 'MISTAKE', 'OTHER') end),
  -- OTHER says nothing to a colleague.
  constraint member_restriction_note_check check (code <> 'OTHER' or reason is not null)
);
comment on column member_restriction.code is 'What the member reads, as a code of packages/contract/src/reasons.ts.';
comment on column member_restriction.reason is 'The note of the operator. It stays inside: candor_http cannot read it.';
create index member_restriction_newest on member_restriction (member_id, kind, id desc);
create trigger name_who_acts after insert on member_restriction for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on member_restriction deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'operator_id');

-- At once: a frozen member has no session any more, and every order and every withdrawal is checked against these columns.
create function apply_restriction() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member m set
    frozen = case when new.kind = 'frozen' then new.restricted else frozen end,
    trading_allowed = case when new.kind = 'trading' then not new.restricted else trading_allowed end,
    withdrawal_allowed = case when new.kind = 'withdrawal' then not new.restricted else withdrawal_allowed end
  where m.id = new.member_id
    and new.restricted <> case new.kind when 'frozen' then frozen when 'trading' then not trading_allowed else not withdrawal_allowed end;
  if not found then
    raise exception 'RESTRICTION_REFUSED: UNCHANGED' using errcode = 'CD010';
  end if;
  if new.kind = 'frozen' and new.restricted then
    with ended as (delete from session where member_id = new.member_id returning token_hash)
    insert into frozen_session (token_hash, member_id) select token_hash, new.member_id from ended;
    delete from operator_session where operator_id = new.member_id;
  end if;
  return new;
end $$;
create trigger apply_restriction before insert on member_restriction
  for each row execute function apply_restriction();

-- What operators write down about a member for each other. Members never see it, and nobody changes or removes it.
create table member_note (
  id          bigint generated always as identity primary key,
  member_id   bigint not null references member (id),
  operator_id bigint not null references member (id),
  text        text not null check (length(text) <= 500 and text ~ '\S'),
  at          timestamptz not null default clock_timestamp(),
  check (operator_id <> member_id)
);
create index member_note_member on member_note (member_id, id desc);
create trigger name_who_acts after insert on member_note for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on member_note deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'operator_id');

-- How far a newcomer came with the guide to the first practice order. Whoever has an order is no newcomer; that is read from
-- the orders and stored nowhere.
create table first_run (
  member_id  bigint primary key references member (id),
  step       smallint not null default 1 check (step between 1 and 3),
  product    text,
  left_at    timestamptz,
  changed_at timestamptz not null default clock_timestamp()
);
comment on column first_run.left_at is 'The member does not want to be led; the guide stays reachable from help.';

-- A member must not look like an operator. How a name reads is a rule of the domain (packages/domain/src/identity/reserved-name.ts);
-- here is as much of it as operators' names need, so that http can ask without reading a single operator's name, and so that the
-- database refuses what http would let through.
--
-- What a name reads as: without the digits and marks around it, with digits as letters, and without any digit.
create function name_forms(name text) returns text[]
language sql immutable set search_path = public, pg_temp as $$
  -- Lower case of every script, whatever the database's own locale is. Accents come apart here and fall away below, with all that
  -- is no letter from a to z.
  with plain as (
    select replace(translate(normalize(lower(normalize(name, nfkc) collate "pg_c_utf8"), nfkd),
      'авекмнорстухѕіјԁԛԝгпαβγεηικνορτυχωıłøđɑɡꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜꭺᏼꮯꭰꭼꮐꮋꭵꭻꮶꮮꮇꮲꭱꮪꭲꮩꮃꭹꮓᴀʙᴄᴅᴇ'
      || 'ꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢաժցհյլոօբզսֆⲟⲥⲣⲁⲕⲙⲧ🅐🅰🇦🅑🅱🇧🅒🅲🇨🅓🅳🇩🅔🅴🇪🅕🅵🇫🅖🅶🇬🅗🅷🇭🅘🅸🇮🅙🅹🇯🅚🅺🇰🅛🅻🇱🅜🅼🇲🅝🅽🇳🅞🅾🇴🅟🅿🇵🅠🆀🇶🅡'
      || '🆁🇷🅢🆂🇸🅣🆃🇹🅤🆄🇺🅥🆅🇻🅦🆆🇼🅧🆇🇽🅨🆈🇾🅩🆉🇿',
      'abekmhopctyxsijdqwrnabyenikvoptuxwilodagabcdefghijklmnoprstuvwxyzabcdeghijklmprstvwyzabcde'
      || 'fghijklmnoprstuvwyzadghjlnopqufocpakmtaaabbbcccdddeeefffggghhhiiijjjkkklllmmmnnnooopppqqqr'
      || 'rrssstttuuuvvvwwwxxxyyyzzz'), 'ß', 'ss') as t),
  part as (
    select regexp_replace(t, '^[^a-z]+|[^a-z]+$', '', 'g') as p from plain
    union all select t from plain
    union all select regexp_replace(t, '[^a-z]', '', 'g') from plain),
  form as (
    select replace(replace(replace(regexp_replace(translate(p, '01345678@$!|9', 'oieasgtbasiig'), '[^a-z]', '', 'g'),
      'rn', 'm'), 'vv', 'w'), 'l', 'i') as f from part)
  select coalesce(array_agg(distinct f), '{}') from form where length(f) >= 3
$$;

-- Whether others would take this name for an operator's. It says yes or no, and never which.
create function reads_as_operator(name text, of_member bigint default null) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from member m
    where m.roles <> '{member}' and m.id is distinct from of_member
      and exists (select from role r where r.name = any(m.roles))
      and name_forms(m.username) && name_forms(reads_as_operator.name))
$$;

-- Not for what the owner prepares: operators are members whom the owner gives a role.
create function refuse_operator_name() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'candor_http' and (
    (tg_op = 'INSERT' and reads_as_operator(new.username, new.id))
    or (new.nickname <> '' and (tg_op = 'INSERT' or new.nickname is distinct from old.nickname)
      and reads_as_operator(new.nickname, new.id))) then
    raise exception 'NAME_REFUSED: OPERATOR' using errcode = 'CD321';
  end if;
  return new;
end $$;
create trigger refuse_operator_name before insert or update of username, nickname on member
  for each row execute function refuse_operator_name();

-- A card, an identity and a device key belong to one member. Each is known by a mark, a hash of 32 bytes: of a card and of an
-- identity number under a secret of the site, of a device's public key without one, because nobody can guess that. Whoever holds
-- a mark keeps it, also after the card is removed, until two operators release it. A card that goes from account to account
-- would else pay out for all of them.
--
-- Browsers and networks are marks too, but belong to nobody: they only show which accounts may be one person's, for the rewards
-- of invitations. They are forgotten after a time.
create table member_mark (
  kind      text not null check (kind in ('card', 'identity', 'device', 'browser', 'network')),
  mark      bytea not null check (length(mark) = 32),
  member_id bigint not null references member (id),
  state     text not null check (state in ('own', 'shared', 'refused', 'released', 'seen')),
  first_at  timestamptz not null default clock_timestamp(),
  last_at   timestamptz not null default clock_timestamp(),
  primary key (kind, mark, member_id),
  check ((kind in ('browser', 'network')) = (state = 'seen')),
  check (last_at >= first_at)
);
comment on column member_mark.state is 'own: it is theirs alone. shared: another has it too; no call writes it.
refused: they tried, and it is another''s. released: two operators took it back. seen: it belongs to nobody.';
create unique index member_mark_owner on member_mark (kind, mark) where state = 'own';
create index member_mark_member on member_mark (member_id, kind);
create index member_mark_age on member_mark (kind, last_at);
-- What a member holds together with others, or was refused.
create index member_mark_contested on member_mark (last_at desc) where state in ('shared', 'refused');

-- Two who want the same mark wait for each other. These locks have a number space of their own.
create function lock_mark(wanted text, fingerprint bytea) returns void
language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock(728, hashtext(wanted || '/' || encode(fingerprint, 'hex')))
$$;

-- Whether another member holds the mark. Whoever asks holds its lock until the end of the transaction.
create function is_mark_taken(wanted text, fingerprint bytea, asker bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_mark(wanted, fingerprint);
  return exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'own' and k.member_id <> asker);
end $$;

create function take_mark(wanted text, fingerprint bytea, taker bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_mark_taken(wanted, fingerprint, taker) then
    raise exception 'MARK_TAKEN: %', wanted using errcode = 'CD340';
  end if;
  insert into member_mark as k (kind, mark, member_id, state) values (wanted, fingerprint, taker, 'own')
  on conflict (kind, mark, member_id) do update set state = 'own', last_at = clock_timestamp();
end $$;

-- Writes that a member was seen with a browser or in a network, or tried what belongs to another. Nobody gets a mark by this.
create function note_mark(wanted text, fingerprint bytea, of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into member_mark as k (kind, mark, member_id, state)
  values (wanted, fingerprint, of_member, case when wanted in ('browser', 'network') then 'seen' else 'refused' end)
  on conflict (kind, mark, member_id) do update set last_at = clock_timestamp()
$$;

-- The same for a browser whose token came from another account. Only what the site gave has a mark already; anything else
-- that a caller sends leaves nothing.
create function note_known_browser(fingerprint bytea, of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select note_mark('browser', fingerprint, of_member)
  where exists (select from member_mark k where k.kind = 'browser' and k.mark = fingerprint)
$$;

create function take_card_mark() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.number_mark is null then
    raise exception 'MARK_MISSING: card' using errcode = 'CD340';
  end if;
  perform take_mark('card', new.number_mark, new.member_id);
  return new;
end $$;
create trigger take_card_mark before insert on bank_card for each row execute function take_card_mark();

create function take_device_mark() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_mark('device', sha256(new.device_key), new.member_id);
  return new;
end $$;

-- An identity is its member's from the moment it is verified. One that was released may be verified again.
create function take_identity_mark() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_mark('identity', new.number_hash, new.member_id);
  return null;
end $$;
create trigger take_identity_mark after update on verification
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function take_identity_mark();

-- Marks that are too old to show anything: half a year after they were last seen. A device's mark stays while a session has
-- its key, and a mark with a release stays, because the release names it.
create function forget_marks() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from member_mark k where k.last_at < clock_timestamp() - interval '180 days'
      and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id)
      and (k.kind in ('browser', 'network') or k.kind = 'device' and not exists (
        select from session s where s.member_id = k.member_id and sha256(s.device_key) = k.mark))
    returning 1)
  select count(*) from gone
$$;

-- A card, an identity or a device key of a member is released by two operators: one proposes with a reason, another approves. Then
-- it belongs to nobody, the member no longer has the card, the verification or the sessions of it, and the member is told.
create table mark_release (
  id         bigint generated always as identity primary key,
  member_id  bigint not null references member (id),
  kind       text not null check (kind in ('card', 'identity', 'device')),
  mark       bytea not null check (length(mark) = 32),
  reason     text not null check (length(btrim(reason)) between 1 and 300),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (maker <> member_id and checker <> member_id),
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  foreign key (kind, mark, member_id) references member_mark (kind, mark, member_id)
);
create unique index mark_release_open on mark_release (kind, mark, member_id) where status = 'proposed';
create index mark_release_queue on mark_release (status, id desc);
create trigger name_who_acts after insert or update on mark_release for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on mark_release deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'maker', 'checker');

-- What a released mark was for ends with it. Of two who shared it, the other one has it alone now. Who has a card alone
-- keeps it while a withdrawal to it is open; who shares one may lose it, because that withdrawal waits for this.
create function release_mark(wanted text, fingerprint bytea, holder bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended bigint;
begin
  perform lock_mark(wanted, fingerprint);
  perform from member_mark k where k.kind = wanted and k.mark = fingerprint and k.member_id = holder and k.state in ('own', 'shared')
    for update;
  if not found then
    raise exception 'MARK_REFUSED: NOT_HELD' using errcode = 'CD342';
  end if;
  if wanted = 'card' and exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.member_id = holder
      and k.state = 'own') and exists (select from bank_card c where c.member_id = holder and c.number_mark = fingerprint)
    and exists (select from withdrawal w where w.member_id = holder and (w.status in ('pending', 'reviewing', 'seconding')
      or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) then
    raise exception 'MARK_REFUSED: IN_USE' using errcode = 'CD342';
  end if;
  update member_mark k set state = 'released' where k.kind = wanted and k.mark = fingerprint and k.member_id = holder;
  case wanted
    when 'card' then
      delete from bank_card where member_id = holder and number_mark = fingerprint;
    when 'identity' then
      update verification set status = 'rejected', reason = 'NUMBER_USED', wrong = '{idNumber}'
        where member_id = holder and status = 'verified' and number_hash = fingerprint returning id into ended;
      if ended is not null and calling_role() = 'candor_console' then
        perform record_act('console/mark-releases/end-verification', 'verification', ended::text, '{"from": "verified", "to": "rejected"}');
      end if;
    else
      delete from session s where s.member_id = holder and sha256(s.device_key) = fingerprint;
  end case;
  if not exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'own')
    and (select count(*) from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'shared') = 1 then
    update member_mark k set state = 'own' where k.kind = wanted and k.mark = fingerprint and k.state = 'shared';
  end if;
  insert into security_event (member_id, kind, device) values (holder, wanted || 'Released', '');
  insert into outbox (member_id, message) values (holder, '{"type":"account"}');
end $$;

create function decide_mark_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'MARK_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD342';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'MARK_REFUSED: STATE' using errcode = 'CD342';
    end if;
    if not exists (select from member_mark k where k.kind = new.kind and k.mark = new.mark and k.member_id = new.member_id
        and k.state in ('own', 'shared')) then
      raise exception 'MARK_REFUSED: NOT_HELD' using errcode = 'CD342';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'MARK_REFUSED: STATE' using errcode = 'CD342';
  end if;
  if (new.id, new.member_id, new.kind, new.mark, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.member_id, old.kind, old.mark, old.reason, old.maker, old.created_at) then
    raise exception 'MARK_REFUSED: FIXED' using errcode = 'CD342';
  end if;
  new.decided_at := clock_timestamp();
  if new.status = 'approved' then
    perform release_mark(new.kind, new.mark, new.member_id);
  end if;
  return new;
end $$;
create trigger decide_mark_release before insert or update on mark_release for each row execute function decide_mark_release();

-- Answers whether the file was unused for a day, and is gone now.
create function drop_unused_file(dropped uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from file where id = dropped and unused_since < clock_timestamp() - interval '1 day' returning 1)
  select exists (select from gone)
$$;

create function drop_bank_card(of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from bank_card where member_id = of_member
$$;
