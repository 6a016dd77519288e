import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Db } from '../platform/db/pool.ts';
import { ROLES, roleName } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import { databaseNow, makeProduct, makeTicks } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * Nobody can change the outcome of an order: not by a database right, a column, a call or a permission. Each list below
 * is complete, so anything new fails the test until someone has judged it. Each check also gets a planted lever and
 * must find it.
 */

/** Everything a role may write in the database. Rights to read are not listed. */
const WRITES: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  http: {
    // Six-digit codes that prove a member has their phone, and their way to it.
    account_code: 'insert code_hash, member_id, purpose; update code_hash, made_at, tries, used_at',
    // Who did what. The database sets the time.
    audit: 'insert actor_id, command, detail, subject_id, subject_type',
    // Where a member's money is paid out to. Settlement reads none of it.
    bank_card: 'insert bank, branch, holder_sealed, member_id, number_sealed; delete',
    captcha: 'insert (all); delete; update answer_hash, expires_at, id, level, passed, used_by',
    code_outbox:
      'insert channel, language, member_id, purpose, sealed; delete; update channel, id, language, made_at, next_at, sealed, tries',
    // Money in and out, as members ask for it. The database moves it along its edges and compares it with the transfers.
    deposit:
      'insert amount, asset, asset_amount, channel, currency, details, expires_at, id, kind, member_id, network, rate, rate_until, reference, wallet; update payer, proof, reason, status, txid',
    // What a browser has to answer to prove a second factor.
    factor_challenge: 'insert bound_to, expires_at, member_id, purpose, token_hash; delete; update tries',
    // Pictures that members send. Settlement reads none of them.
    file: 'insert bytes, id, member_id, purpose, sha256; update unused_since',
    // Shares of projects, and what happens to them. The database takes every amount from the terms.
    holding:
      'insert agreement, currency, id, member_id, principal, project_id, reference, roll_over, version, wallet; update roll_over, status',
    idempotency: 'insert (all)',
    // Signatures of devices that were used.
    device_nonce: 'insert (all)',
    // How often logins were tried, and from where a member logged in. Settlement reads none of it.
    login_budget: 'insert (all); update drained_at',
    login_failure: 'insert (all); delete; update failures, lane, last_at, locked_until',
    login_network: 'insert (all); update last_at',
    // An ordinary member: roles, permissions and locks are not in the list. Settlement reads none of it.
    member:
      'insert country, id_number_sealed, invite_code, invited_by, password_hash, phone, real_name_sealed, username, withdraw_password_hash; update avatar_file, care_mode, email, language, nickname, password_hash, reality_check_minutes, theme, time_zone, updown, withdraw_password_hash, withdrawals_paused_until',
    // When members logged in, and their authenticators and passkeys. Settlement reads none of it.
    member_login: 'insert address, device, factor, member_id',
    member_totp: 'insert fresh_sealed, member_id; update added_at, fresh_sealed, secret_sealed, used_step',
    passkey:
      'insert credential_id, member_id, name, public_key, rp_id, sign_count, slot, transports; delete; update last_used_at, sign_count',
    outbox: 'insert (all); delete',
    // A member's limits on themselves. They refuse new orders and deposits; settlement reads none of them.
    own_limit: 'insert amount, kind, member_id, period; update amount, next_amount, waiting',
    // What a payment service said, with its signature. The worker proves it again.
    payment_notice: 'insert body, channel, event_id, signature, signed_at',
    rate_limit: 'insert (all); delete; update expire, key, points',
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
    session: 'insert (all); delete; update confirmed_at, expires_at, last_seen_at',
    // Doubts that wait for their check.
    support_check: 'insert (all)',
    // Messages of members. Settlement does not read them.
    support_message: 'insert member_id, order_id, text',
    support_read: 'insert (all); update up_to',
    trade_order:
      'insert accepted_at, closes_at, direction, duration_sec, entry_at, fee, fingerprint, id, key, member_id, payout, payout_rate, product, stake, submitted_at, terms_version, wallet',
    withdraw_password_try: 'insert failures, locked_until, member_id; delete; update failures, last_at, locked_until',
    withdrawal:
      'insert amount, currency, fee, fee_hold, hold, id, member_id, payee, payee_sealed, reference, wallet; update reason, status',
    // Papers that wait for review. Who a member is has no part in any order.
    verification: 'insert back_file, front_file, member_id, name_sealed, number_hash, number_sealed',
  },
  feed: {
    // Made from ticks, for charts; candles settle no order.
    candle: 'insert (all); update c, h, l, o, product, src, t, v',
  },
  worker: {
    account_code: 'delete',
    code_outbox: 'delete; update next_at, tries',
    captcha: 'delete',
    // What a chain says of a payment, deposits that a channel proves by itself, and the reward they earn.
    chain_finding:
      'insert block_at, confirmations, deposit_id, found, recipient, units; update block_at, checked_at, confirmations, found, recipient, units',
    deposit: 'update credited, reason, status',
    device_nonce: 'delete',
    factor_challenge: 'delete',
    fairness_day: 'insert day, ends_at',
    fairness_figure: 'insert (all)',
    // Bytes of rejected papers are erased; the entry says so.
    audit: 'insert actor_id, command, detail, subject_id, subject_type',
    file: 'delete; update erased_at',
    idempotency: 'delete',
    invitation_reward: 'insert amount, deposit_id, invitee_id, inviter_id, wallet',
    login_budget: 'delete',
    login_failure: 'delete',
    login_network: 'delete',
    member_login: 'delete',
    operator_session: 'delete',
    outbox: 'insert (all); delete',
    payment_notice_handled: 'insert became, notice_id',
    register_attempt: 'delete',
    session: 'delete',
    settlement:
      'insert credited, entry_at, entry_price, entry_seq, exit_at, exit_price, exit_seq, member_id, order_id, outcome, profit, reason',
    support_check: 'delete',
    // Results of receipt checks. Settlement does not read them.
    support_message: 'insert answers, author, finding, last_word, member_id, order_id',
  },
  console: {
    // Money added or deducted by two operators. The database pays exactly what was approved, once.
    adjustment: 'insert amount, currency, id, kind, maker, member_id, reason, wallet; update checker, note, status',
    // What operators write down for each other.
    member_note: 'insert member_id, operator_id, text',
    // What a member is kept from, with its reason. Orders that run are settled all the same.
    member_restriction: 'insert kind, member_id, operator_id, reason, restricted',
    session: 'delete',
    // Who did what. The database sets the time and the place in the chain.
    audit: 'insert actor_id, command, detail, subject_id, subject_type',
    captcha: 'insert (all); update expires_at, passed, used_by',
    // Other terms of paying in and out, by two operators. The database applies what was approved, to what begins after it.
    cashier_change: 'insert base, id, maker, reason, subject, terms; update checker, note, status',
    // The desk: who has it, what they decided and why. The database holds four eyes and compares money and state.
    deposit: 'update credited, first_by, moved_by, note, reason, second_by, status, taken_by',
    idempotency: 'insert (all)',
    // New terms of projects and new savings rates. A second operator decides; running holdings keep their terms.
    invest_change: 'insert base_version, id, kind, maker, project_id, reason, terms; update checker, note, status',
    invitation_reward: 'insert amount, deposit_id, invitee_id, inviter_id, wallet',
    login_budget: 'insert (all); update drained_at',
    login_failure: 'insert (all); delete; update failures, lane, last_at, locked_until',
    login_network: 'insert (all); update last_at',
    // How operators log in. Nobody but the console and the cleaning worker touches these.
    operator_access:
      'insert fresh_sealed, operator_id, secret_sealed; update failures, fresh_sealed, locked_until, secret_sealed, used_step',
    operator_recovery_code: 'insert (all); delete',
    operator_session:
      'insert address, expires_at, operator_id, stage, token_hash, user_agent; delete; update expires_at, last_seen_at',
    outbox: 'insert (all)',
    rate_limit: 'insert (all); delete; update expire, key, points',
    withdrawal: 'update bank_ref, first_by, moved_by, note, paid_out, reason, second_by, status, taken_by',
    // Whether the papers of a member pass. Nothing else follows from it.
    verification: 'update decided_by, note, reason, status, taken_by, wrong',
  },
};

