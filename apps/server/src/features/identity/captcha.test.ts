import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFingerprints } from '../../services/idempotency/idempotency.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { drawCaptcha } from './captcha-drawing.ts';
import { CAPTCHA_ALPHABET, GLYPHS } from './captcha-glyphs.ts';
import { insertCaptcha } from './captcha-store.ts';
import { cleanUpIdentity } from './clean-up-identity.ts';
import { captchaHash, issueCaptcha } from './issue-captcha.ts';
import { takeCaptcha } from './take-captcha.ts';

let db: TestDb;
const fingerprints = createFingerprints(Buffer.alloc(32, 7));

beforeAll(async () => {
  db = await createTestDb();
});

afterAll(async () => {
  await db.drop();
});

async function known(answer = 'AC3D7'): Promise<string> {
  const uuid = randomUUID();
  await insertCaptcha(db.pool, uuid, captchaHash(fingerprints, uuid, answer));
  return uuid;
}

async function take(uuid: string | undefined, code: string | undefined, callHash?: Buffer) {
  const taken = await takeCaptcha(db.pool, fingerprints, { uuid, code }, callHash);
  return taken.ok ? 'ok' : taken.error;
}

test('every character has strokes inside its box, and no two look alike', () => {
  for (const confusable of 'O0QI1LZ2S5B8GU4') expect(CAPTCHA_ALPHABET).not.toContain(confusable);
  for (const [character, strokes] of Object.entries(GLYPHS)) {
    const points = strokes.flat();
    expect(points.length, character).toBeGreaterThan(8);
    for (const [x, y] of points) {
      expect(Math.min(x, y), character).toBeGreaterThanOrEqual(-1);
      expect(Math.max(x, y), character).toBeLessThanOrEqual(101);
    }
  }
});

test('a drawing is a PNG of 220 by 104 that differs each time', async () => {
  const [first, second] = [await drawCaptcha('AC3D7'), await drawCaptcha('AC3D7')];
  expect(first.subarray(1, 4).toString()).toBe('PNG');
  expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([220, 104]);
  expect(first.equals(second)).toBe(false);
});

test('a captcha is a picture and an id; the answer is stored only as a keyed hash', async () => {
  const { uuid, img, captchaEnabled } = await issueCaptcha(db.pool, fingerprints);
  expect(captchaEnabled).toBe(true);
  expect(img).toMatch(/^data:image\/png;base64,iVBOR[\w+/]+=*$/);
  const { rows } = await db.pool.query<{ hash: Buffer; left: string }>(
    'select answer_hash as hash, extract(epoch from expires_at - clock_timestamp())::text as left from captcha where id = $1',
    [uuid],
  );
  expect(rows[0]?.hash).toHaveLength(32);
  expect(Number(rows[0]?.left)).toBeGreaterThan(290);
  expect(Number(rows[0]?.left)).toBeLessThanOrEqual(300);
});

test('a right answer passes once, in upper or lower case', async () => {
  const uuid = await known();
  expect(await take(uuid, ' ac3d7 ')).toBe('ok');
  expect(await take(uuid, 'AC3D7')).toBe('CAPTCHA_EXPIRED');
});

test('a wrong answer uses the captcha up', async () => {
  const uuid = await known();
  expect(await take(uuid, 'AC3D9')).toBe('CAPTCHA_WRONG');
  expect(await take(uuid, 'AC3D7')).toBe('CAPTCHA_EXPIRED');
});

test('one of many simultaneous answers passes', async () => {
  const uuid = await known();
  const taken = await Promise.all(Array.from({ length: 8 }, async () => await take(uuid, 'AC3D7')));
  expect(taken.filter((one) => one === 'ok')).toHaveLength(1);
});

test('300 calls at once with different keys and one right answer are one guess', async () => {
  for (let round = 0; round < 5; round += 1) {
    const uuid = await known();
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, call) =>
        take(uuid, call === 5 ? 'AC3D7' : `X${call}`, Buffer.alloc(32, `call ${call}`)),
      ),
    );
    const decided = answers.filter((answer) => answer !== 'CAPTCHA_EXPIRED');
    expect(decided, 'one call is judged, all others come too late').toHaveLength(1);
  }
});

test('300 equal calls at once are one guess, right or wrong', async () => {
  const call = Buffer.alloc(32, 1);
  const [right, wrong] = [await known(), await known()];
  const all = async (uuid: string, code: string) =>
    new Set(await Promise.all(Array.from({ length: 300 }, async () => await take(uuid, code, call))));
  expect(await all(right, 'AC3D7')).toEqual(new Set(['ok']));
  expect(await all(wrong, 'WRONG')).toEqual(new Set(['CAPTCHA_WRONG', 'CAPTCHA_EXPIRED']));
  expect(await take(wrong, 'AC3D7', call), 'the right answer is too late').toBe('CAPTCHA_EXPIRED');
});

test.each([
  [undefined, 'AC3D7'],
  ['not a uuid', 'AC3D7'],
  ["'; drop table captcha; --", 'x'],
  [randomUUID(), 'AC3D7'],
])('the id %s is unknown', async (uuid, code) => {
  expect(await take(uuid, code)).toBe('CAPTCHA_EXPIRED');
});

test('an answer to one captcha does not fit another', async () => {
  const [first, second] = [await known('AC3D7'), await known('HJK93')];
  expect(await take(first, 'HJK93')).toBe('CAPTCHA_WRONG');
  expect(await take(second, 'HJK93')).toBe('ok');
});

test('a captcha expires after five minutes', async () => {
  const uuid = await known();
  await db.ownerPool.query('update captcha set expires_at = clock_timestamp() where id = $1', [uuid]);
  expect(await take(uuid, 'AC3D7')).toBe('CAPTCHA_EXPIRED');
});

test('the same call passes again for a minute, another call does not', async () => {
  const uuid = await known();
  const [call, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(await take(uuid, 'AC3D7', call)).toBe('ok');
  expect(await take(uuid, 'AC3D7', call)).toBe('ok');
  await db.ownerPool.query('update captcha set expires_at = clock_timestamp() where id = $1', [uuid]);
  expect(await take(uuid, 'AC3D7', call)).toBe('CAPTCHA_EXPIRED');

  const next = await known();
  expect(await take(next, 'AC3D7', call)).toBe('ok');
  expect(await take(next, 'AC3D7', other)).toBe('CAPTCHA_EXPIRED');
  expect(await take(next, 'AC3D7')).toBe('CAPTCHA_EXPIRED');
  expect(await take(next, 'AC3D7', call), 'what others try does not take it from the call that passed').toBe('ok');
});

test('the same wrong call does not pass when repeated', async () => {
  const uuid = await known();
  expect(await take(uuid, 'WRONG', Buffer.alloc(32, 1))).toBe('CAPTCHA_WRONG');
  expect(await take(uuid, 'WRONG', Buffer.alloc(32, 1))).toBe('CAPTCHA_EXPIRED');
});

test('cleaning removes expired captchas and keeps the rest', async () => {
  const [old, fresh] = [await known(), await known()];
  await db.ownerPool.query(`update captcha set expires_at = clock_timestamp() - interval '1 s' where id = $1`, [old]);
  await cleanUpIdentity(db.pools.worker);
  const { rows } = await db.pool.query<{ id: string }>('select id from captcha where id = any($1)', [[old, fresh]]);
  expect(rows.map((row) => row.id)).toEqual([fresh]);
});
