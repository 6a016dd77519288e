-- What operators forbid a member, and allow again, each with a reason. The newest row of a kind is what holds; the columns of
-- member that the other rules read follow it, and no role writes them by itself.

create table member_restriction (
  id          bigint generated always as identity primary key,
  member_id   bigint not null references member (id),
  kind        text not null check (kind in ('frozen', 'trading', 'withdrawal')),
  restricted  boolean not null,
  reason      text not null check (length(reason) <= 300 and reason ~ '\S'),
  operator_id bigint not null references member (id),
  at          timestamptz not null default clock_timestamp(),
  check (operator_id <> member_id)
);
create index member_restriction_newest on member_restriction (member_id, kind, id desc);
create index member_restricted on member (id) where frozen or not trading_allowed or not withdrawal_allowed;

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
    delete from session where member_id = new.member_id;
    delete from operator_session where operator_id = new.member_id;
  end if;
  return new;
end $$;
create trigger apply_restriction before insert on member_restriction
  for each row execute function apply_restriction();

revoke execute on function apply_restriction() from public;
grant select on member_restriction to candor_console;
grant insert (member_id, kind, restricted, reason, operator_id) on member_restriction to candor_console;
-- A frozen member hears the reason at the login.
grant select (id, member_id, kind, restricted, reason) on member_restriction to candor_http;

-- What the desk sees of a member.
grant select (withdrawal_allowed) on member to candor_console;
grant select (id, member_id, user_agent, address, created_at, last_seen_at, expires_at), delete on session to candor_console;
grant select on transfer, trade_order, position to candor_console;