/** Every function of ours that a role may call. Functions with the owner's rights are in MACHINERY too. */
const CALLS: Readonly<Record<Role, readonly string[]>> = {
  // They lock what they write: a member, a project, and the accounts of a transfer. Two write a member's recovery codes. The
  // others read a past balance, a date, and what counts against a member's own limits.
  http: [
    'balance_at',
    'business_date_at',
    'lock_members',
    'lock_project',
    'own_limits_of',
    'replace_recovery_codes',
    'use_recovery_code',
    'write_transfers',
  ],
  feed: ['publish_checkpoints', 'publish_ticks', 'take_feed_lead'],
  worker: [
    'clear_settled_alarms',
    // The next batch of the close of a business date: interest, maturities and savings. It touches no order.
    'close_step',
    'cold_tick_days',
    'drop_archived_ticks',
    // Reads which orders are due.
    'due_windows',
    'lock_members',
    'lock_members_now',
    'prepare_tick_days',
    'record_tick_archive',
    'set_order_aside',
    // Writes settlements with the worker's own rights: every one of them is checked against the ticks.
    'settle_orders',
    // The amounts that follow from a verdict. It reads and writes nothing.
    'settled_by',
    'tick_day_held',
    'tick_day_spans',
    'tick_day_start',
    'tick_span_continues',
    // Credits what a channel proved, and nothing else.
    'write_transfers',
  ],
  // The hash of an audit entry, the password hash of an operator by user name, and what a member decided for themselves.
  // They write nothing, except the transfers of what the desk decided.
  console: [
    'audit_hash',
    'business_date_at',
    'lock_members',
    'operator_credentials',
    'own_limits_of',
    // Rounds interest for the list of what is owed.
    'round_interest',
    'write_transfers',
  ],
};

