-- Limits that members set for themselves, and self-exclusion. What a member chose is never loosened before its time and an
-- exclusion is never shortened: not by the role http, not by an operator. Limits count on the wallet that the site runs on.
--
-- A member who never set a limit costs one look into an empty index for a whole statement of orders or settlements. Of the
-- others, each business date is counted in own_use as it happens, so that a limit costs the same on the first and on the
-- millionth order.

alter table member
  add column guarded boolean not null default false,
  add column excluded_until timestamptz,
  add column reality_check_minutes smallint check (reality_check_minutes in (15, 30, 60));
comment on column member.guarded is 'Has set a limit or excluded themselves; from then on own_use is counted. Never false again.';
comment on column member.excluded_until is 'Infinity for good. Only an exclusion writes it, and never to an earlier moment.';
create index member_guarded on member (id) where guarded;

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
create trigger keep_own_limits after insert on trade_order referencing new table as placed
  for each statement execute function keep_own_limits();

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
create trigger count_own_results after insert on settlement referencing new table as settled
  for each statement execute function count_own_results();

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
create trigger keep_deposit_limits after insert on deposit for each row execute function keep_deposit_limits();
create trigger count_own_deposits after update on deposit for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function keep_deposit_limits();

revoke execute on function start_guarding(bigint), keep_own_limit(), exclude_member(), own_limits_of(bigint[]), keep_own_limits(),
  count_own_results(), keep_deposit_limits() from public;
grant select on own_limit, self_exclusion, own_use to candor_http, candor_console;
grant execute on function own_limits_of(bigint[]) to candor_http, candor_console;
grant insert (member_id, kind, period, amount), update (amount, waiting, next_amount) on own_limit to candor_http;
grant insert (member_id, term) on self_exclusion to candor_http;
grant update (reality_check_minutes) on member to candor_http;
grant select (guarded, excluded_until, reality_check_minutes) on member to candor_console;
