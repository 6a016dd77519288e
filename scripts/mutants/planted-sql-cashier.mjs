/** Bugs planted by hand in what the database guards of deposits and withdrawals. See `planted-sql.mjs`. */

const CASHIER = 'apps/server/src/features/cashier/cashier-attacks.test.ts';
const DEPOSITS = 'apps/server/src/features/cashier/deposits.test.ts';
const DEPOSIT_OPERATOR = 'apps/server/src/features/cashier/deposit-operator.test.ts';
const WITHDRAWALS = 'apps/server/src/features/cashier/withdrawals.test.ts';
const PAYOUTS = 'apps/server/src/features/cashier/payouts.test.ts';
const WITHDRAWAL_OPERATOR = 'apps/server/src/features/cashier/withdrawal-operator.test.ts';

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const CASHIER_BUGS = {
  move_deposit: [
    [CASHIER, DEPOSITS, DEPOSIT_OPERATOR],
    [
      [`new.status <> 'recharging' or not c.active`, 'not c.active'],
      ['c.rate, c.details)\n', 'new.rate, c.details)\n'],
      ['or new.currency <> s.currency', ''],
      [`or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)`, ''],
      ['or new.amount not between c.min and c.max', ''],
      ['caller = any (e.roles)', 'true'],
      [`and (new.kind not in ('practice', 'online') or`, 'and (false or'],
      ['or new.credited <> new.amount or', 'or'],
      ['(new.first_by is distinct from old.first_by or', '(false or'],
      ['or new.credited is distinct from old.credited)', ')'],
    ],
  ],
  move_withdrawal: [
    [CASHIER, WITHDRAWALS, WITHDRAWAL_OPERATOR],
    [
      ['or new.amount not between r.min and r.max', ''],
      ['or new.fee <> least(', 'or false and new.fee <> least('],
      ['m.withdrawal_allowed and not m.frozen', 'not m.frozen'],
      ['m.withdrawal_allowed and not m.frozen', 'm.withdrawal_allowed'],
      ['and coalesce(m.withdrawals_paused_until <= clock_timestamp(), true)', ''],
      ['(is_owner or caller = any (e.roles))', 'true'],
      ['and new.first_by is distinct from old.first_by', 'and false'],
    ],
  ],
  keep_payout_hands: [
    [CASHIER, PAYOUTS],
    [
      ['if block is not null then', 'if false then'],
      ['if is_sent or new.status <> old.status', 'if new.status <> old.status'],
      [`new.status in ('seconding', 'approved') then`, `new.status in ('approved') then`],
      ['if not is_sent and new.bank_ref', 'if false and new.bank_ref'],
      [`if coalesce(payout_ref_key(new.bank_ref), '') = '' then`, 'if false then'],
      ["if new.bank_ref ~ '[^A-Za-z0-9 ./_:#-]' then", 'if false then'],
      ['or new.moved_by is not distinct from old.sent_by\n', '\n'],
      ['if new.moved_by is not distinct from old.return_by or', 'if'],
      ['if (new.reason, new.note) is distinct from (old.reason, old.note) then', 'if false then'],
    ],
  ],
  halt_money_out: [
    [PAYOUTS],
    [
      [`new.status = 'approved' and old.status <> 'approved' or`, ''],
      [`or new.paid_out = 'sent' and old.paid_out = 'none' then`, 'then'],
      ['c.halts and', ''],
    ],
  ],
  keep_second_hand: [
    [CASHIER, DEPOSIT_OPERATOR],
    [
      ['between greatest(c.min, new.amount - spread) and', 'between 0 and'],
      ['least(c.max, new.amount + spread) then', 'new.credited then'],
      ['or new.proof_required and new.proof is null', ''],
    ],
  ],
  check_deposit_money: [[CASHIER], [['if credits <>', 'if false and credits <>']]],
  check_withdrawal_money: [
    [CASHIER],
    [
      [`is distinct from ('pending'::text, h.amount, wanted, h.amount)`, 'is null'],
      [`(w.paid_out = 'returned') is distinct from (`, 'false and true is distinct from ('],
    ],
  ],
};
