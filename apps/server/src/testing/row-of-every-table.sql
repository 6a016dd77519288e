-- At least one realistic row for every table, written without triggers. The row of the site already exists.
insert into site_key values ('seal:0123456789abcdef');
insert into proof_key (id, name, public_key) values ('01234567', 'candor', sha256('key'));
insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
  values ('first', 'x', 'x', '1', 'AAAAAA'), ('second', 'x', 'x', '2', 'BBBBBB'), ('third', 'x', 'x', '3', 'CCCCCC');
update member set invited_by = 1 where id = 2;
insert into operator (id, username, roles) values (1, 'first', '{cashier}'), (2, 'second', '{}'), (3, 'third', '{}');
update operator set left_at = now() where id = 3;
insert into audit (actor_id, command, subject_type, subject_id, seq, prev_hash, hash)
  values (1, 'x', 'x', 'x', 1, sha256('0'), sha256('1'));
insert into audit (actor_id, command, subject_type, subject_id) values (1, 'account/limits', 'x', 'x');
insert into session (member_id, token_hash, expires_at) values (1, sha256('token'), now());
insert into data_request (member_id, status, ready_at, until, bytes, sha256, link_hash, link_until)
  values (1, 'ready', now(), now() + interval '7 days', 1, sha256('x'), sha256('l'), now());
insert into data_request (member_id) values (2);
insert into account (member_id, wallet, kind, currency, posted) select 3, 'cash', 'funds', currency, 1 from site on conflict (member_id, wallet, kind, currency) do update set posted = 1;
insert into member_closing (member_id, due_at, give_up, closed_at, erased_at, forgotten_at) values (3, now() + interval '1 hour', 1, now(), now(), now());
insert into device_nonce select id, repeat('n', 22), now() from session;
insert into push_subscription select id, 'https://x', 'x', sha256('a') || sha256('b') || 'c', '0123456789abcdef', '{notice}', false, 'en' from session;
insert into push_message select session_id, 'notice', 'x' from push_subscription;
insert into adjustment (id, member_id, wallet, currency, kind, amount, reason, maker, checker, status, decided_at)
  values ('00000000-0000-0000-0000-0000000000ad', 1, 'practice', 'CNY', 'add', 10, 'x', 2, 3, 'approved', now());
insert into notice (id) values ('00000000-0000-0000-0000-000000000001');
insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, published_until, starts_at,
    ends_at, areas, operator_id)
  values ('00000000-0000-0000-0000-000000000001', 1, 'maintenance', true, true, '{"zh-Hans":{},"zh-Hant":{},"en":{}}', now(),
    now() + interval '1 day', now(), now() + interval '1 hour', '{trade}', 2);
insert into notice_read (member_id, up_to) values (1, now());
insert into banner (id) values ('00000000-0000-0000-0000-000000000001');
insert into banner_version (banner_id, version, texts, target, position, shown_from, shown_until, operator_id)
  values ('00000000-0000-0000-0000-000000000001', 1, '{"zh-Hans":{},"zh-Hant":{},"en":{}}', '/pages/home/index', 1, now(),
    now() + interval '1 day', 2);
insert into outbox (message) values ('{}');
insert into member_note (member_id, operator_id, text) values (1, 2, 'x');
insert into member_restriction (member_id, kind, restricted, reason, operator_id) values (1, 'frozen', true, 'x', 2);
insert into own_limit (member_id, kind, period, amount) values (1, 'stake', 'day', 100);
insert into self_exclusion (member_id, term, until, at) values (1, 'day', now(), now());
insert into own_use (member_id, wallet, day) values (1, 'practice', now());
insert into account_code (member_id, purpose, code_hash) values (1, 'withdrawPassword', sha256('x'));
insert into code_outbox (member_id, purpose, channel, language, sealed) values (1, 'withdrawPassword', 'sms', 'en', sha256('x'));
insert into security_event (member_id, kind, device) values (1, 'password', 'x');
insert into member_totp (member_id, secret_sealed, fresh_sealed, added_at) values (1, sha256('x'), sha256('x'), now());
insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
  values (1, 1, sha256('x'), sha256('x'), 0, '{}', 'x', 'x');
