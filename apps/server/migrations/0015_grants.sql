-- The rights of each login, in full: exactly what its task needs, and no more. No login owns anything, and none may become
-- another. What no login may write at all, the owner writes before the roles start: the site, its keys, its products, their
-- terms, and operators. Rights are by column: whoever may update, delete or truncate a whole table may lock it, and stop
-- everybody else. So rows change by their columns, and end through functions that delete exactly what may go.

-- A function is everybody's until it is taken away. The other lines matter only where the operator's Postgres has default
-- privileges of its own: what no line below gives, nobody has.
revoke all on all functions in schema public from public, candor_http, candor_feed, candor_worker, candor_console;
revoke all on all tables in schema public from public, candor_http, candor_feed, candor_worker, candor_console;
revoke all on all sequences in schema public from public, candor_http, candor_feed, candor_worker, candor_console;
revoke create on schema public from candor_http, candor_feed, candor_worker, candor_console;

-- candor_http: members and strangers --------------------------------------------------------------------------------------
-- Registers members, places their orders, and takes what they ask for, say and take back. What members read of operators is
-- what was decided, never a note.

-- site
grant select on site, site_key to candor_http;
grant select, insert on idempotency to candor_http;
grant select, insert on outbox to candor_http;
grant execute on function wait_turn(text), take_outbox(integer) to candor_http;

-- members
grant select on own_use to candor_http;
-- A member who registers is a member: roles, permissions and locks have their defaults, and only the owner changes them.
-- Later only the two hashes of passwords and the member's own choices can be written: no name, role or lock. (Locking a row
-- needs the right to update at least one of its columns.)
grant select, insert (username, password_hash, withdraw_password_hash, phone, country, real_name_sealed, id_number_sealed,
  invite_code, invited_by), update (password_hash, withdraw_password_hash, language, theme, updown, care_mode, nickname, email,
  time_zone, withdrawals_paused_until, avatar_file, reality_check_minutes, looks_at) on member to candor_http;
grant select, insert (id, member_id, purpose, bytes, sha256), update (unused_since) on file to candor_http;
grant select, insert (member_id, holder_sealed, number_sealed, bank, branch, number_mark) on bank_card to candor_http;
-- The notes of operators, and the bank's reference that they typed, are read by operators alone: here and below, a role of
-- the member's side has every other column by name. One that is added later is granted by name too.
grant select (id, member_id, status, version, name_sealed, number_sealed, number_hash, front_file, back_file, submitted_at,
  taken_by, taken_at, decided_by, decided_at, reason, wrong), insert (member_id, name_sealed, number_sealed, number_hash,
  front_file, back_file) on verification to candor_http;
grant select, insert (member_id, kind, period, amount), update (amount, waiting, next_amount) on own_limit to candor_http;
grant select, insert (member_id, term) on self_exclusion to candor_http;
-- A frozen member hears the code of the reason at the login.
grant select (id, member_id, kind, restricted, code) on member_restriction to candor_http;
grant select, insert (member_id, step, product, left_at), update (step, product, left_at, changed_at) on first_run to candor_http;
grant execute on function own_limits_of(bigint[]), reads_as_operator(text, bigint), is_mark_taken(text, bytea, bigint),
  note_mark(text, bytea, bigint), note_known_browser(bytea, bigint), drop_bank_card(bigint) to candor_http;

-- sessions
grant select, insert, update (last_seen_at, expires_at, confirmed_at) on session to candor_http;
grant select, insert, update (expires_at, used_by, passed) on captcha to candor_http;
grant select, insert, update (failures, locked_until, last_at) on login_failure to candor_http;
grant select, insert on register_attempt to candor_http;
grant select, insert, update (points, expire) on rate_limit to candor_http;
grant select, insert, update (drained_at) on login_budget to candor_http;
grant select, insert, update (last_at) on login_network to candor_http;
grant select, insert (member_id, kind, device, address) on security_event to candor_http;
grant select, insert (member_id, purpose, code_hash), update (code_hash, tries, used_at, made_at) on account_code to candor_http;
grant select, insert (member_id, purpose, channel, language, sealed), update (id, channel, language, sealed, tries, next_at,
  made_at) on code_outbox to candor_http;
grant insert on device_nonce to candor_http;
grant select, insert (member_id, fresh_sealed), update (secret_sealed, fresh_sealed, used_step, added_at) on member_totp
  to candor_http;
grant select, insert (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name), update (sign_count,
  last_used_at) on passkey to candor_http;
