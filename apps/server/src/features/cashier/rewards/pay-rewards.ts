import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import type { Pool } from '../../../platform/db/pool.ts';
import { isOutage, withTransaction } from '../../../platform/db/transaction.ts';
import { lockMembers, writeTransfers } from '../../../services/ledger/ledger.ts';
import { insertOutbox } from '../../../services/outbox/outbox-store.ts';
import type { Site } from '../../../services/site/site.ts';
import { insertReward, judgeInvitation, selectDueInvitations } from './reward-store.ts';
import type { DueInvitation } from './reward-store.ts';

const BATCH = 50;

export interface PaidRewards {
  paid: number;
  readonly troubled: { readonly id: bigint; readonly error: unknown }[];
}

/**
 * Judges the invitations that are due, and pays what was earned. One that throws does not stop the others.
 * @param except invitees to leave out this time
 */
export async function payRewards(pool: Pool, site: Site, except: readonly bigint[] = []): Promise<PaidRewards> {
  const result: PaidRewards = { paid: 0, troubled: [] };
  for (const invitation of await selectDueInvitations(pool, { except, limit: BATCH })) {
    try {
      if (await pay(pool, site, invitation)) result.paid += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      result.troubled.push({ id: invitation.inviteeId, error });
    }
  }
  return result;
}

async function pay(pool: Pool, site: Site, { inviteeId, inviterId }: DueInvitation): Promise<boolean> {
  return await withTransaction(pool, async (db) => {
    await lockMembers(db, [inviteeId, inviterId]);
    if (!(await judgeInvitation(db, inviteeId))) return false;
    const { wallet, amount } = await insertReward(db, inviteeId);
    await writeTransfers(db, [
      {
        debit: houseAccount('house', wallet, site.currency.code),
        credit: memberAccount('funds', inviterId, wallet, site.currency.code),
        amount: money(amount),
        type: 'invitationReward',
        phase: 'single',
        refType: 'member',
        refId: inviteeId.toString(),
      },
    ]);
    await insertOutbox(db, [{ memberId: inviterId, message: { type: 'money' } }]);
    return true;
  });
}
