-- A member may lock a withdrawal that waits: from then on it cannot be cancelled, only decided by operators. A lock is never taken back.

create table withdrawal_lock (
  withdrawal_id uuid primary key references withdrawal (id),
  member_id bigint not null references member (id),
  at timestamptz not null default clock_timestamp()
);
create index withdrawal_lock_member on withdrawal_lock (member_id);
comment on table withdrawal_lock is 'One row a withdrawal that its member locked: it is not cancelled any more.';
grant select, insert (withdrawal_id, member_id) on withdrawal_lock to candor_http;
grant select on withdrawal_lock to candor_console;

-- Only a withdrawal of their own that nobody decides yet. Its row is held, so that a cancel comes before or finds the lock.
create function keep_withdrawal_lock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'WITHDRAWAL_LOCKED' using errcode = 'CD091';
  end if;
  perform from withdrawal w where w.id = new.withdrawal_id and w.member_id = new.member_id and w.status = 'pending' for no key update;
  if not found then
    raise exception 'WITHDRAWAL_NOT_PENDING' using errcode = 'CD091';
  end if;
  new.at := clock_timestamp();
  return new;
end $$;
create trigger keep_withdrawal_lock before insert or update or delete on withdrawal_lock
  for each row execute function keep_withdrawal_lock();

create function refuse_cancelling_locked() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from withdrawal_lock l where l.withdrawal_id = new.id) then
    raise exception 'WITHDRAWAL_LOCKED' using errcode = 'CD091';
  end if;
  return new;
end $$;
create trigger refuse_cancelling_locked before update of status on withdrawal for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function refuse_cancelling_locked();
revoke execute on function keep_withdrawal_lock(), refuse_cancelling_locked() from public;