insert into member_recovery_code values (1, sha256('code'));
insert into factor_challenge values (sha256('token'), 1, 'login', sha256('x'), 0, now());
insert into member_login (member_id, device, address, factor) values (1, 'x', 'x', 'none');
insert into factor_release (member_id, maker, checker, reason, status, decided_at, asked_at) values (1, 2, 3, 'x', 'waiting', now(), now());
insert into factor_release (member_id, maker, checker, reason, status, decided_at, asked_at, done_at, ended_by)
  values (2, 1, 3, 'x', 'stopped', now(), now(), now(), 1);
insert into security_seen values (1, 1);
insert into operator_access (operator_id) values (1);
insert into operator_recovery_code values (1, sha256('code'));
insert into operator_session (operator_id, token_hash, stage, expires_at) values (1, sha256('token'), 'full', now());
insert into used_puzzle values (substr(sha256('x'), 1, 16), now());
insert into captcha values ('00000000-0000-0000-0000-000000000001', 'x', now());
insert into file (id, member_id, purpose, bytes, sha256)
  values ('00000000-0000-0000-0000-000000000001', 1, 'identity', 1, sha256('x')),
    ('00000000-0000-0000-0000-000000000002', 2, 'identity', 1, sha256('x'));
update member set avatar_file = '00000000-0000-0000-0000-000000000001' where id = 1;
insert into bank_card (member_id, holder_sealed, number_sealed, number_mark, bank)
  values (1, sha256('x'), sha256('x'), sha256('x'), 'ICBC');
insert into member_mark (kind, mark, member_id, state) values ('card', sha256('x'), 1, 'own') on conflict do nothing;
insert into name_mark values (sha256('x'), 1);
insert into mark_release (member_id, kind, mark, reason, maker) values (1, 'card', sha256('x'), 'x', 2);
insert into mark_release (member_id, kind, mark, reason, maker, checker, status, decided_at)
  values (1, 'card', sha256('x'), 'x', 2, 3, 'rejected', now());
insert into verification (member_id, name_sealed, number_sealed, number_hash, front_file, back_file)
  values (1, sha256('x'), sha256('x'), sha256('x'), '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001');
insert into verification (member_id, status, name_sealed, number_sealed, number_hash, front_file, back_file, taken_by, taken_at,
    decided_by, decided_at)
  values (2, 'verified', sha256('x'), sha256('x'), sha256('x'), '00000000-0000-0000-0000-000000000002',
    '00000000-0000-0000-0000-000000000002', 1, now(), 1, now());
insert into login_failure (lane, failures) values ('first', 1);
insert into login_budget values ('x', now());
insert into login_network values (1, 'x');
insert into rate_limit (key) values ('x');
insert into console_captcha values ('00000000-0000-0000-0000-000000000001', 'x', now());
insert into console_login_failure (lane, failures) values ('first', 1);
insert into console_login_budget values ('x', now());
insert into console_login_network values (1, 'x');
insert into console_rate_limit (key) values ('x');
insert into register_attempt values ('00000000-0000-0000-0000-000000000001', 'x', 1);
insert into idempotency values (1, 'x', '00000000-0000-0000-0000-000000000001', 'x', '{}');
insert into outbox (member_id, message) values (1, '{}');
insert into outbox (orders) values (array['00000000-0000-0000-0000-000000000001'::uuid]);
insert into product (code, names, category, decimals, position) values ('AAA', '{}', 'crypto', 2, 1);
insert into terms (product, version, durations, presets, document, hash, accept_within_ms, fresh_ms, near_ppm, min_sources)
  values ('AAA', 1, '[]', '[]', '{}', sha256('{}'), 3000, 5000, 5000, 1);
insert into tick_head values ('AAA', 2, date_trunc('minute', now()), 100, 'OK', sha256('2'));
select ensure_tick_partition((now() at time zone 'UTC')::date);
insert into tick values ('AAA', 1, date_trunc('second', now()), 100, 'OK', 'simulated', 1, '[]', sha256('s'), sha256('0'), sha256('1'));
insert into checkpoint values ('AAA', date_trunc('minute', now()), case extract(minute from now() at time zone 'UTC') when 0
  then 'hour' else 'minute' end, 1, date_trunc('minute', now()), sha256('1'), sha256('p'), sha256('t'), 'note');
