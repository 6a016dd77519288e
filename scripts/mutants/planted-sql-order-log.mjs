/** Bugs planted by hand in what the database guards of the order log. See `planted-sql.mjs`. */
const RULE = 'apps/server/src/features/trading/settlement-rule.test.ts';
const ORDER_LOG = 'apps/server/src/app/order-log.test.ts';
const LOG_TREE = 'apps/server/src/features/market/feed/grow-order-log.test.ts';
const WITNESSES = 'apps/server/src/app/witnesses.test.ts';
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