/**
 * Functions that run with the owner's rights, and triggers. Ticks and checkpoints are added only by their function,
 * which accepts only the next link of a chain. Only drop_archived_ticks removes them, and only for a signed file. One
 * trigger writes the document of terms when they are inserted; the other refuses another currency once there are terms
 * or transfers.
 */
const MACHINERY = [
  // Refuse an order that the rules do not accept now, and a settlement that does not follow from the ticks.
  'accept_orders',
  'accept_settlements',
  // Parts of close_step.
  'accrue_holdings',
  'accrue_savings',
  // Applies approved terms of paying in and out, and refuses a decision by its maker. No order has a part in them.
  'apply_cashier_change',
  // Freezes a member, or forbids trading or withdrawals, as the newest restriction says.
  'apply_restriction',
  'auto_save',
  // Reads the terms of paying in and out that hold now.
  'cashier_terms',
  // Gives an operator's audit entry its place and hash in the chain.
  'chain_audit',
  // Refuses an approved adjustment without its transfer.
  'check_adjustment_money',
  // Compare the transfers of a deposit or withdrawal with its state, at the end of a transaction. They write nothing.
  'check_deposit_money',
  // Compares the transfers of a holding with its state, at the end of a transaction.
  'check_holding_money',
  // Refuses a console session of a member without a role, or without a second factor in live mode.
  'check_operator_session',
  // The same for interest and moves of savings.
  'check_savings_interest',
  'check_savings_transfer',
  'check_withdrawal_money',
  // Forgets that an order was set aside, once it is settled.
  'clear_settled_alarms',
  'close_step',
  // Adds the results of members who limit themselves to their own counts, after the settlement. It refuses nothing.
  'count_own_results',
  // Refuses a second decision about an adjustment.
  'decide_adjustment',
  // Publishes terms and rates that a second operator approved.
  'decide_invest_change',
  'drop_archived_ticks',
  // Ends the console sessions of an operator whose password changed.
  'end_operator_sessions',
  'ensure_tick_partition',
  // Shuts a member out for the time they chose.
  'exclude_member',
  // Gives what a project sold and got back for sale again.
  'free_sold',
  // Refuse a deposit, a looser limit and an order that the member's own limits do not allow.
  'keep_deposit_limits',
  // Names the operator who made a step of a deposit or withdrawal.
  'keep_mover',
  'keep_own_limit',
  'keep_own_limits',
  // Keeps with a deposit or withdrawal what was promised when it began.
  'keep_promise',
  'keep_site_currency',
  'lock_members',
  'lock_members_now',
  'lock_project',
  'mature_holdings',
  // Refuse a deposit or withdrawal that the site’s terms do not allow, and a step that is no edge of its table.
  'move_deposit',
  // Pays, matures and redeems a holding, by its terms.
  'move_holding',
  'move_withdrawal',
  // Refuses a purchase that the terms do not allow, or more than is left; and a move of savings that is not the caller's.
  'open_holding',
  'open_savings_transfer',
  // The password hash of an operator, for the console's login.
  'operator_credentials',
  'pay_interest',
  // Moves the money of settlements that were accepted, and ends their positions.
  'pay_settlements',
  'post_savings',
  // Creates empty partitions for future ticks.
  'prepare_tick_days',
  'publish_checkpoints',
  'publish_ticks',
  'record_tick_archive',
  // Refuse what a member who excluded themselves would invest.
  'refuse_excluded_holding',
  'refuse_excluded_savings',
  // Writes the recovery codes of a member, which no role can read.
  'replace_recovery_codes',
  // Delays a settlement that throws, by at most one minute at a time. The ticks alone decide its outcome.
  'set_order_aside',
  // Counts what a member did this month, when they first limit themselves.
  'start_guarding',
  'take_feed_lead',
  // Takes stake and fee of each order from its member.
  'take_stakes',
  'trigger accept_orders',
  'trigger accept_settlements',
  'trigger apply_cashier_change',
  'trigger apply_restriction',
  'trigger chain_audit',
  'trigger check_money',
  'trigger check_operator_session',
  // Refuse rows that refer to what is not there, another key, and the end of a row that others refer to. They write nothing.
  'trigger check_positions',
  'trigger check_transfers',
  'trigger count_own_deposits',
  'trigger count_own_results',
  'trigger decide_adjustment',
  'trigger decide_invest_change',
  'trigger end_operator_sessions',
  'trigger exclude_member',
  'trigger free_sold',
  'trigger keep_deposit_limits',
  'trigger keep_exclusion',
  'trigger keep_key',
  'trigger keep_mover',
  // Refuses a password of an operator that is set without naming the one it replaces.
  'trigger keep_operator_password',
  'trigger keep_own_limit',
  'trigger keep_own_limits',
  'trigger keep_parent',
  'trigger keep_promise',
  'trigger keep_site_currency',
  // Lets a submission of papers change only along its table of edges.
  'trigger keep_verification',
  'trigger move_deposit',
  'trigger move_holding',
  'trigger move_withdrawal',
  'trigger open_holding',
  'trigger open_savings_transfer',
  'trigger pay_settlements',
  'trigger take_stakes',
  'trigger terms_document',
  'trigger write_step',
  'use_proof_key',
  // Uses up one of them.
  'use_recovery_code',
  // Notes each state that a deposit or withdrawal comes to.
  'write_cashier_step',
  'write_invest_transfers',
  'write_terms_document',
  'write_transfers',
];

