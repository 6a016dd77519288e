import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../platform/db/pool.ts';
import { planted } from '../testing/levers.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

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
  // Names an operator's session for one transaction.
  'act_as',
  // Writes what an operator answers, in their own name.
  'answer_conversation',
  // Writes the head of the order log, and hashes at the end of its tiles.
  'append_order_log',
  // Applies approved terms of paying in and out, and refuses a decision by its maker. No order has a part in them.
  'apply_cashier_change',
  // Freezes a member, or forbids trading or withdrawals, as the newest restriction says.
  'apply_restriction',
  // Applies terms of rewards that a second operator approved.
  'apply_reward_change',
  'auto_save',
  // Gives a new operator the password that they have as a member. After that the two change apart.
  'begin_operator_access',
  // Opens a console session that can only finish its login.
  'begin_operator_login',
  // Removes a second factor that two operators released, after a day. It reads and writes nothing of orders.
  'carry_out_factor_release',
  // Reads the terms of paying in and out that hold now.
  'cashier_terms',
  // Part of close_step: what a holding or savings missed, by its terms.
  'catch_up',
  // Gives an operator's audit entry its place and hash in the chain.
  'chain_audit',
  // Changes the password of the operator who acts.
  'change_operator_password',
  // Refuses an approved adjustment without its transfer.
  'check_adjustment_money',
  // Compare the transfers of a deposit or withdrawal with its state, at the end of a transaction. They write nothing.
  'check_deposit_money',
  // Refuse a row in the name of another operator than who acts, a step with hands left over from before, another's login, and a decision without its entry of the audit. They write nothing.
  'check_hands',
  // Compares the transfers of a holding with its state, at the end of a transaction.
  'check_holding_money',
  // Refuses a console session of a member without a role, or without a second factor in live mode.
  'check_operator_session',
  // Refuses a reward without turnover, over the cap, or between accounts of one person.
  'check_reward',
  // The same for interest and moves of savings.
  'check_savings_interest',
  'check_savings_transfer',
  'check_withdrawal_money',
  // Delete exactly what may go, and touch no order: so from here on all that clear, drop, end, finish or forget.
  'clear_console_login_lane',
  'clear_login_lane',
  'clear_operator_codes',
  // Forgets that an order was quarantined, once it is settled.
  'clear_settled_alarms',
  'clear_withdraw_tries',
  // Part of close_step. It reads.
  'close_rows',
  'close_step',
  // Adds the results of members who limit themselves to their own counts, after the settlement. It refuses nothing.
  'count_own_results',
  // Who acts at the console in this transaction.
  'current_operator',
  // Refuses a second decision about an adjustment.
  'decide_adjustment',
  // Keeps the edges of a release of a second factor, and tells the member.
  'decide_factor_release',
  // Publishes terms and rates that a second operator approved.
  'decide_invest_change',
  // Keeps the edges of a release of a card, an identity or a device key, and carries it out.
  'decide_mark_release',
  // Keeps up to which number no order can come any more.
  'decide_order_numbers',
  // Refuses a proposal for an old text, and a second decision.
  'decide_text_change',
  'drop_alert',
  'drop_archived_ticks',
  'drop_bank_card',
  'drop_oldest_alerts',
  'drop_oldest_reminders',
  'drop_passkey',
  'drop_push_subscription',
  'drop_reminder',
  'drop_reminders',
  'drop_sent_code',
  'drop_sent_codes',
  'drop_unused_file',
  'end_oldest_sessions',
  'end_operator_session',
  // Ends the console sessions of an operator whose password changed.
  'end_operator_sessions',
  'end_session',
  'end_sessions',
  'ensure_tick_partition',
  // Shuts a member out for the time they chose.
  'exclude_member',
  // Delete old conversations of visitors.
  'expire_silent_visitors',
  'expire_visitor_conversations',
  'find_operator',
  'finish_check',
  // Opens a console session that may work, with its entry of the audit.
  'finish_operator_login',
  'forget_alerts',
  'forget_captchas',
  'forget_challenges',
  'forget_codes',
  'forget_console_counts',
  'forget_keys',
  'forget_login_attempts',
  'forget_logins',
  // Deletes marks of browsers, networks and devices that are half a year old.
  'forget_marks',
  'forget_nonces',
  'forget_oldest_challenges',
  'forget_operator_sessions',
  'forget_push_messages',
  'forget_rate_limits',
  'forget_sessions',
  // Gives what a project sold and got back for sale again.
  'free_sold',
  'has_second_factor',
  // Waits while the feed asks which orders there are.
  'hold_order_log',
  // The lock that a placement holds while its orders get their numbers.
  'hold_order_numbers',
  // Says yes or no: whether another member has the card too.
  // Says yes or no: whether another member has a card, an identity or a device key.
  'is_mark_taken',
  'is_payee_shared',
  // Prove what a payment service said. They read a key that no role can read.
  'is_signed_notice',
  // Makes a visitor's conversation part of that of the member who has its token.
  'join_conversation',
  // Reads settled stakes, and says whether a reward was earned. It changes no order.
  'judge_invitation',
  // Takes only the next version of a banner.
  'keep_banner_version',
  // Refuse a deposit, a looser limit and an order that the member's own limits do not allow.
  'keep_deposit_limits',
  // Names the operator who made a step of a deposit or withdrawal.
  'keep_mover',
  // Takes only the next version of an announcement, and keeps the moment it was published.
  'keep_notice_version',
  // Refuses an order behind what the order log has sealed.
  'keep_order_log',
  'keep_own_access',
  'keep_own_limit',
  'keep_own_limits',
  // Refuses a payout to a member who may not have it, a second use of a bank's reference, and a return by one operator.
  'keep_payee',
  'keep_payout_hands',
  // Keeps with a deposit or withdrawal what was promised when it began.
  'keep_promise',
  // Refuses a credit beyond the terms of its channel, and a large one, or one without its proof, by one operator.
  'keep_second_hand',
  'keep_site_currency',
  'leave_other_push_subscriptions',
  'lock_members',
  'lock_members_now',
  'lock_project',
  'log_settlements',
  'mature_holdings',
  // Refuse a deposit or withdrawal that the site’s terms do not allow, and a step that is no edge of its table.
  'move_deposit',
  // Pays, matures and redeems a holding, by its terms.
  'move_holding',
  'move_withdrawal',
  'name_who_acts',
  // Writes that a member was seen, or tried what belongs to another. It gives nobody a mark.
  'need_operator',
  'note_ended_sessions',
  'note_known_browser',
  'note_mark',
  // A used factor stops its release.
  'object_to_release',
  // Refuses a purchase that the terms do not allow, or more than is left; and a move of savings that is not the caller's.
  'open_holding',
  'open_invitation',
  'open_savings_transfer',
  'operator_at',
  // The password hash of an operator, for the console's login.
  'operator_credentials',
  'pay_interest',
  // Moves the money of settlements that were accepted, and ends their positions.
  'pay_settlements',
  // Says why no money may leave to a member now.
  'payout_block',
  // Puts each message into its conversation.
  'place_support_message',
  'post_savings',
  // Creates empty partitions for future ticks.
  'prepare_tick_days',
  'prove_deposit',
  'proves_deposit',
  'publish_checkpoints',
  // Publishes an approved text as its next version.
  'publish_text',
  'publish_ticks',
  // Codes of a practice site, for an operator.
  'read_practice_codes',
  // Whether a name reads as an operator's, yes or no.
  'reads_as_operator',
  // Write the audit, in the name of who acts.
  'record_act',
  'record_erased_photo',
  'record_own_acts',
  'record_tick_archive',
  // Refuse what a member who excluded themselves would invest.
  'refuse_excluded_holding',
  'refuse_excluded_savings',
  'release_archive_lock',
  'release_mark',
  // Writes the recovery codes of a member, which no role can read.
  'replace_recovery_codes',
  'require_entry',
  'require_operator_of_money',
  // Commits to orders, as hashes that it computes from their rows.
  'seal_orders',
  // Delays a settlement that throws, by at most one minute at a time. The ticks alone decide its outcome.
  'seal_settlements',
  'set_order_aside',
  // Counts what a member did this month, when they first limit themselves.
  'start_guarding',
  'start_turnover',
  // A card, an identity and a device key belong to one member.
  'take_card_mark',
  'take_device_mark',
  'take_feed_lead',
  'take_identity_mark',
  'take_mark',
  // Takes news out, to be sent.
  'take_outbox',
  // Takes in what a payment service signed.
  'take_payment_notice',
  // Takes stake and fee of each order from its member.
  'take_stakes',
  'trigger accept_orders',
  'trigger accept_settlements',
  'trigger apply_cashier_change',
  'trigger apply_restriction',
  'trigger apply_reward_change',
  'trigger begin_operator_access',
  'trigger chain_audit',
  'trigger check_hands',
  'trigger check_money',
  'trigger check_operator_session',
  // Refuse rows that refer to what is not there, another key, and the end of a row that others refer to. They write nothing.
  'trigger check_positions',
  'trigger check_reward',
  'trigger check_transfers',
  'trigger count_own_deposits',
  'trigger count_own_results',
  'trigger decide_adjustment',
  'trigger decide_factor_release',
  'trigger decide_invest_change',
  'trigger decide_mark_release',
  'trigger decide_text_change',
  'trigger end_operator_sessions',
  'trigger exclude_member',
  'trigger free_sold',
  // Waits while the feed asks which orders there are.
  'trigger hold_order_log',
  'trigger keep_banner_version',
  'trigger keep_deposit_limits',
  'trigger keep_exclusion',
  'trigger keep_key',
  // Refuses a time stamp that is not for a head of the order log.
  'trigger keep_log_time_stamp',
  // Refuses what is kept of a witness if it is no head of the order log, or older than what was kept.
  'trigger keep_log_witness',
  'trigger keep_mover',
  'trigger keep_notice_version',
  // Refuses a password of an operator that is set without naming the one it replaces.
  'trigger keep_operator_password',
  'trigger keep_order_log',
  'trigger keep_own_access',
  'trigger keep_own_limit',
  'trigger keep_own_limits',
  'trigger keep_parent',
  'trigger keep_payee',
  'trigger keep_payout_hands',
  'trigger keep_promise',
  // Refuses any change of a published text.
  'trigger keep_published_text',
  // Refuses any change of what the order log has sealed.
  'trigger keep_sealed',
  'trigger keep_second_hand',
  'trigger keep_settlement_batch',
  'trigger keep_site_currency',
  'trigger keep_tile',
  // Lets a submission of documents change only along its table of edges.
  'trigger keep_verification',
  'trigger log_settlements',
  'trigger move_deposit',
  'trigger move_holding',
  'trigger move_withdrawal',
  // Refuses an alert that fires without a tick that reaches it, or twice.
  'trigger name_alert_tick',
  'trigger name_who_acts',
  'trigger need_operator',
  'trigger object_to_release',
  'trigger open_holding',
  'trigger open_invitation',
  'trigger open_savings_transfer',
  'trigger pay_settlements',
  'trigger place_support_message',
  'trigger prove_deposit',
  'trigger publish_text',
  // Refuses a member's name that reads as an operator's.
  'trigger refuse_operator_name',
  'trigger require_entry',
  'trigger require_operator_of_money',
  'trigger start_turnover',
  'trigger take_card_mark',
  'trigger take_device_mark',
  'trigger take_identity_mark',
  'trigger take_stakes',
  'trigger terms_document',
  'trigger write_step',
  // Of many console sessions of one operator, the oldest end.
  'trim_operator_sessions',
  // Part of close_step: one row that was quarantined, again.
  'try_again',
  // The lock of the archive.
  'try_archive_lock',
  // The lock of the leader.
  'try_feed_lead_lock',
  'use_challenge',
  'use_operator_code',
  'use_proof_key',
  // Uses up one of them.
  // Uses a solved puzzle up, once. It writes no other table.
  'use_puzzle',
  'use_recovery_code',
  // Waits for another transaction about the same subject.
  'wait_turn',
  // Notes each state that a deposit or withdrawal comes to.
  'write_cashier_step',
  'write_invest_transfers',
  'write_terms_document',
  'write_transfers',
];

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

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

it('rights are not widened by functions, triggers, rules or defaults', async () => {
  expect(await machineryOf(test.ownerPool)).toEqual(MACHINERY);
});

it.each([
  `create function decide(uuid, text) returns void language sql security definer as 'select'`,
  `create function turn() returns trigger language plpgsql as 'begin return new; end';
   create trigger turn before insert on settlement for each row execute function turn()`,
  'create rule turn as on insert to settlement do instead nothing',
  'alter default privileges grant update on tables to candor_http',
])('rights are found when widened: %s', async (sql) => {
  expect(await planted(test.ownerPool, sql, machineryOf)).not.toEqual(MACHINERY);
});
