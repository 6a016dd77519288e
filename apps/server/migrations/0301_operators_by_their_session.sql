-- What the console writes in an operator's name is that of the operator whose session the transaction named, in every table. And
-- what operators decide is committed only together with its entry in the chain of the audit.

-- The columns that the trigger lists name who acts. Null, and what was written before, stay free: who was named then, was there.
create function name_who_acts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  named bigint;
begin
  if calling_role() <> 'candor_console' then return null; end if;
  foreach name in array tg_argv loop
    named := (to_jsonb(new) ->> name)::bigint;
    if named is not null and (tg_op = 'INSERT' or named is distinct from (to_jsonb(old) ->> name)::bigint)
      and named is distinct from current_operator() then
      raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name || '.' || name;
    end if;
  end loop;
  return null;
end $$;

create trigger name_who_acts after insert or update on adjustment for each row execute function name_who_acts('maker', 'checker');
create trigger name_who_acts after insert or update on cashier_change for each row execute function name_who_acts('maker', 'checker');
create trigger name_who_acts after insert or update on invest_change for each row execute function name_who_acts('maker', 'checker');
create trigger name_who_acts after insert or update on text_change for each row execute function name_who_acts('maker', 'checker');
create trigger name_who_acts after insert or update on factor_release
  for each row execute function name_who_acts('maker', 'checker', 'ended_by');
create trigger name_who_acts after insert or update on deposit
  for each row execute function name_who_acts('taken_by', 'first_by', 'second_by', 'moved_by');
create trigger name_who_acts after insert or update on withdrawal
  for each row execute function name_who_acts('taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by', 'return_by');
create trigger name_who_acts after insert or update on verification
  for each row execute function name_who_acts('taken_by', 'decided_by');
create trigger name_who_acts after insert on member_restriction for each row execute function name_who_acts('operator_id');
create trigger name_who_acts after insert on member_note for each row execute function name_who_acts('operator_id');
create trigger name_who_acts after insert on notice_version for each row execute function name_who_acts('operator_id');
create trigger name_who_acts after insert on banner_version for each row execute function name_who_acts('operator_id');
create trigger name_who_acts after insert on canned_answer for each row execute function name_who_acts('operator_id');
create trigger name_who_acts after insert on support_hours for each row execute function name_who_acts('operator_id');
create trigger name_who_acts after insert on support_message for each row execute function name_who_acts('operator_id');

-- Whose step it is, the database says: what the console writes there is not read.
create or replace function keep_mover() returns trigger
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

-- Each step of a deposit or withdrawal has the hands that it needs, and none that are left over from before: nobody's earlier word
-- counts for what was decided after it.
create function check_hands() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me bigint;
begin
  if calling_role() <> 'candor_console' or new.status = old.status then return null; end if;
  me := current_operator();
  if not coalesce(case
      when new.status = 'reviewing' then new.taken_by = me and num_nonnulls(new.first_by, new.second_by) = 0
      when new.status = 'pending' then num_nonnulls(new.taken_by, new.first_by, new.second_by) = 0
      when new.status = 'seconding' then new.first_by = me and new.second_by is null
      when old.first_by is null then new.first_by = me and new.second_by is null
      when new.status = 'rejected' and old.first_by = me then new.first_by = me and new.second_by is null
      else new.first_by = old.first_by and new.second_by = me end, false) then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name || ' ' || new.id;
  end if;
  return null;
end $$;
create trigger check_hands after update on deposit for each row execute function check_hands();
create trigger check_hands after update on withdrawal for each row execute function check_hands();

-- An operator's own login: the login of nobody else is written, also before it is finished.
create function keep_own_access() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose bigint;
begin
  if tg_op = 'DELETE' then whose := old.operator_id; else whose := new.operator_id; end if;
  if calling_role() = 'candor_console' and whose is distinct from operator_at('{code,setup,full}') then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger keep_own_access before insert or update on operator_access for each row execute function keep_own_access();
create trigger keep_own_access before insert or update or delete on operator_recovery_code
  for each row execute function keep_own_access();

-- At the end of a transaction of the console: whoever the row names for this step has an entry about it in the chain, of this
-- transaction, and a row that came to another state has that state in the entry. Who acts at the end does not count: it could be
-- somebody else by then. Arguments: the type of the subject, the column of its id, and the columns that name operators. With
-- none of them, it is whoever acts.
create function require_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  after_it jsonb := to_jsonb(new);
  before_it jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  came_to text;
  actors bigint[];
