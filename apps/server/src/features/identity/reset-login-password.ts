import { resetByCode } from '../../services/account-codes/reset-by-code.ts';
import { deleteAllSessions } from '../../services/sessions/session-store.ts';
import type { Site } from '../../services/site/site.ts';
import { updateForgottenPassword } from './password-reset-store.ts';

/**
 * Sets a new login password for a member who forgot the old one and has proved their phone. Every session ends, whoever holds
 * it. A second factor, a freeze and a limit stay as they are.
 */
export function resetLoginPassword(site: Pick<Site, 'mode'>, sealKey: Buffer) {
  return resetByCode(site, sealKey, {
    name: 'account/password/reset',
    purpose: 'loginPassword',
    event: 'loginPasswordReset',
    replace: async (db, memberId, newHash) => {
      await updateForgottenPassword(db, memberId, newHash);
      await deleteAllSessions(db, memberId);
    },
  });
}
