/** Bugs planted by hand in what the database guards of the order log. See `planted-sql.mjs`. */
const RULE = 'apps/server/src/features/trading/settlement-rule.test.ts';
const ORDER_LOG = 'apps/server/src/app/order-log.test.ts';
const SETTLEMENTS = 'apps/server/src/app/order-log-settlements.test.ts';
const LOG_TREE = 'apps/server/src/features/market/feed/grow-order-log.test.ts';
const WITNESSES = 'apps/server/src/app/witnesses.test.ts';
const OPENINGS = 'apps/server/src/app/log-openings.test.ts';
const LATE_ORDERS = 'apps/server/src/testing/late-order.test.ts';

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const ORDER_LOG_BUGS = {
  void_reason: [
    [RULE],
    [
      ['no > entry_log_no', 'no >= entry_log_no'],
      ['nonce is null or ', ''],
      [`reason is distinct from 'NO_ENTRY_TICK'`, 'reason is null'],
    ],
  ],
  order_document: [
    [ORDER_LOG],
    [
      ['price_text(entry.fee, places)', 'price_text(entry.stake, places)'],
      ['price_text(entry.payout_rate, 4::smallint)', 'price_text(entry.payout_rate, places)'],
      ['entry.document_version = 1 then', 'entry.request_key is null then'],
      ['encode(entry.request_terms_hash', 'encode(terms_hash'],
      [`|| E'\\n' || encode(entry.request_signature, 'hex')`, ''],
    ],
  ],
  decide_order_numbers: [
    [ORDER_LOG, LOG_TREE],
    [
      ['perform pg_advisory_xact_lock(727005);', ''],
      ['if clock_timestamp() < accepted_before then return null; end if;', ''],
    ],
  ],
  seal_orders: [
    [ORDER_LOG],
    [
      ['where epoch = writer_epoch for update', 'for update'],
      ['and o.no <= upto', ''],
      ['order by o.no), max(o.no)', 'order by o.id), max(o.no)'],
      ['where w.id = n.id returning', 'where w.id = n.id and w.version = 1 returning'],
      ['order by p.index)', 'order by p.version, p.product desc)'],
      ["'terms'\n", "'orders'\n"],
      ['o.document_version < 3', 'o.document_version < 2'],
    ],
  ],
  public_order: [
    [ORDER_LOG],
    [
      ['to_char(entry.closes_at', 'to_char(entry.entry_at'],
      ['encode(terms_hash', 'encode(entry.request_terms_hash'],
      ['entry.direction', 'entry.wallet'],
    ],
  ],
  public_settlement: [
    [SETTLEMENTS],
    [
      ['price_text(done.exit_price', 'price_text(done.entry_price'],
      ['done.exit_seq ||', 'done.entry_seq ||'],
      ["coalesce('\"' || done.reason || '\"', 'null')", "'null'"],
    ],
  ],
  log_seal: [[ORDER_LOG, SETTLEMENTS], [['candor-log-seal-v1', 'candor-log-seal-v2']]],
  opened_entry: [[ORDER_LOG, SETTLEMENTS], [['-v2', '-v1']]],
  terms_entry: [[ORDER_LOG], [['candor-log-terms-v1', 'candor-log-terms-v2']]],
  keep_log_terms: [
    [ORDER_LOG],
    [
      ['old.index is not null or ', ''],
      [' or (new.id, new.product, new.version) is distinct from (old.id, old.product, old.version)', ''],
    ],
  ],
  log_openings: [
    [OPENINGS],
    [
      ['from_index + 256, ', ''],
      ['when done.is_logged then', 'when true then'],
      ['w.first < bound.size and ', ''],
      ["then 'older' when", "then 'sealed' when"],
      ['offset greatest(0, bound.low - b.first)', 'offset 0'],
    ],
  ],
  log_settlements: [
    [SETTLEMENTS],
    [
      ['s.ids[i : i + 1999]', 's.ids[i : i + 1998]'],
      ['min(settled_at), max', 'max(settled_at), max'],
    ],
  ],
  settlement_document: [
    [SETTLEMENTS],
    [
      ['price_text(done.credited, places)', 'price_text(done.profit, places)'],
      ['price_text(done.exit_price, decimals)', 'price_text(done.exit_price, places)'],
      ['done.exit_seq ||', 'done.entry_seq ||'],
    ],
  ],
  settlement_commitment: [[SETTLEMENTS], [['candor-log-settlement-v1', 'candor-log-order-v1']]],
  seal_settlements: [
    [SETTLEMENTS, LOG_TREE],
    [
      ['where epoch = writer_epoch for update', 'for update'],
      ['where c.before < settlements_max', ''],
      ['order by t.id, u.place)', 'order by u.order_id)'],
      ["''::bytea order by u.place)", "''::bytea order by u.order_id)"],
      ['coalesce(newest.last_no, (select begins_after from order_log))', '(select begins_after from order_log)'],
      ['begins + t.before', 'begins'],
    ],
  ],
  keep_settlement_batch: [
    [SETTLEMENTS],
    [
      ['old.first is not null or ', ''],
      [' or (new.id, new.orders, new.during) is distinct from (old.id, old.orders, old.during)', ''],
    ],
  ],
  keep_order_log: [
    [ORDER_LOG, LATE_ORDERS],
    [
      ['p.nonce is null or p.no <= sealed limit', 'p.nonce is null limit'],
      ['p.nonce is null or p.no <= sealed limit', 'p.no <= sealed limit'],
      ['h.at >= p.entry_at', 'h.at > p.entry_at'],
    ],
  ],
  keep_log_witness: [
    [WITNESSES],
    [
      ['new.key <> old.key or ', ''],
      [' or old.size > coalesce(new.size, -1)', ''],
      ['not starts_with(new.checkpoint, body)', 'false'],
      ['!~', '~'],
    ],
  ],
  append_order_log: [
    [LOG_TREE],
    [
      [`if new_size is null or new_size <= old_size then refused := 'NOT_AFTER_LAST';\n  elsif`, 'if'],
      ['batch.first + batch.count is distinct from new_size', 'false'],
      ['is distinct from 32 * (new_size - old_size)', 'is null'],
    ],
  ],
};
