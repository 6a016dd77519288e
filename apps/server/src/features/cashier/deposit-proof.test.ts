import { randomUUID } from 'node:crypto';
import { depositView, withdrawalsView, withdrawalView } from '@candor/contract/cashier';
import type { DepositView } from '@candor/contract/cashier';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../services/secrets/passwords.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { formOf, makePhoto } from '../../testing/pictures.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let memberId: bigint;
let token: string;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  photo = await makePhoto();
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  memberId = await makeMember(server.ownerPool, '100000');
  token = await makeSession(server.pool, memberId);
});

async function create(): Promise<DepositView> {
  const body = { channel: 'bank', amount: '1000', currency: TEST_CURRENCY.code };
  const answer = await server.call('POST', '/api/wallet/deposits', { token, key: randomUUID(), body });
  return depositView.parse(answer.body.data);
}

async function paid(
  { id }: { id: string },
  parts: Readonly<Record<string, string | Uint8Array>>,
  key: string = randomUUID(),
): Promise<TestAnswer> {
  const { headers, payload } = formOf(parts);
  return await server.call('POST', `/api/wallet/deposits/${id}/paid`, { token, key, body: payload, headers });
}

async function files(): Promise<{ unused: boolean }[]> {
  const { rows } = await server.ownerPool.query<{ unused: boolean }>(
    `select unused_since is not null as unused from file where member_id = $1 and purpose = 'depositProof'`,
    [memberId.toString()],
  );
  return rows;
}

describe('the proof of a payment', () => {
  it('is stored with what the member says, and only they see it', async () => {
    const deposit = await create();
    const answer = await paid(deposit, { payer: '张三', proof: photo });
    expect(answer.body.data, answer.text).toMatchObject({ status: 'pending', payer: '张三', hasProof: true });
    expect(await files()).toEqual([{ unused: false }]);
    const path = `/api/wallet/deposits/${deposit.id}/proof`;
    expect((await server.call('GET', path, { token })).headers['content-type']).toBe('image/jpeg');
    const stranger = await makeSession(server.pool, await makeMember(server.ownerPool, '0'));
    expect((await server.call('GET', path, { token: stranger })).body.error).toBe('DEPOSIT_NOT_FOUND');
  });

  it('is shown to an operator, and every look at it is in the audit log first', async () => {
    const consoleSite = await startTestConsole(server);
    try {
      const deposit = await create();
      await paid(deposit, { proof: photo });
      const path = `/api/console/deposits/${deposit.id}/proof`;
      const looks = async (): Promise<unknown[]> => {
        const text = `select actor_id::text as actor from audit where command = 'console/deposits/proof' and subject_id = $1`;
        return (await server.ownerPool.query(text, [deposit.id])).rows;
      };
      const reviewer = await consoleSite.operator('reviewer');
      expect((await consoleSite.call('GET', path, { token: reviewer.token })).body.error).toBe('FORBIDDEN');
      expect(await looks()).toEqual([]);
      const cashier = await consoleSite.operator('cashier');
      const seen = await consoleSite.call('GET', path, { token: cashier.token });
      expect(seen.headers['content-type'], seen.text.slice(0, 200)).toBe('image/jpeg');
      expect(await looks()).toEqual([{ actor: cashier.id.toString() }]);
      const without = await create();
      await paid(without, {});
      const none = await consoleSite.call('GET', `/api/console/deposits/${without.id}/proof`, { token: cashier.token });
      expect(none.body.error).toBe('DEPOSIT_NOT_FOUND');
    } finally {
      await consoleSite.stop();
    }
  });

  it('can be left out, in a form as in JSON', async () => {
    const [byForm, byJson] = [await create(), await create()];
    expect((await paid(byForm, { payer: '张三' })).body.data).toMatchObject({ status: 'pending', hasProof: false });
    const path = `/api/wallet/deposits/${byJson.id}/paid`;
    const answer = await server.call('POST', path, { token, key: randomUUID(), body: {} });
    expect(answer.body.data).toMatchObject({ status: 'pending', hasProof: false });
    expect((await server.call('GET', `/api/wallet/deposits/${byJson.id}/proof`, { token })).body.error).toBe(
      'DEPOSIT_NOT_FOUND',
    );
  });

  it('is stored once, however often its call is repeated', async () => {
    const deposit = await create();
    const key = randomUUID();
    const first = await paid(deposit, { proof: photo }, key);
    expect((await paid(deposit, { proof: photo }, key)).body).toEqual(first.body);
    expect(await files()).toHaveLength(1);
    const other = await paid(deposit, { proof: await makePhoto('#3050c0') }, key);
    expect(other.body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    ['that is no picture', Buffer.from('%PDF-1.4'), 'IMAGE_INVALID'],
    ['that is empty', Buffer.alloc(0), 'IMAGE_INVALID'],
    ['that is too large', Buffer.alloc(6 * 1024 * 1024 + 1, 0xff), 'IMAGE_TOO_LARGE'],
  ])('is refused at its field %s, and nothing is said', async (_, proof, error) => {
    const deposit = await create();
    expect((await paid(deposit, { proof })).body).toMatchObject({ error, fields: { proof: error } });
    const read = await server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token });
    expect(read.body.data).toMatchObject({ status: 'recharging' });
  });

  it('stays unused when the deposit is over, so that it is deleted', async () => {
    const deposit = await create();
    await paid(deposit, {});
    expect((await paid(deposit, { proof: photo })).body.error).toBe('DEPOSIT_STATE_CHANGED');
    expect(await files()).toEqual([{ unused: true }]);
  });
});

it('a withdrawal is found by the key it was asked for with, by its member alone', async () => {
  await server.ownerPool.query('update withdrawal_rule set card_required = false');
  await server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [
    memberId.toString(),
    await createPasswords().hash('482913'),
  ]);
  const key = randomUUID();
  const answer = await server.call('POST', '/api/wallet/withdrawals', {
    token,
    key,
    body: { amount: '500', withdrawPwd: '482913' },
  });
  const { id } = withdrawalView.parse(answer.body.data);
  const found = async (as: string, of: string): Promise<string[]> => {
    const { body } = await server.call('GET', `/api/wallet/withdrawals?key=${of}`, { token: as });
    return withdrawalsView.parse(body.data).items.map((item) => item.id);
  };
  expect(await found(token, key)).toEqual([id]);
  expect(await found(token, randomUUID())).toEqual([]);
  const stranger = await makeSession(server.pool, await makeMember(server.ownerPool, '0'));
  expect(await found(stranger, key)).toEqual([]);
});
