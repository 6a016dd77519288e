import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../platform/db/pool.ts';
import { ROLES, roleName } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import { databaseNow, makeProduct, makeTicks } from '../testing/factories.ts';
import { planted, TABLES } from '../testing/levers.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Nobody can change the outcome of an order: not by a database right, a column, a call or a permission. Each list is
 * complete, so anything new fails the test until someone has judged it. Each check also gets a planted lever and must
 * find it.
 *
 * Here are the rights. Beside it: no-outcome-lever-machinery.test.ts has functions and triggers,
 * no-outcome-lever-columns.test.ts the columns, no-outcome-lever-routes.test.ts the calls and the permissions.
 */

/** Everything a role may write in the database. Rights to read are not listed. */
const WRITES: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  http: {
    // Six-digit codes that prove a member has their phone, and their way to it.
    account_code: 'insert code_hash, member_id, purpose; update code_hash, made_at, tries, used_at',
    // Where a member's money is paid out to. Settlement reads none of it.
    bank_card: 'insert bank, branch, holder_sealed, member_id, number_mark, number_sealed',
    captcha: 'insert (all); update expires_at, passed, used_by',
    code_outbox:
      'insert channel, language, member_id, purpose, sealed; update channel, id, language, made_at, next_at, sealed, tries',
    // Money in and out, as members ask for it. The database moves it along its edges and compares it with the transfers.
    deposit:
      'insert amount, asset, asset_amount, channel, currency, details, expires_at, id, kind, member_id, network, rate, rate_until, reference, wallet; update payer, proof, reason, status, txid',
    // What a browser has to answer to prove a second factor.
    factor_challenge: 'insert bound_to, expires_at, member_id, purpose, token_hash; update tries',
    // Pictures that members send. Settlement reads none of them.
    file: 'insert bytes, id, member_id, purpose, sha256; update unused_since',
    // How far a newcomer came with the guide to the first order.
    first_run: 'insert left_at, member_id, product, step; update changed_at, left_at, product, step',
    // Shares of projects, and what happens to them. The database takes every amount from the terms.
    holding:
      'insert agreement, currency, id, member_id, principal, project_id, reference, roll_over, version, wallet; update roll_over, status',
    idempotency: 'insert (all)',
    // What a member has read of the announcements.
    notice_read: 'insert (all); update also, up_to',
    // Files of everything about a member: that one is asked for, and its link.
    data_request: 'insert member_id; update link_hash, link_until',
    // Signatures of devices that were used.
    device_nonce: 'insert (all)',
    // How often logins were tried, and from where a member logged in. Settlement reads none of it.
    login_budget: 'insert (all); update drained_at',
    login_failure: 'insert (all); update failures, last_at, locked_until',
    login_network: 'insert (all); update last_at',
    // The wish to close an account, and that it was taken back.
    member_closing: 'insert due_at, give_up, member_id; update stopped_at',
    // An ordinary member: roles, permissions and locks are not in the list. Settlement reads none of it.
    member:
      'insert country, id_number_sealed, invite_code, invited_by, password_hash, phone, real_name_sealed, username, withdraw_password_hash; update avatar_file, care_mode, email, language, looks_at, nickname, password_hash, reality_check_minutes, theme, time_zone, updown, withdraw_password_hash, withdrawals_paused_until',
    // When members logged in, and their authenticators and passkeys. Settlement reads none of it.
    member_login: 'insert address, device, factor, member_id',
    member_totp: 'insert fresh_sealed, member_id; update added_at, fresh_sealed, secret_sealed, used_step',
    passkey:
      'insert credential_id, member_id, name, public_key, rp_id, sign_count, slot, transports; update last_used_at, sign_count',
    // What a member wants to hear of: a market that opens, a price that is reached. They read ticks and sessions alone.
    opening_reminder: 'insert member_id, opens_at, product',
    price_alert: 'insert after_seq, expires_at, feed, member_id, product, side, target',
    // By which the desk finds a full name. Settlement reads none of it.
    name_mark: 'insert mark, member_id',
    outbox: 'insert (all)',
    // A member's limits on themselves. They refuse new orders and deposits; settlement reads none of them.
    own_limit: 'insert amount, kind, member_id, period; update amount, next_amount, waiting',
    // A device that wants notifications. It hears what happened, after it happened.
    push_subscription:
      'insert amounts, auth, device_key, endpoint, host, kinds, language, session_id; update amounts, auth, device_key, endpoint, host, kinds, language',
    rate_limit: 'insert (all); update expire, points',
    register_attempt: 'insert (all)',
    // Savings: the member's own choice, and what they move. Their interest is the worker's.
    savings: 'insert auto, keep, member_id, wallet; update auto, keep',
    savings_transfer: 'insert agreement, amount, currency, direction, id, member_id, wallet',
    // What has changed on an account, for its member to see.
    security_event: 'insert address, device, kind, member_id',
    security_seen: 'insert (all); update event_id',
    // A member shuts themselves out of new orders. Open ones are settled all the same.
    self_exclusion: 'insert member_id, term',
    // A session is its member's and its device's from the start: how long it lives changes, and when its member last confirmed.
    session: 'insert (all); update confirmed_at, expires_at, last_seen_at',
    // Complaints and what their members add. The clock and the state follow from the steps; settlement reads none of it.
    complaint: 'insert about, about_id, about_name, member_id, message_id, product, text, topic',
    complaint_step: 'insert complaint_id, kind, text',
    // Disputes that wait for their check.
    support_check: 'insert (all)',
    // Messages of members. Settlement does not read them.
    support_message: 'insert conversation_id, file_id, key, member_id, order_id, text',
    // Conversations of visitors begin here; members' begin with their first message. What a person has seen.
    support_conversation: 'insert address, language, network, token_hash; update person_read',
    trade_order:
      'insert accepted_at, closes_at, direction, duration_sec, entry_at, fee, fingerprint, id, key, member_id, nonce, payout, payout_rate, product, request_deadline, request_key, request_signature, request_terms_hash, requested_at, stake, submitted_at, terms_version, wallet',
    // Which version of an agreement a member agreed to.
    text_acceptance: 'insert member_id, slug, version',
    withdraw_password_try: 'insert failures, locked_until, member_id; update failures, last_at, locked_until',
    withdrawal:
      'insert amount, currency, fee, fee_hold, hold, id, member_id, payee, payee_sealed, reference, wallet; update reason, status',
    // What a member gave up the right to cancel.
    withdrawal_lock: 'insert member_id, withdrawal_id',
    // Documents that wait for review. Who a member is has no part in any order.
    verification: 'insert back_file, front_file, member_id, name_sealed, number_hash, number_sealed',
  },
  feed: {
    // Made from ticks, for charts; candles settle no order.
    candle: 'insert (all); update c, feed, h, l, o, src, v',
    // What a simulator drew, when it is used no more. The database keeps it only if it hashes to what the ticks named.
    simulator_secret: 'insert sealed',
    simulator_seed: 'insert commitment, day, seed',
    // What exchanges said to operators who asked them before a proposal. No price is made of it.
    source_trial: 'update answers, taken_at',
  },
  worker: {
    // Where alarms go outside the console, and what came of each message. Nothing reads them to accept or to settle an order.
    alarm_channel: 'insert name, target; update seen_at, target',
    alarm_message: 'update delivered, ended_at, failure, next_at, tries',
    code_outbox: 'update next_at, tries',
    // When a closing was last looked at.
    member_closing: 'update looked_at',
    // Files of everything about a member that is being made.
    data_request: 'update next_at, pieces, status, tries',
    // What a chain says of a payment, deposits that a channel proves by itself, and the reward they earn.
    chain_finding:
      'insert block_at, confirmations, deposit_id, found, recipient, units; update block_at, checked_at, confirmations, found, recipient, units',
    deposit: 'update credited, proved_by, reason, status',
    fairness_account: 'insert (all)',
    fairness_day: 'insert day, ends_at',
    fairness_figure: 'insert (all)',
    fairness_month: 'insert accounts, losing, lost, month, paid, staked, tied, wallet, won',
    // Bytes of rejected documents are erased; the entry says so.
    file: 'update erased_at',
    // What the checks of the books found. While it is wrong no money leaves; no order and no settlement reads it.
    integrity_check:
      'insert halts, name; update begun_at, ended_at, error, failing_since, found, halts, sample, took_ms',
    invitation_reward: 'insert amount, deposit_id, invitee_id, inviter_id, wallet',
    // What an authority said of the heads of the order log.
    log_time_stamp: 'insert (all)',
    // What witnesses said of the heads of the order log. The database takes heads of its own log alone, and no older ones.
    log_witness: 'insert due_at, key; update checkpoint, cosigned_at, due_at, refusal, refused_at, size',
    opening_reminder: 'update opens_at, told_at',
    // That the news of an announcement was sent, and how far it was queued for devices.
    notice: 'update announced_at, pushed_after, pushed_at',
    outbox: 'insert (all)',
    // The tick that reached an alert, which the database compares with the alert; and up to where ticks were compared.
    price_alert: 'update fired_seq',
    price_alert_progress: 'insert (all); update at',
    payment_notice_handled: 'insert became, notice_id',
    // What devices are told, after it happened.
    push_message: 'insert kind, ref, session_id; update next_at, tries',
    settlement:
      'insert credited, entry_at, entry_price, entry_seq, exit_at, exit_price, exit_seq, member_id, order_id, outcome, profit, reason',
    // Results of receipt checks. Settlement does not read them.
    support_message: 'insert answers, author, finding, last_word, member_id, order_id',
  },
  console: {
    // Who sees to an alarm, and what they write to each other. Nothing reads it to accept or to settle an order.
    alarm: 'update acknowledged_by, note, owner_id',
    // Test messages, in the name of who asks for them.
    alarm_message: 'insert channel, event, operator_id, test_id',
    // What banks and chains say, and which of it is which deposit or withdrawal. It moves nothing, and no order reads it.
    statement: 'insert account, closing, entries, file_id, first_on, id, last_on, number, opening',
    statement_account:
      'insert channels, code, columns, currency, decimals, name, number, operator_id, pays_out; update channels, columns, name, number, operator_id, pays_out',
    statement_entry:
      'insert account, amount, bank_ref, booked_on, counterparty, end_to_end_id, id, is_reversal, mark, position, statement_id, valued_on, words; update match_id',
    statement_file: 'insert account, bytes, id, operator_id, sha256',
    statement_match: 'insert account, code, deposit_id, id, kind, note, operator_id, withdrawal_id; update undone_by',
    // That an operator read the report of a date. It moves nothing.
    day_signature: 'insert business_date, hash, operator_id',
    // Money added or deducted by two operators. The database pays exactly what was approved, once.
    adjustment:
      'insert amount, code, currency, id, kind, maker, member_id, reason, wallet; update checker, note, status',
    // What operators answer often, and when they answer. Each change is a new row.
    canned_answer: 'insert id, operator_id, removed, texts, title, version',
    support_hours: 'insert hours, operator_id',
    // Complaints that operators write down, and their steps. An answer is words, and changes no order.
    complaint: 'insert about, about_id, about_name, key, member_id, message_id, product, recorded_by, text, topic',
    complaint_step: 'insert complaint_id, decision, key, kind, operator_id, text',
    // Who has a conversation, whether it is closed, and what an operator has seen. No text: answer_conversation writes it.
    support_conversation: 'update closed, desk_read, operator_id, waiting_id',
    // What operators tell all members, and the banners of the home screen. Settlement reads none of it.
    banner: 'insert id',
    banner_version:
      'insert banner_id, operator_id, position, reason, shown_from, shown_until, target, texts, version, withdrawn',
    notice: 'insert id; update announced_at',
    notice_version:
      'insert areas, category, ends_at, important, notice_id, operator_id, pinned, published_from, published_until, reason, starts_at, texts, version, withdrawn',
    // The release of a lost second factor, by two operators. The database keeps its edges and the day that the member has.
    mark_release: 'insert kind, maker, mark, member_id, reason; update checker, note, status',
    factor_release: 'insert maker, member_id, reason; update checker, ended_by, note, status',
    // What operators write down for each other.
    member_note: 'insert member_id, operator_id, text',
    // What a member is kept from, with its reason. Orders that run are settled all the same.
    member_restriction: 'insert code, kind, member_id, operator_id, reason, restricted',
    console_captcha: 'insert answer_hash, expires_at, id, level; update expires_at, passed, used_by',
    console_login_budget: 'insert drained_at, key; update drained_at',
    console_login_failure: 'insert failures, lane; update failures, last_at, locked_until',
    console_login_network: 'insert member_id, network; update last_at',
    console_rate_limit: 'insert expire, key, points; update expire, points',
    // Other terms of paying in and out, by two operators. The database applies what was approved, to what begins after it.
    cashier_change: 'insert base, id, maker, reason, subject, terms; update checker, note, status',
    // Reviews: who has it, what they decided and why. The database holds four eyes and compares money and state.
    deposit: 'update credited, first_by, moved_by, note, reason, second_by, status, taken_by',
    idempotency: 'insert (all)',
    // New terms of projects and new savings rates. A second operator decides; running holdings keep their terms.
    invest_change: 'insert base_version, id, kind, maker, project_id, reason, terms; update checker, note, status',
    // How operators log in. Nobody but the console and the cleaning worker touches these.
    operator_access:
      'insert fresh_sealed, operator_id, secret_sealed; update failures, fresh_sealed, locked_until, secret_sealed, used_step',
    operator_recovery_code: 'insert (all)',
    outbox: 'insert (all)',
    // Other terms of a product, by two operators: the database makes the next version, for orders that come after it. The bounds
    // are its own; what runs keeps the version under which it was accepted.
    product_change: 'insert base, draft, id, maker, product, reason, start; update checker, note, status',
    product_terms_change: 'insert base, id, maker, product, reason, terms; update checker, note, status',
    // Names, looks, who may register, and when nothing new begins: no settlement reads any of it.
    // Exchanges that are asked before they are proposed. The feed answers; no price, no product and no order reads it.
    source_trial: 'insert category, id, operator_id, sources',
    site_change: 'insert base, id, maker, part, reason, value; update checker, note, status',
    site_logo: 'insert id, operator_id, png',
    // One operator stops new orders, two let them begin again. Orders that run are settled all the same: settlement reads none of it.
    product_resumption: 'insert id, maker, reason, stop_id; update checker, note, status',
    product_stop: 'insert code, id, note, operator_id, scope',
    // Who works at the console, with which rights, by two operators who hold them themselves. No rule of an order reads it.
    role_change: 'insert base, id, maker, name, names, permissions, reason, what; update checker, note, status',
    staff_change: 'insert addresses, id, maker, operator_id, reason, roles, username; update checker, note, status',
    // The site's own texts: the database publishes what was approved, as a new version. No rule reads them.
    text_change: 'insert base, id, maker, reason, slug, texts; update checker, note, status',
    withdrawal: 'update bank_ref, first_by, moved_by, note, paid_out, reason, second_by, status, taken_by',
    // Whether the documents of a member pass. Nothing else follows from it.
    verification: 'update decided_by, note, reason, status, taken_by, wrong',
  },
};

