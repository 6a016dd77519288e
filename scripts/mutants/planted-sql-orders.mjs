/** Bugs planted by hand in what accepts orders, and keeps their promises across the tables of months. See `planted-sql.mjs`. */
const ACCEPTING = 'apps/server/src/app/accept-orders.test.ts';
const ORDERS = 'apps/server/src/app/attacks-on-orders.test.ts';
const MONTHS = 'apps/server/src/features/trading/order-months.test.ts';
const ARCHIVE = 'apps/server/src/features/trading/archive/archive-orders.test.ts';
const PAGES = 'apps/server/src/features/trading/archive/archived-order-pages.test.ts';

const BESIDE = `x.id >= moment_id(begins) and x.id < moment_id(ends + interval '3 days')`;

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const ORDER_BUGS = {
  accept_orders: [
    [ACCEPTING, ORDERS],
    [
      [`o.accepted_at < date_trunc('milliseconds', now())`, 'false'],
      [`or o.accepted_at > clock_timestamp()`, ''],
      [`or o.accepted_at < clock_timestamp() - interval '2 seconds'`, ''],
      [
        `or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', greatest(o.accepted_at, f.head_at)) + interval '1 second'`,
        '',
      ],
      [`or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', o.accepted_at) + interval '3 seconds'`, ''],
      [
        `or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', o.accepted_at) + interval '3 seconds'`,
        `or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', o.accepted_at) + interval '2 seconds'`,
      ],
      [`or o.entry_at - coalesce(f.entry_delay, '0') < f.head_at`, ''],
      ['x.trading_allowed and not x.frozen', 'x.trading_allowed'],
      ['x.trading_allowed and not x.frozen', 'not x.frozen'],
      [`o.wallet = 'cash' and exists`, 'false and exists'],
      ['when not f.open or o.accepted_at', 'when o.accepted_at'],
      ['p.active and not p.forbidden', 'not p.forbidden'],
      ['p.active and not p.forbidden', 'p.active'],
      ['f.head_ok and f.head_at', 'f.head_at'],
      [`f.head_ok and f.head_at >= o.accepted_at - interval '3 seconds'`, 'f.head_ok'],
      [`x.product = o.product and x.status = 'OK'`, 'x.product = o.product'],
      [`and x.at >= o.accepted_at - interval '3 seconds'`, ''],
      ['f.current and o.payout_rate', 'o.payout_rate'],
      ['and o.payout_rate = f.payout_rate', ''],
      ['o.stake between f.stake_min and f.stake_max', 'o.stake >= f.stake_min'],
      ['o.stake between f.stake_min and f.stake_max', 'o.stake <= f.stake_max'],
      ['and o.fee = o.stake', 'and o.fee <= o.stake'],
      ['and o.payout = o.stake', 'and o.payout >= o.stake'],
      ["(x ->> 'seconds')::int = k.duration_sec", 'true'],
      ['product, id, closes_at from placed', 'product, id, closes_at from placed limit 1'],
    ],
  ],
  keep_order_months: [
    [MONTHS],
    [
      [`between p.accepted_at - interval '5 seconds' and p.accepted_at`, `< p.accepted_at`],
      [`and p.accepted_at + interval '5 seconds')`, `and 'infinity')`],
      ['and count(uuid_extract_timestamp(p.id)) = count(*)', ''],
      [`(oldest + interval '2 days') at time zone`, 'oldest at time zone'],
      [`if ends + interval '2 days' < oldest`, 'if ends < oldest'],
      [`begins := ends - interval '3 days'`, 'begins := ends'],
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
  order_month_span: [[ARCHIVE], [[`'%MINVALUE%'`, `'%MAXVALUE%'`]]],
  order_month_held: [
    [ARCHIVE],
    [
      ['greatest(kept_months, 3)', 'kept_months'],
      ['when exists (select from position p', 'when false and exists (select from position p'],
      ['extract(day from archive_month) <> 1 or', ''],
    ],
  ],
  order_archive_lines: [[ARCHIVE], [['(o.member_id > after_member or o.no < after_no)', 'o.member_id > after_member']]],
  order_archive_line: [
    [ARCHIVE],
    [
      ['and c.at >= o.closes_at', ''],
      [`when o.request_key is not null and g.settlement_index is null then 'NOT_LOGGED'`, ''],
      [`'settlement', to_jsonb(d.s)`, `'settlement', to_jsonb(d.s) - 'settled_at'`],
    ],
  ],
  record_order_part: [
    [ARCHIVE],
    [
      ['coalesce(before.part, 0) + 1', 'archive_part'],
      ['elsif held.missing is not null then refused := held.missing;', ''],
      ['held.count is distinct from lines or', ''],
      ['or held.hash is distinct from lines_hash', ''],
    ],
  ],
  record_order_archive: [[ARCHIVE], [['named.count <> held.count or', '']]],
  order_month_stays: [
    [ARCHIVE],
    [
      ['when not exists (select from fairness_month m', 'when false and not exists (select from fairness_month m'],
      ["at time zone 'UTC' + interval '1 day'", "at time zone 'UTC' - interval '1 day'"],
    ],
  ],
  drop_order_month: [
    [ARCHIVE, PAGES],
    [
      ['insert into order_archive_left (month, bytes) values (archive_month, freed);', ''],
      ['and o.nonce is not null and exists (', 'and false and exists ('],
    ],
  ],
  guard_month: [[MONTHS], [['not t.tgisinternal', `not t.tgisinternal and t.tgname <> 'take_stakes'`]], 'every month'],
  ensure_order_month: [
    [MONTHS],
    [
      [`is not null and to_regclass('settlement_'`, `is not null or to_regclass('settlement_'`],
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
