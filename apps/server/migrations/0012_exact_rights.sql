-- Exactly what each role needs, and no more. No role owns anything, and none may become another. What no role may write at
-- all, the owner writes before the roles start: the site, its keys, its products, their terms, and operators.

revoke all on all tables in schema public from candor_app;
revoke all on all functions in schema public from candor_app, public;
revoke all on schema public from candor_app;
do $$
declare
  other record;
begin
  -- Other databases of this cluster may be of an older release and still need the role.
  for other in select m.member::regrole::text as name from pg_auth_members m where m.roleid = 'candor_app'::regrole loop
    execute format('revoke candor_app from %s', other.name);
  end loop;
  execute format('alter role candor_app nologin');
  drop role candor_app;
exception when dependent_objects_still_exist then
  raise notice 'candor_app is still used by another database of this cluster';
end $$;

grant usage on schema public to candor_http, candor_feed, candor_worker;

-- What every role checks when it starts.
grant select on site, site_key, proof_key to candor_http, candor_feed, candor_worker;

-- http: what members do ---------------------------------------------------------------------------------------------

grant select on member, session, captcha, login_failure, rate_limit, register_attempt, product, terms, account, transfer,
  tick, tick_head, tick_archive, checkpoint, candle, trade_order, position, settlement, idempotency, outbox,
  support_message, support_check, support_read, fairness_day, fairness_figure to candor_http;

-- A member who registers is a member: roles, permissions and locks have their defaults, and only the owner changes them.
grant insert (username, password_hash, withdraw_password_hash, phone, country, real_name_sealed, id_number_sealed, invite_code,
  invited_by) on member to candor_http;
grant update (avatar, language, theme, updown, care_mode, nickname, email, time_zone) on member to candor_http;
grant insert, update, delete on session, captcha, login_failure, rate_limit to candor_http;
grant insert on register_attempt, idempotency to candor_http;
grant insert, delete on outbox to candor_http;

grant insert (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version, submitted_at,
  accepted_at, entry_at, closes_at) on trade_order to candor_http;
grant insert on position, transfer, account to candor_http;
grant update (posted, held, seq) on account to candor_http;

-- What http writes is said by a member: whoever may not write `author` writes its default.
alter table support_message alter column author set default 'member';
grant insert (member_id, text, order_id) on support_message to candor_http;
grant insert on support_check to candor_http;
grant insert, update (up_to) on support_read to candor_http;

-- feed: prices, and nothing of members --------------------------------------------------------------------------------

grant select on product, terms, tick, tick_head, feed_leader, checkpoint, candle to candor_feed;
grant insert, update on candle to candor_feed;
grant execute on function take_feed_lead(), publish_ticks(bigint, jsonb), publish_checkpoints(bigint, jsonb) to candor_feed;

-- worker: settles, counts, checks, archives and cleans ----------------------------------------------------------------

grant select on product, terms, account, transfer, tick, tick_head, tick_archive, checkpoint, trade_order, position,
  settlement, outbox, support_message, support_check, fairness_day, fairness_figure to candor_worker;
grant insert (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited)
  on settlement to candor_worker;
grant delete on position to candor_worker;
grant insert on transfer, account to candor_worker;
grant update (posted, held, seq) on account to candor_worker;
grant insert, delete on outbox to candor_worker;
grant insert (day, ends_at) on fairness_day to candor_worker;
grant insert on fairness_figure to candor_worker;
-- A check has a finding and no text, so that the worker can write in nobody else's name.
grant insert (member_id, author, finding, order_id, answers, last_word) on support_message to candor_worker;
grant delete on support_check to candor_worker;
grant select (created_at), delete on idempotency, register_attempt to candor_worker;
grant select (expires_at), delete on session, captcha to candor_worker;
grant select (last_at), delete on login_failure to candor_worker;
grant execute on function record_tick_archive(text, date, text, text), drop_archived_ticks(date), cold_tick_days(),
  tick_day_held(date), tick_day_start(date), tick_day_spans(date), tick_span_continues(text, bigint, bytea) to candor_worker;

-- The worker settles under the members' locks and needs nothing else of them. Members that another transaction holds are
-- left out. Answers those that are locked now.
create function lock_members_now(ids bigint[]) returns setof bigint
language sql security definer set search_path = public, pg_temp as $$
  select id from member where id = any(ids) order by id for no key update skip locked
$$;
revoke execute on function lock_members_now(bigint[]) from public;
grant execute on function lock_members_now(bigint[]) to candor_worker;
