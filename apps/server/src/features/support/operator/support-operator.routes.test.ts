import { randomBytes, randomUUID } from 'node:crypto';
import {
  cannedListView,
  conversationMessagesView,
  conversationsView,
  hoursView,
} from '@candor/contract/console-support';
import type { ConversationsView } from '@candor/contract/console-support';
import { memberEvent } from '@candor/contract/live';
import { serviceView, supportMessage, supportView, VISITOR_HEADER, visitorView } from '@candor/contract/support';
import type { SupportMessage } from '@candor/contract/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tried } from '../../../testing/attacks.ts';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { formOf, makePhoto } from '../../../testing/pictures.ts';
import { placeSigned } from '../../../testing/signed-orders.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { acting, joinMembers, letAct } from '../../../testing/test-operator.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { cleanUpSupport } from '../clean-up-support.ts';

const CONSOLE = '/api/console/support';

let server: TestServer;
let consoleSite: TestConsole;
let operator: { id: bigint; token: string };
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  operator = await consoleSite.operator('support');
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
});

async function say(text: string, as = token): Promise<SupportMessage> {
  return supportMessage.parse(
    (await server.call('POST', '/api/support/messages', { token: as, body: { text } })).body.data,
  );
}

async function own(as = token) {
  return supportView.parse((await server.call('GET', '/api/support/messages', { token: as })).body.data);
}

async function conversationOf(member: bigint): Promise<string> {
  const { rows } = await server.ownerPool.query<{ id: string }>(
    'select id::text from support_conversation where member_id = $1',
    [member.toString()],
  );
  return rows[0]?.id ?? '';
}

async function queue(query: string, as = operator.token): Promise<ConversationsView> {
  return conversationsView.parse(
    (await consoleSite.call('GET', `${CONSOLE}/conversations?${query}`, { token: as })).body.data,
  );
}

async function act(id: string, what: string, body: unknown = {}, as = operator.token, key: string = randomUUID()) {
  return await consoleSite.call('POST', `${CONSOLE}/conversations/${id}/${what}`, { token: as, key, body });
}

async function look(id: string, as = operator.token) {
  const answer = await consoleSite.call('GET', `${CONSOLE}/conversations/${id}/messages`, { token: as });
  return conversationMessagesView.parse(answer.body.data);
}

async function audited(id: string): Promise<string[]> {
  const { rows } = await server.ownerPool.query<{ command: string }>(
    `select command from audit where subject_id = $1 and subject_type = 'conversation' order by id`,
    [id],
  );
  return rows.map(({ command }) => command.replace('console/support/', ''));
}

