-- A member closes their account: when nothing is owed either way, after some days in which they may think again. Later what need not
-- stay is erased, and later still who they were. Orders, transfers and the public log stay as they are: they name only a number.

create table member_closing (
  id uuid primary key default uuidv7(),
  member_id bigint not null references member (id),
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  -- When the worker last looked and something was still open.
  looked_at timestamptz,
  stopped_at timestamptz,
  closed_at timestamptz,
  erased_at timestamptz,
  forgotten_at timestamptz,
  constraint member_closing_end_check check (num_nonnulls(stopped_at, closed_at) <= 1),
  constraint member_closing_order_check check (due_at >= asked_at and (erased_at is null or closed_at is not null)
    and (forgotten_at is null or erased_at is not null))
);
create unique index member_closing_one on member_closing (member_id) where stopped_at is null;
create index member_closing_due on member_closing (due_at) where stopped_at is null and closed_at is null;
create index member_closing_kept on member_closing (closed_at) where closed_at is not null and forgotten_at is null;
comment on table member_closing is 'One row a wish of a member to close their account, and what became of it.';
comment on column member_closing.stopped_at is 'When the member took it back.';
comment on column member_closing.erased_at is 'When what need not stay was erased.';
comment on column member_closing.forgotten_at is 'When their identity was erased too.';
grant select, insert (member_id, due_at), update (stopped_at) on member_closing to candor_http;
grant select, update (looked_at) on member_closing to candor_worker;
grant select on member_closing to candor_console;

-- What has to be settled first. Practice money is owed to nobody.
create function closing_blockers(who bigint) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array_remove(array[
    case when exists (select from member m where m.id = who and m.frozen) then 'FROZEN' end,
    case when exists (select from position p where p.member_id = who) then 'ORDERS' end,
    case when exists (select from deposit d where d.member_id = who and d.status in ('recharging', 'pending', 'reviewing', 'seconding'))
      then 'DEPOSITS' end,
    case when exists (select from withdrawal w where w.member_id = who and (w.status in ('pending', 'reviewing', 'seconding')
      or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) then 'WITHDRAWALS' end,
    case when exists (select from holding h where h.member_id = who and h.wallet = 'cash' and h.status = 'running') then 'HOLDINGS' end,
    case when exists (select from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'savings' and a.posted <> 0)
      then 'SAVINGS' end,
    case when exists (select from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.posted <> 0)
      then 'MONEY' end
  ], null)
$$;
revoke execute on function closing_blockers(bigint) from public;
grant execute on function closing_blockers(bigint) to candor_http, candor_worker, candor_console;

create function keep_member_closing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if cardinality(closing_blockers(new.member_id)) > 0 or new.due_at > clock_timestamp() + interval '91 days' then
      raise exception 'CLOSING_REFUSED: NOT_SETTLED' using errcode = 'CD351';
    end if;
    new.asked_at := clock_timestamp();
    new.due_at := greatest(new.due_at, new.asked_at);
  elsif (new.id, new.member_id, new.asked_at, new.due_at) is distinct from (old.id, old.member_id, old.asked_at, old.due_at)
    or old.stopped_at is not null or old.closed_at is not null and new.closed_at is distinct from old.closed_at
    or new.stopped_at is not null and old.closed_at is not null then
    raise exception 'CLOSING_REFUSED: DECIDED' using errcode = 'CD351';
  end if;
  return new;
end $$;
create trigger keep_member_closing before insert or update on member_closing for each row execute function keep_member_closing();

-- False while something is open again, or the member took it back.
create function close_account(of_closing uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint := (select c.member_id from member_closing c where c.id = of_closing);
begin
  -- In the order in which orders and logins lock.
  perform from member m where m.id = who for no key update;
  perform from session s where s.member_id = who order by s.id for update;
  perform from member_closing c where c.id = of_closing and c.stopped_at is null and c.closed_at is null
    and c.due_at <= clock_timestamp() for update;
  if not found then return false; end if;
  if cardinality(closing_blockers(who)) > 0 then
    update member_closing set looked_at = clock_timestamp() where id = of_closing;
    return false;
  end if;
  update member set login_allowed = false where id = who;
  delete from session where member_id = who;
  delete from price_alert where member_id = who;
  delete from opening_reminder where member_id = who;
  update member_closing set closed_at = clock_timestamp() where id = of_closing;
  return true;
end $$;
revoke execute on function close_account(uuid) from public;
grant execute on function close_account(uuid) to candor_worker;

-- Nothing new begins on a closed account, whatever was on its way when it closed: such changes hold the row of the member, as the closing
-- does. What the worker books of practice money goes on.
create function refuse_closed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_http' and exists (select from member_closing c
      where c.member_id = new.member_id and c.stopped_at is null and c.closed_at is not null) then
    raise exception 'ACCOUNT_CLOSED' using errcode = 'CD352';
  end if;
  return new;
end $$;
revoke execute on function refuse_closed() from public;
create trigger refuse_closed before insert on deposit for each row execute function refuse_closed();
create trigger refuse_closed before insert on withdrawal for each row execute function refuse_closed();
create trigger refuse_closed before insert on holding for each row execute function refuse_closed();
create trigger refuse_closed before insert on savings_transfer for each row execute function refuse_closed();

-- Orders come many at a time.
create function refuse_closed_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from placed p join member_closing c on c.member_id = p.member_id
      where c.stopped_at is null and c.closed_at is not null) then
    raise exception 'ACCOUNT_CLOSED' using errcode = 'CD352';
  end if;
  return null;
