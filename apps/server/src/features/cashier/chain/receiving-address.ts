import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Network } from '@candor/contract/cashier';
import { tronToHex } from './tron-address.ts';

/*
 * Whether money may be sent to an address at all. What is sent to a wrong one is gone: nobody can call it back.
 */

export type AddressProblem =
  | 'CHANNEL_ADDRESS_INVALID'
  | 'CHANNEL_ADDRESS_CASE'
  | 'CHANNEL_ADDRESS_NOBODY'
  | 'CHANNEL_ADDRESS_TOKEN';

/** The contracts of USDT, of both networks as twenty bytes. Money sent there is lost, whichever network it was meant for. */
const TOKEN_CONTRACTS: ReadonlySet<string> = new Set([
  // ERC-20: https://etherscan.io/token/0xdac17f958d2ee523a2206206994597c13d831ec7
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  // TRC-20: TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
]);
const ZERO = `0x${'0'.repeat(40)}`;

/** What is wrong with an address to receive USDT; null if nothing is. */
export function addressProblem(text: string, network: Network): AddressProblem | null {
  const bytes = bytesOf(text, network);
  if (bytes === null) return 'CHANNEL_ADDRESS_INVALID';
  if (network === 'erc20' && !isCaseRight(text)) return 'CHANNEL_ADDRESS_CASE';
  if (bytes === ZERO) return 'CHANNEL_ADDRESS_NOBODY';
  return TOKEN_CONTRACTS.has(bytes) ? 'CHANNEL_ADDRESS_TOKEN' : null;
}

/** The twenty bytes behind an address, in lower case. TRON's form has a checksum of its own. */
function bytesOf(text: string, network: Network): string | null {
  if (network === 'trc20') return tronToHex(text);
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : null;
}

/** EIP-55: the case of the letters is a checksum. An address in one case has none. */
function isCaseRight(text: string): boolean {
  const letters = text.slice(2).replaceAll(/\d/g, '');
  return letters === letters.toLowerCase() || letters === letters.toUpperCase() || text === withChecksum(text);
}

/** The address with the case that EIP-55 gives its letters (https://eips.ethereum.org/EIPS/eip-55). */
export function withChecksum(text: string): string {
  const plain = text.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(plain))).toString('hex');
  return `0x${Array.from(plain, (one, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? one.toUpperCase() : one)).join('')}`;
}
