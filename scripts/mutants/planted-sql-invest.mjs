/** Bugs planted by hand in what the database guards of investing and the end of day of a date. See `planted-sql.mjs`. */

const CLOSING = [
  'apps/server/src/features/invest/run-end-of-day.test.ts',
  'apps/server/src/features/invest/invest-attacks.test.ts',
  'apps/server/src/features/invest/quarantined.test.ts',
];
const HOLDINGS = 'apps/server/src/features/invest/holding-attacks.test.ts';
const SAVINGS = 'apps/server/src/features/invest/savings-attacks.test.ts';
const STEPS = 'apps/server/src/features/invest/end-of-day-attacks.test.ts';
const CHANGES = 'apps/server/src/features/invest/operator/invest-change-attacks.test.ts';
const BOUGHT = 'apps/server/src/features/invest/invest.test.ts';
const SAVED = 'apps/server/src/features/invest/invest-savings.test.ts';
const INVEST_OPERATOR = 'apps/server/src/features/invest/operator/invest-operator.test.ts';

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const INVEST_BUGS = {
  open_holding: [
    [HOLDINGS, ...CLOSING, BOUGHT],
    [
      ['for no key update;\n  select * into strict t', ';\n  select * into strict t'],
      ['new.version <> p.version or', ''],
      ['or not p.active', ''],
      [`or new.agreement <> (select`, `or false and new.agreement <> (select`],
      ['or clock_timestamp() < t.opens_at', ''],
      ['or clock_timestamp() >= t.closes_at', ''],
      ['or new.principal < t.min', ''],
      ['or p.sold + new.principal > t.size', ''],
      [
        `h.status = 'running' and h.wallet = new.wallet) > t.max`,
        `h.status = 'running' and h.wallet = new.wallet) > t.size`,
      ],
      ['and m.frozen)', 'and false)'],
      [`or before.status <> 'matured'`, ''],
      ['or not before.roll_over', ''],
      ['or t.annual_rate < before.annual_rate', ''],
      ['new.starts_on := before.matures_on;', 'new.starts_on := before.matures_on + 1;'],
      ['new.annual_rate := t.annual_rate;', ''],
      ['update project set sold = sold + new.principal where id = new.project_id;', ''],
    ],
  ],
  move_holding: [
    [HOLDINGS, ...CLOSING, BOUGHT],
    [
      [`if old.status <> 'running' or`, 'if'],
      ['or new.paid_through >= today', ''],
      [`not is_owner and caller <> 'candor_worker' or new.matures_on > today`, 'new.matures_on > today'],
      [
        `not is_owner and caller <> 'candor_worker' or new.matures_on > today`,
        `not is_owner and caller <> 'candor_worker'`,
      ],
      ['or t.early_rate is null', ''],
      ['or today < new.starts_on + t.early_lock_days', ''],
      ['or today >= new.matures_on', ''],
      ['new.principal * t.early_rate * (today', 'new.principal * new.annual_rate * (today'],
      ['(new.paid_through - new.starts_on + 1));\n', '(new.paid_through - new.starts_on));\n'],
      ['(new.matures_on - new.starts_on));', '(new.matures_on - new.starts_on + 1));'],
    ],
  ],
  free_sold: [
    [HOLDINGS, ...CLOSING, BOUGHT],
    [
      ['p.sold - e.principal', 'p.sold'],
      [`and o.status = 'running' group`, 'group'],
    ],
  ],
  check_holding_money: [
    [HOLDINGS, ...CLOSING],
    [
      [
        `not exists (select from transfer t where t.id = invest_transfer('investment', h.id::text, h.starts_on))\n    or`,
        '',
      ],
      [`or h.status <> 'running' and`, 'or false and'],
      ['or h.last_payment <> 0 and', 'or false and'],
    ],
  ],
  open_savings_transfer: [
    [SAVINGS, ...CLOSING, SAVED],
    [
      [`or new.agreement <> (select`, `or false and new.agreement <> (select`],
      [`and m.frozen)`, 'and false)'],
      [`or new.direction <> 'in'`, ''],
      [`or new.auto_on is null and caller = 'candor_worker'`, ''],
      [`when 'in' then new.amount else -new.amount end`, `when 'in' then new.amount else new.amount end`],
      ['order by x.n desc limit 1', 'order by x.n limit 1'],
    ],
  ],
  check_savings_transfer: [[SAVINGS, ...CLOSING], [['raise exception', 'raise notice']]],
  check_savings_interest: [[SAVINGS, ...CLOSING], [['raise exception', 'raise notice']]],
  decide_invest_change: [
    [CHANGES, ...CLOSING, INVEST_OPERATOR],
    [
      [`if new.status <> 'proposed' then`, 'if false then'],
      [`old.status <> 'proposed' or`, ''],
      [`greatest((t ->> 'from')::date, business_date_at(clock_timestamp()) + 1)`, `(t ->> 'from')::date`],
      ['if p.version <> new.base_version then', 'if false then'],
      [`active = (t ->> 'active')::boolean`, 'active = active'],
    ],
  ],
  round_interest: [
    [STEPS, BOUGHT, SAVED, ...CLOSING],
    [
      ['2 * (units % 3650000) > 3650000', '2 * (units % 3650000) >= 3650000'],
      [`or 2 * (units % 3650000) = 3650000 and (units / 3650000) % 2 = 1`, ''],
    ],
  ],
  accrue_holdings: [
    [STEPS, ...CLOSING],
    [
      ['and h.id <> all (skipped)', ''],
      ['h.starts_on <= day and', ''],
      ['and day < h.matures_on', ''],
      ['on conflict do nothing', ''],
    ],
  ],
  accrue_savings: [
    [STEPS, ...CLOSING, SAVED],
    [
      ['and s.member_id <> all (skipped)', ''],
      ['and x.at < ends', ''],
      ['where from_date <= day', 'where true'],
      ['and a.business_date < day', ''],
    ],
  ],
  pay_interest: [
    [STEPS, ...CLOSING],
    [
      ['and (h.paid_through < day or h.paid_through is null)', ''],
      ['where last_payment > 0', 'where last_payment > 1'],
    ],
  ],
  post_savings: [
    [STEPS, ...CLOSING],
    [
      ['and a.posted_at is null and', 'and'],
      [`'{"type":"savings"}' from done`, `'{"type":"holding"}' from done`],
    ],
  ],
  mature_holdings: [
    [STEPS, ...CLOSING, BOUGHT],
    [
      ['and h.matures_on <= day + 1\n', '\n'],
      [`and h.status = 'matured' and h.roll_over`, `and h.status = 'matured'`],
      ['and not exists (select from holding x where x.rolled_from = h.id)', ''],
      [`exception when sqlstate 'CD160' then`, `exception when sqlstate 'CD999' then`],
    ],
  ],
  auto_save: [
    [STEPS, ...CLOSING, SAVED],
    [
      ['if day < business_date_at(clock_timestamp()) - 1 then', 'if false then'],
      ['- s.keep as amount', 'as amount'],
      ['a.posted - a.held - s.keep', 'a.posted - s.keep'],
      [
        'and not exists (select from savings_transfer x where',
        'and not exists (select from savings_transfer x where false and',
      ],
    ],
  ],
  close_step: [
    [STEPS, ...CLOSING],
    [
      [`if not pg_try_advisory_xact_lock(hashtextextended('business day', 0)) then`, 'if false then'],
      [`business_date_at(began - interval '1 minute')`, 'business_date_at(began)'],
    ],
  ],
  refuse_excluded_holding: [
    [HOLDINGS, SAVED],
    [
      ['raise exception', 'raise notice'],
      ['and m.excluded_until > clock_timestamp()', ''],
    ],
  ],
  refuse_excluded_savings: [
    [SAVINGS, SAVED],
    [
      [`if new.direction = 'out'\n    or`, 'if'],
      [`raise exception 'SAVINGS_REFUSED: EXCLUDED' using errcode = 'CD161';`, 'return new;'],
      ['return null;', 'return new;'],
    ],
  ],
};
