import { randomUUID } from 'node:crypto';
import { money } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startWalletSite } from '../../testing/wallet-site.ts';

const { site, moneyNow, statement, reset, own, house, write } = startWalletSite();

test('a reset adds the missing amount in one transfer', async () => {
  await write({ amount: money(minor('40000') + 1n) });
  expect((await reset()).body).toMatchObject({
    code: 200,
    data: { available: amount('100000'), usermoney: amount('100000') },
  });
  expect((await statement('?type=practiceReset')).items).toMatchObject([
    { amount: amountOf(minor('40000') + 1n), balanceAfter: amount('100000') },
  ]);
});

test('a reset takes away the surplus', async () => {
  await write({ debit: house('clearing'), credit: own('funds'), type: 'manualAdd', amount: minor('5') });
  expect((await reset()).body).toMatchObject({ data: { available: amount('100000') } });
  expect((await statement('?type=practiceReset')).items).toMatchObject([
    { amount: amount('-5'), balanceAfter: amount('100000') },
  ]);
});

test('a reset at the starting balance moves nothing', async () => {
  expect((await reset()).body).toMatchObject({ code: 200, data: { available: amount('100000') } });
  expect((await statement('?type=practiceReset')).items).toEqual([]);
});

test('holds, savings and holdings stay', async () => {
  await write(
    { phase: 'pending', id: randomUUID(), type: 'withdraw', amount: minor('1000') },
    { credit: own('savings'), type: 'savingsIn', amount: minor('300') },
  );
  expect((await reset()).body.data).toMatchObject({
    available: amount('100000'),
    held: amount('1000'),
    savings: amount('300'),
    usermoney: amount('101300'),
  });
});

test('the same key repeats the first answer and moves nothing; eight calls at once move money once', async () => {
  await write({ amount: minor('70') });
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, async () => await reset(key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  await write({ amount: minor('30') });
  expect((await reset(key.toUpperCase())).text).toBe(answers[0]?.text);
  expect(await moneyNow()).toMatchObject({ available: amount('99970') });
  expect((await statement('?type=practiceReset')).items).toHaveLength(1);
});

test('simultaneous resets with different keys also end at the starting balance', async () => {
  await write({ amount: minor('70') });
  await Promise.all(Array.from({ length: 8 }, async () => await reset()));
  expect(await moneyNow()).toMatchObject({ available: amount('100000') });
  expect((await statement('?type=practiceReset')).items).toHaveLength(1);
});

test("one member's key is separate from another's", async () => {
  const key = randomUUID();
  await reset(key);
  const other = await makeMember(site.server.ownerPool, '5');
  const otherToken = await makeSession(site.server.pool, other);
  expect((await reset(key, otherToken)).body).toMatchObject({ code: 200 });
  expect(await moneyNow(otherToken)).toMatchObject({ available: amount('100000') });
});

test('a reset without a valid key, or with a body, is refused', async () => {
  const path = '/api/wallet/practice/reset';
  expect((await site.server.call('POST', path, { token: site.token })).body).toMatchObject({
    code: 400,
    error: 'IDEMPOTENCY_KEY_REQUIRED',
  });
  expect((await reset('1')).body.code).toBe(400);
  const withBody = async (body: unknown) =>
    (await site.server.call('POST', path, { token: site.token, key: randomUUID(), body })).body;
  expect(await withBody({ amount: amount('1000000') })).toMatchObject({ code: 400, error: 'FIELD_UNKNOWN' });
  expect(await withBody({})).toMatchObject({ code: 200 });
});

/** Makes something to reset: an amount leaves the wallet. */
async function loseSome(): Promise<void> {
  await write({});
}

test('practice money can be reset five times in 24 hours, counted by the ledger and its clock', async () => {
  for (let done = 1; done <= 5; done += 1) {
    await loseSome();
    expect((await reset()).body.code).toBe(200);
  }
  expect((await reset()).body.code, 'where nothing is to be moved it stays allowed').toBe(200);
  await loseSome();
  const before = (await statement()).items.length;
  const refused = await reset();
  expect(refused.body).toMatchObject({
    code: 429,
    error: 'PRACTICE_RESET_LIMIT',
    msg: 'Practice money can be reset 5 times in 24 hours. Please try again in 24 h.',
  });
  expect(refused.body['retryAfterSec']).toBeGreaterThan(86_300);
  expect((await statement()).items).toHaveLength(before);

  const first = site.memberId;
  site.memberId = await makeMember(site.server.pool);
  const others = await makeSession(site.server.pool, site.memberId);
  await loseSome();
  expect((await reset(randomUUID(), others)).body.code, 'each member has their own').toBe(200);
  expect((await statement('?type=practiceReset', others)).items).toHaveLength(1);
  site.memberId = first;

  await site.server.ownerPool.query(
    `update transfer set at = at - interval '24 hours' where id = (
       select id from transfer where type = 'practiceReset' and ref_id = $1 order by at limit 1)`,
    [site.memberId.toString()],
  );
  expect((await reset()).body.code, 'a day after the first').toBe(200);
  await loseSome();
  expect((await reset()).body.error).toBe('PRACTICE_RESET_LIMIT');
});

test('of twenty resets at once with different keys, at most five pass', async () => {
  await loseSome();
  for (let done = 1; done <= 4; done += 1) {
    await reset();
    await loseSome();
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      await loseSome();
      return await reset();
    }),
  );
  const moved = (await statement('?type=practiceReset')).items;
  expect(moved).toHaveLength(5);
  expect(answers.filter(({ body }) => body.error === 'PRACTICE_RESET_LIMIT').length).toBeGreaterThan(0);
});

test('a refused reset can be retried with its key once a reset is free again', async () => {
  for (let done = 1; done <= 5; done += 1) {
    await loseSome();
    await reset();
  }
  await loseSome();
  const key = randomUUID();
  expect((await reset(key)).body.error).toBe('PRACTICE_RESET_LIMIT');
  await site.server.ownerPool.query(`update transfer set at = at - interval '25 hours' where ref_id = $1`, [
    site.memberId.toString(),
  ]);
  expect((await reset(key)).body.code).toBe(200);
});

test('the member gets an event about a reset', async () => {
  await write({});
  const received: string[] = [];
  const unsubscribe = site.server.context.bus.subscribe('me', (messages) => received.push(JSON.stringify(messages)));
  await reset();
  await expect.poll(() => received.join()).toContain(`{"memberId":"${site.memberId}","d":{"type":"money"}}`);
  unsubscribe();
});