insert into tick_archive values ('AAA', '2026-01-01', 1, 2, 2, sha256('0'), sha256('2'), sha256('f'), 'note');
insert into order_archive_part values ('2026-01-01', 1, 2, 1, 100002, 1, 100001, sha256('lines'));
insert into order_archive values ('2026-01-01', 1, 2, 100001, 100002, sha256('parts'));
insert into order_archive_member values ('2026-01-01', 1, 2, '00000000-0000-7000-8000-000000000001', clock_timestamp(), '{}', '{}');
insert into order_archive_sorted values ('moment', '2026-01-01', 1, 2, 1, 2, 100001, 100002, 'key', sha256('lines')), ('opening', '2026-01-01', 1, 2, 1, 2, null, null, '2', sha256('lines'));
insert into order_archive_left values ('2026-01-01', 1000);
insert into order_archive_number values (1);
insert into candle values ('AAA', date_trunc('minute', now()), 100, 110, 90, 105);
insert into account (member_id, wallet, kind, currency, posted, held, seq) values (1, 'practice', 'funds', 'CNY', 100, 10, 3);
insert into account (wallet, kind, currency) values ('practice', 'clearing', 'CNY'), ('cash', 'clearing', 'CNY');
insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, ref_type, ref_id, credit_seq,
    credit_balance_after) values ('00000000-0000-0000-0000-000000000001', 2, 1, 10, 'recharge', 'practice', 'CNY', 'pending',
    'test', 'x', 1, 0), ('00000000-0000-0000-0000-000000000004', 2, 1, 10, 'manualAdd', 'practice', 'CNY', 'single',
    'adjustment', '00000000-0000-0000-0000-00000000000f', 4, 0), ('00000000-0000-0000-0000-000000000003', 2, 1, 10, 'orderRefund', 'practice', 'CNY', 'single',
    'order', '00000000-0000-0000-0000-00000000000e', 3, 0);
insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id, ref_type, ref_id,
    debit_seq, debit_balance_after) values ('00000000-0000-0000-0000-000000000002', 1, 2, 10, 'withdraw', 'practice', 'CNY',
    'post', '00000000-0000-0000-0000-000000000001', 'test', 'x', 2, 0);
insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
    submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, document_version) select '00000000-0000-0000-0000-000000000001', 1, 'practice',
    'AAA', 'up', 10, 0, 8500, 18, 5, 1, t, t, t + interval '1 second', t + interval '6 seconds',
    '00000000-0000-0000-0000-00000000000a', sha256('body'), 2 from date_trunc('second', now()) t;
update trade_order set document_version = 3, nonce = '00000000-0000-0000-0000-0000000000aa', request_key = sha256('key'), requested_at = accepted_at,
    request_signature = sha256('r') || sha256('s'), request_terms_hash = sha256('terms'), request_deadline = accepted_at + interval '3 seconds';
insert into order_log_batch (first, count, entries, last_no) values (0, 1, sha256('entry'), 100001);
insert into order_log_tile values (0, 0, sha256('leaf'));
insert into log_terms (product, version, index) values ('AAA', 1, 0);
insert into log_time_stamp values ('2026-01-01 00:00+00', 0, 'x', 'a', now(), 'token');
insert into log_witness values ('w+00000000+BA', now(), 0, 'x', now());
insert into position select member_id, wallet, product, id, closes_at from trade_order;
insert into settlement (order_id, member_id, outcome, entry_seq, entry_price, exit_seq, exit_price, profit, credited)
  values ('00000000-0000-0000-0000-000000000001', 1, 'won', 1, 100, 2, 101, 8, 18);
insert into settlement_batch (orders, during) values (array['00000000-0000-0000-0000-000000000001'::uuid], tstzrange(now(), now(), '[]'));
insert into settlement_alarm values ('00000000-0000-0000-0000-000000000001', 'x', 1, now(), now(), now());
insert into support_conversation (member_id) values (1);
insert into support_conversation (token_hash, address) values (sha256('token'), 'x');
update support_conversation set operator_id = 3;
insert into support_message (conversation_id, member_id, text, order_id)
  select id, 1, 'I doubt it', '00000000-0000-0000-0000-000000000001' from support_conversation where member_id = 1;
insert into support_message (conversation_id, member_id, author, finding, order_id, answers)
  select conversation_id, 1, 'check', '{}', order_id, id from support_message;
insert into support_message (conversation_id, author, text, key)
  select id, 'visitor', 'hello', gen_random_uuid() from support_conversation where member_id is null;
insert into support_message (conversation_id, author, operator_id, text)
  select id, 'operator', 3, 'hello' from support_conversation where member_id is null;