/** All columns that settle an order or store its result. */
const COLUMNS_OF_AN_ORDER: Readonly<Record<string, string>> = {
  position: 'closes_at, member_id, order_id, product, wallet',
  settlement:
    'credited, entry_at, entry_price, entry_seq, exit_at, exit_price, exit_seq, member_id, order_id, outcome, profit, reason, settled_at',
  terms: 'document, durations, fee_rate, hash, presets, product, published_at, version',
  trade_order:
    // key and fingerprint say which call placed the order, so that a retry gets its answer.
    'accepted_at, closes_at, direction, duration_sec, entry_at, fee, fingerprint, id, key, member_id, no, payout, payout_rate, product, stake, submitted_at, terms_version, wallet',
};

/** Columns whose name sounds like a lever, but that are not. */
const HARMLESS_COLUMNS = [
  // Counts of past days. Settlement does not read them.
  'fairness_figure.outcome',
  // Written once, with the settlement.
  'settlement.outcome',
  // Copied at acceptance from the terms that are the same for everyone.
  'trade_order.payout',
  'trade_order.payout_rate',
];

/** Every call that is not a GET, and why it may exist. */
const WRITING_ROUTES: Readonly<Record<string, string>> = {
  'POST /api/account/avatar': 'changes the picture of a member',
  'POST /api/account/bank-card': 'binds the one card that money is paid out to',
  'DELETE /api/account/bank-card': 'removes that card',
  'POST /api/account/confirmation': 'a member confirms that it is them, for the calls of the next minutes',
  'POST /api/account/confirmation/options': 'makes what a passkey signs for that',
  'POST /api/account/factors/totp': 'begins to set up an authenticator',
  'PUT /api/account/factors/totp': 'turns the authenticator on',
  'DELETE /api/account/factors/totp': 'turns the authenticator off',
  'POST /api/account/factors/passkeys/options': 'makes what a new passkey signs',
  'POST /api/account/factors/passkeys': 'adds a passkey',
  'DELETE /api/account/factors/passkeys/{id}': 'removes a passkey',
  'POST /api/account/factors/recovery-codes': 'makes recovery codes anew',
  'POST /api/account/security/seen': 'says up to which event a member has seen the alerts',
  'POST /api/account/password': 'changes the login password, and ends the other sessions',
  'POST /api/account/code': 'sends a code to the phone of the member',
  'POST /api/account/withdraw-password/reset': 'sets a withdraw password with that code and the login password',
  'POST /api/account/withdraw-password': 'changes the withdraw password',
  'POST /api/account/verification': 'submits the papers of a member for review',
  'POST /api/login/login': 'opens a session',
  'POST /api/login/factor': 'opens a session, as the second step',
  'POST /api/login/factor/options': 'makes what a passkey signs at the second step',
  'POST /api/login/register': 'makes a member, with practice money on a practice site',
  'POST /api/invest/holdings': 'buys a share of a project, under the terms that hold for everybody',
  'POST /api/invest/holdings/{id}/redemption': 'ends a holding of the member early, by its terms',
  'POST /api/invest/holdings/{id}/rollover': 'says whether the principal is invested again at maturity',
  'POST /api/invest/savings/transfers': 'moves money of the member into the savings or back',
  'PUT /api/invest/savings/auto': 'says whether idle money of the member is saved every day',
  'POST /logout': 'ends a session',
  'PUT /api/account/limits': 'limits that a member sets for themselves; they refuse new orders and change no open one',
  'PUT /api/account/profile': 'what a member says of themself and how their screen looks',
  'DELETE /api/account/sessions': 'ends all other sessions of the member',
  'DELETE /api/account/sessions/{id}': 'ends another session of the member',
  'POST /api/support/messages': 'writes a message; a doubt about an order is answered by a check, which reads alone',
  'POST /api/support/messages/read': 'says up to where a member has read',
  'POST /api/trade/orders': 'places an order under the terms that hold for everybody',
  'POST /api/practice-payment': 'pretends a payment on a practice site, by a signed notice like that of a real service',
  'POST /api/wallet/deposits': 'opens a deposit, which moves no money',
  'POST /api/wallet/deposits/{id}/cancel': 'takes an undecided deposit of the member back',
  'POST /api/wallet/deposits/{id}/paid': 'says that the member paid; others decide whether it arrived',
  'POST /api/wallet/withdrawals': 'holds money of the member until the desk decides',
  'POST /api/wallet/withdrawals/{id}/cancel': 'releases what an undecided withdrawal of the member holds',
  'POST /api/webhooks/payments/{channel}': 'keeps a signed notice of a payment service',
  'POST /api/wallet/practice/reset': 'brings practice money back to its start; open orders run on',
};

