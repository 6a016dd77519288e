import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Connection } from '../platform/db/pool.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Every constraint and every unique index of the schema, each with one attack that only it can refuse. The attack on a
 * check is the change listed here; on a key, a second row that is equal only in that key; on a reference, a row that
 * does not exist. The lists are complete: a constraint that is new, changed or gone fails the test, and so does one
 * without an attack, or with no row in its table.
 */

/** For each check: what to set in the rows of its table. */
const CHECKS: Readonly<Record<string, string>> = {
  account_check: `kind = 'house' where member_id is not null`,
  account_check1: 'held = posted + 1 where member_id is not null',
  account_held_check: 'held = -1 where member_id is not null',
  account_kind_check: `kind = 'bonus' where member_id is null`,
  account_wallet_check: `wallet = 'bonus'`,
  adjustment_amount_check: 'amount = 0',
  adjustment_check: 'maker = member_id',
  adjustment_check1: 'checker = member_id',
  adjustment_check2: 'checker = maker',
  adjustment_check3: 'decided_at = null',
  adjustment_kind_check: `kind = 'gift'`,
  adjustment_note_check: `note = repeat('x', 301)`,
  adjustment_reason_check: `reason = '  '`,
  adjustment_status_check: `status = 'lost'`,
  adjustment_wallet_check: `wallet = 'bonus'`,
  audit_chain_check: `seq = null, prev_hash = null where seq is not null`,
  audit_command_check: `command = repeat('x', 65)`,
  audit_detail_check: `detail = to_jsonb(repeat('x', 4000))`,
  audit_hash_check: `hash = 'short'`,
  audit_head_hash_check: `hash = 'short'`,
  audit_head_only_row_check: 'only_row = false',
  audit_prev_hash_check: `prev_hash = 'short'`,
  audit_subject_id_check: `subject_id = repeat('x', 65)`,
  audit_subject_type_check: `subject_type = repeat('x', 33)`,
  cashier_change_base_check: 'base = -1',
  cashier_change_check: 'checker = maker',
  cashier_change_check1: 'decided_at = null',
  cashier_change_check2: 'before = null',
  cashier_change_note_check: `note = repeat('x', 301)`,
  cashier_change_reason_check: `reason = '  '`,
  cashier_change_status_check: `status = 'lost'`,
  cashier_change_subject_check: `subject = 'channel/UPPER'`,
  cashier_change_terms_check: `terms = to_jsonb(repeat('x', 4000))`,
  cashier_edge_flow_check: `flow = 'gift'`,
  chain_finding_confirmations_check: 'confirmations = -1',
  chain_finding_units_check: 'units = -1',
  deposit_amount_check: 'amount = 0',
  deposit_asset_amount_check: 'asset_amount = 0',
  deposit_channel_arrival_minutes_check: 'arrival_minutes = -1',
  deposit_channel_asset_check: `asset = 'x'`,
  deposit_channel_asset_decimals_check: 'asset_decimals = 9',
  deposit_channel_check: 'max = min - 1',
  deposit_channel_confirmations_check: 'confirmations = 0',
  deposit_channel_par_check: `rate = 9999 where kind = 'practice'`,
  deposit_channel_version_check: 'version = 0',
  deposit_channel_check1: `network = null where kind = 'usdt'`,
  deposit_channel_code_check: `code = 'UPPER' where code = 'practice'`,
  deposit_channel_kind_check: `kind = 'cash' where code = 'practice'`,
  deposit_channel_min_check: 'min = 0',
  deposit_channel_network_check: `network = 'btc' where kind = 'usdt'`,
  deposit_channel_rate_check: 'rate = 0',
  deposit_check: 'taken_by = member_id',
  deposit_check1: 'credited = null',
  deposit_check2: 'decided_at = null',
  deposit_check3: `first_by = null, kind = 'bank'`,
  deposit_check4: 'credited = amount - 1, second_by = null',
  deposit_check5: `status = 'rejected', reason = null`,
  deposit_check6: 'moved_by = member_id',
  deposit_credited_check: 'credited = 0',
  deposit_note_check: `note = repeat('x', 501)`,
  deposit_payer_check: `payer = repeat('x', 65)`,
  deposit_reason_check: `reason = 'because'`,
  deposit_reference_check: `reference = 'short'`,
  deposit_status_check: `status = 'lost'`,
  deposit_txid_check: `txid = repeat('x', 81)`,
  deposit_wallet_check: `wallet = 'bonus'`,
  invitation_reward_amount_check: 'amount = 0',
  invitation_reward_check: 'inviter_id = invitee_id',
  payment_notice_body_check: `body = repeat('x', 4001)`,
  payment_notice_event_id_check: `event_id = ''`,
  payment_notice_handled_became_check: `became = 'lost'`,
  payment_notice_signature_check: `signature = 'short'`,
  site_invitation_reward_check: 'invitation_reward = -1',
  withdraw_password_try_failures_check: 'failures = -1',
  withdrawal_amount_check: 'amount = 0',
  withdrawal_check: 'fee = amount',
  withdrawal_check1: 'fee_hold = null',
  withdrawal_check2: 'second_by = first_by',
  withdrawal_check3: 'decided_at = null',
  withdrawal_check4: 'second_by = null',
  withdrawal_check5: `status = 'pending'`,
  withdrawal_check6: `status = 'rejected', reason = null`,
  withdrawal_check7: 'moved_by = member_id',
  withdrawal_note_check: `note = repeat('x', 501)`,
  withdrawal_paid_out_check: `paid_out = 'lost'`,
  withdrawal_bank_ref_check: `bank_ref = repeat('x', 81)`,
  withdrawal_reason_check: `reason = 'because'`,
  withdrawal_reference_check: `reference = 'short'`,
  withdrawal_rule_arrival_hours_check: 'arrival_hours = 0',
  withdrawal_rule_check: 'max = min - 1',
  withdrawal_rule_check1: 'daily_max = min - 1',
  withdrawal_rule_check2: 'fee_max = fee_min - 1',
  withdrawal_rule_fee_check: 'fee_min = min',
  withdrawal_rule_fee_min_check: 'fee_min = -1',
  withdrawal_rule_fee_rate_check: 'fee_rate = 10001',
  withdrawal_rule_min_check: 'min = 0',
  withdrawal_rule_only_row_check: 'only_row = false',
  withdrawal_rule_version_check: 'version = 0',
  withdrawal_status_check: `status = 'lost'`,
  withdrawal_wallet_check: `wallet = 'bonus'`,
  account_code_code_hash_check: `code_hash = 'short'`,
  account_code_purpose_check: `purpose = 'other'`,
  account_code_tries_check: 'tries = 6',
  code_outbox_channel_check: `channel = 'mail'`,
  code_outbox_language_check: `language = 'xx'`,
  code_outbox_purpose_check: `purpose = 'other'`,
  code_outbox_sealed_check: `sealed = 'short'`,
  code_outbox_tries_check: 'tries = -1',
  bank_card_bank_check: `bank = 'lower'`,
  bank_card_branch_check: `branch = ''`,
  bank_card_holder_sealed_check: `holder_sealed = 'short'`,
  bank_card_number_sealed_check: `number_sealed = 'short'`,
  candle_check: 'h = l - 1, o = l, c = l',
  candle_t_check: `t = t + interval '1 second'`,
  captcha_check: `used_by = sha256('x'), passed = null`,
  captcha_used_by_check: `used_by = 'short', passed = true`,
  checkpoint_check: `at = slot + interval '1 second'`,
  checkpoint_check1: `kind = case kind when 'hour' then 'minute' else 'hour' end`,
  checkpoint_hash_check: `hash = 'short'`,
  checkpoint_kind_check: `kind = 'day'`,
  checkpoint_previous_check: `previous = 'short'`,
  checkpoint_seq_check: 'seq = 0',
  checkpoint_slot_check: `slot = slot + interval '1 second'`,
  checkpoint_text_hash_check: `text_hash = 'short'`,
  fairness_figure_orders_check: 'orders = 0',
  fairness_figure_wallet_check: `wallet = 'bonus'`,
  feed_leader_only_row_check: 'only_row = false',
  file_bytes_check: 'bytes = 0',
  file_purpose_check: `purpose = 'other'`,
  file_sha256_check: `sha256 = 'short'`,
  captcha_level_check: 'level = 3',
  login_budget_key_check: `key = repeat('x', 65)`,
  login_failure_failures_check: 'failures = -1',
  login_failure_username_key_check: `lane = repeat('x', 65)`,
  device_nonce_nonce_check: `nonce = 'short'`,
  login_network_network_check: `network = repeat('x', 65)`,
  factor_challenge_bound_to_check: `bound_to = 'short'`,
  factor_challenge_purpose_check: `purpose = 'other'`,
  factor_challenge_token_hash_check: `token_hash = 'short'`,
  factor_challenge_tries_check: 'tries = 6',
  factor_release_check: 'maker = member_id',
  factor_release_check1: 'checker = member_id',
  factor_release_check2: 'checker = maker',
  factor_release_reason_check: `reason = '  '`,
  member_login_address_check: `address = repeat('x', 65)`,
  member_login_device_check: `device = repeat('x', 301)`,
  member_login_factor_check: `factor = 'luck'`,
  member_recovery_code_code_hash_check: `code_hash = 'short'`,
  member_totp_check: 'added_at = null',
  member_totp_fresh_sealed_check: `fresh_sealed = 'short'`,
  member_totp_secret_sealed_check: `secret_sealed = 'short'`,
  passkey_credential_id_check: `credential_id = ''`,
  passkey_name_check: `name = ''`,
  passkey_public_key_check: `public_key = ''`,
  passkey_rp_id_check: `rp_id = ''`,
  passkey_sign_count_check: 'sign_count = -1',
  passkey_slot_check: 'slot = 11',
  passkey_transports_check: `transports = array_fill('usb'::text, array[9])`,
  member_email_check: `email = repeat('x', 255)`,
  member_invite_code_check: `invite_code = 'lower'`,
  member_language_check: `language = 'xx'`,
  member_nickname_check: `nickname = repeat('x', 65)`,
  member_reality_check_minutes_check: 'reality_check_minutes = 5',
  member_note_check: 'operator_id = member_id',
  member_note_text_check: `text = '  '`,
  member_restriction_check: 'operator_id = member_id',
  member_restriction_kind_check: `kind = 'login'`,
  member_restriction_reason_check: `reason = '  '`,
  member_theme_check: `theme = 'pink'`,
  member_time_zone_check: `time_zone = repeat('x', 65)`,
  member_updown_check: `updown = 'up'`,
  member_username_check: `username = 'a b'`,
  operator_access_failures_check: 'failures = -1',
  operator_recovery_code_code_hash_check: `code_hash = 'short'`,
  operator_session_address_check: `address = repeat('x', 65)`,
  operator_session_check: `expires_at = created_at + interval '13 hours'`,
  operator_session_stage_check: `stage = 'half'`,
  operator_session_token_hash_check: `token_hash = 'short'`,
  operator_session_user_agent_check: `user_agent = repeat('x', 301)`,
  outbox_check: `message = '{}', member_id = null where orders is null`,
  outbox_orders_check: `orders = '{}' where orders is not null`,
  own_limit_amount_check: 'amount = 0',
  own_limit_check: 'waiting = true',
  own_limit_check1: 'next_amount = 5',
  own_limit_kind_check: `kind = 'win'`,
  own_limit_next_amount_check: 'waiting = true, next_at = now(), next_amount = 0',
  own_limit_period_check: `period = 'year'`,
  own_use_wallet_check: `wallet = 'bonus'`,
  product_category_check: `category = 'lottery'`,
  product_code_check: `code = 'lower'`,
  product_decimals_check: 'decimals = 9',
  product_signed_scale_check: 'signed_scale = 0',
  proof_key_check: `retired_at = created_at - interval '1 second'`,
  proof_key_id_check: `id = 'X'`,
  proof_key_name_check: `name = 'A'`,
  proof_key_public_key_check: `public_key = 'short'`,
  role_name_check: `name = 'member'`,
  role_permissions_check: `permissions = '{cashier:deposit}'`,
  security_event_address_check: `address = repeat('x', 65)`,
  security_event_device_check: `device = repeat('x', 301)`,
  security_event_kind_check: `kind = 'nothing'`,
  self_exclusion_term_check: `term = 'hour'`,
  session_address_check: `address = repeat('x', 65)`,
  session_device_key_check: `device_key = 'short'`,
  session_age_check: `expires_at = created_at + interval '91 days'`,
  session_token_hash_check: `token_hash = 'short'`,
  session_user_agent_check: `user_agent = repeat('x', 301)`,
  settlement_alarm_check: `last_at = first_at - interval '1 hour', next_at = first_at - interval '1 hour'`,
  settlement_alarm_check1: `next_at = last_at + interval '61 seconds'`,
  settlement_alarm_reason_check: `reason = ''`,
  settlement_alarm_tries_check: 'tries = 0',
  settlement_check: `reason = 'EXIT_NOT_OK'`,
  settlement_check1: 'exit_seq = entry_seq',
  settlement_check2: `exit_price = entry_price`,
  settlement_credited_check: 'credited = -1',
  settlement_outcome_check: `outcome = 'cancelled'`,
  settlement_reason_check: `outcome = 'voided', reason = 'BECAUSE'`,
  site_currency_check: `currency = ''`,
  site_currency_decimals_check: 'currency_decimals = 5',
  site_key_id_check: `id = 'x'`,
  site_mode_check: `mode = 'demo'`,
  site_only_row_check: 'only_row = false',
  site_practice_grant_check: 'practice_grant = 0',
  support_message_author_check: `author = 'robot' where author = 'member'`,
  support_message_check: `text = 'all is well' where author = 'check'`,
  support_message_text_check: `text = '' where author = 'member'`,
  terms_fee_rate_check: 'fee_rate = 10001',
  terms_hash_check: `hash = 'short'`,
  terms_version_check: 'version = 0',
  tick_archive_check: 'count = count + 1',
  tick_archive_file_sha256_check: `file_sha256 = 'short'`,
  tick_archive_first_seq_check: 'first_seq = 0, count = last_seq + 1',
  tick_archive_last_hash_check: `last_hash = 'short'`,
  tick_archive_prev_hash_check: `prev_hash = 'short'`,
  tick_feed_check: `feed = 'rigged'`,
  tick_hash_check: `hash = 'short'`,
  tick_prev_hash_check: `prev_hash = 'short'`,
  tick_seq_check: 'seq = 0',
  tick_sources_digest_check: `sources_digest = 'short'`,
  tick_status_check: `status = 'GOOD'`,
  trade_order_check: 'accepted_at = entry_at',
  trade_order_check1: `closes_at = closes_at + interval '1 second'`,
  trade_order_direction_check: `direction = 'sideways'`,
  trade_order_duration_sec_check: `duration_sec = 3601, closes_at = entry_at + interval '3601 seconds'`,
  trade_order_fee_check: 'fee = -1',
  trade_order_fingerprint_check: `fingerprint = 'short'`,
  trade_order_key_check: 'fingerprint = null',
  trade_order_payout_check: 'payout = 0',
  trade_order_payout_rate_check: 'payout_rate = 0',
  trade_order_stake_check: 'stake = 0',
  trade_order_wallet_check: `wallet = 'bonus'`,
  transfer_amount_check: 'amount = 0',
  transfer_check: 'credit_account = debit_account',
  transfer_check1: `pending_id = null where phase = 'post'`,
  transfer_check2: 'debit_balance_after = null where debit_seq is not null',
  transfer_check3: 'credit_balance_after = null where credit_seq is not null',
  transfer_phase_check: `phase = 'half'`,
  transfer_type_check: `type = 'gift'`,
  verification_check: 'taken_by = member_id, taken_at = now()',
  verification_check1: 'taken_at = now()',
  verification_check2: `status = 'verified'`,
  verification_check3: `reason = 'PHOTO_WRONG'`,
  verification_check4: `wrong = '{front}'`,
  verification_name_sealed_check: `name_sealed = 'short'`,
  verification_note_check: `note = ''`,
  verification_number_hash_check: `number_hash = 'short'`,
  verification_number_sealed_check: `number_sealed = 'short'`,
  verification_reason_check: `reason = 'lower'`,
  verification_status_check: `status = 'doubtful'`,
  verification_version_check: 'version = 0',
  verification_wrong_check: `wrong = '{face}'`,
  agreement_code_check: `code = 'other'`,
  agreement_version_check: 'version = 0',
  business_day_check: 'closed_at = now()',
  business_day_step_check: `step = 'half'`,
  holding_check: 'matures_on = starts_on',
  holding_check1: 'ended_on = null',
  holding_check2: 'earned = paid + 1',
  holding_principal_check: 'principal = 0',
  holding_reference_check: `reference = 'short'`,
  holding_status_check: `status = 'lost'`,
  holding_wallet_check: `wallet = 'bonus'`,
  invest_change_check: `kind = 'savingsRate'`,
  invest_change_check1: 'base_version = null',
  invest_change_check2: 'checker = maker',
  invest_change_check3: 'decided_at = null',
  invest_change_kind_check: `kind = 'gift'`,
  invest_change_note_check: `note = repeat('x', 301)`,
  invest_change_reason_check: `reason = '  '`,
  invest_change_status_check: `status = 'lost'`,
  invest_policy_only_row_check: 'only_row = false',
  invest_policy_password_from_check: 'password_from = 0',
  project_sold_check: 'sold = -1',
  project_terms_annual_rate_check: 'annual_rate = 10001',
  project_terms_check: 'max = min - 1',
  project_terms_check1: 'size = max - 1',
  project_terms_check2: 'early_lock_days = term_days',
  project_terms_check3: 'early_rate = annual_rate + 1',
  project_terms_check4: 'closes_at = opens_at',
  project_terms_check5: 'early_rate = null',
  project_terms_check6: 'term_days = 3650000',
  project_terms_interest_check: `interest = 'weekly'`,
  project_terms_min_check: 'min = 0',
  project_terms_names_check: `names = '{}'`,
  project_terms_risk_check: `risk = 'none'`,
  project_terms_term_days_check: 'term_days = 0',
  project_terms_version_check: 'version = 0',
  savings_accrual_amount_check: 'amount = -1',
  savings_accrual_balance_check: 'balance = 0',
  savings_keep_check: 'keep = -1',
  savings_rate_annual_rate_check: 'annual_rate = -1',
  savings_transfer_amount_check: 'amount = 0',
  savings_transfer_check: 'auto_on = null',
  savings_transfer_direction_check: `direction = 'up'`,
  savings_transfer_origin_check: `origin = 'gift'`,
  savings_wallet_check: `wallet = 'bonus'`,
};

