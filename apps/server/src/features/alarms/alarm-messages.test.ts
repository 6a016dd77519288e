import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assert } from '@candor/domain/assert';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { tried } from '../../testing/attacks.ts';
import { databaseNow } from '../../testing/factories.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import type { MailServer } from '../../testing/mail-server.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { acting, makeOperator } from '../../testing/test-operator.ts';
import { closeAlarm, openAlarm } from './alarm-store.ts';
import { queueAlarms, sendAlarms } from './send-messages.ts';
import type { SendingDeps } from './send-messages.ts';

/** A receiver of webhooks that checks nothing by itself, and a mail server, both on this machine. */
const SECRET = randomBytes(32);
const said: { msg?: string; reason?: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => said.push(JSON.parse(line) as (typeof said)[number]) });

let test: TestDb;
let mail: MailServer;
let receiver: Server;
let received: { headers: IncomingHttpHeaders; body: string }[];
let status: number;
let hooks: string;

beforeAll(async () => {
  test = await createTestDb();
  mail = await startMailServer();
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  hooks = `http://127.0.0.1:${(address satisfies AddressInfo).port}/hook?key=x`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => receiver.close(() => resolve()));
  await mail.stop();
  await test.drop();
});
beforeEach(async () => {
  [received, status, mail.refuseWith] = [[], 204, undefined];
  mail.mails.length = 0;
  said.length = 0;
  await test.ownerPool.query(
    'delete from alarm_message; delete from alarm_told; delete from alarm; delete from alarm_channel',
  );
});

function deps(settings: Record<string, string>, nowMs: number): SendingDeps {
  const { alarms } = loadConfig(settings);
  return { pool: test.pools.worker, log, site: { name: 'Harbour' }, ways: alarms, nowMs: () => nowMs };
}

function webhook() {
  return { ALARM_WEBHOOK_URL: hooks, ALARM_WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}` };
}

function mailing() {
  return {
    ALARM_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    ALARM_MAIL_FROM: 'candor@harbour.example',
    ALARM_MAIL_TO: 'one@harbour.example, two@harbour.example',
    ALARM_MAIL_LANGUAGE: 'en',
  };
}

/** What a worker does every two seconds. */
async function turn(settings: Record<string, string> = webhook(), by = deps(settings, 0)): Promise<void> {
  const nowMs = await databaseNow(test.ownerPool);
  await queueAlarms({ ...by, nowMs: () => nowMs });
  await sendAlarms(by);
}

async function later(minutes: number): Promise<void> {
  const ago = `- interval '${minutes} minutes'`;
  await test.ownerPool.query(`
    update alarm_message set made_at = made_at ${ago}, next_at = next_at ${ago};
    update alarm_told set told_at = told_at ${ago};
    update alarm set opened_at = opened_at ${ago}, closed_at = closed_at ${ago}`);
}

const CONDITION = { kind: 'diskLow', subject: 'one', detail: { freeMb: 12 } } as const;

async function open(): Promise<void> {
  await openAlarm(test.pools.worker, CONDITION);
}

async function close(): Promise<void> {
  const { rows } = await test.ownerPool.query<{ id: bigint }>('select id from alarm where closed_at is null');
  for (const { id } of rows) await closeAlarm(test.pools.worker, id);
}

function types(): string[] {
  return received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
}

describe('a webhook', () => {
  it('is signed as the Standard Webhooks say', async () => {
    await open();
    await turn();
    const [call] = received;
    assert(call !== undefined, 'it was called');
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = call.headers;
    const expected = createHmac('sha256', SECRET)
      .update(`${String(id)}.${String(at)}.${call.body}`)
      .digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60);
    expect(JSON.parse(call.body)).toMatchObject({
      type: 'alarm.opened',
      data: { site: 'Harbour', kind: 'diskLow', subject: 'one', detail: { freeMb: 12 }, closedAt: null },
    });
  });

  it('is told once that an alarm opened, and once that it is over', async () => {
    await open();
    await turn();
    await turn();
    await close();
    await turn();
    expect(types()).toEqual(['alarm.opened']);
    await later(6);
    await turn();
    await turn();
    expect(types()).toEqual(['alarm.opened', 'alarm.closed']);
  });

  it('hears nothing twice in five minutes: by two workers at once, and by an alarm that comes and goes', async () => {
    await open();
    await Promise.all(Array.from({ length: 4 }, async () => await turn()));
    for (let round = 0; round < 3; round += 1) {
      await close();
      await turn();
      await open();
      await turn();
    }
    expect(types()).toEqual(['alarm.opened']);
    // Not even one of another episode.
    await test.ownerPool.query(`delete from alarm`);
    await open();
    await turn();
    expect(types()).toEqual(['alarm.opened']);
  });

  it('is offered again under the same id after it said no', async () => {
    status = 500;
    await open();
    await turn();
    await turn();
    expect(received).toHaveLength(1);
    expect(said).toMatchObject([{ reason: 'it answered 500' }]);
    await test.ownerPool.query(`update alarm_message set next_at = now()`);
    status = 200;
    await turn();
    await turn();
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('that gave no answer may have it, and a worker that died after it may have sent it: nobody sends it for five minutes', async () => {
    status = 0;
    await open();
    await turn();
    const waits = async () =>
      (
        await test.ownerPool.query<{ waits: number }>(
          'select extract(epoch from next_at - clock_timestamp())::float8 as waits from alarm_message',
        )
      ).rows[0]?.waits;
    expect(await waits()).toBeGreaterThan(280);
    status = 200;
    await turn();
    expect(received).toHaveLength(1);
    await later(6);
    await turn();
    expect(received).toHaveLength(2);
  });
});

describe('a mail', () => {
  it('says in words what is wrong, to everybody who is named', async () => {
    await open();
    await turn(mailing());
    const [text] = mail.mails;
    expect(mail.mails).toHaveLength(1);
    expect(text).toContain('Subject: [Harbour] Alarm: Disk is almost full');
    expect(text).toContain('To: one@harbour.example, two@harbour.example');
    expect(text).toMatch(/Message-ID: <[0-9a-f-]{36}@harbour\.example>/);
    expect(text).toContain('freeMb: 12');
    expect(text).toContain('Auto-Submitted: auto-generated');
  });

  it('that the server refuses is tried again', async () => {
    mail.refuseWith = '451 later';
    await open();
    await turn(mailing());
    expect(said).toMatchObject([{ reason: 'the mail server answered 451' }]);
    mail.refuseWith = undefined;
    await test.ownerPool.query(`update alarm_message set next_at = now()`);
    await turn(mailing());
    expect(mail.mails).toHaveLength(1);
  });
});

it('a test message ends with what came of it', async () => {
  const operator = await makeOperator(test.ownerPool);
  const ask = `insert into alarm_message (channel, event, test_id, operator_id) values ('webhook', 'test', uuidv7(), ${operator})`;
  await test.ownerPool.query(ask);
  status = 403;
  await turn();
  const state = async () =>
    (await test.ownerPool.query('select delivered, failure from alarm_message order by made_at desc limit 1')).rows;
  expect(await state()).toEqual([{ delivered: false, failure: 'it answered 403' }]);
  await later(1);
  await test.ownerPool.query(ask);
  status = 200;
  await turn();
  expect(await state()).toEqual([{ delivered: true, failure: null }]);
  expect(types()).toEqual(['test', 'test']);
});

describe('the database', () => {
  it('lets nobody queue past its rules', async () => {
    const { http, feed, console, worker } = test.pools;
    await open();
    const insert = `insert into alarm_message (channel, event, test_id, operator_id) values ('mail', 'test', uuidv7(), 1)`;
    for (const pool of [http, feed, worker]) expect(await tried(pool, insert)).toBe('42501');
    for (const pool of [http, feed, console])
      expect(await tried(pool, `select tell_alarm(1, 'mail', 'opened')`)).toBe('42501');
    const operator = await makeOperator(test.ownerPool);
    const asked = (event: string) =>
      `insert into alarm_message (channel, event, test_id, operator_id) values ('mail', '${event}', uuidv7(), ${operator})`;
    expect(await tried(console, acting(operator), asked('opened'))).toBe('CD360');
    expect(await tried(console, acting(operator), asked('test'), asked('test'))).toBe('CD360');
    expect(await tried(console, acting(operator), asked('test'), 'set constraints all immediate')).toBe('CD303');
    expect(await tried(console, 'update alarm_message set delivered = true')).toBe('42501');
  });

  it('has no secret of a channel', async () => {
    await open();
    await turn({ ...webhook(), ...mailing(), ALARM_SMTP_URL: `smtp://me:hush@127.0.0.1:${mail.port}` });
    const { rows } = await test.ownerPool.query<{ target: string }>('select target from alarm_channel order by name');
    expect(rows.map(({ target }) => target)).toEqual(['one@harbour.example, two@harbour.example', new URL(hooks).host]);
  });
});

