// @vitest-environment happy-dom
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import { bindBankCard, readBankCard } from '@candor/contract/calls/verification';
import { readProfile } from '@candor/contract/calls/account';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ROUTES } from '../../lib/paths.ts';
import { sampleProfile } from '../../lib/testing/sample-profile.ts';
import banks from '../../locales/en/banks.json';
import common from '../../locales/en/common.json';
import verification from '../../locales/en/verification.json';
import { forgetPlace, handOverPlace, placeErrand } from '../../services/location/chosen-place.ts';
import {
  answer,
  button,
  errorOf,
  expectWrong,
  field,
  findButton,
  leave,
  link,
  press,
  pressAgain,
  pressEnter,
  refusal,
  sentTo,
  serve,
  show,
  startScreens,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { AddBankPage } from './add-bank-page.tsx';

startScreens();
afterEach(forgetPlace);

const { card } = verification;
const BIND = `POST ${bindBankCard.path}`;
const NUMBER = '6222021234567890128';

/** @param realName the name that the site knows */
async function showPage(realName: string | null = '李*') {
  serve(readBankCard.path, null);
  serve(readProfile.path, sampleProfile({ realName }));
  await show(<AddBankPage />, { common, verification, banks });
  await until(() => button(card.next));
}

test('the map is one press from the branch, and what was typed is there on the way back', async () => {
  await showPage();
  await type(card.holder, '李明');
  expect(link(card.onMap)?.getAttribute('href')).toBe(`#${ROUTES.chooseLocation}?for=branch`);
  await act(async () => link(card.onMap)?.click());
  expect(placeErrand.get()).toEqual({ purpose: 'branch', place: null });
  leave();
  await showPage();
  expect(field(card.holder).value).toBe('李明');
});

test('a place is filled in only when the member says so', async () => {
  handOverPlace('branch', { latitude: 30.27, longitude: 120.16, name: 'Hangzhou' });
  await showPage();
  expect(field(card.branch).value).toBe('');
  await press(card.fill);
  expect(field(card.branch).value).toBe('Hangzhou');
  expect(placeErrand.get()).toBeNull();
});

test('a place that is not wanted leaves the branch as it was', async () => {
  handOverPlace('branch', { latitude: 30, longitude: 120, name: null });
  await showPage();
  await type(card.branch, 'Old branch');
  expect(findButton(card.replace)).toBeDefined();
  expect(document.body.textContent).toContain('30, 120');
  await press(card.dropPick);
  expect(field(card.branch).value).toBe('Old branch');
  expect(document.body.textContent).not.toContain('30, 120');
});

test('each missing or wrong field says so, the first one has the focus, and nothing typed is lost', async () => {
  await showPage(null);
  // The draft of an earlier visit.
  await type(card.holder, '');
  await press(card.next);
  expectWrong(card.holder, say.NAME_REQUIRED);
  expect([errorOf(card.number), errorOf(card.bank)]).toEqual([say.BANK_CARD_NUMBER_REQUIRED, say.BANK_REQUIRED]);
  await type(card.holder, '李明');
  await type(card.number, '6222 0212 3456 7890 127');
  await press(card.next);
  expectWrong(card.number, say.BANK_CARD_INVALID);
  expect(field(card.holder).value).toBe('李明');
  expect(sentTo(BIND)).toEqual([]);
});

test('the bank is recognised by the number, and the card is bound once', async () => {
  await showPage();
  await type(card.number, NUMBER);
  expect(field(card.bank).textContent).toBe(banks.ICBC);
  await press(card.next);
  await press(card.bind);
  expectWrong(card.withdrawPassword, say.WITHDRAW_PASSWORD_REQUIRED);
  await type(card.withdrawPassword, '730482');
  answer(BIND, 'never');
  await pressAgain(card.bind);
  expect(sentTo(BIND)).toMatchObject([{ body: { bank: 'ICBC', withdrawPwd: '730482' } }]);
});

test('Enter goes on from a field of the card, and binds it from the password', async () => {
  await showPage();
  await type(card.number, NUMBER);
  await pressEnter(card.number);
  await type(card.withdrawPassword, '730482');
  answer(BIND, 'never');
  await pressEnter(card.withdrawPassword);
  expect(sentTo(BIND)).toMatchObject([{ body: { bank: 'ICBC', withdrawPwd: '730482' } }]);
});

test('a wrong password is asked for again; a refused number leads back to its field', async () => {
  await showPage();
  await type(card.number, NUMBER);
  await press(card.next);
  await type(card.withdrawPassword, '111111');
  answer(BIND, refusal('WITHDRAW_PASSWORD_MISMATCH', { params: { left: 4 } }), refusal('BANK_CARD_BOUND'));
  await press(card.bind);
  expectWrong(card.withdrawPassword, say.WITHDRAW_PASSWORD_MISMATCH.replace('{left}', '4'));
  expect(field(card.withdrawPassword).value).toBe('');
  await type(card.withdrawPassword, '730482');
  await press(card.bind);
  await until(() => expectWrong(card.number, say.BANK_CARD_BOUND));
  expect(field(card.number).value).toBe('6222 0212 3456 7890 128');
});
