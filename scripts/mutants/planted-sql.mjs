import { CASHIER_BUGS } from './planted-sql-cashier.mjs';
import { COMPLAINT_BUGS } from './planted-sql-complaints.mjs';
import { FEATURE_BUGS } from './planted-sql-features.mjs';
import { INVEST_BUGS } from './planted-sql-invest.mjs';
import { KEY_BUGS } from './planted-sql-keys.mjs';
import { ORDER_LOG_BUGS } from './planted-sql-order-log.mjs';
import { ORDER_BUGS } from './planted-sql-orders.mjs';

/**
 * Bugs planted by hand in what the database guards: orders, settlements, transfers, ticks, checkpoints, archives, keys
 * and rights here, everything around them in the files beside it. Each names the tests that have to notice it. A bug is
 * planted in the last definition of its function. When a later migration changes that text the run fails, so that somebody
 * writes the bug anew.
 */

const SCHEMA = 'schema';
const END = 'end';

const ACCEPTING = 'apps/server/src/app/accept-orders.test.ts';
const TRANSFERS = 'apps/server/src/app/write-transfers.test.ts';
const RIGHTS = 'apps/server/src/app/database-attacks.test.ts';
const MONEY = 'apps/server/src/app/attacks-on-money.test.ts';
const ORDERS = 'apps/server/src/app/attacks-on-orders.test.ts';
const SETTLEMENTS = 'apps/server/src/app/attacks-on-settlements.test.ts';
const PRICES = 'apps/server/src/app/attacks-on-prices.test.ts';
const CONSTRAINTS = 'apps/server/src/app/database-constraints.test.ts';
const KEYS = 'apps/server/src/app/database-keys.test.ts';
const REFERENCES = 'apps/server/src/app/statement-references.test.ts';
const LEVERS = 'apps/server/src/app/no-outcome-lever.test.ts';
const MACHINERY = 'apps/server/src/app/no-outcome-lever-machinery.test.ts';
const LEDGER = 'apps/server/src/services/ledger/ledger.test.ts';
const RULE = 'apps/server/src/features/trading/settlement-rule.test.ts';
const SETTLING = 'apps/server/src/features/trading/settle-due-orders.test.ts';
const ALARMS = 'apps/server/src/features/trading/settlement-alarms.test.ts';
const TICKS = 'apps/server/src/features/market/feed/publish-ticks.test.ts';
const TICK_DAYS = 'apps/server/src/features/market/feed/tick-days.test.ts';
const CHECKPOINTS = 'apps/server/src/features/market/feed/publish-checkpoints.test.ts';
const ARCHIVE = 'apps/server/src/features/market/archive/archived-days.test.ts';
const CASHIER = 'apps/server/src/features/cashier/cashier-attacks.test.ts';
const RELEASES = 'apps/server/src/features/security/operator/factor-releases.routes.test.ts';
const SITE = 'apps/server/src/services/site/site.test.ts';

/**
 * By the name of a function or view; under SCHEMA for a statement of any migration, under END for one after the last migration.
 * `only` matches the names of the tests to run, where a file has many others.
 * @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>}
 */
