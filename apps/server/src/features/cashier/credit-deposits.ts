import { paymentNoticeBody } from '@candor/contract/cashier';
import { pow10, readDecimal } from '@candor/domain/decimal';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { isOutage, withTransaction } from '../../platform/db/transaction.ts';
import { lockMembers, writeTransfers } from '../../services/ledger/ledger.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import type { Site } from '../../services/site/site.ts';
import { creditTransfer } from './deposit-credit.ts';
import { channelSecret, isSignedNotice } from './payment-signature.ts';
import {
  expireDeposits,
  insertHandled,
  lockCreditable,
  selectByReference,
  selectNotices,
  selectPracticeDeposits,
  updateCredited,
} from './worker-store.ts';
import type { DueDeposit, NoticeOutcome, NoticeRow } from './worker-store.ts';

/** How long the practice channel lets a newcomer watch the review. */
const PRACTICE_WAIT_SEC = 10;
const BATCH = 50;

export interface Credited {
  /** How many deposits were credited or ended. */
  changed: number;
  /** Deposits and notices whose work threw. They stay due. */
  readonly troubled: { readonly id: string; readonly error: unknown }[];
}

/**
 * Credits what the channels prove by themselves, and ends what nobody paid. One that throws does not stop the others.
 * @param except deposits and notices to leave out this time
 */
export async function creditDeposits(
  pool: Pool,
  site: Site,
  secret: Buffer,
  except: readonly string[] = [],
): Promise<Credited> {
  const credited: Credited = { changed: 0, troubled: [] };
  const each = async (id: string, work: () => Promise<boolean>): Promise<void> => {
    try {
      if (await work()) credited.changed += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      credited.troubled.push({ id, error });
    }
  };
  for (const deposit of await selectPracticeDeposits(pool, { afterSec: PRACTICE_WAIT_SEC, except, limit: BATCH }))
    await each(deposit.id, async () => await credit(pool, site, deposit));
  for (const notice of await selectNotices(pool, except, BATCH))
    await each(notice.id, async () => await handle(pool, site, secret, notice));
  credited.changed += await expire(pool);
  return credited;
}

async function expire(pool: Pool): Promise<number> {
  return await withTransaction(pool, async (db) => {
    const ended = await expireDeposits(db, BATCH);
    await insertOutbox(
      db,
      ended.map(({ id, memberId }) => ({ memberId, message: { type: 'deposit', id } })),
    );
    return ended.length;
  });
}

async function credit(pool: Pool, site: Site, deposit: DueDeposit): Promise<boolean> {
  return await withTransaction(pool, async (db) => await creditLocked(db, site, deposit, null));
}

/** Credits a deposit in the submitted amount, unless it is over by now. */
async function creditLocked(
  db: Connection,
  site: Site,
  { id, memberId }: DueDeposit,
  provedBy: string | null,
): Promise<boolean> {
  await lockMembers(db, [memberId]);
  const deposit = await lockCreditable(db, id);
  if (deposit === undefined) return false;
  await updateCredited(db, id, { credited: deposit.amount, provedBy });
  await writeTransfers(db, [creditTransfer({ ...deposit, credited: deposit.amount }, site.currency.code)]);
  await insertOutbox(db, [
    { memberId, message: { type: 'deposit', id } },
    { memberId, message: { type: 'money' } },
  ]);
  return true;
}

/**
 * Proves a notice again and credits its deposit, if the amount is the asked one. Another amount is for an operator. The database
 * proves it once more, and credits nothing that it cannot prove.
 */
async function handle(pool: Pool, site: Site, secret: Buffer, notice: NoticeRow): Promise<boolean> {
  return await withTransaction(pool, async (db) => {
    const outcome = await outcomeOf(db, site, secret, notice);
    await insertHandled(db, notice.id, outcome);
    return outcome === 'credited';
  });
}

async function outcomeOf(db: Connection, site: Site, secret: Buffer, notice: NoticeRow): Promise<NoticeOutcome> {
  const { channel, body, signedAt, signature } = notice;
  if (!isSignedNotice(channelSecret(secret, channel), signedAt, body, signature)) return 'refused';
  const parsed = paymentNoticeBody.safeParse(JSON.parse(body));
  if (!parsed.success) return 'refused';
  const { reference, status, amount, currency } = parsed.data;
  const deposit = await selectByReference(db, channel, reference);
  if (deposit === undefined || status !== 'paid') return 'ignored';
  const paid = readDecimal(amount);
  const fits =
    paid !== null &&
    currency === deposit.asset &&
    paid.scale <= deposit.assetDecimals &&
    paid.units * pow10(deposit.assetDecimals - paid.scale) === deposit.assetAmount;
  return fits && (await creditLocked(db, site, deposit, notice.id)) ? 'credited' : 'ignored';
}
