import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { assert } from '@candor/domain/assert';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { startMailServer } from '../testing/mail-server.ts';
import type { MailServer } from '../testing/mail-server.ts';
import { sendTestAlarm } from './send-test-alarm.ts';

let mail: MailServer;
let receiver: Server;
let [status, bodies]: [number, string[]] = [204, []];
let settings: Record<string, string>;

beforeAll(async () => {
  mail = await startMailServer();
  receiver = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  settings = {
    ALARM_WEBHOOK_URL: `http://127.0.0.1:${(address satisfies AddressInfo).port}/hook`,
    ALARM_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    ALARM_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    ALARM_MAIL_FROM: 'candor@harbour.example',
    ALARM_MAIL_TO: 'one@harbour.example',
  };
});
afterAll(async () => {
  await new Promise<void>((resolve) => receiver.close(() => resolve()));
  await mail.stop();
});
beforeEach(() => {
  [status, bodies, mail.refuseWith] = [204, [], undefined];
  mail.mails.length = 0;
});

it('a test message goes out by each channel, and says what came of it', async () => {
  const said = await sendTestAlarm(loadConfig(settings).alarms, 'Harbour');
  expect(said).toMatch(/^webhook 127\.0\.0\.1:\d+: delivered\nmail one@harbour\.example: delivered\n$/);
  expect(JSON.parse(bodies.join(''))).toMatchObject({ type: 'test', data: { site: 'Harbour', kind: null } });
  expect(mail.mails).toHaveLength(1);
});

it('one that fails is told beside one that does not', async () => {
  status = 403;
  await expect(sendTestAlarm(loadConfig(settings).alarms, 'Harbour')).rejects.toThrow(
    /: it answered 403\nmail one@harbour\.example: delivered$/,
  );
  mail.refuseWith = '550 no';
  await expect(sendTestAlarm(loadConfig(settings).alarms, 'Harbour')).rejects.toThrow('the mail server answered 550');
  await expect(sendTestAlarm(loadConfig({}).alarms, 'Harbour')).rejects.toThrow('ALARM_WEBHOOK_URL');
});
