import { pino } from 'pino';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import type { TestDb } from './test-db.ts';

const TRIES_MAX = 50;

/** Puts all orders, settlements and terms that there are under a head of the order log, as the feed does. */
export async function sealAll({ pools, ownerPool }: Pick<TestDb, 'pools' | 'ownerPool'>): Promise<void> {
  const log = await openOrderLog({ db: pools.feed, log: pino({ level: 'silent' }) }, await takeFeedLead(pools.feed));
  // A slow machine may be late.
  for (let n = 0; n < TRIES_MAX; n += 1) {
    await log.sealAhead();
    await log.commit(0);
    const { rows } = await ownerPool.query<{ done: boolean }>(
      `select not exists (select from settlement_batch where first is null) and not exists (select from log_terms where index is null)
         and coalesce((select max(last_no) from order_log_batch), 0) >= coalesce((select max(no) from trade_order where nonce is not null), 0)
         and (select max(size) from order_log_head) = coalesce((select max(first + count) from order_log_batch), 0) as done`,
    );
    if (rows[0]?.done === true) return;
  }
  throw new Error('the order log is not whole');
}
