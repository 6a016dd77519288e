import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addressProblem, withChecksum } from './receiving-address.ts';
import { tronFromHex } from './tron-address.ts';

/** From the text of EIP-55. */
const RIGHT = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x000000000000000000000000000000000000dEaD',
];

describe('an address of Ethereum', () => {
  it.each(RIGHT)('%s has the right case, and none in one case', (address) => {
    expect(addressProblem(address, 'erc20')).toBeNull();
    expect(addressProblem(address.toLowerCase(), 'erc20')).toBeNull();
    expect(addressProblem(`0x${address.slice(2).toUpperCase()}`, 'erc20')).toBeNull();
  });

  it.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeBed', 'CHANNEL_ADDRESS_CASE'],
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'CHANNEL_ADDRESS_CASE'],
    [`0x${'0'.repeat(40)}`, 'CHANNEL_ADDRESS_NOBODY'],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'CHANNEL_ADDRESS_TOKEN'],
    ['0xdac17f958d2ee523a2206206994597c13d831ec7', 'CHANNEL_ADDRESS_TOKEN'],
    ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'CHANNEL_ADDRESS_TOKEN'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'CHANNEL_ADDRESS_INVALID'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'CHANNEL_ADDRESS_INVALID'],
  ])('%s is refused: %s', (address, problem) => {
    expect(addressProblem(address, 'erc20')).toBe(problem);
  });

  test('with one letter in the other case is always refused', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(bytes, fc.nat(39), (raw, at) => {
        const right = withChecksum(`0x${Buffer.from(raw).toString('hex')}`);
        expect(addressProblem(right, 'erc20')).toBeNull();
        const letter = right.charAt(at + 2);
        const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const wrong = right.slice(0, at + 2) + turned + right.slice(at + 3);
        const isOneCase = [wrong.slice(2).toLowerCase(), wrong.slice(2).toUpperCase()].includes(wrong.slice(2));
        if (wrong !== right && !isOneCase) expect(addressProblem(wrong, 'erc20')).toBe('CHANNEL_ADDRESS_CASE');
      }),
    );
  });
});

describe('an address of TRON', () => {
  it.each([
    [tronFromHex('0x000000000000000000000000000000000000dEaD'), null],
    [tronFromHex(`0x${'0'.repeat(40)}`), 'CHANNEL_ADDRESS_NOBODY'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'CHANNEL_ADDRESS_TOKEN'],
    [tronFromHex('0xdac17f958d2ee523a2206206994597c13d831ec7'), 'CHANNEL_ADDRESS_TOKEN'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'CHANNEL_ADDRESS_INVALID'],
    ['tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', 'CHANNEL_ADDRESS_INVALID'],
    ['0x000000000000000000000000000000000000dEaD', 'CHANNEL_ADDRESS_INVALID'],
  ])('%s: %s', (address, problem) => {
    expect(addressProblem(address, 'trc20')).toBe(problem);
  });
});