const BUGS = {
  ...COMPLAINT_BUGS,
  ...FEATURE_BUGS,
  ...INVEST_BUGS,
  ...KEY_BUGS,
  ...ORDER_LOG_BUGS,
  ...ORDER_BUGS,
  ...CASHIER_BUGS,
  take_stakes: [
    [ACCEPTING, ORDERS, MONEY],
    [
      ['and a.seq = l.seq_read', ''],
      [
        'case when (select count(*) from moved) = (select count(account) from line where is_last) then l.account end',
        'l.account',
      ],
      ['l.is_last and a.id', 'a.id'],
      ['a.posted - (sum(o.amount) over w)::bigint', 'a.posted - o.amount'],
      ['1 as side, stake as amount', '1 as side, stake - 1 as amount'],
      ['where fee > 0', 'where false'],
      [`o.member_id and x.wallet = o.wallet and`, 'o.member_id and'],
      [`and x.kind = 'funds' and`, 'and'],
      [`x.kind = 'funds' and x.currency = paid_in`, `x.kind = 'funds'`],
      ['l.accepted_at, l.seq, l.posted', 'clock_timestamp(), l.seq, l.posted'],
    ],
    'an order|a stake',
  ],
  verdict_of: [
    [RULE],
    [
      [`least(begins + interval '3 seconds', ends)`, `begins + interval '3 seconds'`],
      [`least(begins + interval '3 seconds', ends)`, `least(begins + interval '4 seconds', ends)`],
      [`and t.status = 'OK' and t.at >= begins`, 'and t.at >= begins'],
      ['and t.at >= begins', 'and t.at > begins'],
      ['order by w.seq limit 1', 'order by w.seq desc limit 1'],
      ['order by w.seq desc limit 1', 'order by w.seq limit 1'],
      ['and t.at <= ends offset 0', 'and t.at < ends offset 0'],
      [`ends - interval '2 seconds'`, `ends - interval '3 seconds'`],
      ['h.at >= ends', 'h.at > ends'],
      ['x.seq <= e.seq', 'x.seq < e.seq'],
      [`when x.status <> 'OK' then 'EXIT_NOT_OK'`, ''],
      ['x.price > e.price', 'x.price >= e.price'],
      [`when x.feed <> e.feed then 'FEED_CHANGED'`, ''],
    ],
  ],
  settled_by: [
    [RULE],
    [
      [`when reason is not null then 'voided'`, ''],
      [`when winner is null then 'tied'`, ''],
      ['winner = direction', 'winner <> direction'],
      ['r.won - stake - fee', 'r.won - stake'],
      ['else stake + fee end', 'else stake end'],
      ['stake % 10000 * payout_rate / 10000', '0'],
    ],
  ],
  accept_settlements: [
    [SETTLEMENTS, SETTLING],
    [
      [`when p.parts is distinct from case when o.fee > 0 then 2 else 1 end then 'STAKE' end`, 'end'],
      ['case when o.fee > 0 then 2 else 1 end', '1'],
      ['or o.entry_seq is distinct from j.entry_seq', ''],
      ['or o.entry_price is distinct from j.entry_price', ''],
      ['or o.exit_tick_at is distinct from j.exit_tick_at', ''],
      ['o.outcome <> r.outcome or', ''],
      ['or o.claimed_member <> o.member_id', ''],
      ['or o.profit <> r.profit', ''],
      ['or o.credited <> r.credited', ''],
      ['raise exception', 'raise notice'],
    ],
  ],
  pay_settlements: [
    [SETTLEMENTS, MONEY, SETTLING, RULE],
    [
      ['where p.member_id = any (members) and p.member_id = e.member_id', 'where false'],
      ['h.house as credit, l.stake', 'h.escrow as credit, l.stake'],
      ['l.stake as amount', 'l.credited as amount'],
      [`'fee', l.wallet`, `'orderClose', l.wallet`],
      ['and l.fee > 0', ''],
      [`when 'won' then h.house else h.escrow end`, `when 'won' then h.escrow else h.escrow end`],
      [`where l.outcome <> 'lost'`, `where l.outcome = 'won'`],
      ['set posted = l.posted, seq = l.seq', 'set posted = l.posted'],
      ['lead(e.order_id) over own is null as is_last', 'lag(e.order_id) over own is null as is_last'],
      ['a.posted + sum(e.credited) over own', 'a.posted + e.credited'],
      ['t.settled_at, t.member_id', 'clock_timestamp(), t.member_id'],
    ],
  ],
  settle_orders: [
    [SETTLEMENTS, SETTLING, ALARMS],
    [
      ['insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0', 'select 1'],
      ['having count(*) > 0', ''],
      ['order by i desc limit 1) and s.order_id is null', 'order by i desc limit 1)'],
      ['w.product = o.product and', ''],
      ['and w.entry_at = o.entry_at', ''],
      ['and w.closes_at = o.closes_at', ''],
    ],
    'a settlement|settles|settlement throws|writes news',
  ],
  due_windows: [
    [SETTLING, ALARMS],
    [
      ['h.at >= p.closes_at', 'h.at > p.closes_at'],
      ['h.product = p.product and h.at', 'h.at'],
      ['and a.aside is null', ''],
      ['p.closes_at, p.member_id limit orders_max', 'p.closes_at desc, p.member_id limit orders_max'],
      ['limit orders_max', 'limit orders_max + 1'],
    ],
  ],
  check_positions: [
    [REFERENCES],
    [
      ['(w.member_id, w.wallet, w.product, w.closes_at) is', '(o.member_id, w.wallet, w.product, w.closes_at) is'],
      ['(w.member_id, w.wallet, w.product, w.closes_at) is', '(w.member_id, w.wallet, w.product, o.closes_at) is'],
    ],
  ],
  check_transfers: [
    [REFERENCES],
    [
      ['(w.wallet, w.currency) is', '(a.wallet, w.currency) is'],
      ['(w.wallet, w.currency) is', '(w.wallet, a.currency) is'],
      ['union select credit_account, wallet, currency from written', ''],
      ['not exists (select from transfer p where p.id = w.pending_id)', 'false'],
    ],
  ],
  refuse_orphans: [
    [REFERENCES],
    [
      ['raise exception', 'raise notice'],
      ['lock table trade_order in share row exclusive mode', 'null'],
      ['lock table position, settlement in share row exclusive mode', 'null'],
      ['lock table transfer in share row exclusive mode', 'null'],
      [`union all select 'settlement' from settlement s where s.order_id = g.id`, ''],
      ['g.id in (t.debit_account, t.credit_account)', 'g.id = t.debit_account'],
      ['t.pending_id = g.id', 'false'],
    ],
  ],
  refuse_key_change: [[REFERENCES], [['raise exception', 'raise notice']]],
  write_transfers: [
    [TRANSFERS, LEDGER, MONEY, CASHIER],
    [
      [`when 'candor_http' then d.phase = 'single' and`, `when 'candor_http' then true or`],
      [`when d.debit_member <> d.credit_member then 'TWO_MEMBERS'`, ''],
      [`p.phase = 'pending' and`, ''],
      ['p.debit_account = d.debit\n        and', ''],
      ['and p.credit_account = d.credit', ''],
      ['d.amount <= p.amount', 'true'],
      ['d.amount = p.amount', 'd.amount <= p.amount'],
      [`when d.currency is distinct from s.currency then 'NO_REASON'\n`, ''],
      ['cardinality(ids) = 1 and', ''],
      [`d.wallet = 'practice'\n          and`, ''],
      ['d.ref_id = coalesce(d.debit_member, d.credit_member)::text and', ''],
      ['and a.seq = 0', ''],
      ['and a.seq = 0\n              and d.amount = s.practice_grant', 'and a.seq = 0'],
      ['a.posted - a.held + d.amount', 'a.posted + d.amount'],
      ['a.posted - a.held - d.amount', 'a.posted - d.amount'],
      ['and d.debit_member = o.member_id\n            and d.amount = o.stake', 'and d.amount = o.stake'],
      ['and d.debit_member = o.member_id\n            and d.amount = o.stake', 'and d.debit_member = o.member_id'],
      ['and d.debit_member = o.member_id\n            and d.amount = o.fee', 'and d.debit_member = o.member_id'],
      [`d.ref_type = 'order' and d.wallet = o.wallet`, `d.ref_type = 'order'`],
      ['order by a.id for no key update', 'order by a.id'],
      [`y.status = 'approved' and`, ''],
      ['d.credit_member = y.member_id and', ''],
      ['and d.amount = y.credited', ''],
      [`d.id = w.hold and d.amount = w.amount - w.fee`, 'd.id = w.hold'],
      [`w.paid_out = 'returned' and`, ''],
      [
        `w.status = case when d.phase = 'post' then 'approved' when caller = 'candor_http' then 'cancelled' else 'rejected' end`,
        'true',
      ],
      [`else -p.amount end`, 'else -d.amount end'],
      [`when s.side = 0 then -d.amount else d.amount end`, `when s.side = 0 then -d.amount else p.amount end`],
      ['and x.member_id is not null offset 0', 'offset 0'],
    ],
  ],
  publish_ticks: [
    [TICKS, PRICES],
    [
      ['where epoch = writer_epoch for share', 'where epoch = writer_epoch'],
      ['where epoch = writer_epoch for share', 'for share'],
      [`if tick_at > tick_time then refused := 'FUTURE';\n    elsif`, 'if'],
      [`elsif tick_at < tick_time - interval '2 seconds' then refused := 'LATE';\n`, ''],
      [`elsif date_trunc('second', tick_at) <> tick_at then refused := 'NOT_WHOLE_SECOND';\n`, ''],
      ['tick_at <= head.at', 'tick_at < head.at'],
      [`<> coalesce(head.seq, 0) + 1`, '< coalesce(head.seq, 0) + 1'],
      [`elsif decode(entry ->> 'prevHash', 'hex') <>`, `elsif false and decode(entry ->> 'prevHash', 'hex') <>`],
      [`::bigint <= 0`, '::bigint < 0'],
      [`elsif head.log_size > head_size then refused := 'LOG_SHRANK';\n`, ''],
      [`E'\\n' || log.size || E'\\n'`, `E'\\n' || 0 || E'\\n'`],
      [`|| writer_epoch::text || E'\\n'`, `|| '1' || E'\\n'`],
      [`if expected_hash <> decode(entry ->> 'hash', 'hex') then refused := 'HASH'; end if;`, ''],
      [
        "tick_at, (entry ->> 'price')::bigint, entry ->> 'status', expected_hash",
        `tick_at, (entry ->> 'price')::bigint, 'OK', expected_hash`,
      ],
      ['h.product = publish_ticks.product for update', 'h.product = publish_ticks.product'],
    ],
    'publishTicks|the database refuses|takes the lead',
  ],
  take_feed_lead: [[TICKS], [['epoch + 1', 'epoch']]],
  prepare_tick_days: [[TICK_DAYS], [['0..7', '0..1']]],
  publish_checkpoints: [
    [CHECKPOINTS, PRICES],
    [
      ['where epoch = writer_epoch for share', 'where epoch = writer_epoch'],
      [`if entry_slot > clock_timestamp() then refused := 'FUTURE';\n    elsif`, 'if'],
      ['entry_slot <= last.slot', 'entry_slot < last.slot'],
      ['entry_seq <= last.seq', 'entry_seq < last.seq'],
      ['and t.hash = last.hash', ''],
      [`<> base then refused := 'PREVIOUS'`, `= '' then refused := 'PREVIOUS'`],
      [`and t.hash = decode(entry ->> 'hash', 'hex')`, ''],
      ['t.at > entry_at and t.at <= entry_slot', 'false'],
      ['length(signature) is distinct from 68', 'false'],
      ["not starts_with(entry ->> 'note', prefix) or", ''],
      ['and k.retired_at is null', ''],
    ],
    'the leader|the database refuses|takes the lead',
  ],
  tick_day_held: [
    [ARCHIVE],
    [
      [`interval '90 days'`, `interval '9 days'`],
      [`when exists (select from position o`, `when false and exists (select from position o`],
      ['c.at >= tick_day_start(day + 2)', 'c.at >= tick_day_start(day + 1)'],
    ],
  ],
  record_tick_archive: [
    [ARCHIVE],
    [
      [`elsif not tick_span_continues(code, span.first_seq, span.prev_hash) then refused := 'NOT_CONTINUED';\n`, ''],
      ['and k.retired_at is null', ''],
      ['not starts_with(signed_note, prefix) or', ''],
    ],
  ],
  drop_archived_ticks: [
    [ARCHIVE],
    [
      [
        `is distinct from (s.first_seq, s.last_seq, s.count, s.prev_hash, s.last_hash)`,
        'is distinct from (a.first_seq, a.last_seq, a.count, a.prev_hash, a.last_hash)',
      ],
      ['or not tick_span_continues(s.product, s.first_seq, s.prev_hash)', ''],
      ['raise exception', 'raise notice'],
    ],
  ],
  lock_members_now: [[SETTLING], [['skip locked', '']]],
  set_order_aside: [
    [ALARMS],
    [
      ['and p.closes_at <= h.at', ''],
      [`least(interval '1 minute', interval '1 second'`, `greatest(interval '1 second', interval '1 second'`],
    ],
  ],
  clear_settled_alarms: [[ALARMS], [['where s.order_id = a.order_id', '']]],
  keep_price_rule: [
    ['apps/server/src/app/attacks-on-prices.test.ts'],
    [
      [
        '(new.fresh_ms, new.near_ppm, new.min_sources) is distinct from',
        '(new.fresh_ms, new.near_ppm, before.min_sources) is distinct from',
      ],
      ['order by version desc limit 1', 'order by version limit 1'],
      ['coalesce(new.fresh_ms, before.fresh_ms, 5000)', 'coalesce(new.fresh_ms, 6000)'],
    ],
  ],
  keep_site_currency: [
    [SITE],
    [
      ['exists (select from transfer) or ', ''],
      [' or exists (select from terms)', ''],
      ['(new.currency, new.currency_decimals)', '(new.currency, old.currency_decimals)'],
    ],
  ],
  [SCHEMA]: [
    [RIGHTS, CONSTRAINTS, KEYS, REFERENCES, LEVERS],
    [
      ['create unique index transfer_of_order', 'create index transfer_of_order'],
      ['create unique index transfer_pending', 'create index transfer_pending'],
      ['create unique index proof_key_in_use', 'create index proof_key_in_use'],
      [
        `create unique index member_username_key on member (lower(username collate "C"));`,
        `create unique index member_username_key on member (username);`,
      ],
      ['create unique index trade_order_key on', 'create index trade_order_key on'],
      [
        'before update of id, member_id, wallet, product, terms_version on trade_order',
        'before update of id on trade_order',
      ],
      ['before update of order_id, member_id on settlement', 'before update of member_id on settlement'],
      ['before update of id, wallet, currency on account', 'before update of id on account'],
      ['primary key (member_id, wallet, product)', 'primary key (member_id, wallet, product, order_id)'],
      [
        'foreign key (debit_account, wallet, currency) references account (id, wallet, currency)',
        'foreign key (debit_account) references account (id)',
      ],
      [
        'check (closes_at = entry_at + make_interval(secs => duration_sec))',
        'check (closes_at >= entry_at + make_interval(secs => duration_sec))',
      ],
      ['else posted - held >= 0 end', 'else posted >= 0 end'],
      [`when 'tied' then exit_price = entry_price else true end`, 'else true end'],
      [
        `constraint session_age_check check (expires_at <= created_at + interval '90 days')`,
        `constraint session_age_check check (expires_at <= created_at + interval '900 days')`,
      ],
      [
        'session_id uuid primary key references session (id) on delete cascade',
        'session_id uuid primary key references session (id)',
      ],
      ['endpoint   text not null unique check', 'endpoint   text not null check'],
      ['tries between 0 and 4', 'tries between 0 and 40'],
      ['primary key (session_id, kind, ref)', 'primary key (session_id, ref)'],
      ['step between 1 and 3', 'step between 1 and 4'],
      [
        'alter table first_run add constraint first_run_product_fkey foreign key (product) references product (code);',
        '',
      ],
      [`feed    text check (feed in ('live', 'replay', 'simulated')),`, 'feed    text,'],
      [`check (starts_with(introduction, 'candor-key-rotation-v1'))`, 'check (true)'],
      [`'EXIT_BEFORE_ENTRY', 'FEED_CHANGED'))`, `'EXIT_BEFORE_ENTRY', 'FEED_CHANGED', 'BECAUSE'))`],
    ],
  ],
  [END]: [
    [RIGHTS, LEVERS, MACHINERY, RELEASES],
    [
      ['', 'grant insert, update on account, transfer to candor_http, candor_worker;'],
      ['', 'grant update (posted, held, seq) on account to candor_http, candor_worker;'],
      ['', 'grant insert on position to candor_http;'],
      ['', 'grant delete on position to candor_worker;'],
      ['', 'grant execute on function use_proof_key(text, bytea, text) to public;'],
      ['', 'grant update (closes_at) on trade_order to candor_http;'],
      ['', 'grant insert on tick to candor_feed;'],
      ['', 'grant update (roles) on member to candor_http;'],
      ['', 'grant select (username) on member to candor_worker;'],
      ['', 'grant candor_worker to candor_http;'],
      ['', 'grant execute on all functions in schema public to candor_http;'],
      ['', 'grant truncate on transfer to candor_worker;'],
      ['', 'drop trigger accept_orders on trade_order;'],
      ['', 'drop trigger accept_settlements on settlement;'],
      ['', 'drop trigger pay_settlements on settlement;'],
      ['', 'drop trigger keep_site_currency on site;'],
      ['', 'grant update (device_key) on session to candor_http;'],
      ['', 'grant update (texts) on text_version to candor_console;'],
      ['', 'grant update (asked_at) on factor_release to candor_console;'],
      ['', 'grant execute on function carry_out_factor_release(bigint) to candor_console;'],
      ['', 'drop trigger keep_own_limits on trade_order;'],
      ['', 'drop trigger object_to_release on member_login;'],
      ['', 'grant update (endpoint) on push_subscription to candor_worker;'],
      ['', 'grant delete on first_run to candor_http;'],
      ['', 'grant execute on function prepare_order_months() to candor_http;'],
      ['', 'grant execute on function ensure_order_month(date) to candor_worker;'],
    ],
  ],
};

