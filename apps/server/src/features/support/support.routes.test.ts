import { randomUUID } from 'node:crypto';
import { supportMessage, supportReadView, supportView } from '@candor/contract/support';
import type { SupportMessage, SupportView } from '@candor/contract/support';
import { memberEvent } from '@candor/contract/live';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { placeSigned } from '../../testing/signed-orders.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { deleteDueCheck, insertFinding } from './support-store.ts';
import type { DueCheck } from './support-store.ts';
import { NO_RECEIPT } from '../../services/receipts/check-receipt.ts';

const MESSAGES = '/api/support/messages';

let server: TestServer;
let memberId: bigint;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
});
afterAll(async () => await server.stop());

async function post(body: unknown, { key, as = token }: { key?: string; as?: string } = {}) {
  return await server.call('POST', MESSAGES, { token: as, body, ...(key === undefined ? {} : { key }) });
}

async function said(body: unknown): Promise<SupportMessage> {
  return supportMessage.parse((await post(body)).body.data);
}

async function list(query = '', as = token): Promise<SupportView> {
  return supportView.parse((await server.call('GET', `${MESSAGES}${query}`, { token: as })).body.data);
}

/** What the check writes at the end. */
async function lastWord(due: DueCheck): Promise<void> {
  await insertFinding(server.pools.worker, due, NO_RECEIPT, true);
  await deleteDueCheck(server.pools.worker, due.disputeId);
}

describe('a message', () => {
  it('is stored as written, trimmed, and answered automatically', async () => {
    const message = await said({ text: '  第一行\n第二行 💬 ' });
    expect(message).toMatchObject({
      author: 'member',
      text: '第一行\n第二行 💬',
      order: null,
      finding: null,
      checked: null,
    });
    expect(await list()).toEqual({ items: [message], nextCursor: null, unread: 0, deskRead: '0' });
  });

  it.each([
    [{}, 'text', 'MESSAGE_REQUIRED'],
    [{ text: ' \n\t ' }, 'text', 'MESSAGE_REQUIRED'],
    [{ text: 'x'.repeat(2_001) }, 'text', 'MESSAGE_TOO_LONG'],
    [{ text: 'a\u0000b' }, 'text', 'MESSAGE_INVALID'],
    [{ text: 'a\u001b[31mb' }, 'text', 'MESSAGE_INVALID'],
    [{ text: 'a\ud800b' }, 'text', 'MESSAGE_INVALID'],
    [{ text: 'x', orderId: 'no id' }, 'orderId', 'FIELD_INVALID'],
    [{ text: 'x', author: 'operator' }, 'author', 'FIELD_UNKNOWN'],
  ])('%o is refused at its field', async (body, field, key) => {
    expect((await post(body)).body).toMatchObject({ code: 400, fields: { [field]: key } });
    expect((await list()).items).toEqual([]);
  });

  it('may be as long as 2,000 characters', async () => {
    expect((await said({ text: 'x'.repeat(2_000) })).text).toHaveLength(2_000);
  });

  it('is pushed to every open page of the member', async () => {
    const sent: unknown[] = [];
    const stop = server.context.bus.subscribe('me', (news) => sent.push(news));
    await said({ text: 'x' });
    const news = z.array(z.object({ memberId: z.string(), d: memberEvent }));
    await expect
      .poll(() => sent.flatMap((message) => news.parse(message)))
      .toContainEqual({ memberId: memberId.toString(), d: { type: 'support' } });
    stop();
  });

  it('needs a session', async () => {
    for (const [method, path] of [
      ['GET', MESSAGES],
      ['POST', MESSAGES],
      ['POST', `${MESSAGES}/read`],
    ] as const)
      expect((await server.call(method, path, method === 'GET' ? {} : { body: { text: 'x' } })).body.code, path).toBe(
        401,
      );
  });

  it('is limited to ten a minute', async () => {
    for (let sent = 0; sent < 10; sent += 1) await said({ text: `${sent}` });
    const { body } = await post({ text: 'one more' });
    expect(body).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
    expect((await list()).items).toHaveLength(10);
  });
});

