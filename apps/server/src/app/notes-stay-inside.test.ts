import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { adjustmentView } from '@candor/contract/console-members';
import { operatorWithdrawal } from '@candor/contract/console-cashier';
import { LANGUAGES } from '@candor/contract/languages';
import { reviewsView } from '@candor/contract/verification';
import { reasonText } from '@candor/contract/reason-texts';
import { checkCharacter } from '@candor/domain/identity/resident-id';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import * as z from 'zod/mini';
import { beforeAll, expect, it } from 'vitest';
import { newsOf } from '../features/push/push-news.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import { descriptionOf } from '../testing/description.ts';
import type { TestAnswer } from '../testing/call.ts';
import { makeProduct } from '../testing/factories.ts';
import { formOf, makePhoto } from '../testing/pictures.ts';
import { startWithdrawalSite, units } from '../testing/withdrawal-site.ts';

/**
 * An operator writes the same sentence in every note. Then the member reads everything that a member can read, in every language:
 * routes, the file of the statement, news of the live connection, push messages, refusals. The sentence is nowhere.
 */

const MARKER = 'marker-疑似欺诈-ask-Wang-of-compliance';
const PASSWORD = 'correct horse battery';

const { site, ask, asked, act, at } = startWithdrawalSite();

/** The live news of all members, as they were written. */
beforeAll(async () => {
  await makeProduct(site.server.ownerPool);
  await site.server.ownerPool.query(`create table kept_news (message text);
    create function keep_news() returns trigger language plpgsql security definer set search_path = public, pg_temp as
      $$ begin insert into kept_news values (new.message::text); return null; end $$;
    create trigger keep_news after insert on outbox for each row execute function keep_news()`);
});

type Operator = typeof site.first;

async function done(answer: Promise<TestAnswer>): Promise<unknown> {
  const { body, text } = await answer;
  expect(body.code, text).toBe(200);
  return body.data;
}

async function decide(by: Operator, path: string, body: object): Promise<unknown> {
  return await done(site.console.call('POST', `/api/console/${path}`, { token: by.token, key: randomUUID(), body }));
}

async function post(path: string, body: object): Promise<TestAnswer> {
  return await site.server.call('POST', path, { token: site.token, key: randomUUID(), body });
}

async function paidDeposit(): Promise<string> {
  const wanted = { channel: 'bank', amount: '1000', currency: TEST_CURRENCY.code };
  const { id } = depositView.parse(await done(post('/api/wallet/deposits', wanted)));
  await done(post(`/api/wallet/deposits/${id}/paid`, {}));
  await decide(site.first, `deposits/${id}/take`, { version: 2 });
  return id;
}

async function plantDeposits(): Promise<string[]> {
  const rejected = await paidDeposit();
  const no = { version: 3, reason: 'OTHER', note: MARKER };
  expect(JSON.stringify(await decide(site.first, `deposits/${rejected}/reject`, no))).toContain(MARKER);
  const differs = await paidDeposit();
  const less = { version: 3, credited: units(900n), reason: 'AMOUNT_DIFFERS', note: MARKER };
  await decide(site.first, `deposits/${differs}/approve`, less);
  await decide(site.second, `deposits/${differs}/approve`, { version: 4, credited: units(900n) });
  return [rejected, differs];
}

async function plantWithdrawals(third: Operator): Promise<string[]> {
  const { id: rejected, version } = await at('seconding');
  await done(act(site.second, { id: rejected }, 'reject', { version, reason: 'RISK_CHECK', note: MARKER }));
  const approved = await at('approved');
  const step = async (by: Operator, body: object) => {
    const read = site.console.call('GET', `/api/console/withdrawals/${approved.id}`, { token: by.token });
    const { version: seen } = operatorWithdrawal.parse(await done(read));
    await done(act(by, approved, 'payout', { version: seen, ...body }));
  };
  await step(site.first, { step: 'sent', payoutRef: `ref ${randomUUID()}` });
  await step(site.second, { step: 'returning', reason: 'BANK_REFUSED', note: MARKER });
  await step(third, { step: 'returned' });
  return [rejected, approved.id];
}

async function plantAdjustments(): Promise<string[]> {
  const propose = async (kind: string, reason: string) => {
    const body = { memberId: site.memberId.toString(), kind, amount: '10', reason, note: MARKER };
    return adjustmentView.parse(await decide(site.first, 'adjustments', body)).id;
  };
  const [added, taken, refused] = [
    await propose('add', 'GOODWILL'),
    await propose('deduct', 'OTHER'),
    await propose('add', 'PROMOTION'),
  ];
  for (const id of [added, taken])
    await decide(site.second, `adjustments/${id}/decision`, { approve: true, reason: MARKER });
  await decide(site.second, `adjustments/${refused}/decision`, { approve: false, reason: MARKER });
  return [added, taken, refused];
}

