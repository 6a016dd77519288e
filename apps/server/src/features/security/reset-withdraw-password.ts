import { resetByCode } from '../../services/account-codes/reset-by-code.ts';
import type { Site } from '../../services/site/site.ts';
import { clearTries } from '../../services/withdraw-password/try-store.ts';
import { updateWithdrawPasswordHash } from './security-store.ts';

/** Sets a new withdraw password for a member who forgot the old one and has proved their phone and their login password. */
export function resetWithdrawPassword(site: Pick<Site, 'mode'>, sealKey: Buffer) {
  return resetByCode(site, sealKey, {
    name: 'account/withdraw-password/reset',
    purpose: 'withdrawPassword',
    event: 'withdrawPasswordReset',
    replace: async (db, memberId, newHash) => {
      await updateWithdrawPasswordHash(db, memberId, newHash);
      await clearTries(db, memberId);
    },
  });
}