insert into support_message (conversation_id, member_id, file_id)
  select c.id, f.member_id, f.id from support_conversation c join file f on f.member_id = c.member_id limit 1;
update canned_answer set operator_id = 3;
update support_hours set operator_id = 3;
insert into support_check select id from support_message where author = 'member' and order_id is not null;
insert into fairness_month (month, wallet, won, lost, tied, accounts, losing, staked, paid)
  values ('2026-01-01', 'practice', 6, 5, 0, 10, 6, 110, 90);
insert into fairness_account (month, wallet, ref, won, lost, tied, staked, paid)
  values ('2026-01-01', 'practice', repeat('ab', 32), 6, 5, 0, 110, 90);
insert into complaint (member_id, topic, text, about, about_id, about_name, product, message_id, due_on, recorded_by, operator_id, key)
  select 1, 'order', 'I was not heard', 'order', order_id, '1', 'AAA', id, '2026-01-01', 3, 3, gen_random_uuid()
  from support_message where author = 'member' and order_id is not null;
insert into complaint_step (complaint_id, seq, kind) select id, 1, 'received' from complaint;
insert into complaint_step (complaint_id, seq, kind, operator_id, key) select id, 2, 'taken', 3, gen_random_uuid() from complaint;
insert into complaint_step (complaint_id, seq, kind, operator_id, text) select id, 3, 'asked', 3, 'When was it?' from complaint;
insert into price_alert (member_id, product, side, target, after_seq, feed, expires_at, fired_seq, fired_at, fired_price)
  values (1, 'AAA', 'above', 100, 0, 'simulated', now() + interval '1 day', 1, now(), 100);
insert into price_alert_progress values ('AAA', now());
insert into simulator_seed (day, seed, commitment)
select '2026-01-01', sha256('s'), sha256(('candor-simulator-seed-v1' || chr(10) || encode(sha256('s'), 'hex') || chr(10))::bytea);
insert into simulator_secret (sealed) values (sha256('s'));
insert into opening_reminder (member_id, product, opens_at) values (1, 'AAA', now());
insert into first_run (member_id, product) values (1, 'AAA');
insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until,
    details, status, txid, payer, proof, credited, reason, note, taken_by, first_by, second_by, moved_by, expires_at,
    decided_at, promised_minutes, proof_required)
  values ('00000000-0000-0000-0000-000000000001', 'ABCDEFGH', 1, 'practice', 'CNY', 'usdt-trc20', 'usdt', 'trc20', 100, 'USDT', 1,
    1, now(), '{}', 'approved', 'x', 'x', '00000000-0000-0000-0000-000000000001', 100, 'OTHER', 'x', 2, 2, 3, 3, now(), now(),
    10, false);
insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed, status, paid_out,
    bank_ref, reason, note, taken_by, first_by, second_by, moved_by, sent_by, return_by, decided_at, promised_minutes,
    payee_mark)
  values ('00000000-0000-0000-0000-000000000002', 'ABCDEFGH', 1, 'practice', 'CNY', 100, 1, '00000000-0000-0000-0000-000000000001',
    '00000000-0000-0000-0000-000000000002', '{}', 'x', 'approved', 'sent', 'x', 'OTHER', 'x', 2, 2, 3, 3, 2, 3, now(), 60, sha256('x'));
insert into withdrawal_lock (withdrawal_id, member_id) values ('00000000-0000-0000-0000-000000000002', 1);
insert into payout_reference (ref_key, withdrawal_id) values ('x', '00000000-0000-0000-0000-000000000002');
insert into cashier_step (subject, n, state, by_operator) values ('00000000-0000-0000-0000-000000000001', 1, 'recharging', 2);
insert into cashier_change (subject, base, before, terms, reason, maker, checker, status, decided_at)
  values ('withdrawals', 1, '{}', '{}', 'x', 2, 3, 'approved', now());
insert into cashier_change (subject, base, before, terms, reason, maker) values ('withdrawals', 1, '{}', '{}', 'x', 2);
insert into reward_rule (amount, turnover_rate, day_max) values (1, 100000, 5) on conflict do nothing;
insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate) values (2, 1, 1, 1, 1) on conflict do nothing;
insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate, deposit_id, needed)
  values (3, 1, 1, 1, 1, '00000000-0000-0000-0000-000000000001', 5);
insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount)
  values (2, 1, '00000000-0000-0000-0000-000000000001', 'practice', 1);
insert into chain_finding (deposit_id, found, units, confirmations) values ('00000000-0000-0000-0000-000000000001', true, 1, 1);
insert into payment_notice (id, channel, event_id, body, signed_at, signature)
  values ('00000000-0000-0000-0000-000000000001', 'online-practice', 'x', '{}', 1, sha256('x'));
insert into deposit (id, reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until,
    details, status, credited, expires_at, decided_at, promised_minutes, proof_required, proved_by)
  values ('00000000-0000-0000-0000-000000000009', 'ABCDEFGX', 1, 'practice', 'CNY', 'online-practice', 'online', 100, 'CNY', 100,
    1, now(), '{}', 'approved', 100, now(), now(), 1, false, '00000000-0000-0000-0000-000000000001');
insert into payment_key values ('online-practice', sha256('x') || sha256('x'), sha256('y') || sha256('y'));
insert into payment_notice_handled (notice_id, became) values ('00000000-0000-0000-0000-000000000001', 'ignored');
insert into withdraw_password_try (member_id, failures) values (1, 1);
insert into agreement (code, version, title, body) values ('project', 1, '{}', '{}');
insert into invest_policy (password_from) values (1);
insert into project (id, position, version) values ('00000000-0000-0000-0000-000000000001', 1, 1);
insert into project_terms (project_id, version, names, risk, term_days, annual_rate, min, max, size, interest, early_lock_days,
    early_rate, opens_at, closes_at)
  values ('00000000-0000-0000-0000-000000000001', 1, '{"zh-Hans":"","zh-Hant":"","en":""}', 'low', 30, 220, 1, 2, 3, 'daily', 7, 50,
    now() - interval '1 day', now());
insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
    starts_on, matures_on, status, paid, earned, ended_on, ended_at, rolled_from)
  values ('00000000-0000-0000-0000-000000000001', 'ABCDEFGH', 1, 'practice', 'CNY', '00000000-0000-0000-0000-000000000001', 1, 1, 10,
    220, 'daily', '2026-01-01', '2026-01-31', 'matured', 1, 1, '2026-01-31', now(), '00000000-0000-0000-0000-000000000001');
insert into holding_accrual values ('2026-01-01', '00000000-0000-0000-0000-000000000001', 1);
insert into savings_rate (from_date, annual_rate) values ('2026-01-01', 120);
insert into savings (member_id, wallet) values (1, 'practice');
insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, auto_on, at)
  values ('00000000-0000-0000-0000-000000000001', 1, 'practice', 'CNY', 'in', 'auto', 1, 1, 1, '2026-01-01', now());
insert into savings_accrual values (1, 'practice', '2026-01-01', 1, 120, 120, 0, null);
insert into business_day (business_date) values ('2026-01-01');
insert into close_exception (business_date, step, holding_id, member_id, reason, tries, first_at, last_at, next_at)
  values ('2026-01-01', 'mature', '00000000-0000-0000-0000-000000000001', 1, 'x', 1, now(), now(), now()),
    ('2026-01-01', 'postSavings', null, 1, 'x', 1, now(), now(), now()),
    ('2026-01-01', 'autoSave', null, 1, 'x', 1, now(), now(), now());
insert into invest_change (id, kind, project_id, base_version, terms, reason, maker)
  values ('00000000-0000-0000-0000-000000000002', 'project', '00000000-0000-0000-0000-000000000001', 1, '{}', 'x', 2),
    ('00000000-0000-0000-0000-000000000003', 'savingsRate', null, null, '{}', 'x', 2);
insert into invest_change (id, kind, project_id, base_version, terms, reason, status, maker, checker, decided_at)
  values ('00000000-0000-0000-0000-000000000001', 'project', '00000000-0000-0000-0000-000000000001', 1, '{}', 'x', 'approved', 2, 3, now());
insert into text_change (id, slug, base, texts, reason, maker, checker, status, decided_at)
  values ('00000000-0000-0000-0000-000000000001', 'about', 6, '{"zh-Hans": 1, "zh-Hant": 1, "en": 1}', 'x', 2, 3, 'approved', now());
insert into text_change (slug, base, texts, reason, maker)
  values ('about', 7, '{"zh-Hans": 1, "zh-Hant": 1, "en": 1}', 'x', 2);
