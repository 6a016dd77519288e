/** How tests run with other currencies than the usual one, which has two decimals. */

/** The fewest and the most decimals that a site's currency may have. */
export const OTHER_DECIMALS = ['0', '4'];

/** The tests that `npm test` also runs with these: rules, and what reads and writes amounts. */
export const MONEY_TESTS = [
  'packages/domain/src/money.test.ts',
  'packages/domain/src/ledger',
  'packages/domain/src/trading',
  'apps/server/src/features/trading/order-view.test.ts',
  'apps/server/src/features/trading/place-orders.test.ts',
  'apps/server/src/features/wallet/practice-reset.routes.test.ts',
  'apps/server/src/features/wallet/statement.routes.test.ts',
  'apps/server/src/features/wallet/wallet.routes.test.ts',
];

/** Only these projects: whole servers under load do not depend on the currency. */
export const DECIMALS_ARGS = ['run', '--project', 'unit', '--project', 'server'];
