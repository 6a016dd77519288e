import { randomUUID } from 'node:crypto';
import { operatorAlarm, operatorAlarmsView } from '@candor/contract/console-alarms';
import type { AlarmActBody } from '@candor/contract/console-alarms';
import type { AlarmKind } from '@candor/domain/alarms/alarm-conditions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tried } from '../../testing/attacks.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { acting, letAct } from '../../testing/test-operator.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { closeAlarm, openAlarm } from './alarm-store.ts';

let server: TestServer;
let console: TestConsole;
type Operator = Awaited<ReturnType<TestConsole['operator']>>;
let one: Operator;
let other: Operator;

beforeAll(async () => {
  server = await startTestServer();
  console = await startTestConsole(server);
  [one, other] = [await console.operator('cashier'), await console.operator('support')];
}, 180_000);
afterAll(async () => {
  await console.stop();
  await server.stop();
});
beforeEach(async () => void (await server.ownerPool.query('delete from alarm')));

/** An open alarm; its id. */
async function opened(kind: AlarmKind, subject = ''): Promise<string> {
  await openAlarm(server.pools.worker, { kind, subject, detail: { found: 1 } });
  const { rows } = await server.ownerPool.query<{ id: bigint }>('select max(id) as id from alarm');
  return String(rows[0]?.id);
}

async function over(kind: AlarmKind): Promise<string> {
  const id = await opened(kind);
  await closeAlarm(server.pools.worker, BigInt(id));
  return id;
}

async function list(query = '', { token } = one) {
  const answer = await console.call('GET', `/api/console/alarms${query}`, { token });
  expect(answer.body.code, answer.text).toBe(200);
  return operatorAlarmsView.parse(answer.body.data);
}

async function act(id: string, body: AlarmActBody, by = one) {
  return await console.call('POST', `/api/console/alarms/${id}`, { token: by.token, key: randomUUID(), body });
}

async function done(id: string, body: AlarmActBody, by = one) {
  const answer = await act(id, body, by);
  expect(answer.body.code, answer.text).toBe(200);
  return operatorAlarm.parse(answer.body.data);
}