-- http counts codes. It cannot read them: it names one, and the database says whether it was there.
grant select (member_id) on member_recovery_code to candor_http;
grant select, insert (token_hash, member_id, purpose, bound_to, expires_at), update (tries) on factor_challenge to candor_http;
grant select, insert (member_id, device, address, factor) on member_login to candor_http;
grant select, insert, update (event_id) on security_seen to candor_http;
grant execute on function use_recovery_code(bigint, bytea), replace_recovery_codes(bigint, bytea[]), use_puzzle(bytea, timestamptz),
  end_session(bigint, uuid), end_sessions(bigint, uuid), end_oldest_sessions(bigint, integer), freezes_behind(bytea[]), clear_login_lane(text),
  forget_oldest_challenges(bigint, text, bytea, integer), use_challenge(bytea, text, bytea), drop_passkey(bigint, uuid),
  drop_sent_codes(bigint, text) to candor_http;

-- console
-- The moment of an entry is the database's own, and who acts is never a parameter of the console (0001).
grant execute on function record_own_acts(bigint[], text[], text[], text[], jsonb[]) to candor_http;

-- ledger
grant select on account, transfer to candor_http;
grant select (id, code) on adjustment to candor_http;
grant execute on function write_transfers(uuid[], bigint[], text[], text[], text[], text[], text[], bigint[], text[], bigint[],
  uuid[], text[], text[]), lock_members(bigint[]) to candor_http;

-- market
grant select on product, terms, tick, tick_head, candle, tick_archive, simulator_seed to candor_http;

-- orders
grant select on "position" to candor_http;
grant select, insert (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
  submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, nonce, request_key, request_signature, requested_at,
  request_terms_hash) on trade_order to candor_http;
grant execute on function hold_order_numbers() to candor_http;

-- settlement
grant select on settlement, fairness_day, fairness_figure to candor_http;

-- proof
grant select on proof_key, checkpoint, order_log_batch, order_log_head, order_log_tile, log_time_stamp, settlement_batch
  to candor_http;
grant select (key, size, checkpoint, cosigned_at) on log_witness to candor_http;

-- cashier
grant select on deposit_channel, withdrawal_rule, invitation_reward, payment_notice, reward_rule, invitation to candor_http;
grant select (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until,
  details, status, txid, payer, proof, credited, reason, taken_by, first_by, second_by, version, created_at, expires_at, paid_at,
  decided_at, promised_minutes, proof_required, moved_by, proved_by), insert (id, reference, member_id, wallet, currency, channel,
  kind, network, amount, asset, asset_amount, rate, rate_until, details, expires_at), update (status, txid, payer, proof, reason)
  on deposit to candor_http;
grant select (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed, status, paid_out,
  reason, taken_by, first_by, second_by, version, created_at, decided_at, promised_minutes, moved_by, sent_by, return_by,
  payee_mark), insert (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed),
  update (status, reason) on withdrawal to candor_http;
grant select (subject, n, state, at, reason, by_operator) on cashier_step to candor_http;
grant select, insert (member_id, failures, locked_until), update (failures, locked_until, last_at) on withdraw_password_try
  to candor_http;
grant execute on function take_payment_notice(text, text, text, bigint, bytea), clear_withdraw_tries(bigint) to candor_http;

-- invest
grant select on agreement, invest_policy, project, project_terms, holding_accrual, savings_rate, savings_accrual, business_day
  to candor_http;
grant select, insert (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, roll_over),
  update (status, roll_over) on holding to candor_http;
grant select, insert (member_id, wallet, auto, keep), update (auto, keep) on savings to candor_http;
grant select, insert (id, member_id, wallet, currency, direction, amount, agreement) on savings_transfer to candor_http;
grant execute on function business_date_at(timestamptz), balance_at(bigint, timestamptz), lock_project(uuid) to candor_http;

-- content
grant select on shown_notice, shown_banner, text_version to candor_http;
grant select, insert, update (up_to, also) on notice_read to candor_http;

-- messages
grant select on member_message to candor_http;
grant execute on function read_messages(bigint, bigint) to candor_http;
grant select, insert (member_id, slug, version) on text_acceptance to candor_http;

-- support
grant select on support_hours to candor_http;
grant select, insert (member_id, text, order_id, conversation_id, file_id, key) on support_message to candor_http;
grant select, insert on support_check to candor_http;
grant select, insert (token_hash, address, language, network), update (person_read) on support_conversation to candor_http;
grant execute on function join_conversation(bigint, bytea) to candor_http;

-- alerts
grant select, insert (session_id, endpoint, host, device_key, auth, kinds, amounts, language), update (endpoint, host, device_key,
  auth, kinds, amounts, language) on push_subscription to candor_http;
