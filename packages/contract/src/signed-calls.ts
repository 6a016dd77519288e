import { PATHS, patternOf } from './routes.ts';

/*
 * Calls of members that a thief with a stolen token could use against them are signed by the device that logged in: they move
 * money, change what guards it, or speak in the member's name. What is signed, and how the header says it, is here for both
 * sides.
 */

/** `1.<time, epoch ms>.<nonce>.<signature>`. Nonce and signature are base64url, of 16 and 64 bytes. */
export const DEVICE_SIGNATURE_HEADER = 'Device-Signature';

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

export interface SignedCall {
  readonly method: string;
  /** With its query, as it is sent. */
  readonly path: string;
  /** SHA-256 of the body's bytes as they are sent, also of a form; lower-case hex. A call without a body has that of no bytes. */
  readonly bodyHash: string;
  /** In lower case; empty for a call without one. */
  readonly idempotencyKey: string;
  readonly timeMs: number;
  readonly nonce: string;
}

/** The text that is signed. No part can hold a line break, so two different calls never have the same text. */
export function textOfCall({ method, path, bodyHash, idempotencyKey, timeMs, nonce }: SignedCall): string {
  return ['candor call 1', method, path, bodyHash, idempotencyKey, timeMs, nonce].join('\n');
}

export function deviceSignature({ timeMs, nonce }: Pick<SignedCall, 'timeMs' | 'nonce'>, signature: string): string {
  return `1.${timeMs}.${nonce}.${signature}`;
}

/** The parts of the header; null for text that is no signature. */
export function readDeviceSignature(text: string): { timeMs: number; nonce: string; signature: string } | null {
  const [, time, nonce, signature] = /^1\.(\d{13})\.([\w-]{22})\.([\w-]{86})$/.exec(text) ?? [];
  if (time === undefined || nonce === undefined || signature === undefined) return null;
  return { timeMs: Number(time), nonce, signature };
}
