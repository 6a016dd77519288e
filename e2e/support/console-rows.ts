import { randomUUID } from 'node:crypto';
import { openComplaint } from '@candor/contract/calls/complaints';
import { approveDeposit, readOperatorDeposit, takeDeposit } from '@candor/contract/calls/console/cashier';
import { importStatements, saveStatementAccount } from '@candor/contract/calls/console/statements';
import { parseEnvelope } from '@candor/contract/envelope';
import { pathOf } from '@candor/contract/operation';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { logInToConsole, payDeposit, send } from './console.ts';
import { keepAlarm } from './database.ts';
import { mainServer } from './fixtures.ts';
import type { MemberApi } from './member-api.ts';

/*
 * A row for each list of the console that a new site has none in, so that what opens from it is looked at too: an order, a deposit that no
 * statement proves, a statement of a bank of its own, a complaint, and an alarm that is over.
 */
export async function fillLists(origin: string, member: MemberApi): Promise<void> {
  await member.post(openComplaint.path, { topic: 'other', text: 'Nobody answered me' });
  await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '100' });
  await keepAlarm(mainServer().dataDir, `disk-${randomUUID().slice(0, 8)}`);
  const { token } = await logInToConsole(origin, 'cashier1');
  await credit(origin, token, await payDeposit(member, '1000'));
  await importStatement(origin, token);
}

async function credit(origin: string, token: string, { id, amount }: { id: string; amount: string }): Promise<void> {
  const seen = await send(origin, pathOf(readOperatorDeposit, { id }), { token });
  const taken = await send(origin, pathOf(takeDeposit, { id }), { token, body: { version: versionOf(seen) } });
  const body = { version: versionOf(taken), credited: amount };
  await send(origin, pathOf(approveDeposit, { id }), { token, body });
}

function versionOf(answer: unknown): number {
  if (typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number')
    return answer.version;
  throw new Error('an answer without a version');
}

/** An account without channels: what it says is nobody's deposit, so that no other journey's is proved by it. */
async function importStatement(origin: string, token: string): Promise<void> {
  const code = `bank-${randomUUID().slice(0, 8)}`;
  const account = {
    name: code,
    number: '',
    currency: TEST_CURRENCY.code,
    decimals: TEST_CURRENCY.decimals,
    channels: [],
    paysOut: false,
    columns: { date: 'Date', amount: 'Amount', note: 'Note' },
  };
  await put(origin, pathOf(saveStatementAccount, { code }), token, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(account),
  });
  const form = new FormData();
  form.set('account', code);
  form.set('file', new Blob(['Date,Amount,Note\n2026-01-05,-3.00,fee\n'], { type: 'text/csv' }), 'bank.csv');
  await put(origin, importStatements.path, token, { method: 'POST', headers: {}, body: form });
}

type Put = { method: string; headers: Readonly<Record<string, string>>; body: string | FormData };

async function put(origin: string, path: string, token: string, { headers, ...request }: Put): Promise<void> {
  const authorized = { ...headers, 'Accept-Language': 'en', Authorization: `Bearer ${token}` };
  const envelope = parseEnvelope(await (await fetch(origin + path, { ...request, headers: authorized })).json());
  if (envelope?.code !== 200) throw new Error(`${path}: ${JSON.stringify(envelope)}`);
}
