import { PATHS, patternOf } from './routes.ts';

/**
 * The routes whose calls are signed. The server refuses to start if its own declarations differ. Which writes of members are
 * not signed, and why, is in apps/server/src/app/every-route.test.ts.
 */
export const SIGNED_ROUTES: readonly string[] = [
  `POST ${PATHS.deposits}`,
  `POST ${patternOf(PATHS.depositPaid, 'id')}`,
  `POST ${patternOf(PATHS.depositCancel, 'id')}`,
  `POST ${PATHS.withdrawals}`,
  `POST ${patternOf(PATHS.withdrawalCancel, 'id')}`,
  `POST ${PATHS.practiceReset}`,
  `POST ${PATHS.holdings}`,
  `POST ${patternOf(PATHS.redemption, 'id')}`,
  `POST ${patternOf(PATHS.rollOver, 'id')}`,
  `POST ${PATHS.savingsTransfers}`,
  `PUT ${PATHS.savingsAuto}`,
  `POST ${PATHS.bankCard}`,
  `DELETE ${PATHS.bankCard}`,
  `PUT ${PATHS.ownLimits}`,
  `PUT ${PATHS.push}`,
  `DELETE ${PATHS.push}`,
  `PUT ${PATHS.profile}`,
  `POST ${PATHS.avatar}`,
  `POST ${PATHS.verification}`,
  `POST ${PATHS.agreements}`,
  `DELETE ${PATHS.sessions}`,
  `DELETE ${patternOf(PATHS.session, 'id')}`,
  `POST ${PATHS.supportMessages}`,
  `POST ${PATHS.supportPictures}`,
  `POST ${PATHS.visitorJoin}`,
  `POST ${PATHS.password}`,
  `POST ${PATHS.withdrawPassword}`,
  `POST ${PATHS.withdrawPasswordReset}`,
  `POST ${PATHS.accountCode}`,
  `POST ${PATHS.totp}`,
  `PUT ${PATHS.totp}`,
  `DELETE ${PATHS.totp}`,
  `POST ${PATHS.passkeyOptions}`,
  `POST ${PATHS.passkeys}`,
  `DELETE ${patternOf(PATHS.passkey, 'id')}`,
  `POST ${PATHS.recoveryCodes}`,
  `POST ${PATHS.confirmation}`,
  `POST ${PATHS.confirmationOptions}`,
  `POST ${PATHS.securitySeen}`,
];

const PATTERNS = SIGNED_ROUTES.map((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`));

/** @param path with or without its query */
export function isSigned(method: string, path: string): boolean {
  const route = `${method} ${path.split('?', 1)[0] ?? ''}`;
  return PATTERNS.some((pattern) => pattern.test(route));
}