/** What is unique, as the database tells it. */
const KEYS: Readonly<Record<string, string>> = {
  account_id_wallet_currency_key: '(id, wallet, currency)',
  account_member_id_wallet_kind_currency_key: 'NULLS NOT DISTINCT (member_id, wallet, kind, currency)',
  account_pkey: '(id)',
  audit_pkey: '(id)',
  adjustment_pkey: '(id)',
  audit_head_pkey: '(only_row)',
  audit_seq_key: '(seq)',
  account_code_pkey: '(member_id, purpose)',
  code_outbox_id_key: '(id)',
  code_outbox_pkey: '(member_id, purpose)',
  bank_card_pkey: '(member_id)',
  candle_pkey: '(product, t)',
  captcha_pkey: '(id)',
  cashier_change_open: `(subject) WHERE (status = 'proposed'::text)`,
  cashier_change_pkey: '(id)',
  cashier_edge_pkey: '(flow, from_state, to_state)',
  cashier_step_pkey: '(subject, n)',
  chain_finding_pkey: '(deposit_id)',
  deposit_channel_pkey: '(code)',
  deposit_pkey: '(id)',
  deposit_reference_key: '(reference)',
  deposit_txid: `(network, lower(txid)) WHERE ((txid IS NOT NULL) AND (status <> ALL (ARRAY['rejected'::text, 'cancelled'::text])))`,
  invitation_reward_deposit_id_key: '(deposit_id)',
  invitation_reward_pkey: '(invitee_id)',
  payment_notice_channel_event_id_key: '(channel, event_id)',
  payment_notice_handled_pkey: '(notice_id)',
  payment_notice_pkey: '(id)',
  transfer_once: `(type, ref_id, debit_account) WHERE (type = ANY (ARRAY['recharge'::text, 'invitationReward'::text, 'withdrawalReturned'::text]))`,
  withdraw_password_try_pkey: '(member_id)',
  withdrawal_fee_hold_key: '(fee_hold)',
  withdrawal_hold_key: '(hold)',
  withdrawal_pkey: '(id)',
  withdrawal_reference_key: '(reference)',
  withdrawal_rule_pkey: '(only_row)',
  checkpoint_pkey: '(product, slot)',
  checkpoint_product_at_key: '(product, at)',
  fairness_day_pkey: '(day)',
  fairness_figure_day_wallet_product_duration_sec_outcome_rea_key:
    'NULLS NOT DISTINCT (day, wallet, product, duration_sec, outcome, reason)',
  feed_leader_pkey: '(only_row)',
  file_id_member_id_key: '(id, member_id)',
  file_pkey: '(id)',
  idempotency_pkey: '(member_id, route, key)',
  login_budget_pkey: '(key)',
  login_failure_pkey: '(lane)',
  device_nonce_pkey: '(session_id, nonce)',
  login_network_pkey: '(member_id, network)',
  factor_challenge_pkey: '(token_hash)',
  factor_release_pkey: '(id)',
  member_login_pkey: '(id)',
  member_recovery_code_pkey: '(member_id, code_hash)',
  member_totp_pkey: '(member_id)',
  passkey_credential_id_key: '(credential_id)',
  passkey_member_id_slot_key: '(member_id, slot)',
  passkey_pkey: '(id)',
  security_seen_pkey: '(member_id)',
  operator_access_pkey: '(operator_id)',
  operator_recovery_code_pkey: '(operator_id, code_hash)',
  operator_session_pkey: '(id)',
  operator_session_token_hash_key: '(token_hash)',
  role_pkey: '(name)',
  member_invite_code_key: '(invite_code)',
  member_phone_key: '(phone)',
  member_pkey: '(id)',
  member_note_pkey: '(id)',
  member_restriction_pkey: '(id)',
  member_username_key: '(lower((username COLLATE "C")))',
  outbox_pkey: '(id)',
  own_limit_pkey: '(member_id, kind, period)',
  own_use_pkey: '(member_id, wallet, day)',
  position_pkey: '(member_id, wallet, product)',
  product_pkey: '(code)',
  proof_key_in_use: '(name) WHERE (retired_at IS NULL)',
  proof_key_pkey: '(id)',
  proof_key_public_key_key: '(public_key)',
  rate_limit_pkey: '(key)',
  register_attempt_pkey: '(key)',
  security_event_pkey: '(id)',
  self_exclusion_pkey: '(id)',
  session_pkey: '(id)',
  session_token_hash_key: '(token_hash)',
  settlement_alarm_pkey: '(order_id)',
  settlement_pkey: '(order_id)',
  site_key_pkey: '(id)',
  site_pkey: '(only_row)',
  support_check_pkey: '(doubt_id)',
  support_message_check: `(answers, last_word) WHERE (author = 'check'::text)`,
  support_message_pkey: '(id)',
  support_read_pkey: '(member_id)',
  terms_pkey: '(product, version)',
  tick_archive_pkey: '(product, day)',
  tick_archive_product_first_seq_key: '(product, first_seq)',
  tick_at: '(product, at)',
  tick_head_pkey: '(product)',
  tick_pkey: '(product, seq, at)',
  trade_order_key: '(member_id, key) WHERE (key IS NOT NULL)',
  trade_order_no_key: '(no)',
  trade_order_pkey: '(id)',
  transfer_credit_seq: '(credit_account, credit_seq) WHERE (credit_seq IS NOT NULL)',
  transfer_debit_seq: '(debit_account, debit_seq) WHERE (debit_seq IS NOT NULL)',
  transfer_of_adjustment: `(ref_id) WHERE (ref_type = 'adjustment'::text)`,
  transfer_of_order: `(ref_id, type, debit_account) WHERE (ref_type = 'order'::text)`,
  transfer_pending: '(pending_id) WHERE (pending_id IS NOT NULL)',
  transfer_pkey: '(id)',
  verification_edge_pkey: '(from_state, to_state)',
  verification_number: `(number_hash) WHERE (status = 'verified'::text)`,
  verification_pending: `(member_id) WHERE (status = 'pending'::text)`,
  verification_pkey: '(id)',
  verification_verified: `(member_id) WHERE (status = 'verified'::text)`,
  agreement_pkey: '(code, version)',
  business_day_open: `((true)) WHERE (step <> 'closed'::text)`,
  business_day_pkey: '(business_date)',
  holding_accrual_pkey: '(business_date, holding_id)',
  holding_pkey: '(id)',
  holding_reference_key: '(reference)',
  holding_rolled_from_key: '(rolled_from)',
  invest_change_pkey: '(id)',
  invest_policy_pkey: '(only_row)',
  project_pkey: '(id)',
  project_terms_pkey: '(project_id, version)',
  savings_accrual_pkey: '(member_id, wallet, business_date)',
  savings_pkey: '(member_id, wallet)',
  savings_rate_pkey: '(from_date)',
  savings_transfer_member_id_wallet_auto_on_key: '(member_id, wallet, auto_on)',
  savings_transfer_n_key: '(n)',
  savings_transfer_pkey: '(id)',
};

