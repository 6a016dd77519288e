import { expect, test } from 'vitest';
import { paidErrors, paidRequest } from './paid-rules.ts';

const NOTHING = { txid: '', payer: '', proof: '' };
const HEX = 'a'.repeat(64);

test.each([
  ['trc20', '', { txid: 'DEPOSIT_TXID_REQUIRED' }],
  ['trc20', `0x${HEX}`, { txid: 'DEPOSIT_TXID_INVALID' }],
  ['trc20', ` ${HEX} `, {}],
  ['trc20', `\u3000${HEX.slice(0, 32)} ${HEX.slice(32)}\u200B`, {}],
  ['erc20', HEX, { txid: 'DEPOSIT_TXID_INVALID' }],
  ['erc20', `0x${HEX}`, {}],
  [null, '', {}],
] as const)('on %s the hash "%s" gives %o', (network, txid, errors) => {
  expect(paidErrors({ network }, { ...NOTHING, txid }, false)).toEqual(errors);
});

test('a proof is asked for where the channel wants one', () => {
  expect(paidErrors({ network: null }, NOTHING, true)).toEqual({ proof: 'DEPOSIT_PROOF_REQUIRED' });
  expect(paidErrors({ network: null }, { ...NOTHING, proof: 'receipt.jpg' }, true)).toEqual({});
});

test('a copied hash is sent without what nobody sees', () => {
  expect(paidRequest({ ...NOTHING, txid: `\u00A0０x${HEX}\u200B` }).txid).toBe(`0x${HEX}`);
});
