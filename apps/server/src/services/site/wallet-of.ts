import type { Wallet } from '@candor/domain/ledger/account';
import { Refused } from '../../platform/http/http-app.ts';
import type { Site } from './site.ts';

/** The wallet that a call means: the one it names, or the site's own. A site in practice mode has no cash. */
export function walletOf(site: Pick<Site, 'mode' | 'defaultWallet'>, asked: Wallet | undefined): Wallet {
  const wallet = asked ?? site.defaultWallet;
  if (wallet === 'cash' && site.mode === 'practice') throw new Refused('WALLET_UNAVAILABLE');
  return wallet;
}