/** Every function of ours that a role may call. Functions with the owner's rights are in the list of no-outcome-lever-machinery.test.ts too. */
const CALLS: Readonly<Record<Role, readonly string[]>> = {
  // They lock what they write: a member, a project, and the accounts of a transfer. Two write a member's recovery codes. The
  // others read a past balance, a date, and what counts against a member's own limits.
  http: [
    'balance_at',
    // Says that the process is there, and what it knows of itself and its machine.
    'beat',
    'business_date_at',
    // Delete exactly what may go, and touch no order: so from here on all that clear, drop, end, finish or forget.
    'clear_login_lane',
    'clear_withdraw_tries',
    // What is open before an account can be closed. It reads.
    'closing_blockers',
    'drop_alert',
    'drop_bank_card',
    'drop_oldest_alerts',
    'drop_oldest_reminders',
    'drop_passkey',
    'drop_push_subscription',
    'drop_reminder',
    'drop_sent_codes',
    'end_oldest_sessions',
    'end_session',
    'end_sessions',
    'forget_oldest_challenges',
    // Reads why a session ended.
    'freezes_behind',
    // The lock that a placement holds while its orders get their numbers.
    'hold_order_numbers',
    // What the house can lose beside an order, under the lock of its product. It adds up what is written, and changes no sum.
    'house_state',
    // Says yes or no. The other writes that a member was seen somewhere, and gives them nothing.
    'is_mark_taken',
    // Moves messages of a visitor into the conversation of the member who has their token.
    'join_conversation',
    'key_mark',
    'leave_other_push_subscriptions',
    'lock_members',
    'lock_project',
    'log_openings',
    'moment_id',
    'month_id',
    'note_known_browser',
    'note_mark',
    'own_limits_of',
    // Writes a few bytes into the log of the database, and no row.
    'prove_writing',
    // Marks what was told to a member as read.
    'read_messages',
    // Whether a name reads as an operator's: yes or no.
    'reads_as_operator',
    // Writes what members did for themselves. No entry of it is in the chain, or has the name of a command of operators.
    'record_own_acts',
    'replace_recovery_codes',
    // A balance that is less than the smallest withdrawal. It reads.
    'rest_of_member',
    // Takes news out, to be sent.
    'take_outbox',
    // Takes in what a payment service signed, and proves that it did.
    'take_payment_notice',
    // The head that a tick names, and what its sources said. They write nothing.
    'tick_log_root',
    'unpack_sources',
    'use_challenge',
    'use_puzzle',
    'use_recovery_code',
    // Waits for another transaction about the same subject.
    'wait_turn',
    'write_transfers',
  ],
  feed: [
    // The order log: keeps up to which number no order can come any more, commits to the orders up to there, and writes the
    // tree over these commitments. It takes and answers hashes.
    'append_order_log',
    // Says that the process is there, and what it knows of itself and its machine.
    'beat',
    // Tells the planner how many bars there are.
    'count_candles',
    'decide_order_numbers',
    // Writes a few bytes into the log of the database, and no row.
    'prove_writing',
    'publish_checkpoints',
    'publish_ticks',
    'seal_orders',
    'seal_settlements',
    'take_feed_lead',
    // The lock of the leader.
    'try_feed_lead_lock',
  ],
  worker: [
    // Says that the process is there, and what it knows of itself and its machine.
    'beat',
    // Adds up the transfers of an hour that is over. Nothing reads it to accept or to settle an order.
    'book_ledger_hour',
    // Removes the second factor of a member, when two operators asked for it and a day went by.
    'carry_out_factor_release',
    'clear_settled_alarms',
    // Ends an account whose member asked for it, when nothing is open; no order, transfer or balance changes.
    'close_account',
    // Alarms: what is wrong with the site. Nothing reads them to accept or to settle an order.
    'close_alarm',
    // The next batch of the close of a business date: interest, maturities and savings. It touches no order.
    'close_step',
    // What is open before an account can be closed. It reads.
    'closing_blockers',
    'cold_tick_days',
    'drop_archived_ticks',
    'drop_push_subscription',
    'drop_reminders',
    'drop_sent_code',
    'drop_unused_file',
    // Reads which orders are due.
    'due_windows',
    'end_old_alarm_messages',
    'end_old_alarms',
    // Erases of a closed account what need not stay. Orders, transfers and receipts are not touched.
    'erase_closed_account',
    // Erases names in statements of banks, with their file.
    'erase_statement_file',
    // Deletes conversations of visitors whose last message is days old. Those of members stay.
    'expire_silent_visitors',
    'expire_visitor_conversations',
    'finish_check',
    // Says that a file of own data is there.
    'finish_data_request',
    'forget_alerts',
    'forget_captchas',
    'forget_challenges',
    'forget_closed_account',
    'forget_codes',
    'forget_console_counts',
    'forget_keys',
    'forget_login_attempts',
    'forget_logins',
    // Deletes marks that are half a year old.
    'forget_marks',
    'forget_nonces',
    'forget_operator_sessions',
    'forget_push_messages',
    'forget_rate_limits',
    'forget_sessions',
    // Whether a reward was earned. It reads settlements, and writes the state of an invitation.
    'judge_invitation',
    'lock_members',
    'lock_members_now',
    // Says which entry of a statement is which deposit, where nothing else could be meant: it moves no money.
    'match_certain',
    // Reads what a member asked for about themselves.
    'member_data',
    'moment_id',
    'open_alarm',
    'order_data_of_lines',
    'prepare_order_months',
    'prepare_tick_days',
    // An amount as text, for the document of terms. It reads and writes nothing.
    'price_text',
    // Writes a few bytes into the log of the database, and no row.
    'prove_writing',
    // Writes down that a photo was erased, after it was.
    'record_erased_photo',
    'record_tick_archive',
    'release_archive_lock',
    'set_order_aside',
    // Writes settlements with the worker's own rights: every one of them is checked against the ticks.
    'settle_orders',
    // The amounts that follow from a verdict. It reads and writes nothing.
    'settled_by',
    // Records the id of a store of files, once.
    'stand_as_store',
    'statement_named_things',
    // Takes news out, to be sent.
    'take_outbox',
    // Queues a message of an alarm, none of a kind and subject twice in five minutes.
    'tell_alarm',
    // The document of terms, to compare it with the one that was published. It writes nothing.
    'terms_document',
    'tick_day_held',
    'tick_day_spans',
    'tick_day_start',
    // The head that a tick names. It writes nothing.
    'tick_log_root',
    'tick_span_continues',
    // Adds up what ran and was settled, and forgets windows without orders.
    'tidy_house',
    // The lock of the archive.
    'try_archive_lock',
    // What the sources of a tick said. It writes nothing.
    'unpack_sources',
    // Whether the entry tick covers an order. It reads and writes nothing.
    'void_reason',
    // Credits what a channel proved, and nothing else.
    'write_transfers',
  ],
  // The hash of an audit entry, the password hash of an operator by user name, and what a member decided for themselves.
  // They write nothing, except the transfers of what an operator decided.
  console: [
    // An invitation: its link, its code, its end, and who takes it. They touch operators alone.
    'accept_invitation',
    // Names the operator's session for this transaction. Reads who that is.
    'act_as',
    // Writes a message in the name of the operator who calls, and of nobody else.
    'answer_conversation',
    'audit_hash',
    // Says that the process is there, and what it knows of itself and its machine.
    'beat',
    // Opens, finishes and ends the operator's own session. A finished login stands in the audit.
    'begin_operator_login',
    'business_date_at',
    // The own password, of the operator who acts.
    'change_operator_password',
    // Delete exactly what may go, and touch no order: so from here on all that clear, drop, end, finish or forget.
    'clear_console_login_lane',
    'clear_operator_codes',
    // What is open before an account can be closed. It reads.
    'closing_blockers',
    'current_operator',
    // Read what the ledger says of a date, from hours that are over. They write nothing.
    'day_report',
    'day_report_hash',
    'end_invitation',
    'end_operator_session',
    'end_session',
    'end_sessions',
    // The sessions of a colleague, and a colleague who leaves.
    'end_sessions_of',
    'find_operator',
    'finish_operator_login',
    // Says yes or no, and nothing else of the factors.
    'has_second_factor',
    // Whether every hour of a date is booked.
    'is_day_booked',
    'is_mark_taken',
    // Whether a command is a member's. It reads and writes nothing.
    'is_own_command',
    'is_payee_shared',
    'leave_operator',
    'lock_members',
    'make_invitation_link',
    // The smallest id of a moment, and the root that a tick names: both only reckon.
    'moment_id',
    // When an operator used a permission last.
    'note_use',
    'operator_credentials',
    'own_limits_of',
    // The form of a bank's reference in which two are the same.
    'payout_ref_key',
    // Writes a few bytes into the log of the database, and no row.
    'prove_writing',
    'read_invitation_code',
    // The codes of a practice site that wait, with an entry of the audit log each time.
    'read_practice_codes',
    // Writes what the operator of this transaction did, and nobody else.
    'record_act',
    // A balance that is less than the smallest withdrawal. It reads.
    'rest_of_member',
    // Rounds interest for the list of what is owed.
    'round_interest',
    // Reads the site's row.
    'site_part',
    // What a deposit or a withdrawal would be in a statement of a bank. It reads.
    'statement_match_amount',
    'statement_named_things',
    'statement_thing_amount',
    'tick_log_root',
    // What the sources of a tick said. It writes nothing.
    'unpack_sources',
    'use_operator_code',
    'use_puzzle',
    // Waits for another transaction about the same subject.
    'wait_turn',
    'write_transfers',
  ],
};

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
  // A tick creates a partition, whose rights are checked like those of any table.
  const product = await makeProduct(test.ownerPool);
  await makeTicks(test, product, [{ at: Math.floor((await databaseNow(test.pool)) / 1000) * 1000, price: 10_000 }]);
});
afterAll(async () => await test.drop());

