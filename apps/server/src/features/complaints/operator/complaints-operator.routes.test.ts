import { randomUUID } from 'node:crypto';
import {
  complaintFiguresView,
  complaintsView,
  complaintView,
  operatorComplaintView,
} from '@candor/contract/complaints';
import type { ComplaintView } from '@candor/contract/complaints';
import { dateText, dayOfDate, localDay } from '@candor/domain/market/local-time';
import { workingDayAfter } from '@candor/domain/support/working-days';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tried } from '../../../testing/attacks.ts';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { placeSigned } from '../../../testing/signed-orders.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const OWN = '/api/support/complaints';
const REGISTER = '/api/console/complaints';
const NOBODY = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
let consoleSite: TestConsole;
let one: { id: bigint; token: string };
let other: { id: bigint; token: string };
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  one = await consoleSite.operator('support');
  other = await consoleSite.operator('support');
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
});

async function post(path: string, body: unknown, key: string = randomUUID(), as = token) {
  return (await server.call('POST', path, { token: as, body, key })).body;
}

async function open(body: unknown = { topic: 'service', text: 'Nobody answered' }): Promise<ComplaintView> {
  return complaintView.parse((await post(OWN, body)).data);
}

async function own(as = token) {
  return complaintsView.parse((await server.call('GET', OWN, { token: as })).body.data).items;
}

async function act(path: string, body: unknown = {}, as = one.token, key: string = randomUUID()) {
  return (await consoleSite.call('POST', `${REGISTER}${path}`, { token: as, key, body })).body;
}

async function register(query: string) {
  const { body } = await consoleSite.call('GET', `${REGISTER}?limit=100&${query}`, { token: one.token });
  return z.object({ items: z.array(operatorComplaintView) }).parse(body.data).items;
}

async function move(id: string, days: number): Promise<void> {
  await server.ownerPool.query(
    `update complaint set opened_at = opened_at - make_interval(days => $2), due_on = due_on - $2::int where id = $1`,
    [id, days],
  );
}

