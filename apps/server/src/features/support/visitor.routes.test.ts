import { randomBytes, randomUUID } from 'node:crypto';
import {
  serviceView,
  supportMessage,
  supportReadView,
  supportView,
  VISITOR_HEADER,
  visitorView,
} from '@candor/contract/support';
import type { VisitorView } from '@candor/contract/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { cleanUpSupport } from './clean-up-support.ts';
import { countVisitors, insertVisitor } from './visitor-store.ts';
import type { VisitorBounds } from './visitor-store.ts';
import { appoint, hireOperator } from '../../testing/test-operator.ts';

const MESSAGES = '/api/support/visitor/messages';

let server: TestServer;
let secret: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  secret = newSecret();
});
afterAll(async () => await server.stop());

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

interface From {
  key?: string;
  as?: string;
  /** Each test has an address of its own: bounds count per address. */
  ip?: string;
  more?: Record<string, unknown>;
}

let addresses = 0;
async function write(text: string, { key = randomUUID(), as = secret, ip, more = {} }: From = {}) {
  addresses += 1;
  return await server.call('POST', MESSAGES, {
    key,
    body: { text, ...more },
    headers: { [VISITOR_HEADER]: as, 'x-forwarded-for': ip ?? `203.0.${addresses % 250}.7` },
  });
}

async function view(as = secret, query = ''): Promise<VisitorView> {
  const answer = await server.call('GET', `${MESSAGES}${query}`, { headers: { [VISITOR_HEADER]: as } });
  return visitorView.parse(answer.body.data);
}

async function texts(as = secret): Promise<(string | null)[]> {
  return (await view(as)).items.map(({ text }) => text);
}

describe('a visitor', () => {
  it('begins a conversation with the first message, and reads it with the secret of the device', async () => {
    expect(await view()).toMatchObject({ items: [], isKnown: false });
    const message = supportMessage.parse((await write('在吗')).body.data);
    expect(message).toMatchObject({ author: 'visitor', text: '在吗', order: null, picture: null });
    expect(await view()).toMatchObject({ items: [message], isKnown: true, unread: 0, deskRead: '0' });
  });

  it('is found by nobody without that secret', async () => {
    await write('mine');
    expect(await view(newSecret())).toMatchObject({ items: [], isKnown: false });
    const member = await makeSession(server.pool, await makeMember(server.pool));
    const own = await server.call('GET', '/api/support/messages', { token: member });
    expect(own.body.data).toMatchObject({ items: [] });
    // The hash is what is stored: it opens nothing.
    const { rows } = await server.ownerPool.query<{ hash: Buffer }>(
      'select token_hash as hash from support_conversation where token_hash is not null',
    );
    for (const { hash } of rows) expect(await texts(hash.toString('base64url'))).toEqual([]);
  });

  it.each([undefined, '', 'x', 'x'.repeat(44), '../'.repeat(20), `${'a'.repeat(42)}=`])(
    'with the secret %j is refused',
    async (bad) => {
      const headers = bad === undefined ? {} : { [VISITOR_HEADER]: bad };
      for (const method of ['GET', 'POST'] as const) {
        const body = method === 'GET' ? {} : { body: { text: 'x' } };
        const answer = await server.call(method, MESSAGES, { key: randomUUID(), headers, ...body });
        expect(answer.body).toMatchObject({ code: 400, error: 'VISITOR_TOKEN_INVALID' });
      }
    },
  );

  it('may send again without writing twice, also the first message, also at once', async () => {
    const key = randomUUID();
    const both = await Promise.all([write('once', { key }), write('once', { key })]);
    expect(both[0].body).toEqual(both[1].body);
    expect((await write('once', { key })).body).toEqual(both[0].body);
    expect(await texts()).toEqual(['once']);
  });

  it('may not attach an order, send a picture, or write as somebody else', async () => {
    for (const more of [{ orderId: randomUUID() }, { author: 'operator' }, { conversationId: '10001' }])
      expect((await write('x', { more })).body).toMatchObject({ code: 400 });
    expect(await texts()).toEqual([]);
    const headers = { [VISITOR_HEADER]: secret, 'content-type': 'multipart/form-data; boundary=b' };
    const sent = await server.call('POST', '/api/support/pictures', { key: randomUUID(), headers, body: '--b--\r\n' });
    expect(sent.body).toMatchObject({ code: 401 });
  });

  it('marks what they have seen', async () => {
    const { id } = supportMessage.parse((await write('x')).body.data);
    const headers = { [VISITOR_HEADER]: secret };
    const read = await server.call('POST', `${MESSAGES}/read`, { headers, body: { upTo: id } });
    expect(supportReadView.parse(read.body.data)).toEqual({ unread: 0 });
    const other = await server.call('POST', `${MESSAGES}/read`, {
      headers: { [VISITOR_HEADER]: newSecret() },
      body: { upTo: id },
    });
    expect(other.body.data).toEqual({ unread: 0 });
  });
});

