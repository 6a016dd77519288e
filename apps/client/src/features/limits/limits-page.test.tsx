// @vitest-environment happy-dom
import { ZH_HANS_ERRORS as say } from '@candor/contract/errors/zh-hans';
import type { LimitsView } from '@candor/contract/limits';
import { changeOwnLimits, readOwnLimits } from '@candor/contract/calls/limits';
import { act } from 'react';
import { expect, test } from 'vitest';
import common from '../../locales/zh-Hans/common.json';
import limits from '../../locales/zh-Hans/limits.json';
import {
  answer,
  button,
  expectWrong,
  field,
  messages,
  press,
  pressAgain,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { LimitsPage } from './limits-page.tsx';

startScreens('zh-Hans');

const { sheet, exclusion } = limits;
const CHANGE = `PUT ${changeOwnLimits.path}`;
const VIEW: LimitsView = {
  wallet: 'practice',
  limits: [
    {
      kind: 'deposit',
      period: 'day',
      amount: '500.00',
      used: '120.00',
      left: '380.00',
      startsAgainOn: '2026-11-22',
      startsAgainAt: '2026-11-21T16:00:00.000Z',
      next: null,
    },
  ],
  exclusion: null,
  realityCheckMinutes: null,
};

async function open(row: RegExp) {
  serve(readOwnLimits.path, VIEW);
  await show(<LimitsPage />, { common, limits });
  const rows = () => [...document.querySelectorAll('button')].filter(({ textContent }) => row.test(textContent));
  await until(() => expect(rows().length).toBeGreaterThan(0));
  await press(rows()[0]?.textContent ?? '');
}

const DAILY_DEPOSIT = new RegExp(`^${limits.day}.*500`);

test('an amount is required, and what it will do is said before it is saved', async () => {
  await open(DAILY_DEPOSIT);
  await press(sheet.save);
  expectWrong(sheet.amount, say.AMOUNT_REQUIRED);
  await type(sheet.amount, '300');
  expect(document.body.textContent).toContain(sheet.effect.now);
  await type(sheet.amount, '800');
  expect(document.body.textContent).toContain(sheet.effect.later);
});

test('one change is sent; a lost answer is asked for with the same key, and the amount is still typed', async () => {
  await open(DAILY_DEPOSIT);
  await type(sheet.amount, '300');
  answer(CHANGE, 'lost', 'never');
  await press(sheet.save);
  await until(() => expect(messages()).toContain(say.NETWORK_ERROR));
  expect(field(sheet.amount).value).toBe('300');
  await pressAgain(sheet.save);
  const [first, second, ...more] = sentTo(CHANGE);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
  expect(first?.body).toEqual({ limits: [{ kind: 'deposit', period: 'day', amount: '300' }] });
});

test('self-exclusion starts only after its phrase is typed, once; after a lost answer the phrase is still there', async () => {
  await open(new RegExp(exclusion.hint));
  const phrase = exclusion.type.replace('{phrase}', exclusion.phrase);
  expect(button(exclusion.start).disabled).toBe(true);
  await type(phrase, exclusion.phrase);
  answer(CHANGE, 'lost', 'never');
  await press(exclusion.start);
  await until(() => expect(messages()).toContain(say.NETWORK_ERROR));
  expect(field(phrase).value).toBe(exclusion.phrase);
  await pressAgain(exclusion.start);
  const [first, second, ...more] = sentTo(CHANGE);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
  expect(first?.body).toEqual({ exclusion: 'day' });
});

test('an amount that was typed and the chosen term are there when their sheet opens again; the phrase is not', async () => {
  await open(DAILY_DEPOSIT);
  await type(sheet.amount, '300');
  await press(common.actions.close);
  const rows = () => [...document.querySelectorAll('button')];
  await press(rows().find(({ textContent }) => DAILY_DEPOSIT.test(textContent))?.textContent ?? '');
  await until(() => expect(field(sheet.amount).value).toBe('300'));
  answer(CHANGE, success(VIEW));
  await press(sheet.save);
  await until(() => expect(document.getElementById('limit-amount')).toBeNull());
  await press(rows().find(({ textContent }) => DAILY_DEPOSIT.test(textContent))?.textContent ?? '');
  await until(() => expect(field(sheet.amount).value).toBe(''));
  await press(common.actions.close);

  const row = () => rows().find(({ textContent }) => textContent.includes(exclusion.hint))?.textContent ?? '';
  const phrase = exclusion.type.replace('{phrase}', exclusion.phrase);
  await press(row());
  await act(async () => field(exclusion.terms.week).click());
  await type(phrase, exclusion.phrase);
  await press(common.actions.close);
  await press(row());
  expect([field(exclusion.terms.week).checked, field(phrase).value]).toEqual([true, '']);
});
