import { Secret, TOTP } from 'otpauth';

/*
 * Codes of an authenticator (TOTP, RFC 6238): six digits that change every 30 seconds. Pure: the caller keeps the secret
 * sealed, and remembers the newest step that was used, so that a code works once.
 */

const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code of the step before and of the step after counts too: clocks differ a little. */
const STEPS_AROUND = 1;

/** 160 random bits as Base32, as every authenticator takes them. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address in the QR code that an authenticator scans. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...SETTINGS, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
}

/** The step that a code belongs to; undefined when it is no code of now. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: STEPS_AROUND });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
