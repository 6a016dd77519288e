import { randomUUID } from 'node:crypto';
import { reportFiguresView } from '@candor/contract/console-reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { placeSigned, runOn } from '../../testing/signed-orders.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Ticks of a test are ahead of its clock. */
const ALL = { to: '2099-01-01' };

let server: TestServer;
let consoleSite: TestConsole;
let auditor: { token: string };
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  auditor = await consoleSite.operator('auditor');
  token = await makeSession(server.pool, await makeMember(server.pool));
  const [settled, voided] = [await placeSigned(server, token, 'REPORTED'), await placeSigned(server, token, 'REPVOID')];
  await runOn(server, settled, [
    [0, 10_000],
    [5, 10_100],
  ]);
  // No price at its entry.
  await runOn(server, voided, [[30, 10_000]]);
  await server.call('POST', '/api/support/complaints', {
    token,
    key: randomUUID(),
    body: { topic: 'order', text: 'Not what I saw', about: { kind: 'order', id: settled.id } },
  });
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function file(
  list: string,
  columns: readonly string[],
  as = auditor.token,
  filter: Record<string, string> = ALL,
) {
  const answer = await consoleSite.role.app.inject({
    method: 'POST',
    url: '/api/console/exports',
    headers: { authorization: `Bearer ${as}` },
    payload: { list, language: 'en', filter, columns: columns.map((name) => ({ name, title: name })) },
  });
  return {
    isFile: answer.headers['content-type']?.toString().startsWith('text/csv') === true,
    lines: answer.body.replace('\uFEFF', '').trimEnd().split('\r\n'),
  };
}

describe('the reports', () => {
  it('count clients by country and kind', async () => {
    const { lines } = await file('reportClients', ['country', 'kind', 'clients', 'active']);
    expect(lines[0]).toBe('country,kind,clients,active');
    expect(lines.slice(1).some((line) => line.includes('registered') && line.endsWith(',1'))).toBe(true);
  });

  it('add up the orders of each product, and tell why orders were void', async () => {
    const { lines } = await file('reportProducts', ['product', 'orders', 'won', 'voided']);
    expect(lines).toContain('REPORTED,1,1,0');
    expect(lines).toContain('REPVOID,1,0,1');
    const voids = await file('reportVoids', ['product', 'reason', 'orders']);
    expect(voids.lines.slice(1)).toEqual(['REPVOID,NO_ENTRY_TICK,1']);
  });

  it('list complaints without what they say', async () => {
    const { lines } = await file('reportComplaints', ['topic', 'product', 'state', 'inTime']);
    expect(lines.slice(1)).toEqual(['order,REPORTED,received,']);
    expect((await file('reportComplaints', ['text'])).isFile).toBe(false);
  });

  it('are of their period, and only for whoever may read them', async () => {
    const past = { from: '2020-01-01', to: '2020-02-01' };
    expect((await file('reportProducts', ['product'], auditor.token, past)).lines).toEqual(['product']);
    const support = await consoleSite.operator('support');
    expect((await file('reportClients', ['country'], support.token)).isFile).toBe(false);
    const { body } = await consoleSite.call('GET', '/api/console/reports?to=2099-01-01', { token: auditor.token });
    expect(reportFiguresView.parse(body.data)).toMatchObject({ orders: 2, voids: 1, complaints: 1 });
  });

  it('are added up on connections of their own', async () => {
    const owner = await server.ownerPool.connect();
    try {
      await owner.query('begin; lock table settlement in access exclusive mode');
      const made = file('reportProducts', ['product']);
      await expect
        .poll(async () => {
          const { rows } = await server.ownerPool.query<{ name: string }>(
            `select application_name as name from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.map(({ name }) => name);
        })
        .toEqual(['candor-books']);
      await owner.query('rollback');
      expect((await made).lines).toContain('REPORTED');
    } finally {
      owner.release(true);
    }
  });

  it('lack no order in silence: of months that have left the database there are none', async () => {
    await server.ownerPool.query(`insert into order_archive_left (month, bytes) values ('2020-01-01', 1)`);
    // The last orders of the month close within the first hour of the next one, by UTC.
    const { body } = await consoleSite.call('GET', '/api/console/reports?from=2020-02-01', {
      token: auditor.token,
      language: 'en',
    });
    expect(body).toMatchObject({
      error: 'REPORT_TOO_OLD',
      msg: 'Older orders have left the database for the archive. Please choose a period from 2020-02-02 on.',
    });
    expect((await file('reportProducts', ['product'])).isFile).toBe(false);
    expect((await file('reportVoids', ['product'], auditor.token, { from: '2019-01-01' })).isFile).toBe(false);
    const whole = { from: '2020-02-02', to: '2099-01-01' };
    expect((await file('reportProducts', ['product'], auditor.token, whole)).lines).toContain('REPORTED');
    expect((await file('reportComplaints', ['topic'])).lines).toContain('order');
  });
});