end $$;
revoke execute on function refuse_closed_orders() from public;
create trigger refuse_closed after insert on trade_order referencing new table as placed
  for each statement execute function refuse_closed_orders();

-- What nothing asks the site to keep. Limits and self-exclusion stay: the site can show that it kept to them.
create function erase_closed_account(of_closing uuid, days int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  select c.member_id into who from member_closing c where c.id = of_closing and c.erased_at is null
    and c.closed_at < clock_timestamp() - make_interval(days => days) for update;
  if not found then return false; end if;
  update file set unused_since = clock_timestamp() where member_id = who and purpose = 'avatar';
  update member set username = left('gone_' || who || '_' || substr(md5(random()::text), 1, 10), 32), phone = 'gone/' || who,
    nickname = '', email = null, time_zone = null, avatar_file = null, password_hash = '-', withdraw_password_hash = '-' where id = who;
  delete from session where member_id = who;
  delete from member_login where member_id = who;
  delete from security_seen where member_id = who;
  delete from security_event where member_id = who;
  delete from member_message where member_id = who;
  delete from passkey where member_id = who;
  delete from member_recovery_code where member_id = who;
  delete from member_totp where member_id = who;
  delete from account_code where member_id = who;
  delete from login_network where member_id = who;
  delete from bank_card where member_id = who;
  delete from first_run where member_id = who;
  delete from notice_read where member_id = who;
  delete from member_mark k where k.member_id = who and k.kind in ('device', 'browser', 'network')
    and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id);
  update support_message x set text = '—' from support_conversation c
    where x.conversation_id = c.id and c.member_id = who and x.text is not null;
  update member_closing set erased_at = clock_timestamp() where id = of_closing;
  return true;
end $$;
revoke execute on function erase_closed_account(uuid, int) from public;
grant execute on function erase_closed_account(uuid, int) to candor_worker;

-- Who they were, when no rule asks for it any more. Their photos go as files that nothing refers to.
create function forget_closed_account(of_closing uuid, days int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  select c.member_id into who from member_closing c where c.id = of_closing and c.erased_at is not null and c.forgotten_at is null
    and c.closed_at < clock_timestamp() - make_interval(days => days) for update;
  if not found then return false; end if;
  delete from verification where member_id = who;
  delete from name_mark where member_id = who;
  update file set unused_since = clock_timestamp() where member_id = who and purpose = 'identity';
  update member set real_name_sealed = null, id_number_sealed = null where id = who;
  delete from member_mark k where k.member_id = who
    and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id);
  update member_closing set forgotten_at = clock_timestamp() where id = of_closing;
  return true;
end $$;
revoke execute on function forget_closed_account(uuid, int) from public;
grant execute on function forget_closed_account(uuid, int) to candor_worker;
revoke execute on function keep_member_closing() from public;

-- As 0015 has it; nor is a reward paid to, or for, a member whose account is closed.
create or replace function judge_invitation(invitee bigint) returns boolean
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
    and not exists (select from member m where m.id in (invitee, v.inviter_id) and (m.frozen or not m.login_allowed));
end $$;