async function plantVerification(admin: Operator): Promise<void> {
  const photo = await makePhoto();
  const number = `11010119900307${String(Number(site.memberId) % 1_000).padStart(3, '0')}`;
  const parts = { realName: '王小明', idNumber: number + checkCharacter(number), front: photo, back: photo };
  const { headers, payload } = formOf(parts);
  await done(site.server.call('POST', '/api/account/verification', { token: site.token, headers, body: payload }));
  const list = site.console.call('GET', '/api/console/verifications', { token: admin.token });
  const id = reviewsView.parse(await done(list)).items.at(-1)?.id ?? '';
  await decide(admin, `verifications/${id}/take`, { version: 1 });
  await decide(admin, `verifications/${id}/reject`, { version: 2, reason: 'OTHER', wrong: ['front'], note: MARKER });
}

const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** What every GET of the server answers to the member, with each of these ids. */
async function readEverything(ids: readonly string[]): Promise<[about: string, text: string][]> {
  const paths = Object.entries(description.parse(await descriptionOf(site.server.http.app)).paths).flatMap(
    ([path, operations]) => ('get' in operations ? [path] : []),
  );
  expect(paths.length).toBeGreaterThan(40);
  const read: [string, string][] = [];
  for (const path of [
    ...paths,
    '/api/wallet/transfers?format=csv',
    '/api/wallet/transfers?type=manualAdd,manualDeduct',
  ])
    for (const language of LANGUAGES)
      for (const id of path.includes('{') ? ids : ['']) {
        const filled = path.replaceAll(/\{\w+\}/g, id);
        read.push([filled, (await site.server.call('GET', filled, { token: site.token, language })).text]);
      }
  return read;
}

async function pushTexts(deposits: readonly string[], withdrawals: readonly string[]): Promise<string> {
  const { worker } = site.server;
  const deps = { pool: worker.pool, site: worker.site, siteDomain: undefined };
  const told = [];
  for (const language of LANGUAGES) {
    for (const id of deposits)
      for (const state of ['rejected', 'approved'])
        told.push(await newsOf(deps, { kind: 'deposit', ref: `${id}:${state}`, language, amounts: true }));
    for (const id of withdrawals)
      for (const state of ['rejected', 'returned'])
        told.push(await newsOf(deps, { kind: 'withdrawal', ref: `${id}:${state}`, language, amounts: true }));
  }
  expect(told.filter((one) => one !== undefined).length).toBe(told.length);
  return JSON.stringify(told);
}

it('what operators write in a note reaches no route, file, news or push message of the member', async () => {
  const [admin, third] = [await site.console.operator('owner'), await site.console.operator('cashier')];
  const { rows } = await site.server.ownerPool.query<{ username: string }>(
    'update member set password_hash = $2 where id = $1 returning username',
    [site.memberId.toString(), await createPasswords().hash(PASSWORD)],
  );
  const username = rows[0]?.username ?? '';
  const [deposits, withdrawals, adjustments] = [
    await plantDeposits(),
    await plantWithdrawals(third),
    await plantAdjustments(),
  ];
  await plantVerification(admin);
  const open = await asked('100');
  const restrict = { restricted: true, reason: 'OTHER', note: MARKER };
  await decide(admin, `members/${site.memberId}/notes`, { text: MARKER });
  await decide(admin, `members/${site.memberId}/forbid`, { kind: 'trading', ...restrict });
  await decide(admin, `members/${site.memberId}/forbid`, { kind: 'withdrawal', ...restrict });

  const order = { product: 'TESTUSD', direction: 'up', durationSec: 5, stake: '10' };
  const refused = [await post('/api/trade/orders', order), await ask('100')];
  expect(refused.map(({ body }) => body.error)).toEqual(['TRADING_FORBIDDEN_BECAUSE', 'WITHDRAWAL_FORBIDDEN_BECAUSE']);
  const read = await readEverything([...deposits, ...withdrawals, ...adjustments, open.id, 'TESTUSD']);
  const push = await pushTexts(deposits, withdrawals);

  await decide(admin, `members/${site.memberId}/freeze`, restrict);
  for (const language of LANGUAGES) {
    const body = { username, pwd: PASSWORD };
    const shut = await site.server.call('POST', '/api/login/login', { body, language });
    expect(shut.body.msg).toBe(reasonText('frozen', 'OTHER', language));
    refused.push(shut);
  }

  const news = await site.server.ownerPool.query<{ message: string }>('select message from kept_news');
  expect(news.rows.length).toBeGreaterThan(10);
  const all: [string, string][] = [
    ...read,
    ...refused.map(({ text }): [string, string] => ['a refusal', text]),
    ['push', push],
    ['news', JSON.stringify(news.rows)],
  ];
  expect(all.filter(([, text]) => text.includes(MARKER)).map(([about]) => about)).toEqual([]);
  // It is where it belongs: in the console.
  const consoleSite = await site.console.call('GET', `/api/console/members/${site.memberId}`, { token: admin.token });
  expect(consoleSite.text.split(MARKER).length - 1).toBe(4);
});
