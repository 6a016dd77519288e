// @vitest-environment happy-dom
import { listDepositChannels, listDeposits, readDeposit, tellDepositPaid } from '@candor/contract/calls/cashier';
import { pathOf } from '@candor/contract/operation';
import type { DepositChannel, DepositView } from '@candor/contract/cashier';
import { ZH_HANS_ERRORS as say } from '@candor/contract/errors/zh-hans';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { currentAddress } from '../../lib/location.ts';
import cashier from '../../locales/zh-Hans/cashier.json';
import common from '../../locales/zh-Hans/common.json';
import {
  answer,
  button,
  errorOf,
  expectWrong,
  field,
  findButton,
  messages,
  press,
  pressAgain,
  refusal,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { DepositFlow } from './deposit-flow.tsx';
import { markLeft } from './left-to-pay.ts';
import { NewDeposit } from './new-deposit.tsx';

/* Deposits by bank card, USDT and online: what is typed, what is refused, and that money is asked for once. */

startScreens('zh-Hans');

const MAKE = `POST ${listDeposits.path}`;
const ID = '0193a5f0-0000-7000-8000-00000000000d';
const PAY = `POST ${pathOf(tellDepositPaid, { id: ID })}`;
const names = { 'zh-Hans': '渠道', 'zh-Hant': '渠道', en: 'Channel' };
const CHANNEL: DepositChannel = {
  code: 'bank-1',
  kind: 'bank',
  network: null,
  names,
  asset: 'CNY',
  assetDecimals: 2,
  rate: '1.0000',
  min: '100.00',
  max: '50000.00',
  presets: ['500.00'],
  arrivalMinutes: 30,
  proofRequired: true,
};
const USDT: DepositChannel = {
  ...CHANNEL,
  code: 'usdt-trc20',
  kind: 'usdt',
  network: 'trc20',
  asset: 'USDT',
  assetDecimals: 6,
  rate: '7.2000',
  proofRequired: false,
};
const DEPOSIT: DepositView = {
  id: ID,
  reference: 'ABCD2345',
  channel: 'bank-1',
  kind: 'bank',
  network: null,
  names,
  wallet: 'practice',
  status: 'recharging',
  amount: '500.00',
  asset: 'CNY',
  assetAmount: '500.00',
  rate: '1.0000',
  rateUntil: '2026-11-21T03:15:00.000Z',
  expiresAt: '2026-11-21T05:00:00.000Z',
  credited: null,
  instructions: { bank: 'ICBC', holder: 'Candor', number: '6222000000000000' },
  txid: null,
  payer: null,
  hasProof: false,
  reason: null,
  createdAt: '2026-11-21T03:00:00.000Z',
  paidAt: null,
  decidedAt: null,
  arrivalMinutes: 30,
  steps: [],
};
const USDT_DEPOSIT: DepositView = {
  ...DEPOSIT,
  channel: 'usdt-trc20',
  kind: 'usdt',
  network: 'trc20',
  asset: 'USDT',
  assetAmount: '100.000000',
  instructions: { address: `T${'a'.repeat(33)}` },
};

const USDT_AMOUNT = cashier.usdt.amount.replace('{asset}', 'USDT');

async function showNew(channel: DepositChannel) {
  serve(listDepositChannels.path, { practice: true, items: [channel] });
  serve(listDeposits.path, { items: [], nextCursor: null, credited: '0.00', count: 0, more: false });
  await show(<NewDeposit method={null} amount={null} />, { cashier, common });
  await until(() => button(cashier.submitDeposit));
}

async function showPaying(deposit: DepositView, ...channels: DepositChannel[]) {
  serve(listDepositChannels.path, { practice: true, items: channels });
  serve(pathOf(readDeposit, { id: ID }), deposit);
  await show(<DepositFlow id={ID} />, { cashier, common });
  await until(() => button(cashier.deposit.paid));
}

test('bank card: a missing or too small amount is refused at the field, and nothing is sent', async () => {
  await showNew(CHANNEL);
  await press(cashier.submitDeposit);
  expectWrong(cashier.amount, say.AMOUNT_REQUIRED);
  await type(cashier.amount, '99.99');
  await press(cashier.submitDeposit);
  expectWrong(cashier.amount, say.AMOUNT_BELOW_MINIMUM.replace('{min}', '¥100.00'));
  expect(field(cashier.amount).value).toBe('99.99');
  expect(sentTo(MAKE)).toEqual([]);
});

test('the form waits for open deposits, which stand above it: it never moves under a finger', async () => {
  serve(listDepositChannels.path, { practice: true, items: [CHANNEL] });
  answer(`GET ${listDeposits.path}`, 'never');
  await show(<NewDeposit method={null} amount={null} />, { cashier, common });
  expect(document.querySelector('form')).toBeNull();
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
});

test('bank card: pressed three times, one deposit is made', async () => {
  await showNew(CHANNEL);
  await press('¥500');
  answer(MAKE, 'never');
  await pressAgain(cashier.submitDeposit);
  expect(sentTo(MAKE)).toMatchObject([{ body: { channel: 'bank-1', amount: '500', currency: 'CNY' } }]);
});

test('bank card: an amount with a comma as its point is deposited as it was read', async () => {
  await showNew(CHANNEL);
  await type(cashier.amount, '1 234,5');
  answer(MAKE, 'never');
  await press(cashier.submitDeposit);
  expect(sentTo(MAKE)).toMatchObject([{ body: { amount: '1234.5' } }]);
});

test('bank card: a refused deposit says why, and the amount is still typed', async () => {
  await showNew(CHANNEL);
  await type(cashier.amount, '1234.5');
  answer(MAKE, refusal('DEPOSIT_CHANNEL_UNAVAILABLE'));
  await press(cashier.submitDeposit);
  await until(() => expect(messages()).toContain(say.DEPOSIT_CHANNEL_UNAVAILABLE));
  expect(field(cashier.amount).value).toBe('1234.5');
});

test('a lost answer is looked up with the same key, never shown as a failure, and leads to the one deposit', async () => {
  await showNew(CHANNEL);
  await type(cashier.amount, '500');
  vi.useFakeTimers();
  answer(MAKE, 'lost', success(DEPOSIT));
  await press(cashier.submitDeposit);
  expect(messages()).toContain(cashier.checking);
  expect(button(cashier.submitting).getAttribute('aria-disabled')).toBe('true');
  await act(async () => await vi.advanceTimersByTimeAsync(1_000));
  const [first, second, ...more] = sentTo(MAKE);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
  expect(currentAddress().params.get('deposit')).toBe(ID);
  expect(first?.key).toMatch(/^[\da-f-]{36}$/);
});

test('USDT: the amount is bounded in USDT, and the network is sent', async () => {
  await showNew(USDT);
  await type(USDT_AMOUNT, '10');
  await press(cashier.submitDeposit);
  expectWrong(USDT_AMOUNT, say.AMOUNT_BELOW_MINIMUM.replace('{min}', '13.89 USDT'));
  await type(USDT_AMOUNT, '100');
  answer(MAKE, success(USDT_DEPOSIT));
  await press(cashier.submitDeposit);
  expect(sentTo(MAKE)).toMatchObject([{ body: { amount: '100', currency: 'USDT', network: 'trc20' } }]);
});

test('USDT: a hash of the wrong form is refused at the field; a right one is sent once, without blanks', async () => {
  await showPaying(USDT_DEPOSIT, USDT);
  await press(cashier.deposit.paid);
  expectWrong(cashier.usdt.txid, say.DEPOSIT_TXID_REQUIRED);
  await type(cashier.usdt.txid, '0xabc');
  await press(cashier.deposit.paid);
  expectWrong(cashier.usdt.txid, say.DEPOSIT_TXID_INVALID);
  await type(cashier.usdt.txid, ` ${'a'.repeat(64)} `);
  answer(PAY, 'never');
  await pressAgain(cashier.deposit.paid);
  expect(sentTo(PAY)).toMatchObject([{ body: { txid: 'a'.repeat(64) } }]);
});

test('a required receipt is asked for where it is chosen, and the payer is still typed', async () => {
  await showPaying(DEPOSIT, CHANNEL);
  await type(cashier.bank.payer, '李明');
  await press(cashier.deposit.paid);
  expect(document.activeElement).toBe(button(cashier.proof.choose));
  const described = button(cashier.proof.choose).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe(say.DEPOSIT_PROOF_REQUIRED);
  expect([field(cashier.bank.payer).value, errorOf(cashier.bank.payer)]).toEqual(['李明', undefined]);
  expect(sentTo(PAY)).toEqual([]);
});

test('online: back from the service the member says once that they paid', async () => {
  const online: DepositView = { ...DEPOSIT, kind: 'online', channel: 'pay', instructions: { url: '/pay/1' } };
  serve(listDepositChannels.path, { practice: true, items: [] });
  serve(pathOf(readDeposit, { id: ID }), online);
  markLeft(ID);
  await show(<DepositFlow id={ID} />, { cashier, common });
  await until(() => expect(findButton(cashier.online.paid)).toBeDefined());
  answer(PAY, 'never');
  await pressAgain(cashier.online.paid);
  expect(sentTo(PAY)).toHaveLength(1);
});