/** All fields an order request may have. `termsVersion` is what the member saw; it does not choose anything. */
const ORDER_FIELDS = ['direction', 'durationSec', 'product', 'stake', 'termsVersion', 'wallet'];

/** Every permission. '*:*:*' means all of these, and none of them is about the outcome of an order. */
const PERMISSIONS = [
  '*:*:*',
  'audit:log:read',
  'cashier:deposit:read',
  'cashier:deposit:review',
  'cashier:withdrawal:payout',
  'cashier:withdrawal:read',
  'cashier:withdrawal:review',
  'identity:verification:read',
  'identity:verification:review',
  'invest:close:read',
  'invest:holding:read',
  'invest:project:check',
  'invest:project:make',
  'invest:project:read',
  'ledger:adjustment:check',
  'ledger:adjustment:make',
  'ledger:adjustment:read',
  'member:note:write',
  'member:profile:forbid',
  'member:profile:freeze',
  'member:profile:read',
  'member:profile:search',
  'member:profile:sessions',
  'site:channel:check',
  'site:channel:read',
  'site:channel:write',
];

const LEVER =
  /odds|win_?rate|force|outcome|result|bias|luck|_rig|override|payout|probab|chance|handicap|_win_|_lose_|_edge_|tilt|skew|manipul|control/i;
