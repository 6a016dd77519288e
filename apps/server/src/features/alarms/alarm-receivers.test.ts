import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { assert } from '@candor/domain/assert';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { databaseNow } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { closeAlarm, openAlarm } from './alarm-store.ts';
import { takeMessages } from './message-store.ts';
import { queueAlarms, sendAlarms } from './send-messages.ts';
import type { SendingDeps } from './send-messages.ts';

/** Receivers that mean harm or are broken, floods of alarms, and a clock that was set back. */
const said: { msg?: string; reason?: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => said.push(JSON.parse(line) as (typeof said)[number]) });
const PASSWORD = 'hush-hush';
/** As SMTP sends a login and its password. */
const ENCODED = Buffer.from(`\0me\0${PASSWORD}`).toString('base64');

let test: TestDb;
let server: Server | undefined;
const sockets = new Set<Socket>();

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => {
  await test.drop();
});
beforeEach(async () => {
  said.length = 0;
  await test.ownerPool.query('delete from alarm_message; delete from alarm_told; delete from alarm');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  server = undefined;
});

type Answer = string | ((socket: Socket) => void);

/** A mail server whose answers to some commands are not those that it should give. `body`: what stands behind DATA. */
async function mailServer(answers: Readonly<Record<string, Answer>>): Promise<SendingDeps> {
  server = createServer((socket) => {
    sockets.add(socket);
    const give = (answer: Answer): void => (typeof answer === 'string' ? void socket.write(answer) : answer(socket));
    let [text, isBody] = ['', false];
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    give(answers['greeting'] ?? '220 mail.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (;;) {
        const end = isBody ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at === -1) return;
        const verb = isBody ? 'body' : text.slice(0, 4).toUpperCase();
        text = text.slice(at + end.length);
        isBody = verb === 'DATA';
        give(answers[verb] ?? (isBody ? '354 go on\r\n' : '250 ok\r\n'));
      }
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  return deps({
    ALARM_SMTP_URL: `smtp://me:${PASSWORD}@127.0.0.1:${(address satisfies AddressInfo).port}`,
    ALARM_MAIL_FROM: 'candor@harbour.example',
    ALARM_MAIL_TO: 'one@harbour.example, two@harbour.example',
  });
}

function deps(settings: Record<string, string>): SendingDeps {
  return {
    pool: test.pools.worker,
    log,
    site: { name: 'Harbour' },
    ways: loadConfig(settings).alarms,
    nowMs: () => Date.now(),
  };
}

async function open(subject = 'one'): Promise<void> {
  await openAlarm(test.pools.worker, { kind: 'diskLow', subject, detail: { freeMb: 12 } });
}

async function turn(by: SendingDeps, sendMsMax?: number): Promise<void> {
  const nowMs = await databaseNow(test.ownerPool);
  await queueAlarms({ ...by, nowMs: () => nowMs });
  await sendAlarms({ ...by, ...(sendMsMax === undefined ? {} : { sendMsMax }) });
}

async function messages() {
  const { rows } = await test.ownerPool.query<{ delivered: boolean | null; failure: string | null; tries: number }>(
    'select delivered, failure, tries from alarm_message order by made_at',
  );
  return rows;
}

/** A byte now and then: no pause is long enough to end the connection. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 100);
  socket.on('close', () => clearInterval(timer));
}

it.each([
  ['the greeting', { greeting: drip }],
  ['a command', { MAIL: drip }],
  ['the mail', { body: drip }],
] as const)('a mail server that drips the answer to %s is left after a while', async (_, answers) => {
  const by = await mailServer(answers);
  await open();
  await turn(by, 1_500);
  expect(await messages()).toEqual([{ delivered: null, failure: 'no answer in time', tries: 1 }]);
  await expect.poll(() => sockets.size).toBe(0);
});

it.each([
  ['refuses the login with it', { EHLO: '250-x\r\n250 AUTH PLAIN\r\n', AUTH: `no ${ENCODED}\r\n` }],
  [
    'repeats it in the wrong place',
    { EHLO: '250-x\r\n250 AUTH PLAIN\r\n', AUTH: '235 ok\r\n', MAIL: `me ${ENCODED}\r\n` },
  ],
  ['greets with what no text holds', { greeting: 'hello\u0000\u202e\r\n' }],
  ['answers with what no text holds', { MAIL: '\u0000\u202e odd\r\n' }],
] as const)('no word of a mail server that %s is kept', async (_, answers) => {
  const by = await mailServer(answers);
  await open();
  await turn(by);
  const [message] = await messages();
  expect(message?.failure).toMatch(/^the mail server/);
  expect(`${message?.failure ?? ''} ${JSON.stringify(said)}`).not.toMatch(/bWUA|AG1l|hush|odd|hello|\u202e/);
});

it('a mail that some of those who are named do not get says so', async () => {
  let asked = 0;
  const by = await mailServer({ RCPT: (socket) => socket.write((asked += 1) === 1 ? '250 ok\r\n' : '550 no\r\n') });
  await open();
  await turn(by);
  expect(await messages()).toEqual([{ delivered: true, failure: 'not taken for two@harbour.example', tries: 1 }]);
});

it('of one kind no more than ten messages go out in five minutes, and the others later', async () => {
  const by = await mailServer({});
  for (let number = 0; number < 12; number += 1) await open(`host-${number}`);
  await openAlarm(test.pools.worker, { kind: 'moneyHalted', subject: '', detail: {} });
  const kinds = async () =>
    (
      await test.ownerPool.query<{ kind: string; count: number }>(
        `select a.kind, count(*)::int as count from alarm_message m join alarm a on a.id = m.alarm_id group by 1 order by 1`,
      )
    ).rows;
  await turn(by);
  expect(await kinds()).toEqual([
    { kind: 'diskLow', count: 10 },
    { kind: 'moneyHalted', count: 1 },
  ]);
  await test.ownerPool.query(`update alarm_told set told_at = told_at - interval '6 minutes'`);
  await turn(by);
  expect((await kinds())[0]).toEqual({ kind: 'diskLow', count: 12 });
});

/** As if these were written before the clock was set back by an hour. */
const AHEAD = `+ interval '1 hour'`;

it('a clock that was set back ends alarms, tells of them and sends what waits', async () => {
  const by = await mailServer({});
  await open();
  await turn(by);
  expect(await messages()).toMatchObject([{ delivered: true }]);
  await test.ownerPool.query(`
    update alarm set opened_at = opened_at ${AHEAD}, seen_at = seen_at ${AHEAD};
    update alarm_told set told_at = told_at ${AHEAD};
    update alarm_message set made_at = made_at ${AHEAD}`);
  const { rows } = await test.ownerPool.query<{ id: bigint }>('select id from alarm');
  expect(await closeAlarm(test.pools.worker, rows[0]?.id ?? 0n)).toBe(true);
  await turn(by);
  await turn(by);
  const events = await test.ownerPool.query<{ event: string }>('select event from alarm_message order by event');
  expect(events.rows.map(({ event }) => event)).toEqual(['closed', 'opened']);
  await test.ownerPool.query(`update alarm_message set ended_at = null, delivered = null, next_at = now() ${AHEAD}`);
  expect(await takeMessages(test.pools.worker, ['mail'], 5)).toHaveLength(2);
});

it('whoever speaks for a process without backups cannot hide that there are none', async () => {
  const beat = `select beat('x', 1, 'v', now(), null, null, now(), false, '[]')`;
  for (const pool of [test.pools.http, test.pools.feed, test.pools.console, test.pools.worker]) {
    await pool.query(beat);
  }
  const { rows } = await test.ownerPool.query('select role from process_beat where backup_at is not null');
  expect(rows).toEqual([{ role: 'worker' }]);
});

it('a flood of one kind pushes no other kind out of what is kept', async () => {
  await test.ownerPool.query(`
    insert into alarm (kind, opened_at, closed_at) values ('moneyHalted', now() - interval '3 hours', now() - interval '2 hours');
    insert into alarm (kind, opened_at, closed_at) select 'diskLow', now() - interval '2 hours', now() - interval '1 hour'
      from generate_series(1, 20001)`);
  await test.pools.worker.query('select end_old_alarms()');
  const { rows } = await test.ownerPool.query(
    'select kind, count(*)::int as count from alarm group by kind order by kind',
  );
  expect(rows).toEqual([
    { kind: 'diskLow', count: 2_000 },
    { kind: 'moneyHalted', count: 1 },
  ]);
});
