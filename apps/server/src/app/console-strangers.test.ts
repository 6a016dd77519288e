import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logInOperator, readOperator } from '@candor/contract/calls/console/operators';
import { endMemberSessions } from '@candor/contract/calls/console/members';
import { pathOf } from '@candor/contract/operation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONSOLE_LINK_SETTING } from '../platform/config/config.ts';
import { makeMember, makeSession } from '../testing/factories.ts';
import { connectRaw, readUntil } from '../testing/raw-client.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** A stranger without an account, at the address of a real site, while operators work in the console behind it. */
let folder: string;
let server: TestServer;
let consoleSite: TestConsole;
let port: number;
let admin: { id: bigint; token: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-strangers-'));
  server = await startTestServer({ [CONSOLE_LINK_SETTING]: join(folder, 'console'), TRUSTED_PROXIES: '10.0.0.0/8' });
  consoleSite = await startTestConsole(server);
  await consoleSite.role.listen();
  await server.http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.http.app.server.address() as AddressInfo);
  admin = await consoleSite.operator('owner');
});
afterAll(async () => {
  await server.stop();
  await consoleSite.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One poll of the console's page. */
async function poll(token: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${readOperator.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers.get('x-candor-session-state')).toBeNull();
  return (await answer.text()).replace(/"serverTime":"[^"]+"/, '');
}

async function say(text: string): Promise<string> {
  const socket = await connectRaw(port);
  socket.write(text);
  const answer = await Promise.race([readUntil(socket), pause(400, '')]);
  socket.destroy();
  return answer;
}

it('no call of a stranger is carried out in the name of an operator, and no answer goes to the wrong one', async () => {
  const memberId = await makeMember(server.pool);
  const { rows } = await server.ownerPool.query('select count(*)::int as count from audit');
  const expected = await poll(admin.token);
  expect(expected).toContain('"code":200');
  // Without its end: the head of the operator's next call would become its rest, with the operator's token.
  const hidden = `DELETE ${pathOf(endMemberSessions, { id: memberId.toString() })} HTTP/1.1\r\nHost: x\r\nX-Rest: `;
  const stolen = `POST ${logInOperator.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n`;
  const wrong: string[] = [];
  const answers: string[] = [];
  for (const body of [hidden, stolen])
    for (const method of ['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'OPTIONS'])
      for (const framing of [
        `Content-Length: ${body.length}\r\n`,
        `Connection: content-length\r\nContent-Length: ${body.length}\r\n`,
        `Connection: close, Content-Length, Transfer-Encoding\r\nContent-Length: ${body.length}\r\n`,
        'Transfer-Encoding: chunked\r\n',
        'Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n',
      ]) {
        await makeSession(server.pool, memberId);
        const isChunked = framing.includes('chunked');
        const bytes = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
        answers.push(
          await say(`${method} /console/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${framing}\r\n${bytes}`),
        );
        const polled = await Promise.all([poll(admin.token), poll(admin.token)]).catch((error: unknown) => [
          String(error),
        ]);
        for (const answer of polled) if (answer !== expected) wrong.push(`${method} ${framing}: ${answer}`);
      }
  const after = await server.ownerPool.query('select count(*)::int as count from audit');
  expect(wrong).toEqual([]);
  expect(after.rows).toEqual(rows);
  expect(answers.filter((answer) => answer.includes(admin.token) || answer.includes('"permissions"'))).toEqual([]);
}, 120_000);

it('76 bodies that do not come, and places full of strangers, keep no operator away', async () => {
  expect(await poll(admin.token)).toContain('"code":200');
  const sockets: Socket[] = [];
  const open = async (head: string): Promise<void> => {
    const socket = await connectRaw(port);
    socket.write(head);
    sockets.push(socket);
  };
  for (let n = 0; n < 76; n += 1)
    await open(
      `POST ${logInOperator.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\nx`,
    );
  await pause(50);
  for (let n = 0; n < 8; n += 1) expect(await poll(admin.token)).toContain('"code":200');
  // Strangers of many networks hold all the places that they may have: the console waits for a locked row.
  const blocked = await server.ownerPool.connect();
  await blocked.query('begin');
  await blocked.query('lock table console_login_budget, console_login_failure in access exclusive mode');
  const logins = Array.from(
    { length: 60 },
    async (_, n) =>
      await server.http.app.inject({
        method: 'POST',
        url: logInOperator.path,
        remoteAddress: '10.0.0.1',
        headers: { 'x-forwarded-for': `198.51.${n % 6}.${n}` },
        payload: { username: 'nobody', password: 'nothing-at-all' },
      }),
  );
  await pause(300);
  expect(await poll(admin.token)).toContain('"code":200');
  await blocked.query('rollback');
  blocked.release();
  await Promise.all(logins);
  for (const socket of sockets) socket.destroy();
}, 60_000);