grant select, insert (member_id, product, side, target, after_seq, feed, expires_at) on price_alert to candor_http;
grant select, insert (member_id, product, opens_at) on opening_reminder to candor_http;
grant execute on function drop_alert(bigint, uuid), drop_oldest_alerts(bigint, integer), drop_reminder(bigint, uuid),
  drop_oldest_reminders(bigint, integer), drop_push_subscription(uuid), leave_other_push_subscriptions(text, uuid) to candor_http;

-- candor_feed: prices -----------------------------------------------------------------------------------------------------
-- Publishes ticks, candles and checkpoints, and the order log. It never sees an order.

-- site
grant select on site, site_key to candor_feed;

-- market
grant select on product, terms, feed_leader, tick, tick_head to candor_feed;
grant select, insert, update (o, h, l, c, v, src, feed) on candle to candor_feed;
grant insert (commitment, day, seed) on simulator_seed to candor_feed;
grant execute on function count_candles(), take_feed_lead(), publish_ticks(bigint, jsonb, bigint), try_feed_lead_lock()
  to candor_feed;

-- proof
grant select on proof_key, checkpoint, order_log_batch, order_log_head, order_log_tile to candor_feed;
grant execute on function publish_checkpoints(bigint, jsonb), decide_order_numbers(integer, timestamptz), seal_orders(bigint,
  bigint), append_order_log(bigint, bigint, bytea, smallint[], bigint[], integer[], bytea[]), seal_settlements(bigint, integer)
  to candor_feed;

-- candor_worker: what happens by itself -----------------------------------------------------------------------------------
-- Settles, closes business dates, expires what nobody paid, credits what a channel proves by itself, archives ticks, and
-- deletes what is old.

-- site
grant select on site, site_key to candor_worker;
grant select (created_at) on idempotency to candor_worker;
grant select, insert on outbox to candor_worker;
grant execute on function take_outbox(integer) to candor_worker;

-- members
grant select (id, invited_by) on member to candor_worker;
grant select, update (erased_at) on file to candor_worker;
grant select (member_id, status, front_file, back_file, decided_at) on verification to candor_worker;
grant execute on function forget_marks(), drop_unused_file(uuid) to candor_worker;

-- sessions
grant select on login_budget, login_network, account_code to candor_worker;
grant select (expires_at) on session to candor_worker;
grant select (expires_at) on captcha to candor_worker;
grant select (last_at) on login_failure to candor_worker;
grant select (created_at) on register_attempt to candor_worker;
grant select, update (tries, next_at) on code_outbox to candor_worker;
grant select (expires_at) on device_nonce to candor_worker;
grant select (expires_at) on factor_challenge to candor_worker;
grant select (at) on member_login to candor_worker;
grant select (id, asked_at, status) on factor_release to candor_worker;
grant execute on function carry_out_factor_release(bigint), forget_console_counts(), forget_sessions(), forget_captchas(),
  forget_login_attempts(), forget_logins(), forget_rate_limits(), forget_challenges(), drop_sent_code(uuid), forget_codes(),
  forget_nonces(), forget_keys() to candor_worker;

-- console
grant select (expires_at) on operator_session to candor_worker;
grant execute on function record_erased_photo(uuid, integer), forget_operator_sessions() to candor_worker;

-- ledger
grant select on account, transfer to candor_worker;
-- The transfers of a settlement are its own consequence: the worker writes none by itself.
grant execute on function lock_members_now(bigint[]), write_transfers(uuid[], bigint[], text[], text[], text[], text[], text[],
  bigint[], text[], bigint[], uuid[], text[], text[]), lock_members(bigint[]) to candor_worker;

-- market
grant select on product, terms, tick, tick_head, tick_archive to candor_worker;
grant execute on function tick_day_start(date), tick_day_spans(date), tick_day_held(date), cold_tick_days(),
  tick_span_continues(text, bigint, bytea), record_tick_archive(text, date, text, text), drop_archived_ticks(date),
  prepare_tick_days(), try_archive_lock(), release_archive_lock() to candor_worker;

-- orders
grant select on trade_order, "position" to candor_worker;

-- settlement
grant select on settlement_alarm to candor_worker;
grant select, insert (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit,
  credited) on settlement to candor_worker;
grant select, insert (day, ends_at) on fairness_day to candor_worker;
grant select, insert on fairness_figure to candor_worker;
grant execute on function set_order_aside(uuid, text), clear_settled_alarms(), settled_by(text, bigint, bigint, bigint, text, text),
  due_windows(integer, integer, integer), settle_orders(uuid[], text[], timestamptz[], timestamptz[], text[], text[], bigint[],
  timestamptz[], bigint[], bigint[], timestamptz[], bigint[]), void_reason(text, bigint, bigint, uuid) to candor_worker;

