-- Who may update, delete or truncate a whole table may lock it, and stop everybody else. So no login may: rows change by their
-- columns, and end through functions that delete exactly what may go. A statement of such a function locks rows alone.

-- Sessions of members -------------------------------------------------------------------------------------------------

-- What of a member the console ended. It stands in the chain, in the name of whoever did it.
create function note_ended_sessions(of_member bigint, ended integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() <> 'candor_console' then return; end if;
  if current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  if ended > 0 then
    perform record_act('member/sessions/end', 'member', of_member::text, jsonb_build_object('count', ended));
  end if;
end $$;
-- Answers whether the member had this session.
create function end_session(of_member bigint, ended uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  had boolean;
begin
  delete from session s where s.id = ended and s.member_id = of_member;
  had := found;
  perform note_ended_sessions(of_member, had::integer);
  return had;
end $$;
-- All of a member, live or not, but one. Answers how many live ones ended.
create function end_sessions(of_member bigint, kept uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with gone_now as (
    delete from session s where s.member_id = of_member and s.id is distinct from kept returning s.expires_at)
  select count(*)::integer into gone from gone_now g where g.expires_at > clock_timestamp();
  perform note_ended_sessions(of_member, gone);
  return gone;
end $$;
-- Beyond the newest ones, and the expired ones.
create function end_oldest_sessions(of_member bigint, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session where member_id = of_member and id not in (
    select id from session where member_id = of_member and expires_at > clock_timestamp() order by id desc limit kept)
$$;
create function forget_sessions() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session where expires_at < clock_timestamp()
$$;
revoke execute on function note_ended_sessions(bigint, integer), end_session(bigint, uuid), end_sessions(bigint, uuid), end_oldest_sessions(bigint, integer),
  forget_sessions() from public;
grant execute on function end_session(bigint, uuid), end_sessions(bigint, uuid) to candor_http, candor_console;
grant execute on function end_oldest_sessions(bigint, integer) to candor_http;
grant execute on function forget_sessions() to candor_worker;

-- Sessions and recovery codes of operators ----------------------------------------------------------------------------

create function forget_operator_sessions() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from operator_session where expires_at < clock_timestamp()
$$;
create function clear_operator_codes(of_operator bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from operator_recovery_code where operator_id = of_operator
$$;
-- Answers whether the code was there: it is used up now.
create function use_operator_code(of_operator bigint, used bytea) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from operator_recovery_code where operator_id = of_operator and code_hash = used returning 1)
  select exists (select from gone)
$$;
revoke execute on function forget_operator_sessions(), clear_operator_codes(bigint), use_operator_code(bigint, bytea) from public;
grant execute on function clear_operator_codes(bigint), use_operator_code(bigint, bytea) to candor_console;
grant execute on function forget_operator_sessions() to candor_worker;

-- News ----------------------------------------------------------------------------------------------------------------

-- Takes the oldest rows out; each goes to one taker only.
create function take_outbox(most integer)
returns table (id bigint, member_id bigint, message json, members bigint[], orders uuid[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    with taken as (
      delete from outbox o where o.id in (select x.id from outbox x order by x.id limit most)
      returning o.id, o.member_id, o.message, o.members, o.orders)
    select t.id, t.member_id, t.message, t.members, t.orders from taken t order by t.id;
end $$;
revoke execute on function take_outbox(integer) from public;
grant execute on function take_outbox(integer) to candor_http, candor_worker;

-- Logins ----------------------------------------------------------------------------------------------------------------

create function clear_login_lane(cleared text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from login_failure where lane = cleared
$$;
create function forget_captchas() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from captcha where expires_at < clock_timestamp()
$$;
-- A count is forgotten after a day (FORGET_AFTER_SEC of the domain), a network after 90.
create function forget_login_attempts() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from login_failure where last_at < clock_timestamp() - interval '1 day';
  delete from login_budget where drained_at < clock_timestamp();
  delete from login_network where last_at < clock_timestamp() - interval '90 days'
$$;
-- How long a member can look back at their logins.
create function forget_logins() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from member_login where at < clock_timestamp() - interval '180 days'
$$;
-- Counts of calls whose window ended an hour ago. `expire` has epoch milliseconds.
create function forget_rate_limits() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from rate_limit where expire < (extract(epoch from clock_timestamp()) - 3600) * 1000
$$;
revoke execute on function clear_login_lane(text), forget_captchas(), forget_login_attempts(), forget_logins(), forget_rate_limits()
  from public;
grant execute on function clear_login_lane(text) to candor_http, candor_console;
grant execute on function forget_captchas(), forget_login_attempts(), forget_logins(), forget_rate_limits() to candor_worker;

-- Factors, codes and passwords ------------------------------------------------------------------------------------------

create function forget_oldest_challenges(of_member bigint, its_purpose text, its_bound bytea, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from factor_challenge where token_hash in (
    select token_hash from factor_challenge where bound_to = its_bound and member_id = of_member and purpose = its_purpose
    order by expires_at desc offset kept)
$$;
-- Answers whether the challenge was there: it is used up now.
create function use_challenge(its_token bytea, its_purpose text, its_bound bytea) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from factor_challenge where token_hash = its_token and purpose = its_purpose and bound_to = its_bound
      and expires_at > clock_timestamp() returning 1)
  select exists (select from gone)
$$;
create function forget_challenges() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from factor_challenge where expires_at < clock_timestamp()
$$;
create function drop_passkey(of_member bigint, dropped uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from passkey where member_id = of_member and id = dropped
$$;
create function clear_withdraw_tries(of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from withdraw_password_try where member_id = of_member
$$;
-- What is still on its way is worth nothing once a code was used.
create function drop_sent_codes(of_member bigint, its_purpose text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where member_id = of_member and purpose = its_purpose
$$;
create function drop_sent_code(dropped uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where id = dropped
$$;
-- A code lives ten minutes (CODE_LIFE_SEC of the domain); that there was one is kept for a day.
create function forget_codes() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where made_at < clock_timestamp() - interval '10 minutes';
  delete from account_code where made_at < clock_timestamp() - interval '1 day'
$$;
create function forget_nonces() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from device_nonce where expires_at < clock_timestamp()
$$;
revoke execute on function forget_oldest_challenges(bigint, text, bytea, integer), use_challenge(bytea, text, bytea),
  forget_challenges(), drop_passkey(bigint, uuid), clear_withdraw_tries(bigint), drop_sent_codes(bigint, text), drop_sent_code(uuid),
  forget_codes(), forget_nonces() from public;
grant execute on function forget_oldest_challenges(bigint, text, bytea, integer), use_challenge(bytea, text, bytea),
  drop_passkey(bigint, uuid), clear_withdraw_tries(bigint), drop_sent_codes(bigint, text) to candor_http;
grant execute on function forget_challenges(), drop_sent_code(uuid), forget_codes(), forget_nonces() to candor_worker;

-- Calls, checks, files, cards -------------------------------------------------------------------------------------------

-- A retry of a call is recognised for seven days.
create function forget_keys() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency where created_at < clock_timestamp() - interval '7 days';
  delete from register_attempt where created_at < clock_timestamp() - interval '7 days'
$$;
create function finish_check(doubt bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from support_check where doubt_id = doubt
$$;
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
revoke execute on function forget_keys(), finish_check(bigint), drop_unused_file(uuid), drop_bank_card(bigint) from public;
grant execute on function forget_keys(), finish_check(bigint), drop_unused_file(uuid) to candor_worker;
grant execute on function drop_bank_card(bigint) to candor_http;

-- Alerts, reminders and devices that are told ---------------------------------------------------------------------------

create function drop_alert(of_member bigint, dropped uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from price_alert where id = dropped and member_id = of_member returning 1)
  select exists (select from gone)
$$;
-- Of those that fired or expired, the newest stay.
create function drop_oldest_alerts(of_member bigint, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from price_alert where id in (
    select id from price_alert where member_id = of_member and (fired_seq is not null or expires_at <= clock_timestamp())
    order by created_at desc offset kept)
$$;
create function drop_reminder(of_member bigint, dropped uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from opening_reminder where id = dropped and member_id = of_member returning 1)
  select exists (select from gone)
$$;
create function drop_oldest_reminders(of_member bigint, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from opening_reminder where id in (
    select id from opening_reminder where member_id = of_member and told_at is not null order by created_at desc offset kept)
$$;
-- Reminders of a market that will not open again.
create function drop_reminders(dropped uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from opening_reminder where id = any (dropped)
$$;
create function forget_alerts() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from price_alert where coalesce(fired_at, expires_at) < clock_timestamp() - interval '30 days';
  delete from opening_reminder where told_at < clock_timestamp() - interval '30 days'
$$;
create function drop_push_subscription(of_session uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_subscription where session_id = of_session
$$;
-- A browser in which another member logged in leaves the first one.
create function leave_other_push_subscriptions(its_endpoint text, kept uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_subscription where endpoint = its_endpoint and session_id <> kept
$$;
create function forget_push_messages() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_message where made_at < clock_timestamp() - interval '1 day'
$$;
revoke execute on function drop_alert(bigint, uuid), drop_oldest_alerts(bigint, integer), drop_reminder(bigint, uuid),
  drop_oldest_reminders(bigint, integer), drop_reminders(uuid[]), forget_alerts(), drop_push_subscription(uuid),
  leave_other_push_subscriptions(text, uuid), forget_push_messages() from public;
grant execute on function drop_alert(bigint, uuid), drop_oldest_alerts(bigint, integer), drop_reminder(bigint, uuid),
  drop_oldest_reminders(bigint, integer), drop_push_subscription(uuid), leave_other_push_subscriptions(text, uuid) to candor_http;
grant execute on function drop_reminders(uuid[]), forget_alerts(), drop_push_subscription(uuid), forget_push_messages()
  to candor_worker;

-- The rights themselves -------------------------------------------------------------------------------------------------

revoke update on captcha, login_failure, rate_limit, candle from candor_http, candor_feed, candor_worker, candor_console;
grant update (used_by, passed, expires_at) on captcha to candor_http, candor_console;
grant update (failures, locked_until, last_at) on login_failure to candor_http, candor_console;
grant update (points, expire) on rate_limit to candor_http, candor_console;
grant update (o, h, l, c, v, src, feed) on candle to candor_feed;

do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  loop
    execute format('revoke delete, truncate, references, trigger, maintain on %s from public, candor_http, candor_feed, candor_worker,
      candor_console', one.name);
  end loop;
end $$;
