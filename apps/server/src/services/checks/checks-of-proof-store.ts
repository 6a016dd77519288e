import { checkOfWords } from './check.ts';
import { archived } from './checks-of-orders-store.ts';

/** What was published and signed is one chain, and nothing in it was changed afterwards. */
export const CHECKS_OF_PROOF = checkOfWords('proof', [
  {
    name: 'ticks-in-one-chain',
    says: 'a chain of ticks is broken',
    pace: 'day',
    sql: `
      with link as (
        select product, seq, seq as last_seq, prev_hash, hash, at from tick
        union all
        select product, first_seq, last_seq, prev_hash, last_hash, tick_day_start(day) from tick_archive a
        where not exists (select from tick t where t.product = a.product and t.seq = a.first_seq)
      )
      select product, seq from (
        select product, seq, prev_hash, lag(hash) over w as before, lag(last_seq) over w as seq_before,
          lag(at) over w as at_before, at
        from link window w as (partition by product order by seq)
      ) chain where (before is not null and (prev_hash <> before or seq <> seq_before + 1 or at <= at_before))`,
  },
  {
    name: 'checkpoints-in-one-chain',
    says: 'a checkpoint does not continue the one before',
    pace: 'day',
    sql: `
      select product, slot from (
        select product, slot, seq, at, previous, text_hash, lag(seq) over w as seq_before, lag(at) over w as at_before,
          max(slot) filter (where kind = 'hour')
            over (partition by product order by slot rows between unbounded preceding and 1 preceding) as hour_slot
        from checkpoint window w as (partition by product order by slot)
      ) c where seq <= seq_before or at <= at_before or previous <> coalesce(
        (select text_hash from checkpoint h where h.product = c.product and h.slot = c.hour_slot), decode(repeat('00', 32), 'hex'))`,
  },
  {
    name: 'checkpoint-of-a-published-tick',
    says: 'a checkpoint signs a tick that was not published',
    pace: 'day',
    sql: `
      select product, slot from checkpoint c
      where not exists (select from tick t where t.product = c.product and t.seq = c.seq and t.at = c.at and t.hash = c.hash)
        and not ${archived('c.product', 'c.seq')}`,
  },
  {
    name: 'terms-as-published',
    says: 'terms are not what their document says',
    pace: 'minute',
    sql: `
      select product, version from terms t where document <> terms_document(t) or hash <> sha256(convert_to(document, 'UTF8'))`,
  },
  {
    name: 'order-log-without-holes',
    says: 'the order log has a hole, or two entries in one place',
    pace: 'day',
    sql: `
      select first, expected from (
        select first, coalesce(lag(first + count) over (order by first), 0) as expected from order_log_batch
      ) batches where first <> expected`,
  },
  {
    name: 'log-heads-at-batch-ends',
    says: 'a head of the order log stands at no end of a batch',
    pace: 'day',
    sql: `
      select h.size from order_log_head h
      where h.size > 0 and not exists (select from order_log_batch b where b.first < h.size and b.first + b.count = h.size)`,
  },
]);

/** What the desk owes and wrote. */
export const CHECKS_OF_THE_DESK = checkOfWords('desk', [
  {
    name: 'dispute-answered-or-due',
    says: 'a dispute neither waits for its check nor has the last word of one, or both',
    pace: 'day',
    sql: `
      select m.id from support_message m where m.author = 'member' and m.order_id is not null
        and exists (select from support_check d where d.doubt_id = m.id)
          = exists (select from support_message k where k.author = 'check' and k.answers = m.id and k.last_word)`,
  },
  {
    name: 'audit-in-one-chain',
    says: 'the chain of the audit log is broken',
    pace: 'day',
    sql: `
      select seq from (
        select seq, prev_hash, lag(hash) over w as before, lag(seq) over w as seq_before from audit
        where seq is not null window w as (order by seq)
      ) chain
      where seq <> coalesce(seq_before, 0) + 1 or prev_hash <> coalesce(before, decode(repeat('00', 32), 'hex'))`,
  },
  {
    name: 'audit-head-is-the-newest',
    says: 'the head of the audit log is not its newest entry',
    pace: 'minute',
    sql: `
      select h.seq, a.seq as newest from audit_head h
      left join lateral (select x.seq, x.hash from audit x where x.seq is not null order by x.seq desc limit 1) a on true
      where h.seq <> coalesce(a.seq, 0) or a.hash is not null and a.hash <> h.hash`,
  },
]);
