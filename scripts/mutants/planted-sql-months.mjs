/** Bugs planted by hand in what keeps the promises of orders across the tables of months. See `planted-sql.mjs`. */
const MONTHS = 'apps/server/src/features/trading/order-months.test.ts';

const BESIDE = `x.id >= moment_id(begins) and x.id < moment_id(ends + interval '3 days')`;

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const MONTH_BUGS = {
  keep_order_months: [
    [MONTHS],
    [
      [`between p.accepted_at - interval '5 seconds' and p.accepted_at`, `< p.accepted_at`],
      [`and p.accepted_at + interval '5 seconds')`, `and 'infinity')`],
      ['and count(uuid_extract_timestamp(p.id)) = count(*)', ''],
      [`(oldest + interval '2 days') at time zone`, 'oldest at time zone'],
      [`if ends + interval '2 days' < oldest`, 'if ends < oldest'],
      [`begins := ends - interval '3 days'`, 'begins := ends'],
      [`current_setting('transaction_isolation') <> 'read committed'`, 'false'],
      ['order by m.id for no key update', 'order by m.id'],
      ['x.member_id = p.member_id and x.key = p.key', 'x.key = p.key'],
      ['x.member_id = p.member_id and x.key = p.key', 'x.member_id = p.member_id'],
      [
        `x.key = p.key\n      and x.id <> p.id and ${BESIDE}`,
        `x.key = p.key\n      and x.id <> p.id and x.id >= moment_id(begins) and x.id < moment_id(ends)`,
      ],
      [
        `x.key = p.key\n      and x.id <> p.id and ${BESIDE}`,
        `x.key = p.key\n      and x.id <> p.id and x.id >= moment_id(ends) and x.id < moment_id(ends + interval '3 days')`,
      ],
      ['where x.no = p.no', 'where false'],
    ],
    'around the end of a month',
  ],
  guard_month: [[MONTHS], [['not t.tgisinternal', `not t.tgisinternal and t.tgname <> 'take_stakes'`]], 'every month'],
  ensure_order_month: [
    [MONTHS],
    [
      [`execute format('create unique index trade_order_%1$s_key`, `execute format('create index trade_order_%1$s_key`],
      [`add constraint trade_order_%1$s_no_key unique (no)`, `add constraint trade_order_%1$s_no_key check (no > 0)`],
      [`perform guard_month('trade_order', 'trade_order_' || suffix);`, ''],
      [`perform guard_month('settlement', 'settlement_' || suffix);`, ''],
      [
        `perform guard_month('settlement', 'settlement_' || suffix);`,
        `perform guard_month('settlement', 'settlement_' || suffix);
  execute format('grant select (payout) on trade_order_%s to candor_worker', suffix);`,
      ],
    ],
    'every month|a month that has no table',
  ],
  prepare_order_months: [
    [MONTHS],
    [
      ['for ahead in 0..3 loop', 'for ahead in 0..2 loop'],
      ['for ahead in 0..3 loop', 'for ahead in 1..3 loop'],
      ['return order_months_ahead();', 'return 3;'],
    ],
    'a month that has no table',
  ],
  order_months_ahead: [
    [MONTHS],
    [
      ['min(n) - 1', 'min(n)'],
      ['< 2', '< 1'],
      [`in ('trade_order'::regclass, 'settlement'::regclass)`, `in ('trade_order'::regclass)`],
    ],
    'a month that has no table',
  ],
};