describe('the list of alarms', () => {
  it('has open ones first, page by page', async () => {
    const ids = [
      await opened('dayLate'),
      await over('backupOld'),
      await opened('diskLow', 'one'),
      await over('feedSilent'),
    ];
    const [late, backup, disk, feed] = ids;
    const first = await list('?limit=3');
    expect(first.items.map(({ id }) => id)).toEqual([disk, late, feed]);
    expect((await list(`?limit=3&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([backup]);
    const { nextCursor } = await list('?limit=1');
    expect((await list(`?limit=1&cursor=${nextCursor}`)).items.map(({ id }) => id)).toEqual([late]);
  });

  it('is narrowed by state, kind and time', async () => {
    const [late, backup] = [await opened('dayLate'), await over('backupOld')];
    await done(late, { act: 'acknowledge' });
    const fresh = await opened('diskLow', 'one');
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await ids('?state=new')).toEqual([fresh]);
    expect(await ids('?state=seen,over')).toEqual([late, backup]);
    expect(await ids('?kind=backupOld')).toEqual([backup]);
    expect(await ids('?to=2001-01-01')).toEqual([]);
    expect(await ids('?from=2001-01-01')).toHaveLength(3);
  });

  it('is not for everybody, and counts what nobody has acknowledged', async () => {
    const content = await console.operator('content');
    const refused = await console.call('GET', '/api/console/alarms', { token: content.token });
    expect(refused.body.error).toBe('FORBIDDEN');
    const counters = async ({ token }: Operator) =>
      (await console.call('GET', '/api/console/counters', { token })).body.data;
    const id = await opened('dayLate');
    await opened('diskLow', 'one');
    expect(await counters(one)).toMatchObject({ alarms: 2 });
    await done(id, { act: 'acknowledge' });
    expect(await counters(one)).toMatchObject({ alarms: 1 });
    expect(await counters(content)).not.toHaveProperty('alarms');
  });
});

describe('an operator', () => {
  it('acknowledges an alarm once, and has it then if nobody had', async () => {
    const id = await opened('dayLate');
    const seen = await done(id, { act: 'acknowledge', note: 'on it' });
    expect(seen).toMatchObject({
      state: 'seen',
      note: 'on it',
      owner: { id: String(one.id) },
      acknowledgedBy: { id: String(one.id) },
    });
    expect((await act(id, { act: 'acknowledge' }, other)).body.error).toBe('ALARM_ACKNOWLEDGED');
  });

  it('takes an alarm, also from a colleague, and leaves who acknowledged it', async () => {
    const id = await opened('dayLate');
    await done(id, { act: 'take' });
    expect((await act(id, { act: 'take' })).body.error).toBe('ALARM_TAKEN');
    expect(await done(id, { act: 'acknowledge' }, other)).toMatchObject({ owner: { id: String(one.id) } });
    expect(await done(id, { act: 'take' }, other)).toMatchObject({
      owner: { id: String(other.id) },
      acknowledgedBy: { id: String(other.id) },
      state: 'seen',
    });
  });

  it('writes a note, also to one that is over, and says what is missing', async () => {
    const id = await over('backupOld');
    expect(await done(id, { act: 'note', note: 'the disk was unplugged' })).toMatchObject({
      state: 'over',
      note: 'the disk was unplugged',
      owner: null,
    });
    expect((await act(id, { act: 'note' })).body.error).toBe('NOTE_REQUIRED');
    expect((await act('999999', { act: 'take' })).body.error).toBe('ALARM_NOT_FOUND');
    const answer = await console.call('GET', '/api/console/alarms/999999', { token: one.token });
    expect(answer.body.error).toBe('ALARM_NOT_FOUND');
  });

  it('sends a test message once in ten seconds, also after a clock was set back', async () => {
    const test = async () =>
      await console.call('POST', '/api/console/alarm-messages/test', { token: one.token, key: randomUUID(), body: {} });
    await server.pools.worker.query(`insert into alarm_channel (name, target) values ('mail', 'one@harbour.example')`);
    expect((await test()).body.code).toBe(200);
    expect((await test()).body.error).toBe('ALARM_TEST_SOON');
    await server.ownerPool.query(`update alarm_message set made_at = made_at + interval '1 hour'`);
    expect((await test()).body.code).toBe(200);
  });

  it('is named by the audit, with what was done and every note', async () => {
    const id = await opened('checkFailed', 'balance-is-the-fold');
    await done(id, { act: 'take' });
    await done(id, { act: 'acknowledge', note: 'first' }, other);
    await done(id, { act: 'take' }, other);
    await done(id, { act: 'note', note: 'second' });
    const { rows } = await server.ownerPool.query(
      `select command, actor_id, detail from audit where subject_type = 'alarm' and subject_id = $1 order by id`,
      [id],
    );
    const about = { kind: 'checkFailed', about: 'balance-is-the-fold' };
    expect(rows).toEqual([
      { command: 'console/alarms/take', actor_id: one.id, detail: about },
      { command: 'console/alarms/acknowledge', actor_id: other.id, detail: { ...about, note: 'first' } },
      { command: 'console/alarms/take', actor_id: other.id, detail: { ...about, from: expect.any(String) as string } },
      { command: 'console/alarms/note', actor_id: one.id, detail: { ...about, note: 'second' } },
    ]);
  });

  it('may not write for another, undo an acknowledgement, or act without an entry', async () => {
    const id = await opened('dayLate');
    await done(id, { act: 'acknowledge' });
    await letAct(server.ownerPool, one.id);
    const by = async (sql: string) =>
      await tried(server.pools.console, acting(one.id), sql, 'set constraints all immediate');
    expect(await by(`update alarm set owner_id = ${other.id} where id = ${id}`)).toBe('CD302');
    expect(await by(`update alarm set acknowledged_by = null where id = ${id}`)).toBe('CD360');
    expect(await by(`update alarm set note = 'x' where id = ${id}`)).toBe('CD303');
    expect(await by(`update alarm set times = 2 where id = ${id}`)).toBe('42501');
  });
});
