import { createHmac, timingSafeEqual } from 'node:crypto';

/** A notice that was signed longer ago, or in the future, is refused: nobody can send an old one again. */
export const NOTICE_AGE_MS_MAX = 5 * 60_000;

/** HMAC-SHA256 of `{seconds}.{body}` under the channel's secret. */
export function signNotice(secret: Buffer, signedAtSec: bigint, body: string): Buffer {
  return createHmac('sha256', secret).update(`${signedAtSec}.${body}`).digest();
}

export function isSignedNotice(secret: Buffer, signedAtSec: bigint, body: string, signature: Buffer): boolean {
  const expected = signNotice(secret, signedAtSec, body);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** Reads `t=1700000000,v1=<64 hex digits>`; undefined for anything else. */
export function readSignature(header: string | undefined): { signedAtSec: bigint; signature: Buffer } | undefined {
  const [, seconds, hex] = /^t=(\d{10,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  return seconds === undefined || hex === undefined
    ? undefined
    : { signedAtSec: BigInt(seconds), signature: Buffer.from(hex, 'hex') };
}

/** The header of a notice. */
export function writeSignature(signedAtSec: bigint, signature: Buffer): string {
  return `t=${signedAtSec},v1=${signature.toString('hex')}`;
}

/** Each channel has a secret of its own, derived from the site's. */
export function channelSecret(siteSecret: Buffer, channel: string): Buffer {
  return createHmac('sha256', siteSecret).update(`payment-notice/${channel}`).digest();
}