describe('a visitor who logs in', () => {
  async function join(token: string, as = secret) {
    return await server.call('POST', '/api/support/visitor/join', { token, headers: { [VISITOR_HEADER]: as } });
  }
  async function ownTexts(token: string) {
    const { body } = await server.call('GET', '/api/support/messages', { token });
    return supportView.parse(body.data).items.map(({ author, text }) => [author, text]);
  }
  async function newMember(): Promise<{ id: bigint; token: string }> {
    const id = await makeMember(server.pool);
    return { id, token: await makeSession(server.pool, id) };
  }

  it('brings the conversation along; the secret opens nothing any more', async () => {
    const { id, token } = await newMember();
    await write('before');
    expect((await join(token)).body).toMatchObject({ code: 200, data: { unread: 0 } });
    expect(await ownTexts(token)).toEqual([['visitor', 'before']]);
    expect(await view()).toMatchObject({ items: [], isKnown: false });
    expect((await join(token)).body.error).toBe('VISITOR_CHAT_NOT_FOUND');
    const { rows } = await server.ownerPool.query(
      'select waiting_id is not null as waits, language, token_hash, closed from support_conversation where member_id = $1',
      [id],
    );
    expect(rows).toEqual([{ waits: true, language: 'zh-Hans', token_hash: null, closed: false }]);
  });

  it('has both in one conversation, in order, with what is unread still unread on both sides', async () => {
    const { id, token } = await newMember();
    await server.call('POST', '/api/support/messages', { token, body: { text: 'first' } });
    await write('second');
    const operator = await hireOperator(server.ownerPool, 'support');
    await server.ownerPool.query(
      `select answer_conversation(c.id, $1, 'third', null) from support_conversation c
       where c.token_hash = sha256($2::text::bytea)`,
      [operator, secret],
    );
    await server.ownerPool.query('update support_conversation set desk_read = last_id where member_id = $1', [id]);
    await server.call('POST', '/api/support/messages', { token, body: { text: 'fourth' } });
    expect((await join(token)).body.data).toEqual({ unread: 1 });
    expect(await ownTexts(token)).toEqual([
      ['member', 'fourth'],
      ['operator', 'third'],
      ['visitor', 'second'],
      ['member', 'first'],
    ]);
    const { rows } = await server.ownerPool.query<{ unseen: number }>(
      `select count(*)::int as unseen from support_message m join support_conversation c on c.id = m.conversation_id
       where c.member_id = $1 and m.id > c.desk_read and m.author in ('member', 'visitor') and m.text = 'second'`,
      [id],
    );
    expect(rows).toEqual([{ unseen: 1 }]);
  });

  it('leaves what nobody answered unseen for an operator, though the member wrote later and was answered', async () => {
    const { id, token } = await newMember();
    await write('early');
    await server.call('POST', '/api/support/messages', { token, body: { text: 'late' } });
    await server.ownerPool.query('update support_conversation set desk_read = last_id where member_id = $1', [id]);
    expect((await join(token)).body.code).toBe(200);
    const { rows } = await server.ownerPool.query(
      `select m.text from support_message m join support_conversation c on c.id = m.conversation_id
       where c.member_id = $1 and m.id > c.desk_read order by m.id limit 1`,
      [id],
    );
    expect(rows).toEqual([{ text: 'early' }]);
  });

  it('leaves no conversation without a message behind when their secret is unknown', async () => {
    const { id } = await newMember();
    const joined = await server.pool.query(`select join_conversation($1, sha256('nothing')) as joined`, [id]);
    expect(joined.rows).toEqual([{ joined: 'unknown' }]);
    const own = await server.ownerPool.query('select from support_conversation where member_id = $1', [id]);
    expect(own.rowCount).toBe(0);
  });

  it('cannot take a conversation of somebody else, nor a second one, nor without a session', async () => {
    const { token } = await newMember();
    const foreign = newSecret();
    await write('theirs', { as: foreign });
    for (const guess of [newSecret(), secret])
      expect((await join(token, guess)).body.error).toBe('VISITOR_CHAT_NOT_FOUND');
    expect((await join(token, 'x')).body.error).toBe('VISITOR_TOKEN_INVALID');
    expect(
      (await server.call('POST', '/api/support/visitor/join', { headers: { [VISITOR_HEADER]: foreign } })).body.code,
    ).toBe(401);
    await write('mine');
    expect((await join(token)).body.code).toBe(200);
    expect((await join(token, foreign)).body.error).toBe('VISITOR_CHAT_REFUSED');
    expect(await texts(foreign)).toEqual(['theirs']);
    expect(await ownTexts(token)).toEqual([['visitor', 'mine']]);
  });

  it('joins once, also from two devices at once, and one secret goes to one member', async () => {
    const [one, other] = [await newMember(), await newMember()];
    await write('mine');
    const answers = await Promise.all([join(one.token), join(one.token), join(other.token)]);
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([200, 404, 404]);
    const both = [...(await ownTexts(one.token)), ...(await ownTexts(other.token))];
    expect(both).toEqual([['visitor', 'mine']]);
    const { rows } = await server.ownerPool.query('select from support_conversation where last_id = 0');
    expect(rows).toEqual([]);
  });

  it('may not join what they answered as an operator', async () => {
    const { id, token } = await newMember();
    await appoint(server.ownerPool, id, 'support');
    await write('hello');
    await server.ownerPool.query(
      `select answer_conversation(c.id, $1, 'hi', null) from support_conversation c where c.token_hash = sha256($2::text::bytea)`,
      [id, secret],
    );
    expect((await join(token)).body.error).toBe('VISITOR_CHAT_REFUSED');
    expect(await texts()).toEqual(['hi', 'hello']);
  });
});