const REFERENCES: Readonly<Record<string, string>> = {
  account_member_id_fkey: '(member_id) REFERENCES member(id)',
  adjustment_checker_fkey: '(checker) REFERENCES member(id)',
  adjustment_maker_fkey: '(maker) REFERENCES member(id)',
  adjustment_member_id_fkey: '(member_id) REFERENCES member(id)',
  audit_actor_id_fkey: '(actor_id) REFERENCES member(id)',
  account_code_member_id_fkey: '(member_id) REFERENCES member(id)',
  code_outbox_member_id_fkey: '(member_id) REFERENCES member(id)',
  bank_card_member_id_fkey: '(member_id) REFERENCES member(id)',
  candle_product_fkey: '(product) REFERENCES product(code)',
  checkpoint_product_fkey: '(product) REFERENCES product(code)',
  cashier_change_checker_fkey: '(checker) REFERENCES member(id)',
  cashier_change_maker_fkey: '(maker) REFERENCES member(id)',
  cashier_step_by_operator_fkey: '(by_operator) REFERENCES member(id)',
  chain_finding_deposit_id_fkey: '(deposit_id) REFERENCES deposit(id)',
  deposit_channel_fkey: '(channel) REFERENCES deposit_channel(code)',
  deposit_moved_by_fkey: '(moved_by) REFERENCES member(id)',
  withdrawal_moved_by_fkey: '(moved_by) REFERENCES member(id)',
  deposit_first_by_fkey: '(first_by) REFERENCES member(id)',
  deposit_member_id_fkey: '(member_id) REFERENCES member(id)',
  deposit_proof_member_id_fkey: '(proof, member_id) REFERENCES file(id, member_id)',
  deposit_second_by_fkey: '(second_by) REFERENCES member(id)',
  deposit_taken_by_fkey: '(taken_by) REFERENCES member(id)',
  invitation_reward_deposit_id_fkey: '(deposit_id) REFERENCES deposit(id)',
  invitation_reward_invitee_id_fkey: '(invitee_id) REFERENCES member(id)',
  invitation_reward_inviter_id_fkey: '(inviter_id) REFERENCES member(id)',
  payment_notice_channel_fkey: '(channel) REFERENCES deposit_channel(code)',
  payment_notice_handled_notice_id_fkey: '(notice_id) REFERENCES payment_notice(id)',
  withdraw_password_try_member_id_fkey: '(member_id) REFERENCES member(id)',
  withdrawal_first_by_fkey: '(first_by) REFERENCES member(id)',
  withdrawal_member_id_fkey: '(member_id) REFERENCES member(id)',
  withdrawal_second_by_fkey: '(second_by) REFERENCES member(id)',
  withdrawal_taken_by_fkey: '(taken_by) REFERENCES member(id)',
  fairness_figure_day_fkey: '(day) REFERENCES fairness_day(day)',
  file_member_id_fkey: '(member_id) REFERENCES member(id)',
  device_nonce_session_id_fkey: '(session_id) REFERENCES session(id) ON DELETE CASCADE',
  login_network_member_id_fkey: '(member_id) REFERENCES member(id)',
  member_note_member_id_fkey: '(member_id) REFERENCES member(id)',
  member_note_operator_id_fkey: '(operator_id) REFERENCES member(id)',
  member_restriction_member_id_fkey: '(member_id) REFERENCES member(id)',
  member_restriction_operator_id_fkey: '(operator_id) REFERENCES member(id)',
  factor_challenge_member_id_fkey: '(member_id) REFERENCES member(id)',
  factor_release_checker_fkey: '(checker) REFERENCES member(id)',
  factor_release_maker_fkey: '(maker) REFERENCES member(id)',
  factor_release_member_id_fkey: '(member_id) REFERENCES member(id)',
  member_login_member_id_fkey: '(member_id) REFERENCES member(id)',
  member_recovery_code_member_id_fkey: '(member_id) REFERENCES member(id)',
  member_totp_member_id_fkey: '(member_id) REFERENCES member(id)',
  passkey_member_id_fkey: '(member_id) REFERENCES member(id)',
  security_seen_member_id_fkey: '(member_id) REFERENCES member(id)',
  operator_access_operator_id_fkey: '(operator_id) REFERENCES member(id)',
  operator_recovery_code_operator_id_fkey: '(operator_id) REFERENCES member(id)',
  operator_session_operator_id_fkey: '(operator_id) REFERENCES member(id)',
  member_avatar_file_id_fkey: '(avatar_file, id) REFERENCES file(id, member_id)',
  member_invited_by_fkey: '(invited_by) REFERENCES member(id)',
  own_limit_member_id_fkey: '(member_id) REFERENCES member(id)',
  own_use_member_id_fkey: '(member_id) REFERENCES member(id)',
  position_order_id_fkey: '(order_id) REFERENCES trade_order(id) NOT ENFORCED',
  register_attempt_member_id_fkey: '(member_id) REFERENCES member(id)',
  security_event_member_id_fkey: '(member_id) REFERENCES member(id)',
  self_exclusion_member_id_fkey: '(member_id) REFERENCES member(id)',
  session_member_id_fkey: '(member_id) REFERENCES member(id)',
  settlement_alarm_order_id_fkey: '(order_id) REFERENCES trade_order(id)',
  settlement_order_id_fkey: '(order_id) REFERENCES trade_order(id) NOT ENFORCED',
  support_check_doubt_id_fkey: '(doubt_id) REFERENCES support_message(id)',
  support_message_answers_fkey: '(answers) REFERENCES support_message(id)',
  support_message_member_id_fkey: '(member_id) REFERENCES member(id)',
  support_message_order_id_fkey: '(order_id) REFERENCES trade_order(id)',
  support_read_member_id_fkey: '(member_id) REFERENCES member(id)',
  terms_product_fkey: '(product) REFERENCES product(code)',
  tick_archive_product_fkey: '(product) REFERENCES product(code)',
  tick_head_product_fkey: '(product) REFERENCES product(code)',
  tick_product_fkey: '(product) REFERENCES product(code)',
  trade_order_member_id_fkey: '(member_id) REFERENCES member(id) NOT ENFORCED',
  trade_order_product_terms_version_fkey: '(product, terms_version) REFERENCES terms(product, version) NOT ENFORCED',
  transfer_credit_account_wallet_currency_fkey:
    '(credit_account, wallet, currency) REFERENCES account(id, wallet, currency) NOT ENFORCED',
  transfer_debit_account_wallet_currency_fkey:
    '(debit_account, wallet, currency) REFERENCES account(id, wallet, currency) NOT ENFORCED',
  transfer_pending_id_fkey: '(pending_id) REFERENCES transfer(id) NOT ENFORCED',
  verification_back_file_member_id_fkey: '(back_file, member_id) REFERENCES file(id, member_id)',
  verification_decided_by_fkey: '(decided_by) REFERENCES member(id)',
  verification_front_file_member_id_fkey: '(front_file, member_id) REFERENCES file(id, member_id)',
  verification_member_id_fkey: '(member_id) REFERENCES member(id)',
  verification_taken_by_fkey: '(taken_by) REFERENCES member(id)',
  holding_member_id_fkey: '(member_id) REFERENCES member(id)',
  holding_project_id_version_fkey: '(project_id, version) REFERENCES project_terms(project_id, version)',
  holding_rolled_from_fkey: '(rolled_from) REFERENCES holding(id)',
  invest_change_checker_fkey: '(checker) REFERENCES member(id)',
  invest_change_maker_fkey: '(maker) REFERENCES member(id)',
  invest_change_project_id_fkey: '(project_id) REFERENCES project(id)',
  project_id_version_fkey: '(id, version) REFERENCES project_terms(project_id, version)',
  project_terms_project_id_fkey: '(project_id) REFERENCES project(id)',
  savings_member_id_fkey: '(member_id) REFERENCES member(id)',
  savings_transfer_member_id_wallet_fkey: '(member_id, wallet) REFERENCES savings(member_id, wallet)',
};

