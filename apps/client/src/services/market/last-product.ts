/* The product this member traded last on this device. The trade page opens it if an address names none. */

import { createAccountChoice } from '../session/account-choice.ts';

const choice = createAccountChoice('last-product', (kept) =>
  typeof kept === 'string' && /^[A-Z0-9]{1,24}$/.test(kept) ? kept : '',
);

/** Its code; empty if there is none yet, null until it is read. */
export const useLastProduct = choice.useChoice;

export function rememberLastProduct(code: string): void {
  choice.change(() => code);
}
