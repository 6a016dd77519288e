import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Site } from '../../services/site/site.ts';
import { lookUpErc20 } from './chain/erc20.ts';
import type { Erc20Deps } from './chain/erc20.ts';
import { creditDeposits } from './credit-deposits.ts';
import { selectChainClaims, upsertFinding } from './worker-store.ts';

const CREDITING_MS = 1_000;
const LOOKING_MS = 5_000;
const LOOK_AGAIN_SEC = 15;
const CLAIMS_AT_ONCE = 20;

export interface CashierJobs {
  pool: Pool;
  site: Site;
  secret: Buffer;
  log: Log;
  /** How the chain is read; without it the desk sees only what the member claims. */
  erc20?: Erc20Deps | undefined;
  onChanged: () => void;
}

/** The worker's part of the cashier. Returns how to stop it. */
export function startCashier({ pool, site, secret, log, erc20, onChanged }: CashierJobs): () => Promise<void> {
  const crediting = repeat('deposits', CREDITING_MS, log, async () => {
    if ((await creditDeposits(pool, site, secret)) > 0) onChanged();
  });
  const looking =
    erc20 === undefined ? undefined : repeat('chain', LOOKING_MS, log, async () => await lookAtChain(pool, log, erc20));
  return async () => {
    await crediting.stop();
    await looking?.stop();
  };
}

/** Writes what the chain says of claimed payments. One that cannot be read does not stop the others. */
export async function lookAtChain(pool: Pool, log: Pick<Log, 'warn'>, erc20: Erc20Deps): Promise<void> {
  for (const { id, txid, address } of await selectChainClaims(pool, 'erc20', LOOK_AGAIN_SEC, CLAIMS_AT_ONCE)) {
    if (address === null) continue;
    try {
      await upsertFinding(pool, id, await lookUpErc20(erc20, txid, address));
    } catch (error) {
      log.warn({ err: error, deposit: id }, 'a payment could not be looked up on the chain');
    }
  }
}
