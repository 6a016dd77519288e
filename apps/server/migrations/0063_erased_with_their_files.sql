-- What is erased of a member stands in no file of their data any more, and whoever is forgotten is in no note of an operator.

create or replace function erase_closed_account(of_closing uuid, days int) returns boolean
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
  -- A file of all of it ends too, and one that is being made is never finished.
  update data_request set until = clock_timestamp() where member_id = who and status = 'ready' and until > clock_timestamp();
  update data_request set tries = tries + 5, next_at = clock_timestamp() where member_id = who and status = 'asked';
  update member_closing set erased_at = clock_timestamp() where id = of_closing;
  return true;
end $$;

create or replace function forget_closed_account(of_closing uuid, days int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  select c.member_id into who from member_closing c where c.id = of_closing and c.erased_at is not null and c.forgotten_at is null
    and c.closed_at < clock_timestamp() - make_interval(days => days) for update;
  if not found then return false; end if;
  delete from verification where member_id = who;
  delete from member_note where member_id = who;
  update member_restriction set reason = '—' where member_id = who and reason is not null;
  delete from name_mark where member_id = who;
  update file set unused_since = clock_timestamp() where member_id = who and purpose = 'identity';
  update member set real_name_sealed = null, id_number_sealed = null where id = who;
  delete from member_mark k where k.member_id = who
    and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id);
  update member_closing set forgotten_at = clock_timestamp() where id = of_closing;
  return true;
end $$;