insert into text_version (slug, version, change_id, texts)
  values ('about', 7, '00000000-0000-0000-0000-000000000001', '{"zh-Hans": 1, "zh-Hant": 1, "en": 1}');
insert into text_version (slug, version, shipped, texts) values ('risk', 7, '9.0', '{"zh-Hans": 1, "zh-Hant": 1, "en": 1}');
insert into text_acceptance (member_id, slug, version) values (1, 'risk', 7);
insert into fairness_day values ('2026-01-01', now());
insert into house_day values ('AAA', 'practice', '2026-01-01', 85, 100);
insert into house_window values ('AAA', 'practice', '2026-01-01 00:00:01Z', '2026-01-01 00:00:06Z', '2026-01-01', 1, 100, 85, 0, 0, 85);
insert into house_journal values ('AAA', 'practice', '2026-01-01 00:00:01Z', '2026-01-01 00:00:06Z', 1, 100, 85, 0, 0, 0);
insert into fairness_figure values ('2026-01-01', 'practice', 'AAA', 5, 'won', null, 1);
insert into member_message (member_id, kind, state, subject) values (1, 'deposit', 'approved', 'x');
insert into frozen_session (token_hash, member_id) values (sha256('x'), 1);
insert into product_resumption (id, stop_id, reason, maker, checker, status, decided_at)
  values ('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001', 'x', 2, 3, 'approved', now());
insert into product_stop (id, scope, code, note, operator_id, stopped_at, ended_at, resumption)
  values ('00000000-0000-0000-0000-000000000001', 'product/AAA', 'OTHER', 'x', 2, now() - interval '1 hour', now(),
    '00000000-0000-0000-0000-000000000001');
insert into product_stop (id, scope, code, operator_id) values ('00000000-0000-0000-0000-000000000002', 'all', 'MAINTENANCE', 2);
insert into product_resumption (stop_id, reason, maker) values ('00000000-0000-0000-0000-000000000002', 'x', 2);
insert into product_version (product, version, names, sources, active, holds_from) values ('AAA', 1, '{}', '{}', true, now());
insert into product_change (product, base, before, draft, reason, maker) values ('AAA', 1, '{}', '{}', 'x', 2);
insert into product_change (product, base, before, draft, reason, status, maker, checker, decided_at)
  values ('AAA', 1, '{}', '{}', 'x', 'approved', 2, 3, now());
insert into source_trial (operator_id, category, sources, taken_at, ended_at, answers) values (2, 'crypto', '{"binance": "AAA"}', now(), now(), '{}');
insert into source_trial (operator_id, category, sources) values (3, 'crypto', '{"binance": "AAA"}');
insert into operator_use (operator_id, permission) values (1, 'cashier:deposit:read');
insert into staff_change (id, username, roles, addresses, before, reason, status, maker, checker, decided_at)
  values ('00000000-0000-0000-0000-000000000003', 'newcomer', '{cashier}', '{203.0.113.0/24}', '{}', 'x', 'approved', 1, 2, now());
insert into staff_change (id, username, roles, before, reason, status, maker, checker, decided_at)
  values ('00000000-0000-0000-0000-000000000004', 'latecomer', '{cashier}', '{}', 'x', 'approved', 1, 2, now());
insert into staff_change (operator_id, username, roles, before, reason, maker) values (3, 'third', '{cashier}', '{}', 'x', 1);
insert into operator_invitation (id, code, token_hash, expires_at) values ('00000000-0000-0000-0000-000000000003', '12345678', sha256('t'), now());
insert into operator_invitation (id, code, operator_id, ended_at) values ('00000000-0000-0000-0000-000000000004', '12345678', 1, now());
insert into role_change (name, what, base, names, permissions, reason, maker)
  values ('night', 'make', 0, '{"zh-Hans":"x","zh-Hant":"x","en":"x"}', '{cashier:deposit:read}', 'x', 1);
insert into role_change (name, what, base, names, permissions, reason, status, maker, checker, decided_at)
  values ('night', 'make', 0, '{"zh-Hans":"x","zh-Hant":"x","en":"x"}', '{cashier:deposit:read}', 'x', 'approved', 1, 2, now());
