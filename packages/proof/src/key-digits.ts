/**
 * A key as digits that people can read to each other or print. The hash inside a key line has 32 bits, and anyone can make
 * a key that has the same; this has 100.
 */
import type { ProofCrypto } from './crypto-port.ts';
import { utf8 } from './encoding.ts';

const GROUPS = 6;
const GROUP_BYTES = 5;
const GROUP_DIGITS = 5;

/** "01234 56789 …": six groups of five digits, from SHA-256 of `candor-key-digits-v1`, a line feed and the key line. */
export async function keyDigits(vkey: string, crypto: ProofCrypto): Promise<string> {
  const digest = await crypto.sha256(utf8(`candor-key-digits-v1\n${vkey}`));
  const groups = Array.from({ length: GROUPS }, (_, group) => {
    const bytes = digest.subarray(group * GROUP_BYTES, (group + 1) * GROUP_BYTES);
    const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    return String(number % 10 ** GROUP_DIGITS).padStart(GROUP_DIGITS, '0');
  });
  return groups.join(' ');
}