begin
  if calling_role() <> 'candor_console' then return null; end if;
  came_to := case when tg_op = 'INSERT' then null
    when after_it ->> 'paid_out' <> before_it ->> 'paid_out' then after_it ->> 'paid_out'
    when after_it ->> 'status' <> before_it ->> 'status' then after_it ->> 'status' end;
  actors := array(select distinct (after_it ->> c.name)::bigint from unnest(tg_argv[2:]) c (name)
    where after_it ->> c.name is not null and (before_it is null or after_it ->> c.name is distinct from before_it ->> c.name
      -- Whose step it was, also when it was theirs before.
      or c.name = 'moved_by' and came_to is not null));
  if cardinality(actors) = 0 then actors := array[current_operator()]; end if;
  if exists (select from unnest(actors) w (who) where not exists (
    select from audit a
    where a.subject_type = tg_argv[0] and a.subject_id = after_it ->> tg_argv[1] and a.seq is not null
      and a.actor_id = w.who and a.at >= transaction_timestamp() and a.xmin = pg_current_xact_id()::xid
      and (came_to is null or came_to in (a.detail ->> 'to', a.detail ->> 'status', a.detail ->> 'payout')))) then
    raise exception 'AUDIT_REFUSED: NO_ENTRY' using errcode = 'CD303', detail = tg_table_name || ' ' || (after_it ->> tg_argv[1]);
  end if;
  return null;
end $$;

create constraint trigger require_entry after insert or update on adjustment deferrable initially deferred
  for each row execute function require_entry('adjustment', 'id', 'maker', 'checker');
create constraint trigger require_entry after insert or update on cashier_change deferrable initially deferred
  for each row execute function require_entry('terms', 'id', 'maker', 'checker');
create constraint trigger require_entry after insert or update on invest_change deferrable initially deferred
  for each row execute function require_entry('investChange', 'id', 'maker', 'checker');
create constraint trigger require_entry after insert or update on text_change deferrable initially deferred
  for each row execute function require_entry('text', 'id', 'maker', 'checker');
create constraint trigger require_entry after insert or update on factor_release deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'maker', 'checker', 'ended_by');
create constraint trigger require_entry after update on deposit deferrable initially deferred
  for each row execute function require_entry('deposit', 'id', 'taken_by', 'first_by', 'second_by', 'moved_by');
create constraint trigger require_entry after update on withdrawal deferrable initially deferred
  for each row execute function require_entry('withdrawal', 'id', 'taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by', 'return_by');
create constraint trigger require_entry after update on verification deferrable initially deferred
  for each row execute function require_entry('verification', 'id', 'taken_by', 'decided_by');
create constraint trigger require_entry after insert on member_restriction deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'operator_id');
create constraint trigger require_entry after insert on member_note deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'operator_id');
create constraint trigger require_entry after insert on notice_version deferrable initially deferred
  for each row execute function require_entry('notice', 'notice_id', 'operator_id');
create constraint trigger require_entry after insert on banner_version deferrable initially deferred
  for each row execute function require_entry('banner', 'banner_id', 'operator_id');
create constraint trigger require_entry after insert on canned_answer deferrable initially deferred
  for each row execute function require_entry('canned', 'id', 'operator_id');
create constraint trigger require_entry after insert on support_hours deferrable initially deferred
  for each row execute function require_entry('hours', 'version', 'operator_id');
create constraint trigger require_entry after insert on support_message deferrable initially deferred
  for each row when (new.operator_id is not null) execute function require_entry('conversation', 'conversation_id', 'operator_id');
create constraint trigger require_entry after update of operator_id, closed on support_conversation deferrable initially deferred
  for each row when (old.operator_id is distinct from new.operator_id or old.closed is distinct from new.closed)
  execute function require_entry('conversation', 'id');

-- Without an operator, the console changes nothing: also not where a row needs no entry of its own.
create function need_operator() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300', detail = tg_table_name;
  end if;
  return null;
end $$;
create trigger need_operator after insert or update on banner for each statement execute function need_operator();
create trigger need_operator after insert or update on idempotency for each statement
  when (coalesce(nullif(current_setting('role'), 'none'), session_user) = 'candor_console') execute function need_operator();
create trigger need_operator after insert or update on notice for each statement execute function need_operator();
create trigger need_operator after insert or update on outbox for each statement
  when (coalesce(nullif(current_setting('role'), 'none'), session_user) = 'candor_console') execute function need_operator();
create trigger need_operator after insert or update on support_conversation for each statement execute function need_operator();

-- (The two tables that members write most ask for the role before they call the function.)

-- A kept answer is that of the operator's own call.
create trigger name_who_acts after insert on idempotency for each row
  when (coalesce(nullif(current_setting('role'), 'none'), session_user) = 'candor_console') execute function name_who_acts('member_id');

-- As before, and: the console only in an operator's name.
create or replace function lock_members(ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform from member where id = any(ids) order by id for no key update;
end $$;

revoke execute on function name_who_acts(), check_hands(), keep_own_access(), require_entry(), need_operator() from public;
revoke select on operator_recovery_code from candor_console;
grant select (operator_id) on operator_recovery_code to candor_console;