/** Values that no referenced row has. */
const MISSING: Readonly<Record<string, string>> = {
  bigint: '-1',
  integer: '-1',
  uuid: `'00000000-0000-0000-0000-00000000dead'`,
  text: `'NOSUCH'`,
  date: `'1900-01-01'`,
};

/** At least one realistic row for every table, written without triggers. The site's row already exists. */
const ROWS = `
  insert into site_key values ('seal:0123456789abcdef');
  insert into proof_key (id, name, public_key) values ('01234567', 'candor', sha256('key'));
  insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
    values ('first', 'x', 'x', '1', 'AAAAAA'), ('second', 'x', 'x', '2', 'BBBBBB'), ('third', 'x', 'x', '3', 'CCCCCC');
  update member set invited_by = 1 where id = 2;
  insert into audit (actor_id, command, subject_type, subject_id, seq, prev_hash, hash)
    values (1, 'x', 'x', 'x', 1, sha256('0'), sha256('1'));
  insert into session (member_id, token_hash, expires_at) values (1, sha256('token'), now());
  insert into device_nonce select id, repeat('n', 22), now() from session;
  insert into adjustment (id, member_id, wallet, currency, kind, amount, reason, maker, checker, status, decided_at)
    values ('00000000-0000-0000-0000-0000000000ad', 1, 'practice', 'CNY', 'add', 10, 'x', 2, 3, 'approved', now());
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
  insert into factor_release (member_id, maker, checker, reason) values (1, 2, 3, 'x');
  insert into security_seen values (1, 1);
  insert into operator_access (operator_id) values (1);
  insert into operator_recovery_code values (1, sha256('code'));
  insert into operator_session (operator_id, token_hash, stage, expires_at) values (1, sha256('token'), 'full', now());
  insert into captcha values ('00000000-0000-0000-0000-000000000001', 'x', now());
  insert into file (id, member_id, purpose, bytes, sha256)
    values ('00000000-0000-0000-0000-000000000001', 1, 'identity', 1, sha256('x')),
      ('00000000-0000-0000-0000-000000000002', 2, 'identity', 1, sha256('x'));
  update member set avatar_file = '00000000-0000-0000-0000-000000000001' where id = 1;
  insert into bank_card (member_id, holder_sealed, number_sealed, bank) values (1, sha256('x'), sha256('x'), 'ICBC');
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
  insert into register_attempt values ('00000000-0000-0000-0000-000000000001', 'x', 1);
  insert into idempotency values (1, 'x', '00000000-0000-0000-0000-000000000001', 'x', '{}');
  insert into outbox (member_id, message) values (1, '{}');
  insert into outbox (orders) values (array['00000000-0000-0000-0000-000000000001'::uuid]);
  insert into product (code, names, category, decimals, position) values ('AAA', '{}', 'crypto', 2, 1);
  insert into terms (product, version, durations, presets, document, hash) values ('AAA', 1, '[]', '[]', '{}', sha256('{}'));
  insert into tick_head values ('AAA', 2, date_trunc('minute', now()), 100, 'OK', sha256('2'));
  select ensure_tick_partition((now() at time zone 'UTC')::date);
  insert into tick values ('AAA', 1, date_trunc('second', now()), 100, 'OK', 'simulated', 1, '[]', sha256('s'), sha256('0'), sha256('1'));
  insert into checkpoint values ('AAA', date_trunc('minute', now()), case extract(minute from now() at time zone 'UTC') when 0
    then 'hour' else 'minute' end, 1, date_trunc('minute', now()), sha256('1'), sha256('p'), sha256('t'), 'note');
  insert into tick_archive values ('AAA', '2026-01-01', 1, 2, 2, sha256('0'), sha256('2'), sha256('f'), 'note');
  insert into candle values ('AAA', date_trunc('minute', now()), 100, 110, 90, 105);
  insert into account (member_id, wallet, kind, currency, posted, held, seq) values (1, 'practice', 'funds', 'CNY', 100, 10, 3);
  insert into account (wallet, kind, currency) values ('practice', 'clearing', 'CNY'), ('cash', 'clearing', 'CNY');
  insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, ref_type, ref_id, credit_seq,
      credit_balance_after) values ('00000000-0000-0000-0000-000000000001', 2, 1, 10, 'recharge', 'practice', 'CNY', 'pending',
      'test', 'x', 1, 0), ('00000000-0000-0000-0000-000000000004', 2, 1, 10, 'manualAdd', 'practice', 'CNY', 'single',
      'adjustment', 'x', 4, 0), ('00000000-0000-0000-0000-000000000003', 2, 1, 10, 'orderRefund', 'practice', 'CNY', 'single',
      'order', 'x', 3, 0);
  insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id, ref_type, ref_id,
      debit_seq, debit_balance_after) values ('00000000-0000-0000-0000-000000000002', 1, 2, 10, 'withdraw', 'practice', 'CNY',
      'post', '00000000-0000-0000-0000-000000000001', 'test', 'x', 2, 0);
  insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
      submitted_at, accepted_at, entry_at, closes_at, key, fingerprint) select '00000000-0000-0000-0000-000000000001', 1, 'practice',
      'AAA', 'up', 10, 0, 8500, 18, 5, 1, t, t, t + interval '1 second', t + interval '6 seconds',
      '00000000-0000-0000-0000-00000000000a', sha256('body') from date_trunc('second', now()) t;
  insert into position select member_id, wallet, product, id, closes_at from trade_order;
  insert into settlement (order_id, member_id, outcome, entry_seq, entry_price, exit_seq, exit_price, profit, credited)
    values ('00000000-0000-0000-0000-000000000001', 1, 'won', 1, 100, 2, 101, 8, 18);
  insert into settlement_alarm values ('00000000-0000-0000-0000-000000000001', 'x', 1, now(), now(), now());
  insert into support_message (member_id, text, order_id) values (1, 'I doubt it', '00000000-0000-0000-0000-000000000001');
  insert into support_message (member_id, author, finding, order_id, answers)
    select 1, 'check', '{}', order_id, id from support_message;
  insert into support_check select id from support_message where author = 'member';
  insert into support_read values (1, 1);
  insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until,
      details, status, txid, payer, proof, credited, reason, note, taken_by, first_by, second_by, moved_by, expires_at,
      decided_at, promised_minutes, proof_required)
    values ('00000000-0000-0000-0000-000000000001', 'ABCDEFGH', 1, 'practice', 'CNY', 'usdt-trc20', 'usdt', 'trc20', 100, 'USDT', 1,
      1, now(), '{}', 'approved', 'x', 'x', '00000000-0000-0000-0000-000000000001', 100, 'OTHER', 'x', 2, 2, 3, 3, now(), now(),
      10, false);
  insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed, status, paid_out,
      bank_ref, reason, note, taken_by, first_by, second_by, moved_by, decided_at, promised_minutes)
    values ('00000000-0000-0000-0000-000000000002', 'ABCDEFGH', 1, 'practice', 'CNY', 100, 1, '00000000-0000-0000-0000-000000000001',
      '00000000-0000-0000-0000-000000000002', '{}', 'x', 'approved', 'sent', 'x', 'OTHER', 'x', 2, 2, 3, 3, now(), 60);
  insert into cashier_step (subject, n, state, by_operator) values ('00000000-0000-0000-0000-000000000001', 1, 'recharging', 2);
  insert into cashier_change (subject, base, before, terms, reason, maker, checker, status, decided_at)
    values ('withdrawals', 1, '{}', '{}', 'x', 2, 3, 'approved', now());
  insert into cashier_change (subject, base, before, terms, reason, maker) values ('withdrawals', 1, '{}', '{}', 'x', 2);
  insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount)
    values (2, 1, '00000000-0000-0000-0000-000000000001', 'practice', 1);
  insert into chain_finding (deposit_id, found, units, confirmations) values ('00000000-0000-0000-0000-000000000001', true, 1, 1);
  insert into payment_notice (id, channel, event_id, body, signed_at, signature)
    values ('00000000-0000-0000-0000-000000000001', 'online-practice', 'x', '{}', 1, sha256('x'));
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
  insert into invest_change (id, kind, project_id, base_version, terms, reason, status, maker, checker, decided_at)
    values ('00000000-0000-0000-0000-000000000001', 'project', '00000000-0000-0000-0000-000000000001', 1, '{}', 'x', 'approved', 2, 3, now());
  insert into fairness_day values ('2026-01-01', now());
  insert into fairness_figure values ('2026-01-01', 'practice', 'AAA', 5, 'won', null, 1);`;