/** What a role may write, including inherited rights and those of PUBLIC: table → rights as text. */
async function writesOf(db: Db, role: string): Promise<Record<string, string>> {
  const columns = (right: 'insert' | 'update'): string => `(
    select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege($1, c.oid, a.attnum, '${right}'))`;
  const { rows } = await db.query<{ name: string; rights: string }>(
    `select * from (
       select c.relname as name, concat_ws('; ',
         'insert ' || case when has_table_privilege($1, c.oid, 'insert') then '(all)' else ${columns('insert')} end,
         case when has_table_privilege($1, c.oid, 'delete') then 'delete' end,
         case when has_table_privilege($1, c.oid, 'truncate') then 'truncate' end,
         case when has_table_privilege($1, c.oid, 'trigger') then 'trigger' end,
         'update ' || ${columns('update')}) as rights
       from ${TABLES}) t where rights <> ''`,
    [role],
  );
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

/** The functions of the schema that a role may call. Trigger functions are not called directly. */
async function callsOf(db: Db, role: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and has_function_privilege($1, p.oid, 'execute') order by 1`,
    [role],
  );
  return rows.map(({ name }) => name);
}

describe('database rights', () => {
  it.each(ROLES)('of %s are the listed ones', async (role) => {
    expect(await writesOf(test.ownerPool, roleName(role))).toEqual(WRITES[role]);
    expect(await callsOf(test.ownerPool, roleName(role))).toEqual(CALLS[role]);
  });

  it('of PUBLIC do not exist', async () => {
    expect(await writesOf(test.ownerPool, 'public')).toEqual({});
    expect(await callsOf(test.ownerPool, 'public')).toEqual([]);
  });

  it.each([
    'grant update (payout_rate) on trade_order to candor_http',
    'grant update on settlement to public',
    'grant delete on transfer to candor_http',
    'grant truncate on settlement to candor_http',
    'grant insert on tick to candor_http',
    'grant insert (roles) on member to candor_http',
    'create view shortcut as select * from settlement; grant update on shortcut to candor_http',
    'create role helper; grant update on terms to helper; grant helper to candor_http',
  ])('beyond the list are found: %s', async (sql) => {
    expect(await planted(test.ownerPool, sql, async (db) => await writesOf(db, 'candor_http'))).not.toEqual(
      WRITES.http,
    );
  });

  it.each([
    'grant execute on function use_proof_key(text, bytea, text) to candor_http',
    `create function helper() returns int language sql as 'select 1'`,
  ])('to a function beyond the list are found: %s', async (sql) => {
    expect(await planted(test.ownerPool, sql, async (db) => await callsOf(db, 'candor_http'))).not.toEqual(CALLS.http);
  });

  it.each(ROLES)('belong to a role that owns nothing and cannot become another role: %s', async (role) => {
    const { rows } = await test.pools[role].query(
      `select current_user as name, session_user as login, rolsuper, rolcreaterole, rolbypassrls,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
         (select count(*)::int from pg_class where relowner = r.oid) as tables,
         (select count(*)::int from pg_proc where proowner = r.oid) as functions,
         has_schema_privilege('public', 'create') as creates
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        name: roleName(role),
        login: roleName(role),
        rolsuper: false,
        rolcreaterole: false,
        rolbypassrls: false,
        memberships: 0,
        tables: 0,
        functions: 0,
        creates: false,
      },
    ]);
  });
});
