import { createHash } from 'node:crypto';

/**
 * The twenty bytes behind an address of TRON, as Ethereum writes them; null when it is none. Such an address is base58 of
 * the byte 0x41, the twenty bytes, and a checksum (https://developers.tron.network/docs/account).
 */
export function tronToHex(address: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return null;
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  if (bytes.length !== 25 || bytes[0] !== 0x41) return null;
  const body = bytes.subarray(0, 21);
  const checksum = sha256(sha256(body)).subarray(0, 4);
  return checksum.equals(bytes.subarray(21)) ? `0x${body.subarray(1).toString('hex')}` : null;
}

/** The other way round. */
export function tronFromHex(hex: string): string {
  const body = Buffer.concat([Buffer.from([0x41]), Buffer.from(hex.replace(/^0x/, ''), 'hex')]);
  let value = BigInt(`0x${Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${BASE58[Number(value % 58n)] ?? ''}${text}`;
  return text;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