const OURS = `r.relnamespace = 'public'::regnamespace and not r.relispartition and r.relname <> 'schema_migration'`;
const CONSTRAINTS = `
  select r.relname as "table", c.conname as name, c.contype::text as kind, null as predicate, c.conenforced as enforced,
    pg_get_constraintdef(c.oid) as definition,
    (select format_type(a.atttypid, null) from pg_attribute a where a.attrelid = r.oid and a.attnum = c.conkey[1]) as type,
    (select a.attname from pg_attribute a where a.attrelid = r.oid and a.attnum = c.conkey[1]) as "column"
  from pg_constraint c join pg_class r on r.oid = c.conrelid where ${OURS} and c.contype not in ('n', 't')
  union all
  select r.relname, x.relname, 'i', pg_get_expr(i.indpred, i.indrelid), true,
    substring(pg_get_indexdef(x.oid) from 'USING btree (.*)'), null, null
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class r on r.oid = i.indrelid
  where ${OURS} and i.indisunique and not exists (select from pg_constraint c where c.conindid = x.oid)
  order by 1, 2`;
const constraintRow = z.object({
  table: z.string(),
  name: z.string(),
  /** c: check, f: foreign key, p: primary key, u: unique, i: unique index. */
  kind: z.enum(['c', 'f', 'p', 'u', 'i']),
  predicate: z.nullable(z.string()),
  enforced: z.boolean(),
  definition: z.string(),
  type: z.nullable(z.string()),
  column: z.nullable(z.string()),
});
type Constraint = z.infer<typeof constraintRow>;