function smells(name: string): boolean {
  return LEVER.test(`_${name.replaceAll(/([A-Z])/g, '_$1')}_`);
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // A tick creates a partition, whose rights are checked like those of any table.
  const product = await makeProduct(server.ownerPool);
  await makeTicks(server, product, [{ at: Math.floor((await databaseNow(server.pool)) / 1000) * 1000, price: 10_000 }]);
});
afterAll(async () => await server.stop());

/** Makes a change as the owner, runs `look`, and rolls the change back. */
async function planted<T>(sql: string, look: (db: Db) => Promise<T>): Promise<T> {
  const connection = await server.ownerPool.connect();
  try {
    await connection.query('begin');
    await connection.query(sql);
    return await look(connection);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`;

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

/** Functions with the owner's rights, and everything that runs automatically on a write. */
async function machineryOf(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
     union all select distinct 'trigger ' || tgname from pg_trigger where not tgisinternal
     union all select 'rule ' || rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
       join pg_namespace n on n.oid = c.relnamespace where rulename <> '_RETURN' and n.nspname = 'public'
     union all select 'event trigger ' || evtname from pg_event_trigger
     union all select 'default rights' from pg_default_acl
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.query<{ table: string; column: string }>(
    `select t.name as table, a.attname as column from (select c.oid, c.relname as name from ${TABLES} and not c.relispartition) t
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );
  return rows;
}

async function leverColumns(db: Db): Promise<string[]> {
  return (await columnsOf(db)).filter(({ column }) => smells(column)).map(({ table, column }) => `${table}.${column}`);
}

/** Tables that store rates or terms per member. */
async function termsByMember(db: Db): Promise<string[]> {
  const columns = await columnsOf(db);
  const ofMembers = new Set(columns.filter(({ column }) => /member|user/.test(column)).map(({ table }) => table));
  return [
    ...new Set(
      columns
        .filter(({ table, column }) => ofMembers.has(table) && /rate|payout|terms|durations/.test(column))
        .map(({ table }) => table),
    ),
  ];
}