-- proof
grant select on proof_key, checkpoint, order_log_batch, order_log_head, order_log_tile, settlement_batch to candor_worker;
grant select, insert (key, due_at), update (due_at, size, checkpoint, cosigned_at, refusal, refused_at) on log_witness
  to candor_worker;
grant select, insert on log_time_stamp to candor_worker;

-- cashier
grant select on deposit_channel, payment_notice, reward_rule, invitation to candor_worker;
grant select (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until,
  details, status, txid, payer, proof, credited, reason, taken_by, first_by, second_by, version, created_at, expires_at, paid_at,
  decided_at, promised_minutes, proof_required, moved_by, proved_by), update (status, credited, reason, proved_by) on deposit
  to candor_worker;
grant select (id, member_id, amount, fee, status, paid_out) on withdrawal to candor_worker;
-- A message of the bus is only a hint, which any login may send. Before the worker tells a device of a deposit or a
-- withdrawal, it looks when the state of it began: what is old is no news.
grant select (subject, state, at) on cashier_step to candor_worker;
grant select, insert (invitee_id, inviter_id, deposit_id, wallet, amount) on invitation_reward to candor_worker;
grant select, insert (deposit_id, found, recipient, units, confirmations, block_at), update (found, recipient, units, confirmations,
  block_at, checked_at) on chain_finding to candor_worker;
grant select, insert (notice_id, became) on payment_notice_handled to candor_worker;
grant execute on function judge_invitation(bigint) to candor_worker;

-- invest
-- The close, and nothing beside it.
grant select on business_day, close_exception to candor_worker;
grant execute on function close_step(integer, integer) to candor_worker;

-- content
grant select on shown_notice to candor_worker;
-- The worker sends the news of what is published at its time.
grant select, update (announced_at, pushed_after, pushed_at) on notice to candor_worker;
grant select (notice_id, version, published_from, withdrawn) on notice_version to candor_worker;

-- support
grant select on support_check to candor_worker;
-- A check has a finding and no text, so that the worker can write in nobody else's name.
grant select, insert (member_id, author, finding, order_id, answers, last_word) on support_message to candor_worker;
grant execute on function expire_visitor_conversations(integer), expire_silent_visitors(integer), finish_check(bigint)
  to candor_worker;

-- alerts
grant select on push_device to candor_worker;
-- A device is told that there is a message, never of its amount.
grant select (id, member_id, kind, state, at, read_at) on member_message to candor_worker;
grant select (session_id) on push_subscription to candor_worker;
grant select, insert (session_id, kind, ref), update (tries, next_at) on push_message to candor_worker;
grant select, update (fired_seq) on price_alert to candor_worker;
grant select, insert, update (at) on price_alert_progress to candor_worker;
grant select, update (opens_at, told_at) on opening_reminder to candor_worker;
grant execute on function drop_reminders(uuid[]), forget_alerts(), drop_push_subscription(uuid), forget_push_messages()
  to candor_worker;

-- candor_console: operators -----------------------------------------------------------------------------------------------
-- Reads what operators decide on, and writes their decisions. Members as operators see them: no password of any kind. It
-- counts guesses at its own login in tables of its own, and needs nothing of those of the member site.

-- site
grant select on site, site_key to candor_console;
grant select, insert on idempotency to candor_console;
grant insert on outbox to candor_console;
grant execute on function current_operator(), wait_turn(text) to candor_console;

-- members
grant select on file, bank_card, verification_edge, own_limit, self_exclusion, own_use, member_mark to candor_console;
grant select (id, username, phone, country, real_name_sealed, id_number_sealed, invite_code, invited_by, language, roles,
  frozen, login_allowed, trading_allowed, created_at, nickname, email, time_zone, withdrawal_allowed, withdrawals_paused_until,
  guarded, excluded_until, reality_check_minutes) on member to candor_console;
grant select, update (status, taken_by, decided_by, reason, wrong, note) on verification to candor_console;
grant select, insert (member_id, kind, restricted, reason, operator_id, code) on member_restriction to candor_console;
grant select, insert (member_id, operator_id, text) on member_note to candor_console;
grant select, insert (member_id, kind, mark, reason, maker), update (status, checker, note) on mark_release to candor_console;
grant execute on function own_limits_of(bigint[]), is_mark_taken(text, bytea, bigint) to candor_console;

-- sessions
grant select on security_event to candor_console;
grant select (id, member_id, user_agent, address, created_at, last_seen_at, expires_at) on session to candor_console;
grant select, insert (member_id, maker, reason), update (checker, status, note, ended_by) on factor_release to candor_console;
grant select, insert (id, answer_hash, expires_at, level), update (expires_at, used_by, passed) on console_captcha
  to candor_console;
