import type { Pool } from '../../platform/db/pool.ts';
import { createBackoff } from '../../platform/jobs/backoff.ts';
import type { Backoff } from '../../platform/jobs/backoff.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Site } from '../../services/site/site.ts';
import { lookUpPayment } from './chain/look-up-payment.ts';
import type { TokenChain } from './chain/look-up-payment.ts';
import { creditDeposits } from './credit-deposits.ts';
import { payRewards } from './rewards/pay-rewards.ts';
import { selectChainClaims, upsertFinding } from './worker-store.ts';

const CREDITING_MS = 1_000;
const REWARDING_MS = 5_000;
const LOOKING_MS = 5_000;
const LOOK_AGAIN_SEC = 15;
const CLAIMS_AT_ONCE = 20;

export interface CashierJobs {
  pool: Pool;
  site: Site;
  secret: Buffer;
  log: Log;
  /** How chains are read. Of a payment on any other, an operator sees only what the member claims. */
  chains: readonly TokenChain[];
  onChanged: () => void;
}

/** The worker's part of the cashier. Returns how to stop it. */
export function startCashier({ pool, site, secret, log, chains, onChanged }: CashierJobs): () => Promise<void> {
  const backoff = createBackoff<string>();
  const crediting = repeat('deposits', CREDITING_MS, log, async () => {
    const { changed, troubled } = await creditDeposits(pool, site, secret, backoff.ids());
    for (const { id, error } of troubled) {
      backoff.delay(id);
      log.error({ err: error, id }, 'a deposit or a payment notice could not be handled');
    }
    if (changed > 0) onChanged();
  });
  const rewardBackoff = createBackoff<bigint>();
  const rewarding = repeat('rewards', REWARDING_MS, log, async () => {
    const { paid, troubled } = await payRewards(pool, site, rewardBackoff.ids());
    for (const { id, error } of troubled) {
      rewardBackoff.delay(id);
      log.error({ err: error, invitee: id.toString() }, 'an invitation could not be judged');
    }
    if (paid > 0) onChanged();
  });
  // A node that does not answer holds up its own chain alone.
  const looking = chains.map((chain) =>
    repeat(`chain ${chain.network}`, LOOKING_MS, log, async () => await lookAtChain(pool, log, chain, backoff)),
  );
  return async () => {
    await crediting.stop();
    await rewarding.stop();
    await Promise.all(looking.map(async (job) => await job.stop()));
  };
}

/** Writes what the chain says of claimed payments. One that cannot be read waits, and the others come meanwhile. */
export async function lookAtChain(
  pool: Pool,
  log: Pick<Log, 'warn'>,
  chain: TokenChain,
  backoff: Backoff<string> = createBackoff(),
): Promise<void> {
  const choice = { everySec: LOOK_AGAIN_SEC, except: backoff.ids(), limit: CLAIMS_AT_ONCE };
  for (const { id, txid, address } of await selectChainClaims(pool, chain.network, choice)) {
    if (address === null) continue;
    try {
      await upsertFinding(pool, id, await lookUpPayment(chain, txid, address));
    } catch (error) {
      backoff.delay(id);
      log.warn({ err: error, deposit: id }, 'a payment could not be looked up on the chain');
    }
  }
}
