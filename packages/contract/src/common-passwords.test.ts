import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'Password1',
  'P@ssw0rd',
  'p@$$w0rd!',
  'password2024',
  'PASSWORD19900131',
  'drowssap',
  '1234qwer',
  'a123456789',
  'A123456789',
  'iloveyou!!',
  '!!iloveyou',
  'i-love-you',
  'woaini1314',
  'WoAiNi5201314',
  'woaini123456',
  '5201314a',
  'zhangwei',
  'zhangwei123',
  'ZhangWei1990',
  'lixiaoming88',
  'wangfang520',
  'zhongguo123',
  'qq123456',
  'dragon123456',
  'sunshine8!',
  'm1cha3l23',
  'trustno1',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse',
  'seven-lamps-under-water',
  'candor-demo-1',
  'dragonfruit on toast',
  'monkey48271930',
  'pw-8fKq2_Lz',
  '床前明月光疑是地上霜',
  '',
])('%j is not common', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