let test: TestDb;
let all: Constraint[];
beforeAll(async () => {
  test = await createTestDb();
  const client = await test.ownerPool.connect();
  try {
    await client.query(`set session_replication_role = replica; ${ROWS} set session_replication_role = default`);
  } finally {
    client.release();
  }
  all = z.array(constraintRow).parse((await test.ownerPool.query(CONSTRAINTS)).rows);
});
afterAll(async () => {
  // These rows belong to no real site: conservation does not hold for them.
  await test.drop().catch(() => undefined);
});

interface Refusal {
  code?: string | undefined;
  constraint?: string | undefined;
}

/** How the database refuses `sql` when only this constraint can stop it; undefined if it does not refuse. */
async function attack(one: Constraint, sql: string): Promise<Refusal | undefined> {
  const client = await test.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(`alter table "${one.table}" disable trigger user`);
    await dropOthers(client, one);
    await client.query(sql);
    return undefined;
  } catch (error) {
    return error as Refusal;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Keeps the keys when a reference is attacked: the reference may point into its own table. */
async function dropOthers(client: Connection, { table, name, kind }: Constraint): Promise<void> {
  for (const other of all.filter((one) => one.table === table && one.name !== name)) {
    if (kind === 'f' && other.kind !== 'c') continue;
    if (other.kind === 'i') await client.query(`drop index "${other.name}"`);
    else await client.query(`alter table "${table}" drop constraint if exists "${other.name}" cascade`);
  }
}

describe('checks', () => {
  it('are all listed here', () => {
    const found = all.filter(({ kind }) => kind === 'c').map(({ name }) => name);
    expect(found.toSorted()).toEqual(Object.keys(CHECKS).toSorted());
  });

  it('refuse the rows they exist for', async () => {
    const held: string[] = [];
    for (const one of all.filter(({ kind }) => kind === 'c')) {
      const refusal = await attack(one, `update "${one.table}" set ${CHECKS[one.name] ?? ''}`);
      if (refusal?.code !== '23514' || refusal.constraint !== one.name)
        held.push(`${one.name}: ${refusal?.code ?? 'not refused'} ${refusal?.constraint ?? ''}`);
    }
    expect(held).toEqual([]);
  }, 60_000);
});

it('keys and references are the known ones', () => {
  const found = (kinds: readonly Constraint['kind'][]) =>
    Object.fromEntries(
      all
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ name, definition }) => [name, definition.replace(/^(?:PRIMARY KEY|UNIQUE|FOREIGN KEY) /, '')]),
    );
  expect(found(['p', 'u', 'i'])).toEqual(KEYS);
  expect(found(['f'])).toEqual(REFERENCES);
});

