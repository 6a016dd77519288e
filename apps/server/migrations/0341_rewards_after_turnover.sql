-- The reward of an invitation. Before, it came with the first deposit, so that five accounts of one person brought five rewards
-- for money that left again. Now it comes after real turnover of the invited member, is capped by inviter and day, and is never
-- paid between accounts that may be one person's. The worker pays it; a trigger checks each of these rules again.

create table reward_rule (
  only_row      boolean primary key default true check (only_row),
  version       integer not null default 1 check (version > 0),
  amount        bigint not null check (amount >= 0),
  turnover_rate bigint not null check (turnover_rate between 10000 and 10000000),
  day_max       integer not null check (day_max between 1 and 1000)
);
comment on column reward_rule.turnover_rate is 'Turnover for each unit of the first deposit, or of the reward where that is more, in 1/10,000.';
comment on column reward_rule.day_max is 'Rewards of one inviter on a business date.';
insert into reward_rule (amount, turnover_rate, day_max) select invitation_reward, 100000, 5 from site;
alter table site drop column invitation_reward;

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

-- Those who were invited before. Whoever had paid in by then had their reward, or was promised none: the new rule owes nothing for
-- them, so that they get no invitation here. The others start with their first deposit.
insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate, state, deposit_id, needed, created_at)
select m.id, m.invited_by, 1, coalesce(w.amount, r.amount), r.turnover_rate, case when w.invitee_id is null then 'waiting' else 'paid' end,
  w.deposit_id, w.amount, m.created_at
from member m cross join reward_rule r left join invitation_reward w on w.invitee_id = m.id
where m.invited_by is not null and coalesce(w.amount, r.amount) > 0
  and (w.invitee_id is not null or not exists (select from deposit d where d.member_id = m.id and d.status = 'approved'));

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

-- The terms of rewards are changed by two operators, like those of withdrawals. The other subjects stay with their trigger.
alter table cashier_change drop constraint cashier_change_subject_check,
  add constraint cashier_change_subject_check check (subject in ('withdrawals', 'rewards') or subject ~ '^channel/[a-z0-9-]{2,32}$');
drop trigger apply_cashier_change on cashier_change;
create trigger apply_cashier_change before insert or update on cashier_change
  for each row when (new.subject <> 'rewards') execute function apply_cashier_change();

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

revoke execute on function open_invitation(), start_turnover(), turnover_since(bigint, text, timestamptz), same_person(bigint),
  share_network(bigint[], bigint[]), invitation_link(bigint, bigint), is_reward_capped(bigint), wait_of_looks(integer), judge_invitation(bigint), check_reward(),
  apply_reward_change() from public;
grant execute on function judge_invitation(bigint) to candor_worker;
grant select on reward_rule, invitation to candor_http, candor_worker, candor_console;
-- The desk credits deposits, and pays no rewards any more.
revoke insert (invitee_id, inviter_id, deposit_id, wallet, amount) on invitation_reward from candor_console;
