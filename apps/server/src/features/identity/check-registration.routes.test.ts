import { expect, test } from 'vitest';
import { identityRoutes } from './identity.routes.ts';
import { buildHttp } from '../../app/build-http.ts';
import { memoryAddressLimit } from '../../platform/http/rate-limit.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import { BOUNDLESS } from '../../testing/boundless-budgets.ts';
import { injectForm } from '../../testing/call.ts';
import { startEntrySite } from '../../testing/entry-site.ts';
import { entryParts } from '../../testing/solve-puzzle.ts';

const { site, registered } = startEntrySite();
const PATH = '/api/index/registration-check';

async function check(body: unknown) {
  return (await site.server.call('POST', PATH, { body })).body;
}

test('a name is free or taken whatever its case, and a name like the site’s is reserved', async () => {
  await registered({ username: 'Checked_One' });
  for (const [username, expected] of [
    ['checked_ONE', 'taken'],
    ['\u200bchecked_one\u2060 ', 'taken'],
    ['ｃhecked_one', 'taken'],
    ['support_anna', 'reserved'],
    ['live_desk1', 'reserved'],
    ['checked_two', 'free'],
  ])
    expect((await check({ username })).data, username).toEqual({ username: expected, inviteCode: null });
});

test('a code is valid or unknown, and nothing tells whose it is', async () => {
  const { username } = await registered();
  const { rows } = await site.server.pool.query<{ code: string }>(
    'select invite_code as code from member where username = $1',
    [username],
  );
  const inviteCode = rows[0]?.code.toLowerCase();
  expect((await check({ username: 'checked_two', inviteCode })).data).toEqual({
    username: 'free',
    inviteCode: 'valid',
  });
  expect((await check({ username: 'checked_two', inviteCode: 'NOSUCHXX' })).data).toEqual({
    username: 'free',
    inviteCode: 'unknown',
  });
});

test.each([
  [{}, 'USERNAME_REQUIRED'],
  [{ username: 'ab' }, 'USERNAME_LENGTH'],
  [{ username: 'чecked_one' }, 'USERNAME_ILLEGAL'],
  [{ username: "x' or 1=1 --" }, 'USERNAME_ILLEGAL'],
  [{ username: 'checked_%' }, 'USERNAME_ILLEGAL'],
  [{ username: 'a'.repeat(33) }, 'USERNAME_LENGTH'],
  [{ username: 'checked_two', inviteCode: '%' }, 'INVITE_CODE_UNKNOWN'],
])('%j is refused by its form', async (body, error) => {
  expect(await check(body)).toMatchObject({ error });
});

test('a flood is bounded by address, and each look costs a puzzle', async () => {
  const app = await buildHttp(site.server.context.config, site.server.context.log, {
    budgets: createBudgets({ budgets: BOUNDLESS }),
  });
  const limits = { check: memoryAddressLimit({ points: 3, durationSec: 3_600 }) };
  identityRoutes(app, { ...site.server.context, ...entryParts(site.server.context), limits });
  await app.ready();
  const errors = [];
  for (let at = 0; at < 5; at += 1) {
    const answer = await injectForm(app, { method: 'POST', url: PATH, payload: { username: `flood_${at}` } });
    errors.push(answer.json<{ error?: string }>().error);
  }
  expect(errors).toEqual([undefined, undefined, undefined, 'RATE_LIMITED', 'RATE_LIMITED']);
  await app.close();
  expect((await site.server.call('POST', PATH, { body: { username: 'flood_0' }, puzzle: null })).body.error).toBe(
    'PUZZLE_REQUIRED',
  );
});