describe('sending twice', () => {
  it('with the same key gives the same answer and one message', async () => {
    const key = randomUUID();
    const [first, again] = await Promise.all([post({ text: 'once' }, { key }), post({ text: 'once' }, { key })]);
    expect(again.body).toEqual(first.body);
    expect((await list()).items).toHaveLength(1);
    expect((await post({ text: 'other' }, { key })).body).toMatchObject({ code: 409, error: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('without a key writes two messages; an invalid key is refused', async () => {
    await said({ text: 'twice' });
    await said({ text: 'twice' });
    expect((await list()).items).toHaveLength(2);
    expect((await post({ text: 'x' }, { key: 'none' })).body).toMatchObject({ error: 'IDEMPOTENCY_KEY_INVALID' });
  });
});

describe('a dispute', () => {
  it('shows its order, and waits for its check', async () => {
    const order = await placeSigned(server, token, 'CARDUSD');
    const message = await said({ text: '价格不对', orderId: order.id.toUpperCase() });
    expect(message).toMatchObject({
      checked: null,
      order: { id: order.id, no: order.no, product: 'CARDUSD', direction: 'up', stake: amount('100'), status: 'open' },
    });
    const { rows } = await server.ownerPool.query('select doubt_id as id from support_check where doubt_id = $1', [
      message.id,
    ]);
    expect(rows).toEqual([{ id: BigInt(message.id) }]);
  });

  it('about another member’s order, or an unknown one, is refused as not found', async () => {
    const order = await placeSigned(server, token, 'OWNUSD');
    const other = await makeSession(server.pool, await makeMember(server.pool));
    for (const orderId of [order.id, randomUUID()])
      expect((await post({ text: 'x', orderId }, { as: other })).body).toMatchObject({
        code: 404,
        error: 'ORDER_NOT_FOUND',
      });
    expect((await list('', other)).items).toEqual([]);
    await said({ text: 'mine', orderId: order.id });
    expect((await list(`?order=${order.id}`, other)).items).toEqual([]);
  });

  it('is found by its order', async () => {
    const order = await placeSigned(server, token, 'FINDUSD');
    await said({ text: 'hello' });
    const dispute = await said({ text: 'dispute', orderId: order.id });
    expect((await list(`?order=${order.id}`)).items).toEqual([dispute]);
  });
});

describe('the list', () => {
  it('is newest first, in pages without a gap', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await said({ text });
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: SupportView = await list(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ text }) => text));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
    const { body } = await server.call('GET', `${MESSAGES}?cursor=abc`, { token });
    expect(body).toMatchObject({ code: 400, fields: { cursor: 'FIELD_INVALID' } });
  });

  it('counts messages from others until the member marks them as seen', async () => {
    const order = await placeSigned(server, token, 'READUSD');
    const dispute = await said({ text: 'dispute', orderId: order.id });
    const due = { disputeId: BigInt(dispute.id), memberId, orderId: order.id };
    await lastWord(due);
    const before = await list();
    expect(before.unread).toBe(1);
    expect(before.items).toMatchObject([
      { author: 'check', text: null, answers: dispute.id, finding: { verdict: 'unavailable' } },
      { id: dispute.id, checked: 'unavailable' },
    ]);
    const read = async (upTo: string | undefined, as = token) =>
      supportReadView.parse((await server.call('POST', `${MESSAGES}/read`, { token: as, body: { upTo } })).body.data);
    const other = await makeSession(server.pool, await makeMember(server.pool));
    expect(await read(before.items[0]?.id, other)).toEqual({ unread: 0 });
    expect((await list()).unread).toBe(1);
    expect(await read(dispute.id)).toEqual({ unread: 1 });
    // A message that does not exist yet cannot be marked.
    expect(await read('999999999999')).toEqual({ unread: 0 });
    expect(await read(dispute.id)).toEqual({ unread: 0 });
    await said({ text: 'again', orderId: order.id });
    const [again] = (await list()).items;
    await lastWord({ ...due, disputeId: BigInt(again?.id ?? '') });
    expect((await list()).unread).toBe(1);
  });
});

describe('a stored message', () => {
  it.each([
    ['changed', `update support_message set text = 'other'`],
    ['deleted', 'delete from support_message'],
  ])('cannot be %s by the application', async (_, sql) => {
    await said({ text: 'x' });
    await expect(server.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['a check with a text', `'check', 'all is well', null, null`],
    ['a check without a dispute', `'check', null, '{}', null`],
    ['a member with a finding', `'member', 'x', '{}', null`],
    ['an operator without a text', `'operator', null, null, null`],
  ])('is never %s', async (_, values) => {
    const sql = `insert into support_message (member_id, author, text, finding, answers) select $1::bigint, ${values}::bigint`;
    await expect(
      server.ownerPool.query(
        sql.replace(`'{}'`, `'{}'::jsonb`).replace(', null, null, null', ', null, null::jsonb, null'),
        [memberId.toString()],
      ),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^235(02|14)$/) });
  });
});