/**
 * @param {{ file: string, source: string }[]} migrations in their order
 * @param {typeof BUGS} bugs
 * @returns {(import('./typescript-mutants.mjs').Edit & { file: string, source: string, tests: string[], only?: string })[]}
 */
export function plantedBugs(migrations, bugs = BUGS) {
  const lost = [];
  const found = [];
  for (const [name, [tests, edits, only]] of Object.entries(bugs)) {
    for (const [from, to] of edits) {
      const place = placeOf(migrations, name, from);
      if (place === null) lost.push(`${name}: ${from}`);
      else found.push({ ...place, text: to, within: null, sql: true, tests, ...(only === undefined ? {} : { only }) });
    }
  }
  if (lost.length > 0) throw new Error(`These planted bugs no longer match the code, update them:\n${lost.join('\n')}`);
  return found;
}

/** @param {{ file: string, source: string }[]} migrations @param {string} name @param {string} from */
function placeOf(migrations, name, from) {
  for (const { file, source } of migrations.toReversed()) {
    const [first, last] =
      name === SCHEMA ? [0, source.length] : name === END ? [source.length, source.length] : bodyOf(source, name);
    if (last < 0) continue;
    const at = source.indexOf(from, first);
    // A text of a function has to stand in its last definition; one of the schema may stand in any migration.
    if (at < 0 || at + from.length > last) {
      if (name === SCHEMA) continue;
      return null;
    }
    const start = Buffer.byteLength(source.slice(0, at));
    return { file, source, start, end: start + Buffer.byteLength(from) };
  }
  return null;
}

/** From the name to the end of the body; [0, -1] when the function or view is not defined here. @param {string} source @param {string} name */
function bodyOf(source, name) {
  const start = source.search(new RegExp(`create (?:or replace )?function ${name}\\(`));
  if (start < 0) {
    const view = source.search(new RegExp(`create (?:or replace )?view ${name} `));
    return view < 0 ? [0, -1] : [view, source.indexOf(';', view)];
  }
  // The database writes a body between $function$, people between $$.
  const [quote = '$$'] = /\$(?:function)?\$/u.exec(source.slice(start)) ?? [];
  const body = source.indexOf(quote, start) + quote.length;
  return [start, source.indexOf(quote, body)];
}
