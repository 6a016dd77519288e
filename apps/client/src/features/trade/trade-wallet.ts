import type { Wallet } from '@candor/contract/envelope';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { useSite } from '../../services/session/site.ts';

/*
 * Which money a ticket uses. A practice site only has practice money. On a live site the member may switch, for this
 * visit only, so that nobody comes back to an order in the wrong wallet.
 */

const chosen = observable<Wallet>('cash');

export function useTradeWallet(): Wallet {
  const { mode } = useSite();
  const wallet = useObservable(chosen);
  return mode === 'practice' ? 'practice' : wallet;
}

export function changeTradeWallet(wallet: Wallet): void {
  chosen.set(wallet);
}
