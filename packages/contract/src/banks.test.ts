import { expect, test } from 'vitest';
import { BANKS_OF, isBankFound, listedBankName, listedBanks } from './banks.ts';
import { foreignHan } from './testing/scripts.ts';
import { bankCardBody, BANKS } from './verification.ts';

const ALL = [...BANKS_OF.values()].flat();
const CARD = { number: '4111111111111111', withdrawPwd: '271828' };

test('every listed bank has a code of its own and three names in the right script', () => {
  expect(new Set([...ALL.map(({ code }) => code), ...BANKS]).size).toBe(ALL.length + BANKS.length);
  for (const { code, names } of ALL) {
    expect(code).toMatch(/^[A-Z]+(-[A-Z]{2})?$/);
    expect(
      Object.values(names).every((name) => name !== ''),
      code,
    ).toBe(true);
    expect(names.en).not.toMatch(/\p{Script=Han}/u);
    // HSBC writes its own name with 滙.
    expect(foreignHan(names['zh-Hant'].replace('滙', '匯'), 'traditional'), code).toEqual([]);
    expect(foreignHan(names['zh-Hans'], 'simplified'), code).toEqual([]);
  }
});

test('a list holds the banks of its countries, and is searched in every language', () => {
  expect(listedBanks(['SG', 'CN']).map(({ code }) => code)).toEqual(['DBS-SG', 'OCBC-SG', 'UOB-SG', 'SCB-SG']);
  expect(listedBanks([])).toHaveLength(ALL.length);
  expect(listedBanks([]).filter((bank) => isBankFound(bank, '恒生'))).toHaveLength(1);
  expect(listedBankName('MBB-MY', 'en')).toBe('Maybank');
  expect(listedBankName('Sparkasse Köln', 'en')).toBeNull();
});

test.each(['ICBC', 'HASE-HK', 'Sparkasse Köln', '昆仑银行'])('the bank %s can be named', (bank) => {
  expect(bankCardBody.parse({ ...CARD, bank }).bank).toBe(bank);
});

test.each(['', 'X', '\u202EHSBC', 'a'.repeat(61)])('%j is no bank', (bank) => {
  expect(bankCardBody.safeParse({ ...CARD, bank }).success).toBe(false);
});