it('unique keys refuse a second equal row', async () => {
  const held: string[] = [];
  const keys = all.filter(({ kind }) => ['p', 'u', 'i'].includes(kind));
  for (const one of keys) {
    const where = one.predicate === null ? '' : `where ${one.predicate}`;
    const refusal = await attack(
      one,
      `insert into "${one.table}" overriding system value select * from "${one.table}" ${where} limit 1`,
    );
    if (refusal?.code !== '23505') held.push(`${one.name}: ${refusal?.code ?? 'not refused'}`);
  }
  expect(held).toEqual([]);
}, 60_000);

it('foreign keys refuse a missing row', async () => {
  const held: string[] = [];
  const references = all.filter(({ kind, enforced }) => kind === 'f' && enforced);
  for (const one of references) {
    const refusal = await attack(
      one,
      `update "${one.table}" set "${one.column}" = ${MISSING[one.type ?? ''] ?? 'null'}
       where ctid = (select ctid from "${one.table}" where "${one.column}" is not null limit 1)`,
    );
    if (refusal?.code !== '23503')
      held.push(`${one.name}: ${refusal?.code ?? 'not refused'} ${refusal?.constraint ?? ''}`);
  }
  expect(held).toEqual([]);
}, 60_000);

/**
 * The references that are checked once a statement, by triggers. The rows above show that only the triggers refuse: with
 * them turned off, each of these writes passes.
 */
