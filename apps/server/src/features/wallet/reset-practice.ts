import { moneyView } from '@candor/contract/identity';
import type { MoneyView } from '@candor/contract/identity';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { PRACTICE_RESETS_MAX, practiceResetWaitSec } from '@candor/domain/ledger/practice-reset';
import { money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { insertIdempotency, selectIdempotency } from '../../services/idempotency/idempotency-store.ts';
import { lockMembers, readBalance, writeTransfers } from '../../services/ledger/ledger.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import type { Site } from '../../services/site/site.ts';
import { readMoney } from './read-money.ts';
import { selectPracticeResets } from './wallet-store.ts';

export interface ResetCommand {
  memberId: bigint;
  key: string;
  fingerprint: Buffer;
}

export type ResetError = { key: 'IDEMPOTENCY_KEY_REUSED' } | { key: 'PRACTICE_RESET_LIMIT'; retryAfterSec: number };

const ROUTE = 'wallet/practice/reset';

/**
 * Brings what a member can spend of their practice money back to its start, by one transfer either way and by none when
 * it is there already. Open orders, holds, holdings and savings stay. In any 24 hours only so many may move money.
 */
export async function resetPractice(
  pool: Pool,
  site: Site,
  { memberId, key, fingerprint }: ResetCommand,
): Promise<Result<MoneyView, ResetError>> {
  return await withTransaction(pool, async (db) => {
    await lockMembers(db, [memberId]);
    const [earlier] = await selectIdempotency(db, [{ memberId, route: ROUTE, key }]);
    if (earlier !== undefined) {
      return earlier.fingerprint.equals(fingerprint)
        ? ok(moneyView.parse(earlier.answer))
        : err({ key: 'IDEMPOTENCY_KEY_REUSED' });
    }
    const funds = memberAccount('funds', memberId, 'practice', site.currency.code);
    const grants = houseAccount('grants', 'practice', site.currency.code);
    const { posted, held } = await readBalance(db, funds);
    const missing = site.practiceGrant - (posted - held);
    if (missing !== 0n) {
      const { now, resets } = await selectPracticeResets(db, memberId, PRACTICE_RESETS_MAX);
      const retryAfterSec = practiceResetWaitSec(resets, now);
      if (retryAfterSec > 0) return err({ key: 'PRACTICE_RESET_LIMIT', retryAfterSec });
      await writeTransfers(db, [
        {
          debit: missing > 0n ? grants : funds,
          credit: missing > 0n ? funds : grants,
          amount: money(missing > 0n ? missing : -missing),
          type: 'practiceReset',
          phase: 'single',
          refType: 'member',
          refId: memberId.toString(),
        },
      ]);
      await insertOutbox(db, [{ memberId, message: { type: 'money' } }]);
    }
    const answer = await readMoney(db, site, memberId, 'practice');
    await insertIdempotency(db, [{ memberId, route: ROUTE, key, fingerprint, answer }]);
    return ok(answer);
  });
}
