/* The account name that the login form proposes. It survives a logout. */

import { removeKept, tryWriteKept } from '../../lib/kept-store.ts';

export const ACCOUNT_KEY = 'remembered-account';

/** @param account empty: the device forgets it */
export function rememberAccount(account: string): void {
  if (account === '') void removeKept(ACCOUNT_KEY).catch(() => undefined);
  else tryWriteKept(ACCOUNT_KEY, account);
}