describe('settings of alarms', () => {
  const secret = `whsec_${SECRET.toString('base64')}`;
  it.each<[string, Record<string, string>]>([
    ['ALARM_WEBHOOK_SECRET', { ALARM_WEBHOOK_URL: 'https://hooks.example/x' }],
    ['ALARM_WEBHOOK_SECRET', { ALARM_WEBHOOK_URL: 'https://hooks.example/x', ALARM_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }],
    ['ALARM_WEBHOOK_URL', { ALARM_WEBHOOK_URL: 'http://hooks.example/x', ALARM_WEBHOOK_SECRET: secret }],
    ['ALARM_SMTP_URL', { ALARM_SMTP_URL: 'smtp://mail.example' }],
    ['ALARM_SMTP_URL', { ...mailingOf('https://mail.example') }],
    ['ALARM_MAIL_TO', { ...mailingOf('smtp://me:hush@mail.example'), ALARM_MAIL_TO: 'nobody' }],
    ['ALARM_MAIL_FROM', { ...mailingOf('smtp://me:hush@mail.example'), ALARM_MAIL_FROM: 'x\r\nBcc: y@z' }],
  ])('a wrong %s stops the start, and is not repeated', (name, settings) => {
    const said = (): unknown => {
      try {
        return loadConfig(settings);
      } catch (error) {
        return error;
      }
    };
    const error = said();
    assert(error instanceof Error, 'it stops the start');
    expect(error.message).toContain(name);
    expect(error.message).not.toMatch(/hush|whsec_c2/);
  });

  function mailingOf(url: string): Record<string, string> {
    return { ALARM_SMTP_URL: url, ALARM_MAIL_FROM: 'a@b.example', ALARM_MAIL_TO: 'c@d.example' };
  }

  it('outside of the own network mail is encrypted', () => {
    const { mail: way } = loadConfig(mailingOf('smtp://me:p%40ss@mail.example')).alarms;
    expect(way).toMatchObject({ port: 587, isInside: false, isSecure: false, login: { user: 'me', pass: 'p@ss' } });
    expect(loadConfig(mailingOf('smtps://mail.example')).alarms.mail).toMatchObject({ port: 465, isSecure: true });
  });
});
