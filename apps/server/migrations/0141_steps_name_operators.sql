-- Each step of a deposit or a withdrawal names the operator who made it, also after the item was released and taken again.

alter table deposit add moved_by bigint references member (id) check (moved_by <> member_id);
alter table withdrawal add moved_by bigint references member (id) check (moved_by <> member_id);
comment on column deposit.moved_by is 'The operator who made the last step; null when it was the member or the worker.';
alter table cashier_step add by_operator bigint references member (id);

-- Whoever decides is named by the row itself. Only for a release and a payment, the console says who it is.
create function keep_mover() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.moved_by := case
    when calling_role() in ('candor_http', 'candor_worker') then null
    when new.status = old.status then new.moved_by
    when new.status = 'reviewing' then new.taken_by
    when new.status = 'seconding' then new.first_by
    when new.status in ('approved', 'rejected') then coalesce(new.second_by, new.first_by)
    else new.moved_by end;
  return new;
end $$;
create trigger keep_mover before update on deposit for each row execute function keep_mover();
create trigger keep_mover before update on withdrawal for each row execute function keep_mover();
revoke execute on function keep_mover() from public;

create or replace function write_cashier_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came_to text := new.status;
begin
  if tg_table_name = 'withdrawal' and tg_op = 'UPDATE' then
    if to_jsonb(new) ->> 'paid_out' <> to_jsonb(old) ->> 'paid_out' then came_to := to_jsonb(new) ->> 'paid_out'; end if;
  end if;
  insert into cashier_step (subject, n, state, reason, note, by_operator)
  values (new.id, new.version, came_to,
    case when came_to in ('rejected', 'cancelled', 'returned', 'approved') then new.reason end,
    case when came_to in ('rejected', 'returned', 'approved') then new.note end, new.moved_by);
  return null;
end $$;

grant update (moved_by) on deposit, withdrawal to candor_console;
