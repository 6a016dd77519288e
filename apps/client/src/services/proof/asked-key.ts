/* Whether this member was asked, on this device, to compare the site's key with others. A new key is asked for anew. */

import { createAccountChoice } from '../session/account-choice.ts';

const choice = createAccountChoice('asked-key', (kept) => (typeof kept === 'string' ? kept : ''));

/** The key that was asked for; empty if none was, null until it is read. */
export const useAskedKey = choice.useChoice;

export function keepAskedKey(vkey: string): void {
  choice.change(() => vkey);
}
