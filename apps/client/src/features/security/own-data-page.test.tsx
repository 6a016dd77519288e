// @vitest-environment happy-dom
import { askForData, askToClose, readOwnData, stopClosing } from '@candor/contract/calls/own-data';
import type { OwnDataView } from '@candor/contract/own-data';
import { expect, test } from 'vitest';
import common from '../../locales/zh-Hans/common.json';
import security from '../../locales/zh-Hans/security.json';
import {
  answer,
  button,
  press,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  until,
} from '../../services/testing/screen.tsx';
import { OwnDataPage } from './own-data-page.tsx';

startScreens('zh-Hans');

const { file, closing, rules } = security.ownData;
const DETAIL = '7 天后注销，在此之前可以撤回';
const ID = '0198c0de-0000-7000-8000-000000000000';
const VIEW: OwnDataView = {
  file: null,
  nextFileAt: null,
  closing: null,
  blockers: [],
  rest: null,
  closingDays: 7,
  rules: [
    { what: 'profile', because: 'contract', from: 'closing', days: 30 },
    { what: 'proofs', because: 'proofs', from: 'closing', days: null },
  ],
};
const ASKED: OwnDataView = {
  ...VIEW,
  file: { id: ID, state: 'asked', askedAt: '2026-11-28T10:00:00.000Z', readyAt: null, until: null, bytes: null },
  nextFileAt: '2026-11-29T10:00:00.000Z',
};

async function showPage(view: OwnDataView) {
  serve(readOwnData.path, view);
  await show(<OwnDataPage />, { common, security });
  await until(() => expect(document.body.textContent).toContain(rules.stays));
}

test('the file is asked for after a question, and then being made', async () => {
  await showPage(VIEW);
  await press(file.ask);
  answer(`POST ${askForData.path}`, success(ASKED));
  await press(file.confirm);
  await until(() => expect(document.body.textContent).toContain(file.states.asked));
  expect(sentTo(`POST ${askForData.path}`)).toHaveLength(1);
});

test('what is kept says why and how long', async () => {
  await showPage(VIEW);
  const text = document.body.textContent;
  expect(text).toContain(rules.what.profile);
  expect(text).toContain(rules.because.contract);
  expect(text).toContain('30');
  expect(text).toContain(rules.stays);
});

test('what is open comes before the end of the account, each with the way to settle it', async () => {
  await showPage({ ...VIEW, blockers: ['ORDERS', 'MONEY'] });
  expect(document.body.textContent).toContain(closing.settleFirst);
  expect(document.body.textContent).not.toContain(DETAIL);
  const links = [...document.querySelectorAll('a')].filter(({ textContent }) =>
    textContent.includes(closing.blockers.MONEY),
  );
  expect(links[0]?.getAttribute('href')).toContain('withdraw');
});

test('what is less than the smallest withdrawal is given up in words that name it', async () => {
  const view: OwnDataView = { ...VIEW, blockers: ['MONEY'], rest: { amount: '0.37', smallest: '10.00' } };
  await showPage(view);
  expect(document.body.textContent).toContain('¥0.37');
  expect(document.body.textContent).toContain('¥10.00');
  await press(`${closing.action}${DETAIL}`);
  const waiting = { askedAt: '2026-11-28T10:00:00.000Z', dueAt: '2026-12-05T10:00:00.000Z', giveUp: '0.37' };
  answer(`POST ${askToClose.path}`, success({ ...view, blockers: [], closing: waiting }));
  await press('我放弃 ¥0.37');
  await until(() => button(closing.stop));
  expect(sentTo(`POST ${askToClose.path}`)[0]?.body).toEqual({ giveUp: '0.37' });
  expect(document.body.textContent).toContain('¥0.37');
});

test('what can be withdrawn is not given up, nor while something else is open', async () => {
  await showPage({ ...VIEW, blockers: ['MONEY'] });
  expect(document.body.textContent).not.toContain(DETAIL);
  await showPage({ ...VIEW, blockers: ['ORDERS', 'MONEY'], rest: { amount: '0.37', smallest: '10.00' } });
  expect(document.body.textContent).not.toContain(DETAIL);
});

test('the end is asked for, and can be taken back until its day', async () => {
  await showPage(VIEW);
  // Read aloud with what it means.
  await press(`${closing.action}${DETAIL}`);
  const waiting = { askedAt: '2026-11-28T10:00:00.000Z', dueAt: '2026-12-05T10:00:00.000Z', giveUp: null };
  answer(`POST ${askToClose.path}`, success({ ...VIEW, closing: waiting }));
  await press(closing.confirm);
  await until(() => button(closing.stop));
  answer(`DELETE ${stopClosing.path}`, success(VIEW));
  await press(closing.stop);
  await until(() => expect(document.body.textContent).not.toContain(closing.waitsText));
});

test('a rest that changed while the closing waits says how it is given up', async () => {
  const waiting = { askedAt: '2026-11-28T10:00:00.000Z', dueAt: '2026-12-05T10:00:00.000Z', giveUp: '0.37' };
  const [changed, unchanged] = [closing.waitsChanged, closing.waitsGiveUp].map(
    (text) => text.split('{amount}')[0] ?? '',
  );
  await showPage({ ...VIEW, blockers: ['MONEY'], rest: { amount: '0.38', smallest: '100.00' }, closing: waiting });
  expect(document.body.textContent).toContain(changed);
  expect(document.body.textContent).not.toContain(unchanged);
});
