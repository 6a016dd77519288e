import { randomUUID } from 'node:crypto';
import { factorReleaseView } from '@candor/contract/console-security';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { makeMember, writePast } from './factories.ts';
import { startTestConsole } from './test-console.ts';
import type { TestConsole } from './test-console.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import { carryOutReleases } from '../features/security/operator/carry-out-releases.ts';

type Operator = Awaited<ReturnType<TestConsole['operator']>>;

type Act = 'decision' | 'withdraw' | 'stop';

/** A server, its console with two operators, and a member of each test with a second factor. */
export interface ReleasesSite {
  server: TestServer;
  console: TestConsole;
  maker: Operator;
  checker: Operator;
  memberId: bigint;
}

/** The site for the tests of this file, and what its operators and the worker do. */
export function startReleasesSite() {
  const site = {} as ReleasesSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.console = await startTestConsole(site.server);
    site.maker = await site.console.operator('support');
    site.checker = await site.console.operator('reviewer');
  });
  beforeEach(async () => {
    site.memberId = await makeMember(site.server.pool);
    await giveFactor(site.memberId);
  });
  afterAll(async () => {
    await site.console.stop();
    await site.server.stop();
  });

  async function giveFactor(id: bigint): Promise<void> {
    await site.server.ownerPool.query(
      `insert into member_totp (member_id, secret_sealed, added_at) values ($1, sha256('secret'), now())`,
      [id.toString()],
    );
    await site.server.ownerPool.query(
      `insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
     values ($1, 1, sha256($2::text::bytea), 'key', 0, '{}', 'candor.example', 'Phone')`,
      [id.toString(), `passkey ${id}`],
    );
    await site.server.ownerPool.query(`insert into member_recovery_code values ($1, sha256('code'))`, [id.toString()]);
  }

  async function propose(by = site.maker, { id = site.memberId, key = randomUUID(), reason = 'lost the phone' } = {}) {
    const body = { memberId: id.toString(), reason };
    return (await site.console.call('POST', '/api/console/factor-releases', { token: by.token, key, body })).body;
  }

  async function act(id: string, name: Act, body: object, by: Operator, key: string = randomUUID()) {
    return (
      await site.console.call('POST', `/api/console/factor-releases/${id}/${name}`, { token: by.token, key, body })
    ).body;
  }

  async function approve(id: string, by = site.checker) {
    return await act(id, 'decision', { approve: true }, by);
  }

  async function proposed(): Promise<string> {
    const { error, data } = await propose();
    expect(error).toBeUndefined();
    return factorReleaseView.parse(data).id;
  }

  async function waiting(): Promise<string> {
    const id = await proposed();
    expect((await approve(id)).error).toBeUndefined();
    return id;
  }

  async function one(id: string) {
    const { body } = await site.console.call('GET', `/api/console/factor-releases/${id}`, {
      token: site.checker.token,
    });
    return factorReleaseView.parse(body.data);
  }

  async function aDayLater(id: string, seconds = 86_400): Promise<void> {
    await writePast(
      site.server.ownerPool,
      'update factor_release set asked_at = asked_at - make_interval(secs => $2) where id = $1',
      [id, seconds],
    );
  }

  async function carryOut(): Promise<number> {
    const { released, troubled } = await carryOutReleases(site.server.worker.pool);
    expect(troubled).toEqual([]);
    return released;
  }

  async function left(id = site.memberId) {
    const { rows } = await site.server.ownerPool.query<Record<string, number>>(
      `select (select count(*)::int from member_totp where member_id = $1 and (secret_sealed is not null or fresh_sealed is not null
         or added_at is not null)) as totp,
       (select count(*)::int from passkey where member_id = $1) as passkeys,
       (select count(*)::int from member_recovery_code where member_id = $1) as codes,
       (select count(*)::int from session where member_id = $1) as sessions`,
      [id.toString()],
    );
    return rows[0];
  }

  async function told(): Promise<string[]> {
    const { rows } = await site.server.ownerPool.query<{ kind: string }>(
      'select kind from security_event where member_id = $1 order by id',
      [site.memberId.toString()],
    );
    return rows.map(({ kind }) => kind);
  }

  async function audit(): Promise<{ command: string; actor: string; seq: unknown; detail: Record<string, unknown> }[]> {
    const { rows } = await site.server.ownerPool.query<Awaited<ReturnType<typeof audit>>[number]>(
      `select command, actor_id::text as actor, seq, detail from audit
     where subject_type = 'member' and subject_id = $1 order by id`,
      [site.memberId.toString()],
    );
    return rows;
  }

  return { site, giveFactor, propose, act, approve, proposed, waiting, one, aDayLater, carryOut, left, told, audit };
}
