import type { MoneyView } from '@candor/contract/identity';
import type { Wallet } from '@candor/domain/ledger/account';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { selectBalances, selectOpenStake } from './wallet-store.ts';
import { moneyView } from './wallet-view.ts';

/** A member's money in one wallet, as the ledger has it now. */
export async function readMoney(db: Db, site: Site, memberId: bigint, wallet: Wallet): Promise<MoneyView> {
  return moneyView(
    site,
    wallet,
    await selectBalances(db, memberId, wallet, site.currency.code),
    await selectOpenStake(db, memberId, wallet),
  );
}