/** Calls about a complaint that have all read it before one of them writes. */
async function atOnce<Value>(id: string, calls: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const owner = await server.ownerPool.connect();
  try {
    await owner.query('begin');
    await owner.query('select from complaint where id = $1 for update', [id]);
    const answers = calls.map(async (call) => await call());
    await expect
      .poll(async () => {
        const { rows } = await server.ownerPool.query<{ waiting: bigint }>(
          `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return Number(rows[0]?.waiting);
      })
      .toBe(calls.length);
    await owner.query('rollback');
    return await Promise.all(answers);
  } finally {
    owner.release(true);
  }
}

describe('a complaint of a member', () => {
  it('has a number, the date of its answer, and its first step', async () => {
    const made = await open();
    const zone = server.context.site.timeZone;
    const due = workingDayAfter(localDay(zone, Date.parse(made.openedAt)), 15);
    expect(made).toMatchObject({ state: 'received', daysLeft: 15, dueOn: dateText(due), endedAt: null, about: null });
    expect(made.steps.map(({ kind }) => kind)).toEqual(['received']);
    expect(localDay(zone, Date.parse(made.dueAt))).toBe(due + 1);
    expect(await own()).toEqual([made]);
  });

  it('is one for one key, and another text with it is refused', async () => {
    const key = randomUUID();
    const first = await post(OWN, { topic: 'other', text: 'a' }, key);
    expect((await post(OWN, { topic: 'other', text: 'a' }, key)).data).toEqual(first.data);
    expect((await post(OWN, { topic: 'other', text: 'b' }, key)).error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await own()).toHaveLength(1);
  });

  it('is made from a message of the chat and about an order of the member alone', async () => {
    const order = await placeSigned(server, token, 'COMPLAINED');
    const said = await server.call('POST', '/api/support/messages', { token, body: { text: '我的订单不对' } });
    const messageId = z.object({ id: z.string() }).parse(said.body.data).id;
    const made = await open({
      topic: 'order',
      text: '我的订单不对',
      about: { kind: 'order', id: order.id },
      messageId,
    });
    expect(made.about).toEqual({ kind: 'order', id: order.id, name: order.no });
    expect((await register('queue=open')).find(({ id }) => id === made.id)?.messageId).toBe(messageId);
    const stranger = await makeSession(server.pool, await makeMember(server.pool));
    const theirs = async (body: object) =>
      (await post(OWN, { topic: 'order', text: 'x', ...body }, randomUUID(), stranger)).error;
    expect(await theirs({ about: { kind: 'order', id: order.id } })).toBe('ORDER_NOT_FOUND');
    expect(await theirs({ about: { kind: 'deposit', id: NOBODY } })).toBe('DEPOSIT_NOT_FOUND');
    expect(await theirs({ about: { kind: 'withdrawal', id: NOBODY } })).toBe('WITHDRAWAL_NOT_FOUND');
    expect(await theirs({ messageId })).toBe('MESSAGE_NOT_FOUND');
  });

  it('of one member are five at once', async () => {
    for (let count = 0; count < 5; count += 1) await open();
    expect((await post(OWN, { topic: 'other', text: 'x' })).error).toBe('COMPLAINTS_OPEN');
    const [last] = await own();
    expect((await post(`${OWN}/${last?.id ?? ''}/withdraw`, {})).code).toBe(200);
    expect((await post(OWN, { topic: 'other', text: 'x' })).code).toBe(200);
  });

  it('takes thirty replies', async () => {
    const { id } = await open();
    await server.ownerPool.query(
      `insert into complaint_step (complaint_id, kind, text) select $1, 'replied', 'x' from generate_series(1, 30)`,
      [id],
    );
    expect((await post(`${OWN}/${id}/replies`, { text: 'x' })).error).toBe('COMPLAINT_FULL');
    expect((await post(`${OWN}/${id}/withdraw`, {})).code).toBe(200);
  });

  it('is seen and followed by its member alone, and not after its end', async () => {
    const { id } = await open();
    const stranger = await makeSession(server.pool, await makeMember(server.pool));
    expect(await own(stranger)).toEqual([]);
    expect((await post(`${OWN}/${id}/replies`, { text: 'x' }, randomUUID(), stranger)).error).toBe(
      'COMPLAINT_NOT_FOUND',
    );
    expect((await post(`${OWN}/${id}/replies`, { text: 'More' })).code).toBe(200);
    expect((await post(`${OWN}/${id}/withdraw`, {})).code).toBe(200);
    expect((await post(`${OWN}/${id}/replies`, { text: 'x' })).error).toBe('COMPLAINT_ENDED');
    const [seen] = await own();
    expect(seen).toMatchObject({ state: 'withdrawn', daysLeft: null });
    expect(seen?.steps.map(({ kind }) => kind)).toEqual(['received', 'replied', 'withdrawn']);
  });
});

describe('an operator', () => {
  it('takes, asks and answers, in the audit log, and the member sees each step', async () => {
    const { id } = await open();
    expect((await act(`/${id}/take`)).code).toBe(200);
    expect((await act(`/${id}/questions`, { text: 'When?' })).code).toBe(200);
    expect((await own())[0]?.state).toBe('asked');
    expect((await post(`${OWN}/${id}/replies`, { text: 'Yesterday' })).code).toBe(200);
    expect((await own())[0]?.state).toBe('taken');
    const key = randomUUID();
    const answer = { decision: 'partly', text: 'You were right about the delay.' };
    expect((await act(`/${id}/answer`, answer, one.token, key)).code).toBe(200);
    expect((await act(`/${id}/answer`, answer, one.token, key)).code).toBe(200);
    expect((await act(`/${id}/answer`, answer)).error).toBe('COMPLAINT_ENDED');
    const [seen] = await own();
    expect(seen).toMatchObject({ state: 'answered', decision: 'partly' });
    expect(seen?.steps.map(({ kind }) => kind)).toEqual(['received', 'taken', 'asked', 'replied', 'answered']);
    // Which colleague it was is an operator's matter.
    expect(JSON.stringify(seen)).not.toContain('operator');
    const { rows } = await server.ownerPool.query<{ command: string }>(
      `select command from audit where subject_type = 'complaint' and subject_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ command }) => command)).toEqual([
      'console/complaint/take',
      'console/complaint/ask',
      'console/complaint/answer',
    ]);
    const told = await server.ownerPool.query<{ state: string }>(
      `select state from member_message where member_id = $1 and kind = 'complaint' order by id`,
      [memberId.toString()],
    );
    expect(told.rows.map(({ state }) => state)).toEqual(['asked', 'answered']);
  });

  it('takes by answering, and answers no complaint of a colleague before taking it over', async () => {
    const { id } = await open();
    expect((await act(`/${id}/questions`, { text: 'When?' })).code).toBe(200);
    const answer = { decision: 'rejected', text: 'No.' };
    expect((await act(`/${id}/answer`, answer, other.token)).error).toBe('ITEM_TAKEN');
    expect((await act(`/${id}/take`, {}, other.token)).code).toBe(200);
    expect((await act(`/${id}/answer`, answer, other.token)).code).toBe(200);
  });

  it('asks first, and a colleague at the same moment does not take it over', async () => {
    const { id } = await open();
    const asked = await atOnce(
      id,
      [one, other].map(
        ({ token: as }) =>
          async () =>
            await act(`/${id}/questions`, { text: 'When?' }, as),
      ),
    );
    expect(asked.map(({ code, error }) => error ?? code).toSorted()).toEqual([200, 'ITEM_TAKEN']);
    expect((await own())[0]?.steps.map(({ kind }) => kind)).toEqual(['received', 'taken', 'asked']);
  });

  it.each([
    ['answer', { decision: 'rejected', text: 'No.' }],
    ['questions', { text: 'When?' }],
  ])('gets one %s for a key that is sent twice at once', async (path, body) => {
    const { id } = await open();
    const key = randomUUID();
    const both = await atOnce(
      id,
      [1, 2].map(() => async () => await act(`/${id}/${path}`, body, one.token, key)),
    );
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect((await own())[0]?.steps).toHaveLength(3);
    const { rows } = await server.ownerPool.query(
      `select from audit where subject_type = 'complaint' and subject_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('writes one down for a member, once for a key', async () => {
    const key = randomUUID();
    const body = { memberId: memberId.toString(), topic: 'deposit', text: 'By telephone: no credit' };
    const made = operatorComplaintView.parse((await act('', body, one.token, key)).data);
    expect(made.recordedBy?.id).toBe(one.id.toString());
    expect(operatorComplaintView.parse((await act('', body, one.token, key)).data).id).toBe(made.id);
    expect((await act('', { ...body, text: 'y' }, one.token, key)).error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await act('', { ...body, memberId: '999999999' })).error).toBe('MEMBER_NOT_FOUND');
    expect((await own()).map(({ id }) => id)).toEqual([made.id]);
  });

  it('gets one of a question and an answer that have the same key, and its text is there', async () => {
    const { id } = await open();
    const key = randomUUID();
    const both = await atOnce(id, [
      async () => await act(`/${id}/questions`, { text: 'When?' }, one.token, key),
      async () => await act(`/${id}/answer`, { decision: 'rejected', text: 'No.' }, one.token, key),
    ]);
    expect(both.map(({ code, error }) => error ?? code).toSorted()).toEqual([200, 'IDEMPOTENCY_KEY_REUSED']);
    const [seen] = await own();
    const last = seen?.steps.at(-1);
    expect([seen?.state, seen?.decision]).toEqual([last?.kind, last?.decision]);
    expect(seen?.steps.map(({ kind }) => kind).slice(0, -1)).toEqual(['received', 'taken']);
  });

  it('asks once, and another question with the key at the same moment is refused', async () => {
    const { id } = await open();
    const key = randomUUID();
    const both = await atOnce(
      id,
      ['When?', 'Where?'].map((text) => async () => await act(`/${id}/questions`, { text }, one.token, key)),
    );
    expect(both.map(({ code, error }) => error ?? code).toSorted()).toEqual([200, 'IDEMPOTENCY_KEY_REUSED']);
    const reworded = { decision: 'upheld', text: 'No.' };
    const answerKey = randomUUID();
    await act(`/${id}/answer`, { ...reworded, decision: 'rejected' }, one.token, answerKey);
    expect((await act(`/${id}/answer`, reworded, one.token, answerKey)).error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('writes nothing down for a member whose words were erased', async () => {
    await server.ownerPool.query(
      'insert into member_closing (member_id, due_at, closed_at, erased_at) values ($1, now(), now(), now())',
      [memberId.toString()],
    );
    const body = { memberId: memberId.toString(), topic: 'other', text: 'By telephone' };
    expect((await act('', body)).error).toBe('MEMBER_ERASED');
    expect(
      await tried(
        server.pools.http,
        `insert into complaint (member_id, topic, text) values (${memberId}, 'other', 'x')`,
      ),
    ).toMatch(/^CD/);
    expect((await register('queue=open')).filter((row) => row.member.id === body.memberId)).toEqual([]);
  });

  it('finds what is late, and its figures', async () => {
    const { id } = await open();
    const before = complaintFiguresView.parse(
      (await consoleSite.call('GET', '/api/console/complaint-figures', { token: one.token })).body.data,
    );
    await move(id, 35);
    const [late] = (await register('queue=late')).filter((row) => row.id === id);
    expect(late?.daysLeft).toBeLessThan(0);
    await act(`/${id}/answer`, { decision: 'upheld', text: 'Sorry.' });
    expect((await register('queue=late')).some((row) => row.id === id)).toBe(false);
    expect((await register('queue=ended'))[0]?.id).toBe(id);
    const after = complaintFiguresView.parse(
      (await consoleSite.call('GET', '/api/console/complaint-figures', { token: one.token })).body.data,
    );
    expect(after.answered).toBe(before.answered + 1);
    expect(after.upheld).toBe(before.upheld + 1);
    expect(after.inTime).toBe(before.inTime);
    expect(after.open).toBe(before.open - 1);
  });
});

describe('the database', () => {
  it('computes the date as the rule does', async () => {
    const { rows } = await server.ownerPool.query<{ day: string; due: string }>(
      `select d::text as day, working_day_after(d, 15)::text as due from (select date '2026-12-14' + n as d from generate_series(0, 20) n) x`,
    );
    for (const { day, due } of rows) expect(due).toBe(dateText(workingDayAfter(dayOfDate(day), 15)));
  });

  it('bounds what a member opens and writes, and takes nothing of another member', async () => {
    const { http } = server.pools;
    const { id } = await open();
    await server.ownerPool.query(
      `insert into complaint_step (complaint_id, kind, text) select $1, 'replied', 'x' from generate_series(1, 30)`,
      [id],
    );
    expect(
      await tried(http, `insert into complaint_step (complaint_id, kind, text) values (${id}, 'replied', 'x')`),
    ).toBe('CD050');
    const order = await placeSigned(server, await makeSession(server.pool, await makeMember(server.pool)), 'STRANGE');
    const into = 'insert into complaint (member_id, topic, text, about, about_id) values';
    expect(await tried(http, `${into} (${memberId}, 'order', 'x', 'order', '${order.id}')`)).toBe('CD050');
    for (let count = 1; count < 5; count += 1) await open();
    expect(await tried(http, `${into} (${memberId}, 'other', 'x', null, null)`)).toBe('CD050');
  });

  it('takes no message of another member or of an operator, and nothing after the end', async () => {
    const { http } = server.pools;
    const { pool } = consoleSite.context;
    const stranger = await makeMember(server.pool);
    const said = async (author: string, of: bigint) => {
      const { rows } = await server.ownerPool.query<{ id: bigint }>(
        `select id from support_message where member_id = $1 and author = $2`,
        [of.toString(), author],
      );
      return rows[0]?.id.toString() ?? '0';
    };
    await server.call('POST', '/api/support/messages', {
      token: await makeSession(server.pool, stranger),
      body: { text: 'x' },
    });
    await server.call('POST', '/api/support/messages', { token, body: { text: 'x' } });
    const { rows } = await server.pool.query<{ id: bigint }>(
      'select id from support_conversation where member_id = $1',
      [memberId.toString()],
    );
    const answered = await consoleSite.call(
      'POST',
      `/api/console/support/conversations/${rows[0]?.id ?? ''}/messages`,
      {
        token: one.token,
        key: randomUUID(),
        body: { text: 'y' },
      },
    );
    expect(answered.body).toMatchObject({ code: 200 });
    const into = 'insert into complaint (member_id, topic, text, message_id) values';
    for (const [author, of] of [
      ['member', stranger],
      ['operator', memberId],
    ] as const) {
      const id = await said(author, of);
      expect(id).not.toBe('0');
      expect(await tried(http, `${into} (${memberId}, 'other', 'x', ${id})`)).toBe('CD050');
    }
    expect(await tried(pool, `insert into complaint (member_id, topic, text) values (${memberId}, 'other', 'x')`)).toBe(
      'CD050',
    );
    const { id } = await open();
    const step = 'insert into complaint_step (complaint_id, kind';
    expect(await tried(pool, `${step}, text) values (${id}, 'replied', 'x')`)).toBe('CD050');
    await post(`${OWN}/${id}/withdraw`, {});
    expect(await tried(http, `${step}, text) values (${id}, 'replied', 'x')`)).toBe('CD050');
  });

  it('lets no login answer in the name of nobody, or a member of an operator', async () => {
    const { id } = await open();
    const { http } = server.pools;
    const { pool } = consoleSite.context;
    const step = 'insert into complaint_step (complaint_id, kind';
    expect(await tried(http, `${step}, text) values (${id}, 'asked', 'x')`)).toBe('CD050');
    expect(await tried(http, `${step}) values (${id}, 'received')`)).toBe('CD050');
    expect(await tried(http, `update complaint set state = 'answered' where id = ${id}`)).toBe('42501');
    expect(await tried(pool, `${step}, operator_id) values (${id}, 'taken', ${one.id})`)).toBe('CD302');
    expect((await own())[0]?.steps).toHaveLength(1);
  });
});