describe('a flood', () => {
  it('of messages in a conversation is refused after six a minute', async () => {
    for (let sent = 0; sent < 6; sent += 1) expect((await write(`${sent}`)).body.code).toBe(200);
    expect((await write('7')).body).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
    expect(await texts()).toHaveLength(6);
  });

  it('of conversations from one address is refused, and hurts no other address', async () => {
    const ip = '198.51.100.1';
    for (let begun = 0; begun < 5; begun += 1) expect((await write('x', { as: newSecret(), ip })).body.code).toBe(200);
    expect((await write('x', { as: newSecret(), ip })).body).toMatchObject({ error: 'SUPPORT_CLOSED_TO_VISITORS' });
    expect((await write('x', { as: newSecret(), ip: '198.51.100.2' })).body.code).toBe(200);
  });

  it('of conversations at once from one address does not pass together', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, async () => await write('x', { as: newSecret(), ip: '198.51.100.3' })),
    );
    expect(all.filter(({ body }) => body.code === 200)).toHaveLength(5);
  });

  it('from everywhere stops at the bound of the site', async () => {
    expect(await begin('192.0.2.1', '192.0.2.0/24', { all: 1 })).toBeUndefined();
  });

  const begin = async (address: string, network: string, bounds: Partial<VisitorBounds> = {}) =>
    await insertVisitor(
      server.pool,
      { tokenHash: randomBytes(32), address, network, language: 'en' },
      { ofAddress: 5, ofNetwork: 40, all: 5_000, idleHours: 6, ...bounds },
    );
  const taken = async () => await countVisitors(server.pool, 6);

  it('of a whole network stops at its share, whatever addresses it uses, and others begin all the same', async () => {
    const block = async (n: number) => await begin(`2001:db8:1:${n}::/64`, '2001:db8:1::/48', { ofNetwork: 8 });
    for (let n = 0; n < 8; n += 1) expect(await block(n), `${n}`).toBeDefined();
    expect(await block(9)).toBeUndefined();
    expect(await begin('2001:db8:2:1::/64', '2001:db8:2::/48', { ofNetwork: 8 })).toBeDefined();
    // The routes count networks, too.
    for (let n = 0; n < 45; n += 1) await write('x', { as: newSecret(), ip: `2001:db8:77:${n}00::1` });
    const { rows } = await server.ownerPool.query(
      `select from support_conversation where network = '2001:db8:77::/48'`,
    );
    expect(rows).toHaveLength(40);
  });

  it('when half of the places are taken, gets one place in each network', async () => {
    const all = (await taken()) * 2;
    expect(await begin('198.18.1.1', '198.18.1.0/24', { all })).toBeDefined();
    expect(await begin('198.18.1.2', '198.18.1.0/24', { all })).toBeUndefined();
    expect(await begin('198.18.2.1', '198.18.2.0/24', { all })).toBeDefined();
  });

  it('that went silent gives its places back, and can still be read and gone on with', async () => {
    const own = newSecret();
    await write('still here', { as: own, ip: '198.18.9.1' });
    const all = await taken();
    expect(await begin('198.18.3.1', '198.18.3.0/24', { all })).toBeUndefined();
    await server.ownerPool.query(
      `update support_conversation set last_at = last_at - interval '7 hours' where member_id is null`,
    );
    expect(await taken()).toBe(0);
    expect(await begin('198.18.3.1', '198.18.3.0/24', { all })).toBeDefined();
    expect(await texts(own)).toEqual(['still here']);
    expect((await write('again', { as: own, ip: '198.18.9.1' })).body.code).toBe(200);
    expect(await texts(own)).toEqual(['again', 'still here']);
  });

  it('that nobody answered is gone after three days; an answered conversation is not', async () => {
    const [silent, answered] = [newSecret(), newSecret()];
    for (const as of [silent, answered]) await write('hello?', { as });
    const operator = await hireOperator(server.ownerPool, 'support');
    await server.ownerPool.query(
      `insert into support_message (conversation_id, author, operator_id, text, key)
       select id, 'operator', $2, 'here', gen_random_uuid() from support_conversation where token_hash = sha256($1::text::bytea)`,
      [answered, operator.toString()],
    );
    await server.ownerPool.query(
      `update support_conversation set last_at = now() - make_interval(days => $1, secs => 60) where member_id is null`,
      [3],
    );
    await cleanUpSupport(server.worker, 180);
    expect((await view(silent)).isKnown).toBe(false);
    expect(await texts(answered)).toEqual(['here', 'hello?']);
  });
});