describe('a conversation', () => {
  it('waits until an operator answers, and belongs to who answered first', async () => {
    await say('在吗');
    await say('我的充值没到账');
    const id = await conversationOf(memberId);
    const waiting = (await queue('queue=unassigned&limit=100')).items.find((one) => one.id === id);
    expect(waiting).toMatchObject({ unread: 2, last: 'member', preview: '我的充值没到账', operator: null });
    expect(waiting?.waitingSince).not.toBeNull();
    expect((await act(id, 'messages', { text: '您好' })).body.code).toBe(200);
    const mine = (await queue('queue=mine&limit=100')).items.find((one) => one.id === id);
    expect(mine).toMatchObject({ waitingSince: null, last: 'operator', operator: { id: operator.id.toString() } });
    expect(await audited(id)).toEqual(['answer']);
    const seen = await own();
    expect(seen).toMatchObject({ unread: 1, items: [{ author: 'operator', text: '您好' }, {}, {}] });
    // Which colleague it was is an operator's matter.
    expect(JSON.stringify(seen)).not.toContain('operator":');
  });

  it('shows the read marks of both sides, live for the member', async () => {
    const message = await say('x');
    const id = await conversationOf(memberId);
    const sent: unknown[] = [];
    const stop = server.context.bus.subscribe('me', (news) => sent.push(news));
    expect((await own()).deskRead).toBe('0');
    await act(id, 'read', { upTo: message.id });
    expect((await own()).deskRead).toBe(message.id);
    const news = z.array(z.object({ memberId: z.string(), d: memberEvent }));
    await expect
      .poll(() => sent.flatMap((one) => news.parse(one)).filter((one) => one.memberId === memberId.toString()).length)
      .toBeGreaterThanOrEqual(2);
    stop();
    await act(id, 'messages', { text: 'answer' });
    const [answer] = (await own()).items;
    expect((await look(id)).personRead).toBe('0');
    await server.call('POST', '/api/support/messages/read', { token, body: { upTo: answer?.id } });
    expect(await look(id)).toMatchObject({ personRead: answer?.id, deskRead: message.id });
    // Neither mark moves past the newest message.
    await act(id, 'read', { upTo: '999999999999' });
    expect((await look(id)).deskRead).toBe(answer?.id);
  });

  it('is written once, however often a call is sent', async () => {
    await say('x');
    const id = await conversationOf(memberId);
    const key = randomUUID();
    await Promise.all([
      act(id, 'messages', { text: 'a' }, operator.token, key),
      act(id, 'messages', { text: 'a' }, operator.token, key),
    ]);
    expect((await act(id, 'messages', { text: 'b' }, operator.token, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await own()).items).toHaveLength(2);
    expect(await audited(id)).toEqual(['answer']);
  });

  it('is taken, handed over and given back, each time in the audit', async () => {
    await say('x');
    const id = await conversationOf(memberId);
    const other = await consoleSite.operator('support');
    const auditor = await consoleSite.operator('auditor');
    expect((await act(id, 'take')).body.code).toBe(200);
    expect((await act(id, 'take', {}, other.token)).body.error).toBe('ITEM_TAKEN');
    expect((await act(id, 'assign', { operatorId: auditor.id.toString() })).body.error).toBe('OPERATOR_NOT_SUPPORT');
    expect((await act(id, 'assign', { operatorId: memberId.toString() })).body.error).toBe('OPERATOR_NOT_SUPPORT');
    expect((await act(id, 'assign', { operatorId: other.id.toString() })).body.code).toBe(200);
    expect((await queue('queue=mine&limit=100', other.token)).items.map((one) => one.id)).toContain(id);
    expect((await act(id, 'assign', { operatorId: null })).body.code).toBe(200);
    expect((await queue('queue=unassigned&limit=100')).items.map((one) => one.id)).toContain(id);
    expect(await audited(id)).toEqual(['take', 'assign', 'assign']);
  });

  it('closed is opened by the next message of the person', async () => {
    await say('x');
    const id = await conversationOf(memberId);
    await act(id, 'close');
    expect((await queue('queue=closed&limit=100')).items.map((one) => one.id)).toContain(id);
    await say('one more thing');
    expect((await look(id)).conversation).toMatchObject({ isClosed: false });
    await act(id, 'close');
    await act(id, 'close');
    await act(id, 'reopen');
    expect((await look(id)).conversation).toMatchObject({ isClosed: false, waitingSince: null });
    expect(await audited(id)).toEqual(['close', 'close', 'reopen']);
  });

  it('is found by what was said in it, and by the name of its member', async () => {
    await say('needle 100%_in the hay');
    const id = await conversationOf(memberId);
    const found = async (q: string) =>
      (await queue(`q=${encodeURIComponent(q)}&limit=100`)).items.some((one) => one.id === id);
    const { rows } = await server.ownerPool.query<{ name: string }>(
      'select username as name from member where id = $1',
      [memberId.toString()],
    );
    expect(await found('Needle')).toBe(true);
    expect(await found('100%_in')).toBe(true);
    expect(await found('100x')).toBe(false);
    expect(await found('need_e')).toBe(false);
    expect(await found(rows[0]?.name.slice(0, 6) ?? '?')).toBe(true);
  });

  it('comes in pages, who waits longest first', async () => {
    const tokens: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      tokens.push(await makeSession(server.pool, await makeMember(server.pool)));
      await say(`page ${made}`, tokens.at(-1));
    }
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: ConversationsView = await queue(`limit=2&q=page${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ preview }) => preview));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['page 0', 'page 1', 'page 2']);
    for (const bad of ['abc', '0', '9'.repeat(19)])
      expect(
        (await consoleSite.call('GET', `${CONSOLE}/conversations?cursor=${bad}`, { token: operator.token })).body.code,
      ).toBe(400);
  });

  it('shows the order of a dispute and the finding of the program', async () => {
    const order = await placeSigned(server, token, 'OPERATORUSD');
    await server.call('POST', '/api/support/messages', { token, body: { text: '价格不对', orderId: order.id } });
    const { items } = await look(await conversationOf(memberId));
    expect(items[0]).toMatchObject({ author: 'member', order: { id: order.id, status: 'open' }, operator: null });
  });
});

describe('an operator', () => {
  it('does not serve themselves', async () => {
    await joinMembers(server.ownerPool, operator.id);
    const self = await makeSession(server.pool, operator.id);
    await say('help me', self);
    const id = await conversationOf(operator.id);
    for (const [what, body] of [
      ['messages', { text: 'sure' }],
      ['take', {}],
      ['close', {}],
      ['read', { upTo: '1' }],
      ['assign', { operatorId: null }],
    ] as const)
      expect((await act(id, what, body)).body.error, what).toBe('ITEM_OWN');
    expect((await own(self)).items).toHaveLength(1);
    const colleague = await consoleSite.operator('support');
    expect((await act(id, 'assign', { operatorId: operator.id.toString() }, colleague.token)).body.error).toBe(
      'ITEM_OWN',
    );
  });

  it('without the permission reads and writes nothing', async () => {
    await say('x');
    const id = await conversationOf(memberId);
    const cashier = await consoleSite.operator('cashier');
    const auditor = await consoleSite.operator('auditor');
    expect((await consoleSite.call('GET', `${CONSOLE}/conversations`, { token: cashier.token })).body.error).toBe(
      'FORBIDDEN',
    );
    expect((await look(id, auditor.token)).items).toHaveLength(1);
    for (const what of ['messages', 'read', 'take', 'assign', 'close', 'reopen'])
      for (const who of [cashier, auditor])
        expect((await act(id, what, { text: 'x' }, who.token)).body.error, what).toBe('FORBIDDEN');
  });

  it('gets no conversation that does not exist', async () => {
    for (const id of ['99999999', 'x', '0'])
      for (const [what, body] of [
        ['messages', { text: 'x' }],
        ['take', {}],
        ['read', { upTo: '1' }],
      ] as const)
        expect((await act(id, what, body)).body.error).toBe('CONVERSATION_NOT_FOUND');
  });

  it('in the database speaks only as an operator, and only to somebody else', async () => {
    await say('x');
    const id = await conversationOf(memberId);
    const answer = async (who: bigint) =>
      await consoleSite.context.pool.query('select answer_conversation($1, $2, $3, null)', [id, who.toString(), 'x']);
    await expect(answer(memberId)).rejects.toMatchObject({ code: 'CD050' });
    const self = await makeSession(server.pool, operator.id);
    await say('me', self);
    const ownId = await conversationOf(operator.id);
    await letAct(server.ownerPool, operator.id);
    const own = `select answer_conversation('${ownId}', ${operator.id}, 'x', null)`;
    expect(await tried(consoleSite.context.pool, own), 'nobody acts').toBe('CD300');
    expect(await tried(consoleSite.context.pool, acting(operator.id), own)).toBe('23514');
    await expect(
      consoleSite.context.pool.query(`update support_conversation set person_read = 1`),
    ).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      server.pool.query(`insert into support_message (conversation_id, text) values ($1, 'x')`, [id]),
    ).rejects.toMatchObject({ code: 'CD050' });
  });
});

describe('a visitor', () => {
  it('is answered', async () => {
    const headers = { [VISITOR_HEADER]: randomBytes(32).toString('base64url') };
    await server.call('POST', '/api/support/visitor/messages', {
      key: randomUUID(),
      body: { text: '怎么注册' },
      headers,
      language: 'zh-TW',
    });
    const found = (await queue('q=怎么注册')).items[0];
    expect(found).toMatchObject({ member: null, language: 'zh-Hant', last: 'visitor' });
    expect((await act(found?.id ?? '', 'messages', { text: '点击注册' })).body.code).toBe(200);
    const seen = await server.call('GET', '/api/support/visitor/messages', { headers });
    expect(visitorView.parse(seen.body.data)).toMatchObject({ unread: 1, items: [{ text: '点击注册' }, {}] });
  });
});

describe('a picture', () => {
  async function send(photo: Buffer, key: string = randomUUID(), as = token) {
    const { headers, payload } = formOf({ picture: photo });
    return await server.call('POST', '/api/support/pictures', { token: as, key, body: payload, headers });
  }

  it('arrives redrawn, once, and is seen by its member and an operator alone, with an entry for the look', async () => {
    const key = randomUUID();
    const photo = await makePhoto();
    const message = supportMessage.parse((await send(photo, key)).body.data);
    expect((await send(photo, key)).body.data).toEqual(message);
    expect(message).toMatchObject({ author: 'member', text: null });
    const path = message.picture?.path ?? '';
    const seen = await server.call('GET', path, { token });
    expect(seen.headers['content-type']).toBe('image/jpeg');
    const stranger = await makeSession(server.pool, await makeMember(server.pool));
    expect((await server.call('GET', path, { token: stranger })).body.error).toBe('PHOTO_NOT_FOUND');
    expect((await server.call('GET', path)).body.code).toBe(401);
    const id = await conversationOf(memberId);
    const operatorPath = (await look(id)).items[0]?.picture?.path ?? '';
    expect((await consoleSite.call('GET', operatorPath, { token: operator.token })).headers['content-type']).toBe(
      'image/jpeg',
    );
    expect(await audited(id)).toEqual(['picture']);
    // In another conversation the same picture is not found.
    await say('other', stranger);
    const foreign = operatorPath.replace(`/${id}/`, `/${Number(id) + 1}/`);
    expect((await consoleSite.call('GET', foreign, { token: operator.token })).body.error).toBe('PHOTO_NOT_FOUND');
    const cashier = await consoleSite.operator('cashier');
    expect((await consoleSite.call('GET', operatorPath, { token: cashier.token })).body.error).toBe('FORBIDDEN');
    expect(await audited(id)).toEqual(['picture']);
  });

  it.each([
    ['a page', Buffer.from('<html></html>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_, bytes) => {
    expect((await send(bytes)).body.code).toBe(400);
    expect((await own()).items).toEqual([]);
  });

  it('goes after its days, and the message stays', async () => {
    const message = supportMessage.parse((await send(await makePhoto('#123456'))).body.data);
    expect((await cleanUpSupport(server.worker, 180)).pictures).toBe(0);
    await server.ownerPool.query(
      `update file set created_at = now() - interval '181 days' where member_id = $1 and purpose = 'supportPicture'`,
      [memberId.toString()],
    );
    expect((await cleanUpSupport(server.worker, 180)).pictures).toBe(1);
    expect((await own()).items).toMatchObject([{ id: message.id, picture: { path: null } }]);
    expect((await server.call('GET', message.picture?.path ?? '', { token })).body.error).toBe('PHOTO_NOT_FOUND');
  });
});

describe('what an operator sets', () => {
  it('answers are edited as new versions, and a colleague’s edit is not overwritten', async () => {
    const list = async () =>
      cannedListView.parse((await consoleSite.call('GET', `${CONSOLE}/answers`, { token: operator.token })).body.data);
    const id = randomUUID();
    const texts = { 'zh-Hans': '好', 'zh-Hant': '好', en: 'Good' };
    const put = async (body: object, as = operator.token) =>
      (await consoleSite.call('PUT', `${CONSOLE}/answers/${id}`, { token: as, body })).body;
    expect(await put({ version: 0, title: 'A', texts, isRemoved: false })).toMatchObject({ code: 200 });
    expect(await put({ version: 0, title: 'B', texts, isRemoved: false })).toMatchObject({
      error: 'CONVERSATION_CHANGED',
    });
    expect(await put({ version: 1, title: 'B', texts, isRemoved: false })).toMatchObject({ code: 200 });
    expect((await list()).find((one) => one.id === id)).toMatchObject({ version: 2, title: 'B', texts });
    expect(await put({ version: 2, title: 'B', texts, isRemoved: true })).toMatchObject({ code: 200 });
    expect((await list()).some((one) => one.id === id)).toBe(false);
    const { rows } = await server.ownerPool.query('select from canned_answer where id = $1', [id]);
    expect(rows).toHaveLength(3);
    const auditor = await consoleSite.operator('auditor');
    expect(await put({ version: 3, title: 'B', texts, isRemoved: false }, auditor.token)).toMatchObject({
      error: 'FORBIDDEN',
    });
  });

  it('everybody sees that an operator is there, and how soon answers come', async () => {
    for (let answers = 0; answers < 5; answers += 1) {
      const asked = await makeMember(server.pool);
      await say('Hello', await makeSession(server.pool, asked));
      const id = await conversationOf(asked);
      expect((await act(id, 'messages', { text: '您好' })).body.code).toBe(200);
    }
    const { data } = (await server.call('GET', '/api/support/service')).body;
    expect(serviceView.parse(data)).toMatchObject({ isAnswering: true, answerMinutes: 1 });
  });

  it('hours hold at once for everybody, and impossible ones are refused', async () => {
    const get = async () =>
      hoursView.parse((await consoleSite.call('GET', `${CONSOLE}/hours`, { token: operator.token })).body.data);
    const { version } = await get();
    const put = async (body: object) =>
      (await consoleSite.call('PUT', `${CONSOLE}/hours`, { token: operator.token, body })).body;
    const closed = Array.from({ length: 7 }, () => []);
    expect(await put({ version, hours: [[[600, 540]], ...closed.slice(1)] })).toMatchObject({
      error: 'SERVICE_HOURS_INVALID',
    });
    expect(await put({ version: version + 5, hours: closed })).toMatchObject({ error: 'CONVERSATION_CHANGED' });
    expect(await put({ version, hours: closed })).toMatchObject({ code: 200 });
    expect((await server.call('GET', '/api/support/service')).body.data).toMatchObject({
      isOpen: false,
      changesAt: null,
    });
    const always = closed.map(() => [[0, 1440]]);
    expect(await put({ version: version + 1, hours: always })).toMatchObject({ code: 200 });
    expect((await server.call('GET', '/api/support/service')).body.data).toMatchObject({
      isOpen: true,
      changesAt: null,
    });
    expect((await get()).version).toBe(version + 2);
  });
});
