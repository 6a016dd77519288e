// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import common from '../../locales/zh-Hans/common.json';
import { show, startScreens } from '../testing/screen.tsx';
import { SignedMoney } from './amounts.tsx';

startScreens('zh-Hans');

test.each([
  ['open', '85.00', '领先'],
  ['open', '-100.00', '落后'],
  ['settled', '85.00', '盈利'],
  ['settled', '-100.00', '亏损'],
] as const)('an order that is %s with %s is %s', async (worded, text, word) => {
  await show(<SignedMoney worded={worded} text={text} />, { common });
  expect(document.body.textContent).toMatch(new RegExp(`^${word}`));
  expect(document.body.textContent).toContain(text.replace('-', ''));
});
