// @vitest-environment happy-dom
import { listHoldings, listProjects, readAgreement } from '@candor/contract/calls/invest';
import { readMoney } from '@candor/contract/calls/wallet';
import { EN_ERRORS as textOf } from '@candor/contract/errors/en';
import type { ProjectView } from '@candor/contract/invest';
import { pathOf } from '@candor/contract/operation';
import { act } from 'react';
import { expect, test } from 'vitest';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { sampleProject } from '../../lib/testing/sample-project.ts';
import common from '../../locales/en/common.json';
import texts from '../../locales/en/invest.json';
import {
  answer,
  errorOf,
  expectWrong,
  factOf,
  field,
  findButton,
  link,
  press,
  pressAgain,
  refusal,
  sentTo,
  serve,
  show,
  startScreens,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { BuyPage } from './buy-page.tsx';

startScreens();

const PROJECT = sampleProject();
const BUY = `POST ${listHoldings.path}`;
const AMOUNT = texts.buy.amount;
const TEXT = { 'zh-Hans': '协议', 'zh-Hant': '協議', en: 'Agreement' };

async function showPage(...projects: ProjectView[]) {
  const rest = { held: '0.00', invested: '0.00', savings: '0.00', openStake: '0.00' };
  serve(listProjects.path, { practice: true, items: projects.length > 0 ? projects : [PROJECT] });
  serve(readMoney.path, { usermoney: '3000.00', available: '3000.00', ...rest, wallet: 'practice', currency: 'CNY' });
  navigate(paths.ebaoSubmit(PROJECT.id));
  await show(<BuyPage />, { common, invest: texts });
  await until(() => field(AMOUNT));
}

async function agree() {
  await act(async () => document.getElementById('buy-agreed')?.click());
}

function isAgreed(): boolean | undefined {
  return document.querySelector<HTMLInputElement>('#buy-agreed')?.checked;
}

async function submit() {
  await press(document.querySelector<HTMLButtonElement>('form button[type=submit]')?.textContent ?? '');
}

async function goOnWith(amount: string) {
  await type(AMOUNT, amount);
  await agree();
  await submit();
}

test('what an amount earns is shown while it is typed', async () => {
  await showPage();
  expect(factOf(texts.outlook.interest)).toBe('--');
  await type(AMOUNT, '2000');
  // 2,000 × 4.5 % × 30 / 365
  expect(factOf(texts.outlook.interest)).toBe('¥7.40');
  expect(factOf(texts.outlook.total)).toBe('¥2,007.40');
  expect(document.querySelector(`ol[aria-label="${texts.term.label}"]`)?.textContent).toContain('2026-12-21');
});

test('an amount that cannot be invested says by how much, and offers the way to mend it', async () => {
  await showPage();
  await goOnWith('999.50');
  const below = textOf.INVEST_AMOUNT_BELOW_MINIMUM.replace('{min}', '¥1,000.00');
  expectWrong(AMOUNT, below.replace('{short}', '¥0.50'));
  await press('Change to ¥1,000.00');
  expect([field(AMOUNT).value, errorOf(AMOUNT)]).toEqual(['1000', undefined]);
  await type(AMOUNT, '3500');
  expect(link('Deposit ¥500.00')?.getAttribute('href')).toContain('amount=500');
});

test('nothing is invested before the agreement is accepted and the sheet is confirmed, then once exactly what was seen', async () => {
  await showPage();
  await type(AMOUNT, '2000');
  await submit();
  expect(document.body.textContent).toContain(texts.buy.agreeFirst);
  await agree();
  await submit();
  expect(factOf(texts.confirm.project)).toBe('Steady 30');
  expect(sentTo(BUY)).toEqual([]);
  answer(BUY, 'never');
  await pressAgain('Invest ¥2,000');
  const bought = { projectId: PROJECT.id, amount: '2000', termsVersion: 1, agreementVersion: 1, rollOver: false };
  expect(sentTo(BUY).map(({ body }) => body)).toEqual([bought]);
});

test('a refusal is said where it was confirmed, and the amount is still typed', async () => {
  await showPage();
  await goOnWith('2000');
  answer(BUY, refusal('PROJECT_SOLD_OUT'));
  await press('Invest ¥2,000');
  await until(() => expect(document.body.textContent).toContain(textOf.PROJECT_SOLD_OUT));
  expect(field(AMOUNT).value).toBe('2000');
});

test('reading the agreement does not accept it', async () => {
  const agreement = { code: 'project', version: 1, title: TEXT, text: TEXT, publishedAt: '2026-11-01T03:00:00.000Z' };
  serve(pathOf(readAgreement, { code: 'project', version: '1' }), agreement);
  await showPage();
  await press(texts.agreement.link.replace('{name}', texts.agreement.project).replace('{version}', '1'));
  await until(() => expect(document.querySelector('dialog[open] article')).not.toBeNull());
  // A press on anything inside the label of the box would tick it.
  expect(document.querySelector('dialog[open]')?.closest('label')).toBeNull();
});

test('changed terms are shown beside the old ones, and must be accepted before the next try', async () => {
  await showPage();
  await goOnWith('2000');
  const changed = sampleProject({ termsVersion: 2, annualRate: '0.0400' });
  serve(listProjects.path, { practice: true, items: [changed] });
  answer(BUY, refusal('INVEST_TERMS_CHANGED'));
  await press('Invest ¥2,000');
  await until(() => expect(document.body.textContent).toContain(texts.changed.title));
  const cells = [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['4.50%', '4.00%']);
  expect(findButton('Invest ¥2,000')).toBeUndefined();
  await press(texts.changed.accept);
  expect(isAgreed()).toBe(false);
  expect(factOf(texts.outlook.interest)).toBe('¥6.58');
});

test('from a certain amount on the withdraw password goes with the purchase', async () => {
  await showPage(sampleProject({ passwordFrom: '2000.00' }));
  await goOnWith('2000');
  const pin = texts.confirm.password;
  expect(document.activeElement).toBe(field(pin));
  expect(findButton('Invest ¥2,000')?.disabled).toBe(true);
  answer(BUY, refusal('WITHDRAW_PASSWORD_MISMATCH', { params: { left: 4 } }));
  await type(pin, '730482');
  expect(sentTo(BUY)).toEqual([]);
  await press('Invest ¥2,000');
  expect(sentTo(BUY)).toMatchObject([{ body: { amount: '2000', withdrawPwd: '730482' } }]);
  await until(() => expect(errorOf(pin)).toBe(textOf.WITHDRAW_PASSWORD_MISMATCH.replace('{left}', '4')));
  expect(field(pin).value).toBe('');
});
