import { checkCharacter } from '@candor/domain/identity/resident-id';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeMember, makeSession } from './factories.ts';
import { formOf, makePhoto } from './pictures.ts';
import { startTestServer } from './test-server.ts';
import type { TestAnswer } from './call.ts';
import type { TestServer } from './test-server.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import { hireOperator } from './test-operator.ts';

export const CARD = { holder: '王小明', number: '6222 0212 3456 7890 128', bank: 'ICBC', withdrawPwd: '271828' };

/** A server, and a member of each test with a withdraw password. */
export interface VerificationSite {
  server: TestServer;
  hash: string;
  photo: Buffer;
  memberId: bigint;
  token: string;
}

/** The site for the tests of this file, and what its member sends. */
export function startVerificationSite() {
  const site = {} as VerificationSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.hash = await createPasswords().hash('271828');
    site.photo = await makePhoto();
  });
  beforeEach(async () => {
    // Each test's member binds the same card.
    await site.server.ownerPool.query(`delete from mark_release; delete from member_mark where kind = 'card'`);
    ({ memberId: site.memberId, token: site.token } = await newMember());
  });
  afterAll(async () => await site.server.stop());

  async function newMember(): Promise<{ memberId: bigint; token: string }> {
    const id = await makeMember(site.server.pool);
    await site.server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [
      id.toString(),
      site.hash,
    ]);
    return { memberId: id, token: await makeSession(site.server.pool, id) };
  }

  async function bind(more: object = {}, as = site.token, key?: string): Promise<TestAnswer> {
    return await site.server.call('POST', '/api/account/bank-card', {
      token: as,
      body: { ...CARD, ...more },
      ...(key === undefined ? {} : { key }),
    });
  }

  /** A number of the member's own: no two members are verified with the same one. */
  function residentId(first = `11010119900307${String(Number(site.memberId) % 1_000).padStart(3, '0')}`): string {
    return `${first}${checkCharacter(first)}`;
  }

  async function send(
    path: string,
    parts: Readonly<Record<string, string | Uint8Array>>,
    as = site.token,
    key?: string,
  ): Promise<TestAnswer> {
    const { headers, payload } = formOf(parts);
    return await site.server.call('POST', path, {
      token: as,
      headers,
      body: payload,
      ...(key === undefined ? {} : { key }),
    });
  }

  async function submit(more: Readonly<Record<string, string | Uint8Array>> = {}, as = site.token, key?: string) {
    const parts = { realName: '王小明', idNumber: residentId(), front: site.photo, back: site.photo, ...more };
    return await send('/api/account/verification', parts, as, key);
  }

  async function decide(status: 'verified' | 'rejected', wrong: readonly string[] = []): Promise<void> {
    const operator = await hireOperator(site.server.ownerPool, 'reviewer');
    await site.server.ownerPool.query('update verification set taken_by = $2 where member_id = $1 and status = $3', [
      site.memberId.toString(),
      operator.toString(),
      'pending',
    ]);
    await site.server.ownerPool.query(
      `update verification set status = $2, decided_by = $3, wrong = $4, reason = $5 where member_id = $1 and status = 'pending'`,
      [site.memberId.toString(), status, operator.toString(), wrong, status === 'rejected' ? 'PHOTO_UNREADABLE' : null],
    );
  }

  async function countOf(table: string): Promise<number> {
    const { rows } = await site.server.ownerPool.query<{ count: bigint }>(
      `select count(*) as count from ${table} where member_id = $1`,
      [site.memberId.toString()],
    );
    return Number(rows[0]?.count);
  }

  return { site, newMember, bind, residentId, send, submit, decide, countOf };
}
