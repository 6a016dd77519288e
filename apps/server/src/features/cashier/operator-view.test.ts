import { expect, it } from 'vitest';
import { isSameAddress } from './operator-view.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

it('an address of TRON is another one in another case', () => {
  expect(isSameAddress('trc20', TRON, TRON)).toBe(true);
  expect(isSameAddress('trc20', TRON, TRON.toLowerCase())).toBe(false);
  expect(isSameAddress('trc20', TRON, TRON.replace('q', 'Q'))).toBe(false);
});

it('an address of Ethereum is the same in any case, and another one with another digit', () => {
  expect(isSameAddress('erc20', ETHEREUM, ETHEREUM.toLowerCase())).toBe(true);
  expect(isSameAddress('erc20', ETHEREUM, ETHEREUM.replace('7', '8'))).toBe(false);
});

it('what the chain or the channel does not name is not the same', () => {
  expect(isSameAddress('trc20', null, TRON)).toBe(false);
  expect(isSameAddress('trc20', TRON, undefined)).toBe(false);
});