describe('database rights', () => {
  it.each(ROLES)('of %s are the listed ones', async (role) => {
    expect(await writesOf(server.ownerPool, roleName(role))).toEqual(WRITES[role]);
    expect(await callsOf(server.ownerPool, roleName(role))).toEqual(CALLS[role]);
  });

  it('of PUBLIC do not exist', async () => {
    expect(await writesOf(server.ownerPool, 'public')).toEqual({});
    expect(await callsOf(server.ownerPool, 'public')).toEqual([]);
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
    expect(await planted(sql, async (db) => await writesOf(db, 'candor_http'))).not.toEqual(WRITES.http);
  });

  it.each([
    'grant execute on function use_proof_key(text, bytea) to candor_http',
    `create function helper() returns int language sql as 'select 1'`,
  ])('to a function beyond the list are found: %s', async (sql) => {
    expect(await planted(sql, async (db) => await callsOf(db, 'candor_http'))).not.toEqual(CALLS.http);
  });

  it.each(ROLES)('belong to a role that owns nothing and cannot become another role: %s', async (role) => {
    const { rows } = await server.pools[role].query(
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

  it('are not widened by functions, triggers, rules or defaults', async () => {
    expect(await machineryOf(server.ownerPool)).toEqual(MACHINERY);
  });

  it.each([
    `create function decide(uuid, text) returns void language sql security definer as 'select'`,
    `create function turn() returns trigger language plpgsql as 'begin return new; end';
     create trigger turn before insert on settlement for each row execute function turn()`,
    'create rule turn as on insert to settlement do instead nothing',
    'alter default privileges grant update on tables to candor_http',
  ])('are found when widened: %s', async (sql) => {
    expect(await planted(sql, machineryOf)).not.toEqual(MACHINERY);
  });
});

describe('columns', () => {
  it('never have the name of a lever', async () => {
    expect(await leverColumns(server.ownerPool)).toEqual(HARMLESS_COLUMNS);
  });

  it.each(['win_rate', 'odds', 'forced', 'force_lose', 'outcome_wanted', 'payout_bias', 'risk_control', 'winRate'])(
    'with the name of a lever are found: %s',
    async (column) => {
      const found = await planted(`alter table member add column "${column}" integer`, leverColumns);
      expect(found).toContain(`member.${column}`);
    },
  );

  it('of an order, its terms and its settlement are the listed ones', async () => {
    const columns = await columnsOf(server.ownerPool);
    for (const [name, known] of Object.entries(COLUMNS_OF_AN_ORDER)) {
      const found = columns.filter(({ table }) => table === name).map(({ column }) => column);
      expect(found.join(', '), name).toBe(known);
    }
  });

  it('put no rate and no terms beside a member, except in the order, which keeps the terms it was accepted under', async () => {
    // The rate of a deposit is the price of the asset that was sent, fixed for everyone by the channel. A holding keeps the rate
    // of its version of terms, and an accrual of savings the rate of its date.
    expect(await termsByMember(server.ownerPool)).toEqual(['deposit', 'holding', 'savings_accrual', 'trade_order']);
    const { rows } = await server.ownerPool.query<{ key: string }>(
      `select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = 'terms'::regclass and contype = 'p'`,
    );
    expect(rows).toEqual([{ key: 'PRIMARY KEY (product, version)' }]);
    const plant = 'create table offer (member_id bigint, payout_rate bigint)';
    expect(await planted(plant, termsByMember)).toEqual([
      'deposit',
      'holding',
      'offer',
      'savings_accrual',
      'trade_order',
    ]);
  });
});

const WRITING_METHODS = ['post', 'put', 'patch', 'delete'];
const operation = z.object({ requestBody: z.optional(z.unknown()) });
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Names of all properties in a JSON schema, at any depth. */
function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...propertyNames(value),
  ]);
}

describe('routes', () => {
  let writing: { name: string; method: string; fields: string[] }[];

  beforeAll(async () => {
    const { text } = await server.call('GET', '/api/openapi.json');
    writing = Object.entries(description.parse(JSON.parse(text)).paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method]) => WRITING_METHODS.includes(method))
        .map(([method, { requestBody }]) => ({
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          fields: propertyNames(requestBody),
        })),
    );
  });

  it('that write are the listed ones, each with its reason', () => {
    expect(writing.map(({ name }) => name).toSorted()).toEqual(Object.keys(WRITING_ROUTES).toSorted());
    expect(Object.values(WRITING_ROUTES).filter((reason) => reason.length < 10)).toEqual([]);
  });

  it('that write are all described: the router has no others', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const known = server.http.app.printRoutes({ method, commonPrefix: false }).match(/\(\w+\)/g) ?? [];
      expect(known, method).toHaveLength(writing.filter((route) => route.method === method).length);
    }
  });

  it('take no field with the name of a lever, and the order route takes only its own fields', () => {
    expect(writing.flatMap(({ name, fields }) => fields.filter(smells).map((field) => `${name}: ${field}`))).toEqual(
      [],
    );
    const order = writing.find(({ name }) => name === 'POST /api/trade/orders');
    expect(order?.fields.toSorted()).toEqual(ORDER_FIELDS);
  });
});

describe('permissions', () => {
  it('on the whole server are the listed ones, and none covers orders, prices or terms', () => {
    const root = fileURLToPath(new URL('../', import.meta.url));
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${root}${name}`, 'utf8'));
    const found = sources.flatMap(
      (text) => text.match(/(?<=['"`])(\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)(?=['"`])/g) ?? [],
    );
    expect([...new Set(found)].toSorted()).toEqual(PERMISSIONS);
    expect(sources.length).toBeGreaterThan(100);
  });
});
