import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { depositView, withdrawalView } from '@candor/contract/cashier';
import type { DepositView, WithdrawalView } from '@candor/contract/cashier';
import { membersView } from '@candor/contract/console-members';
import { operatorTokenView } from '@candor/contract/console';
import { parseEnvelope } from '@candor/contract/envelope';
import { logInOperator, postponeOperatorTotp } from '@candor/contract/calls/console/operators';
import { forbidMember, listMembers } from '@candor/contract/calls/console/members';
import { listOperatorNotices } from '@candor/contract/calls/console/notices';
import {
  makeDeposit,
  makeWithdrawal,
  readDeposit as readDepositCall,
  readWithdrawal as readWithdrawalCall,
  tellDepositPaid,
} from '@candor/contract/calls/cashier';
import { bindBankCard } from '@candor/contract/calls/verification';
import { pathOf } from '@candor/contract/operation';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { puzzleHeaders } from '../../apps/server/src/testing/solve-puzzle.ts';
import { freshCardNumber } from './card-number.ts';
import type { MemberApi } from './member-api.ts';
import { SEED_PASSWORD } from './server.ts';

/** The session of an operator. */
export async function logInToConsole(origin: string, operator: string) {
  const login = { username: operator, pwd: SEED_PASSWORD, code: '', uuid: '' };
  const first = operatorTokenView.parse(await send(origin, logInOperator.path, { body: login }));
  const later = { body: {}, token: first.token };
  return first.stage === 'full' ? first : operatorTokenView.parse(await send(origin, postponeOperatorTotp.path, later));
}

/** Publishes an announcement now, with one title in all languages. */
export async function publishNotice(origin: string, title: string, changes: object = {}): Promise<void> {
  const { token } = await logInToConsole(origin, 'admin');
  const text = { title, summary: title, body: title };
  const body = {
    base: 0,
    category: 'system',
    pinned: false,
    important: false,
    texts: { 'zh-Hans': text, 'zh-Hant': text, en: text },
    publishedFrom: new Date().toISOString(),
    areas: [],
    ...changes,
  };
  await send(origin, listOperatorNotices.path, { token, body });
}

/** Forbids a member withdrawals, with a reason that they read. */
export async function forbidWithdrawals(origin: string, username: string): Promise<void> {
  const { token } = await logInToConsole(origin, 'admin');
  const found = membersView.parse(await send(origin, `${listMembers.path}?q=${username}`, { token }));
  const id = found.items[0]?.id ?? '';
  const body = { kind: 'withdrawal', restricted: true, reason: 'PAYMENT_CHECK' };
  await send(origin, pathOf(forbidMember, { id }), { token, body });
}

/** A page of the console where an operator is at work. The login is made by HTTP: another test shows its screens. */
export async function openConsoleAs(
  browser: Browser,
  origin: string,
  { operator, path, viewport = { width: 1280, height: 720 } }: { operator: string; path: string; viewport?: Size },
): Promise<Page> {
  const session = await logInToConsole(origin, operator);
  const context = await browser.newContext({ baseURL: origin, viewport });
  await context.addInitScript((text) => sessionStorage.setItem('candor-console', text), JSON.stringify(session));
  const page = await context.newPage();
  await page.goto(`/console/#${path}`);
  return page;
}

type Size = { width: number; height: number };

/** A deposit by bank transfer that the member says they paid. */
export async function payDeposit(member: MemberApi, amount: string): Promise<DepositView> {
  const body = { channel: 'bank', amount, currency: TEST_CURRENCY.code };
  const { id } = depositView.parse(await member.post(makeDeposit.path, body));
  return depositView.parse(await member.post(pathOf(tellDepositPaid, { id }), { payer: '王小明' }));
}

export async function readDeposit(origin: string, { token }: MemberApi, id: string): Promise<DepositView> {
  return depositView.parse(await send(origin, pathOf(readDepositCall, { id }), { token }));
}

/** Binds a card and asks for a withdrawal. */
export async function askWithdrawal(
  member: MemberApi,
  amount: string,
  number = freshCardNumber(),
): Promise<WithdrawalView> {
  const { withdrawPassword } = member.account;
  const card = { holder: '王小明', number, bank: 'ICBC', withdrawPwd: withdrawPassword };
  await member.post(bindBankCard.path, card);
  return withdrawalView.parse(await member.post(makeWithdrawal.path, { amount, withdrawPwd: withdrawPassword }));
}

export async function readWithdrawal(origin: string, { token }: MemberApi, id: string): Promise<WithdrawalView> {
  return withdrawalView.parse(await send(origin, pathOf(readWithdrawalCall, { id }), { token }));
}

/** A call of an operator or a member, without the app. */
export async function send(
  origin: string,
  path: string,
  options: { token?: string; body?: unknown },
): Promise<unknown> {
  const { token, body } = options;
  const method = body === undefined ? 'GET' : 'POST';
  const puzzle = await puzzleHeaders(origin, method, path);
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...puzzle,
      'Accept-Language': 'en',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = parseEnvelope(await response.json());
  if (envelope?.code !== 200) throw new Error(`${path}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}
