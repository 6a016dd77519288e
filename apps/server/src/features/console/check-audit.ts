import type { Db } from '../../platform/db/pool.ts';
import { selectAuditHash, selectAuditHead, selectOutside, walkAudit } from './audit-log-store.ts';
import type { AuditHead, OutsideEntry } from './audit-log-store.ts';

export interface AuditCheck {
  /** The last entry that was checked. */
  checkedTo: bigint;
  brokenSeq: bigint | null;
  /** True when there is no entry after `checkedTo`. */
  complete: boolean;
  head: AuditHead;
  /** Entries that look like an operator's and are not in the chain; the first of them. */
  outside: OutsideEntry | undefined;
}

const BATCH = 2_000;
/** What one call walks at most: about a second of work. */
const BATCHES_MAX = 20;
const GENESIS = Buffer.alloc(32);

/**
 * Walks the chain of operators' entries after one of them, and names the first that is changed, missing or in the wrong
 * place. The end of the chain is known too, so entries cut off there are missed. What looks like an operator's entry and is
 * not in the chain is an alarm of its own. It only reads.
 */
export async function checkAudit(db: Db, after = 0n): Promise<AuditCheck> {
  return { ...(await walkChain(db, after)), outside: await selectOutside(db) };
}

async function walkChain(db: Db, after: bigint): Promise<Omit<AuditCheck, 'outside'>> {
  // The head first: what is added during the walk is not missed, it is only not checked yet.
  const head = await selectAuditHead(db);
  let checkedTo = after;
  let before = after === 0n ? GENESIS : await selectAuditHash(db, after);
  for (let batch = 0; batch < BATCHES_MAX && before !== undefined && checkedTo < head.seq; batch += 1) {
    const walked = await walkAudit(db, { after: checkedTo, before, limit: BATCH });
    if (walked.brokenSeq !== null) return { checkedTo, brokenSeq: walked.brokenSeq, complete: false, head };
    const expected = head.seq - checkedTo < BATCH ? head.seq - checkedTo : BigInt(BATCH);
    // Fewer than there must be: the next one is missing.
    if (walked.count < expected) return { checkedTo, brokenSeq: checkedTo + walked.count + 1n, complete: false, head };
    checkedTo += walked.count;
    before = walked.lastHash ?? before;
  }
  if (before === undefined) return { checkedTo, brokenSeq: after, complete: false, head };
  const isAtHead = checkedTo >= head.seq;
  if (isAtHead && checkedTo === head.seq && !before.equals(head.hash))
    return { checkedTo, brokenSeq: head.seq, complete: false, head };
  return { checkedTo, brokenSeq: null, complete: isAtHead, head };
}