grant select, insert (lane, failures), update (failures, locked_until, last_at) on console_login_failure to candor_console;
grant select, insert (key, drained_at), update (drained_at) on console_login_budget to candor_console;
grant select, insert (member_id, network), update (last_at) on console_login_network to candor_console;
grant select, insert (key, points, expire), update (points, expire) on console_rate_limit to candor_console;
grant execute on function read_practice_codes(bigint, integer, integer), has_second_factor(bigint), use_puzzle(bytea, timestamptz),
  clear_console_login_lane(text), end_session(bigint, uuid), end_sessions(bigint, uuid) to candor_console;

-- console
grant select on audit, role, audit_head to candor_console;
grant select (operator_id, secret_sealed, fresh_sealed, used_step, failures, locked_until), insert (operator_id, secret_sealed,
  fresh_sealed), update (secret_sealed, fresh_sealed, used_step, failures, locked_until) on operator_access to candor_console;
grant select (operator_id), insert on operator_recovery_code to candor_console;
grant select (id, operator_id, stage, user_agent, address, created_at, last_seen_at, expires_at) on operator_session
  to candor_console;
grant execute on function is_own_command(text), operator_credentials(text), audit_hash(audit), act_as(bytea), find_operator(bytea,
  boolean, integer, integer), begin_operator_login(bigint, bytea, text, text), finish_operator_login(bytea, text, text, text,
  jsonb), end_operator_session(uuid), record_act(text, text, text, jsonb), change_operator_password(text, text),
  clear_operator_codes(bigint), use_operator_code(bigint, bytea) to candor_console;

-- ledger
grant select on account, transfer to candor_console;
grant select, insert (id, member_id, wallet, currency, kind, amount, reason, maker, code), update (status, checker, note)
  on adjustment to candor_console;
grant execute on function write_transfers(uuid[], bigint[], text[], text[], text[], text[], text[], bigint[], text[], bigint[],
  uuid[], text[], text[]), lock_members(bigint[]) to candor_console;

-- orders
grant select on trade_order, "position" to candor_console;

-- market
-- Whose calendar ends soon.
grant select (code, active, calendar) on product to candor_console;

-- settlement
grant select on settlement to candor_console;

-- proof
grant select on proof_key to candor_console;

-- cashier
grant select on deposit_channel, withdrawal_rule, cashier_step, invitation_reward, chain_finding, payout_reference, reward_rule,
  invitation to candor_console;
grant select, update (status, credited, reason, note, taken_by, first_by, second_by, moved_by) on deposit to candor_console;
grant select, update (status, paid_out, bank_ref, reason, note, taken_by, first_by, second_by, moved_by) on withdrawal
  to candor_console;
grant select, insert (id, subject, base, terms, reason, maker), update (status, checker, note) on cashier_change to candor_console;
grant execute on function payout_ref_key(text), is_payee_shared(bigint, bytea, bytea) to candor_console;

-- invest
grant select on agreement, invest_policy, project, project_terms, holding, holding_accrual, savings_rate, savings, savings_transfer,
  savings_accrual, business_day, close_exception to candor_console;
grant select, insert (id, kind, project_id, base_version, terms, reason, maker), update (status, checker, note) on invest_change
  to candor_console;
grant execute on function round_interest(bigint), business_date_at(timestamptz) to candor_console;

-- content
grant select on text_version, text_acceptance to candor_console;
grant select, insert (id), update (announced_at) on notice to candor_console;
grant select, insert (notice_id, version, category, pinned, important, texts, published_from, published_until, starts_at, ends_at,
  areas, withdrawn, reason, operator_id) on notice_version to candor_console;
grant select, insert (id) on banner to candor_console;
grant select, insert (banner_id, version, texts, target, "position", shown_from, shown_until, withdrawn, reason, operator_id)
  on banner_version to candor_console;
grant select, insert (id, slug, base, texts, reason, maker), update (status, checker, note) on text_change to candor_console;

-- support
grant select on support_message to candor_console;
-- Operators see no token, not even its hash.
grant select (id, member_id, language, created_at, closed, operator_id, last_id, last_at, waiting_id, person_read, desk_read),
  update (closed, operator_id, waiting_id, desk_read) on support_conversation to candor_console;
grant select, insert (hours, operator_id) on support_hours to candor_console;
grant select, insert (id, version, title, texts, removed, operator_id) on canned_answer to candor_console;
grant execute on function answer_conversation(bigint, bigint, text, uuid) to candor_console;