describe('the captcha', () => {
  it('is needed for the first message, and for no other', async () => {
    const guarded = await startTestServer({ CAPTCHA: 'on' });
    try {
      const send = async (body: Record<string, string>) =>
        await guarded.call('POST', MESSAGES, { key: randomUUID(), body, headers: { [VISITOR_HEADER]: secret } });
      expect((await send({ text: 'x' })).body).toMatchObject({ error: 'CAPTCHA_REQUIRED' });
      expect((await send({ text: 'x', code: 'abcd', uuid: randomUUID() })).body).toMatchObject({
        error: 'CAPTCHA_EXPIRED',
      });
      const { rows } = await guarded.ownerPool.query('select from support_conversation');
      expect(rows).toHaveLength(0);
      await guarded.ownerPool.query(
        `insert into support_conversation (token_hash, address) values (sha256($1::text::bytea), 'x')`,
        [secret],
      );
      expect((await send({ text: 'known' })).body.code).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});

it('a conversation of a visitor ends some days after its last message, and that of a member does not', async () => {
  const memberId = await makeMember(server.pool);
  const token = await makeSession(server.pool, memberId);
  await server.call('POST', '/api/support/messages', { token, body: { text: 'stays' } });
  await write('goes');
  const fresh = newSecret();
  await write('stays too', { as: fresh });
  await server.ownerPool.query(
    `update support_conversation set last_at = now() - make_interval(days => $1, secs => 60)
     where token_hash = sha256($2::text::bytea) or member_id is not null`,
    [14, secret],
  );
  expect((await cleanUpSupport(server.worker, 180)).visitors).toBe(1);
  expect(await view()).toMatchObject({ items: [], isKnown: false });
  expect(await texts(fresh)).toEqual(['stays too']);
  const own = await server.call('GET', '/api/support/messages', { token });
  expect(own.body.data).toMatchObject({ items: [{ text: 'stays' }] });
});

it('everybody sees whether operators answer now', async () => {
  const { hours, timeZone, isOpen, isAnswering, changesAt } = serviceView.parse(
    (await server.call('GET', '/api/support/service')).body.data,
  );
  expect(timeZone).toBe('Asia/Shanghai');
  expect(hours).toEqual(Array.from({ length: 7 }, () => [[540, 1260]]));
  expect(typeof isOpen).toBe('boolean');
  expect(typeof isAnswering).toBe('boolean');
  expect(changesAt).not.toBeNull();
});