describe('references of the rows that every order writes', () => {
  it('are all listed here', () => {
    expect(all.filter(({ enforced }) => !enforced).map(({ name }) => name)).toEqual([
      'position_order_id_fkey',
      'settlement_order_id_fkey',
      'trade_order_member_id_fkey',
      'trade_order_product_terms_version_fkey',
      'transfer_credit_account_wallet_currency_fkey',
      'transfer_debit_account_wallet_currency_fkey',
      'transfer_pending_id_fkey',
    ]);
  });

  /** The SQLSTATE of a refused statement, or 'done'; rolled back. */
  async function tried(sql: string, { triggers = true } = {}): Promise<string> {
    const client = await test.ownerPool.connect();
    try {
      await client.query('begin');
      if (!triggers) await client.query('set local session_replication_role = replica');
      await client.query(sql);
      return 'done';
    } catch (error) {
      return (error as Refusal).code ?? 'unknown';
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const DEAD = `'00000000-0000-0000-0000-00000000dead'::uuid`;
  const transfer = (changes: Record<string, string>): string => {
    const columns = {
      debit_account: '2',
      credit_account: '1',
      amount: '1',
      type: `'recharge'`,
      wallet: `'practice'`,
      currency: `'CNY'`,
      ref_type: `'test'`,
      ref_id: `'y'`,
      ...changes,
    };
    return `insert into transfer (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
  };

  const ORDER_GONE =
    'delete from settlement_alarm; delete from support_check; delete from support_message; delete from trade_order';

  it.each([
    ['a transfer from no account', transfer({ debit_account: '-1' }), '23503'],
    ['a transfer to no account', transfer({ credit_account: '-1' }), '23503'],
    ['a transfer from an account of another wallet', transfer({ debit_account: '3' }), '23503'],
    ['a transfer to an account of another wallet', transfer({ credit_account: '3', debit_account: '1' }), '23503'],
    ['a transfer in another currency', transfer({ currency: `'EUR'` }), '23503'],
    ['a transfer of no hold', transfer({ phase: `'post'`, pending_id: DEAD }), '23503'],
    ['a position of no order', `insert into position values (2, 'practice', 'AAA', ${DEAD}, now())`, '23503'],
    [
      'a position that is not its order’s',
      `insert into position select 2, wallet, product, id, closes_at from trade_order`,
      '23503',
    ],
    [
      'a position that closes later than its order',
      `delete from position;
       insert into position select member_id, wallet, product, id, closes_at + interval '1 second' from trade_order`,
      '23503',
    ],
    [
      'a settlement of no order',
      `insert into settlement (order_id, member_id, outcome, reason, profit, credited) values (${DEAD}, 1, 'voided', 'NO_ENTRY_TICK', 0, 10)`,
      'CD007',
    ],
    ['another member of an order', 'update trade_order set member_id = 2', '23503'],
    ['other terms of an order', 'update trade_order set terms_version = 9', '23503'],
    ['another order of a position', `update position set order_id = ${DEAD}`, '23503'],
    ['another order of a settlement', `update settlement set order_id = ${DEAD}`, '23503'],
    ['another account of a transfer', 'update transfer set debit_account = 3 where debit_account = 2', '23503'],
    ['another hold of a transfer', `update transfer set pending_id = ${DEAD} where phase = 'post'`, '23503'],
    ['another id of a member', 'update member set id = default where id = 1', '23503'],
    ['another id of an order', `update trade_order set id = ${DEAD}`, '23503'],
    ['another version of terms', 'update terms set version = 9', '23503'],
    ['another wallet of an account', `update account set wallet = 'cash' where id = 1`, '23503'],
    ['a member gone', 'alter table session disable trigger all; delete from member where id = 1', '23503'],
    ['terms gone', 'delete from terms', '23503'],
    ['an order with a position gone', `delete from settlement; ${ORDER_GONE}`, '23503'],
    ['an order with a settlement gone', `delete from position; ${ORDER_GONE}`, '23503'],
    [
      'an account gone that paid',
      `delete from transfer where credit_account = 2; delete from account where id = 2`,
      '23503',
    ],
    [
      'an account gone that was paid',
      `delete from transfer where debit_account = 1; delete from account where id = 1`,
      '23503',
    ],
    ['a hold gone', `delete from transfer where phase = 'pending'`, '23503'],
  ])('refuse %s', async (_, sql, code) => {
    expect(await tried(sql)).toBe(code);
  });

  it.each([
    transfer({ debit_account: '-1' }),
    transfer({ currency: `'EUR'` }),
    `insert into position values (2, 'practice', 'AAA', ${DEAD}, now())`,
    'update trade_order set member_id = 2',
    'delete from account where id = 1',
  ])('only the triggers refuse %s', async (sql) => {
    expect(await tried(sql, { triggers: false })).toBe('done');
  });

  const order = (id: string, member: string): string =>
    `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
       terms_version, submitted_at, accepted_at, entry_at, closes_at)
     select ${id}, ${member}, 'practice', 'AAA', 'up', 10, 0, 8500, 18, 5, 1, t, t, t + interval '1 second', t + interval '6 seconds'
     from date_trunc('second', now()) t`;
  const member = (name: string): string =>
    `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
     values ('${name}', 'x', 'x', '${name}', '${name.toUpperCase()}')`;

  it.each([
    [
      'an account',
      `insert into account (member_id, wallet, kind, currency) values (2, 'practice', 'savings', 'CNY')`,
      `insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id)
         select 2, id, 1, 'savingsIn', 'practice', 'CNY', 'test', 'z' from account where kind = 'savings'`,
      `delete from account where kind = 'savings'`,
    ],
    [
      'a member',
      member('leaver'),
      order('gen_random_uuid()', `(select id from member where username = 'leaver')`),
      `delete from member where username = 'leaver'`,
    ],
    [
      'an order',
      `${member('holder')}; ${order(DEAD, `(select id from member where username = 'holder')`)}`,
      `insert into position select member_id, wallet, product, id, closes_at from trade_order where id = ${DEAD}`,
      `delete from trade_order where id = ${DEAD}`,
    ],
  ])(
    'wait, when %s is deleted, for a transaction that writes a row which may refer to it',
    async (_, made, written, gone) => {
      const [writer, remover] = [await test.ownerPool.connect(), await test.ownerPool.connect()];
      try {
        // The rows are written without triggers, which would ask for prices, money and a session.
        await writer.query('set session_replication_role = replica');
        await writer.query(made);
        await writer.query('begin');
        await writer.query(written);
        const deleted = remover.query(gone).then(
          () => 'done',
          (error: unknown) => (error as Refusal).code,
        );
        await test.ownerPool.query('select pg_sleep(0.05)');
        await writer.query('commit');
        expect(await deleted).toBe('23503');
      } finally {
        writer.release(true);
        remover.release();
      }
    },
  );
});

it('a tie of two different prices is refused', async () => {
  const one = all.find(({ name }) => name === 'settlement_check2');
  if (one === undefined) throw new Error('no such constraint');
  expect((await attack(one, `update settlement set outcome = 'tied'`))?.constraint).toBe('settlement_check2');
});

it('a name that differs only in case is taken', async () => {
  const sql = `update member set username = 'FIRST' where username = 'second'`;
  await expect(test.ownerPool.query(sql)).rejects.toMatchObject({ constraint: 'member_username_key' });
});
