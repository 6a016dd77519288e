/**
 * The routes whose calls are signed, written down apart from their declarations: every-route.test.ts compares the two, and says
 * which writes of members are not signed, and why. Clients of tests sign what is named here.
 */
export const SIGNED_ROUTES: readonly string[] = [
  'POST /api/wallet/deposits',
  'POST /api/wallet/deposits/:id/paid',
  'POST /api/wallet/deposits/:id/cancel',
  'POST /api/wallet/withdrawals',
  'POST /api/wallet/withdrawals/:id/cancel',
  'POST /api/wallet/withdrawals/:id/lock',
  'POST /api/wallet/practice/reset',
  'POST /api/invest/holdings',
  'POST /api/invest/holdings/:id/redemption',
  'POST /api/invest/holdings/:id/rollover',
  'POST /api/invest/savings/transfers',
  'PUT /api/invest/savings/auto',
  'POST /api/account/bank-card',
  'DELETE /api/account/bank-card',
  'PUT /api/account/limits',
  'POST /api/account/closing',
  'DELETE /api/account/closing',
  'POST /api/account/data',
  'POST /api/account/data/:id/link',
  'PUT /api/account/push',
  'DELETE /api/account/push',
  'PUT /api/account/profile',
  'POST /api/account/avatar',
  'POST /api/account/verification',
  'POST /api/account/agreements',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  'POST /api/support/complaints',
  'POST /api/support/complaints/:id/replies',
  'POST /api/support/complaints/:id/withdraw',
  'POST /api/support/messages',
  'POST /api/support/pictures',
  'POST /api/support/visitor/join',
  'POST /api/account/password',
  'POST /api/account/withdraw-password',
  'POST /api/account/withdraw-password/reset',
  'POST /api/account/code',
  'POST /api/account/factors/totp',
  'PUT /api/account/factors/totp',
  'DELETE /api/account/factors/totp',
  'POST /api/account/factors/passkeys/options',
  'POST /api/account/factors/passkeys',
  'DELETE /api/account/factors/passkeys/:id',
  'POST /api/account/factors/recovery-codes',
  'POST /api/account/confirmation',
  'POST /api/account/confirmation/options',
  'POST /api/account/security/seen',
];

const PATTERNS = SIGNED_ROUTES.map((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`));

/** @param path with or without its query */
export function isSigned(method: string, path: string): boolean {
  const route = `${method} ${path.split('?', 1)[0] ?? ''}`;
  return PATTERNS.some((pattern) => pattern.test(route));
}
