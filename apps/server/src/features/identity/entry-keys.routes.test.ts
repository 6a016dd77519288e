import { expect, test } from 'vitest';
import { makeDevice } from '../../testing/test-device.ts';
import { hashToken } from '../../services/sessions/sessions.ts';
import { entry, person, startEntrySite, tokenOf } from '../../testing/entry-site.ts';

const { site, register, login, registered } = startEntrySite();

const NO_POINT = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
/** Of a group of two: anyone can sign for it. */
const WEAK_KEY = Buffer.concat([Buffer.of(0xec), Buffer.alloc(30, 0xff), Buffer.of(0x7f)]).toString('base64url');

test('a session has the key that its own login or registration brought, or none', async () => {
  const [first, second] = [makeDevice(), makeDevice('Ed25519')];
  const member = await registered({ deviceKey: first.deviceKey });
  const again = tokenOf(await login({ ...entry(member), deviceKey: second.deviceKey }));
  const without = tokenOf(await login(entry(member)));
  const keys = await Promise.all(
    [member.token, again, without].map(async (token) => {
      const { rows } = await site.server.ownerPool.query<{ key: Buffer | null }>(
        'select device_key as key from session where token_hash = $1',
        [hashToken(token)],
      );
      return rows[0]?.key?.toString('base64url') ?? null;
    }),
  );
  expect(keys).toEqual([first.deviceKey, second.deviceKey, null]);
});

test.each([
  ['text', 'not a key'],
  ['a short key', 'A'.repeat(42)],
  ['a point that is not on the curve', NO_POINT],
  ['a key that anyone can sign for', WEAK_KEY],
])('%s is refused at its field, before any password is checked', async (_, deviceKey) => {
  const before = site.verifications();
  for (const answer of [
    await register(person({ deviceKey })),
    await login({ username: 'whoever', pwd: 'x', deviceKey }),
  ])
    expect(answer.body).toMatchObject({ code: 400, fields: { deviceKey: 'FIELD_INVALID' } });
  expect(site.verifications()).toBe(before);
});
