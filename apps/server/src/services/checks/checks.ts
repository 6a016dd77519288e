import type { Check } from './check.ts';
import { CHECKS_OF_INVESTING } from './checks-of-investing-store.ts';
import { CHECKS_OF_ORDERS } from './checks-of-orders-store.ts';
import { CHECKS_OF_PROOF, CHECKS_OF_THE_DESK } from './checks-of-proof-store.ts';
import { CHECKS_OF_THE_CASHIER } from './checks-of-the-cashier-store.ts';
import { CHECKS_OF_THE_HOURS, CHECKS_OF_THE_LEDGER } from './checks-of-the-ledger-store.ts';

/** All of them: the worker asks them of a site, and every test with a database at its end. docs/runbook.md says what to do after each. */
export const CHECKS: readonly Check[] = [
  ...CHECKS_OF_THE_LEDGER,
  ...CHECKS_OF_THE_HOURS,
  ...CHECKS_OF_THE_CASHIER,
  ...CHECKS_OF_ORDERS,
  ...CHECKS_OF_INVESTING,
  ...CHECKS_OF_PROOF,
  ...CHECKS_OF_THE_DESK,
];