update operator set addresses = '{203.0.113.0/24}' where id = 1;
update role set names = '{"zh-Hans":"x","zh-Hant":"x","en":"x"}' where name = 'cashier';
insert into product_terms_change (product, base, before, terms, reason, maker) values ('AAA', 1, '{}', '{}', 'x', 2);
insert into product_terms_change (product, base, before, terms, reason, status, maker, checker, decided_at)
  values ('AAA', 1, '{}', '{}', 'x', 'approved', 2, 3, now());
insert into site_logo (id, png, operator_id) values (encode(sha256('x'), 'hex'), 'x', 2);
insert into site_change (id, part, base, before, value, reason, maker, checker, status, decided_at)
  values ('00000000-0000-0000-0000-000000000001', 'access', 0, '{}', '{}', 'x', 2, 3, 'approved', now());
insert into site_change (part, base, before, value, reason, maker) values ('maintenance', 0, '{}', '{}', 'x', 2);
insert into site_version (part, version, value, change_id) values ('access', 1, '{}', '00000000-0000-0000-0000-000000000001');
insert into integrity_check (name, halts, found, sample, error, took_ms) values ('balance-is-the-fold', true, 1, '{x}', 'x', 1);
insert into ledger_hour (begins_at, ends_at, business_date) values ('2026-01-01 15:00Z', '2026-01-01 16:00Z', '2026-01-01');
insert into ledger_hour_line (begins_at, wallet, currency, kind, type, debit, credit, entries)
  values ('2026-01-01 15:00Z', 'practice', 'CNY', 'funds', 'recharge', 0, 1, 1);
insert into ledger_balance (business_date, wallet, currency, kind, type, debit, credit, entries)
values ('2026-01-01', 'practice', 'CNY', 'funds', 'practiceGrant', 0, 100000, 1);
insert into ledger_day (business_date, wallet, active) values ('2026-01-01', 'practice', 1);
insert into ledger_mark (made_at, xid) values (now(), '1');
insert into day_signature (business_date, operator_id, hash) values ('2026-01-01', 2, day_report_hash('2026-01-01'));
insert into alarm (kind, subject, detail, owner_id, taken_at, acknowledged_by, acknowledged_at, note)
  values ('checkFailed', 'balance-is-the-fold', '{"found": 1}', 2, now(), 2, now(), 'x');
insert into process_beat (role, host, pid, version, started_at, disk_free, disk_total, backup_at, signing_away)
  values ('worker', 'x', 1, '0.1.0', now(), 1, 2, now(), false);
insert into alarm_channel (name, target) values ('webhook', 'x');
insert into alarm_message (channel, event, test_id, operator_id) values ('webhook', 'test', '00000000-0000-0000-0000-000000000001', 2);
insert into alarm_message (channel, event, alarm_id) select 'mail', 'opened', max(id) from alarm;
insert into alarm_told (kind, subject, channel) values ('checkFailed', 'balance-is-the-fold', 'webhook');
insert into statement_account (code, name, number, currency, decimals, operator_id) values ('bank', 'x', 'x', 'CNY', 2, 2);
insert into statement_file (id, account, sha256, bytes, operator_id) values ('00000000-0000-0000-0000-000000000001', 'bank', sha256('x'), 1, 2);
insert into statement (id, file_id, account, number, opening, closing, first_on, last_on, entries)
  values ('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001', 'bank', '1', 0, 100, '2026-01-01', '2026-01-01', 1);
insert into statement_match (id, account, kind, deposit_id, operator_id)
  values ('00000000-0000-0000-0000-000000000001', 'bank', 'deposit', '00000000-0000-0000-0000-000000000001', 2);
insert into statement_match (id, account, kind, withdrawal_id) values ('00000000-0000-0000-0000-000000000002', 'bank', 'return',
  '00000000-0000-0000-0000-000000000002');
insert into statement_match (account, kind, code, note, operator_id) values ('bank', 'explained', 'other', 'x', 2);
insert into statement_match (account, kind, code, note, operator_id, undone_by, undone_at) values ('bank', 'explained', 'bankFee', 'x', 2, 3, now());
insert into statement_entry (statement_id, account, position, booked_on, valued_on, amount, is_reversal, bank_ref, end_to_end_id, counterparty,
    words, mark, match_id)
  values ('00000000-0000-0000-0000-000000000001', 'bank', 0, '2026-01-01', '2026-01-01', 100, false, 'x', 'x', 'x', 'x', sha256('x'),
    '00000000-0000-0000-0000-000000000001');
