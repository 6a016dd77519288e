import { expect, it, vi } from 'vitest';
import { openMessage } from '../../services/account-codes/account-codes.ts';
import { startVerificationSite } from '../../testing/verification-site.ts';

/* A member whose identity is verified also gives the end of its number. */

const { site, submit, decide, residentId } = startVerificationSite();
const NEW = 'loud Heron dives';
const ACCOUNT = { username: 'verified_lost', phone: '+8613933330000' };

/** A number that ends with X, which people also type small. */
function numberWithX(): string {
  for (let order = 0; order < 1_000; order += 1) {
    const number = residentId(`11010119900307${String(order).padStart(3, '0')}`);
    if (number.endsWith('X')) return number;
  }
  throw new Error('no number ends with X');
}

async function reset(more: object) {
  return (
    await site.server.call('POST', '/api/login/password/reset', {
      body: { account: ACCOUNT.username, pwd: NEW, confirmPwd: NEW, ...more },
    })
  ).body;
}

it('needs the code and the end of the number; a wrong one is counted and tells nothing to who has no code', async () => {
  const { server, memberId } = site;
  const idNumber = numberWithX();
  expect((await submit({ idNumber })).body.code).toBe(200);
  await decide('verified');
  await server.ownerPool.query('update member set username = $2, phone = $3 where id = $1', [
    memberId.toString(),
    ACCOUNT.username,
    ACCOUNT.phone,
  ]);
  expect(
    (await server.call('POST', '/api/login/password/code', { body: { account: ACCOUNT.username } })).body.code,
  ).toBe(200);
  const code = await vi.waitUntil(async () => {
    const { rows } = await server.ownerPool.query<{ sealed: Buffer }>('select sealed from code_outbox');
    const [row] = rows;
    return row && openMessage(server.context.secrets.seal, memberId, 'loginPassword', row.sealed).code;
  });
  const wrongCode = code === '111111' ? '222222' : '111111';
  const tail = idNumber.slice(-6);

  expect(await reset({ code: wrongCode, idTail: tail })).toMatchObject({ error: 'CODE_WRONG' });
  for (const idTail of [undefined, '00000X'])
    expect(await reset({ code, ...(idTail === undefined ? {} : { idTail }) })).toMatchObject({
      error: 'IDENTITY_TAIL_WRONG',
      fields: { idTail: 'IDENTITY_TAIL_WRONG' },
    });
  expect(await reset({ code, idTail: tail.toLowerCase() })).toMatchObject({ code: 200 });

  // Five guesses at both together use a code up.
  await server.ownerPool.query('delete from rate_limit');
  await server.ownerPool.query(`update account_code set used_at = null, tries = 4 where member_id = $1`, [
    memberId.toString(),
  ]);
  expect(await reset({ code, idTail: '00000X' })).toMatchObject({ error: 'IDENTITY_TAIL_WRONG' });
  expect(await reset({ code, idTail: tail })).toMatchObject({ error: 'CODE_WRONG' });
});
