import { textOfCall, readDeviceSignature } from '@candor/contract/signed-calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { browserDeviceCrypto } from './device-crypto.ts';
import { createDeviceKeys } from './device-keys.ts';
import type { DeviceKeys } from './device-keys.ts';
import { createKeptStore } from './kept-store.ts';
import { fakeIndexedDb } from './testing/fake-indexed-db.ts';
import type { FakeDisk } from './testing/fake-indexed-db.ts';

const NOW = 1_700_000_000_000;
const CALL = { method: 'POST', path: '/api/wallet/withdrawals', body: '{"amount":"1"}', idempotencyKey: 'key' };

let disk: FakeDisk;

beforeEach(() => {
  const { disk: fresh, indexedDB } = fakeIndexedDb();
  disk = fresh;
  vi.stubGlobal('indexedDB', indexedDB);
});

/** The keys as one visit to the site sees them: another tab, or the same after a reload. */
function visit(): DeviceKeys {
  const browser = browserDeviceCrypto(crypto.subtle);
  return createDeviceKeys({
    store: createKeptStore('test'),
    crypto: () => Promise.resolve(browser),
    nowMs: () => NOW,
  });
}

async function logIn(keys: DeviceKeys, token: string): Promise<string> {
  const publicKey = await keys.offer();
  keys.keep(token);
  // The key, and then the list of public keys: what a test does to the disk comes after both.
  await vi.waitFor(() => {
    expect(keptSessions()).toContain(true);
    expect(disk.kept.get('device-public-keys')).toContain(hexOf(publicKey));
  });
  return publicKey;
}

function keptSessions(): boolean[] {
  const kept = disk.kept.get('device-keys');
  return Array.isArray(kept) ? kept.map(() => true) : [];
}

async function fits(publicKey: string, signature: string | null): Promise<boolean> {
  const parts = readDeviceSignature(signature ?? '');
  if (parts === null) return false;
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('raw', bytes(publicKey), curve, false, ['verify']);
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(CALL.body))).toString('hex');
  const { method, path, idempotencyKey } = CALL;
  const text = textOfCall({ method, path, idempotencyKey, bodyHash: hash, timeMs: NOW, nonce: parts.nonce });
  return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes(parts.signature), Buffer.from(text));
}

test('a login’s key signs the session’s calls, each with a nonce of its own', async () => {
  const keys = visit();
  const publicKey = await logIn(keys, 'token');
  const [first, second] = [await keys.sign('token', CALL), await keys.sign('token', CALL)];
  expect(await fits(publicKey, first)).toBe(true);
  expect(await fits(publicKey, second)).toBe(true);
  expect(readDeviceSignature(first ?? '')?.nonce).not.toBe(readDeviceSignature(second ?? '')?.nonce);
});

function hexOf(publicKey: string): string {
  return Buffer.from(publicKey, 'base64url').toString('hex');
}

async function signedText(publicKey: string, signed: { publicKey: string; signature: string } | null, text: string) {
  if (signed?.publicKey !== hexOf(publicKey)) return false;
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('raw', Buffer.from(publicKey, 'base64url'), curve, false, ['verify']);
  const [signature, bytes] = [Buffer.from(signed.signature, 'hex'), Buffer.from(text)];
  return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, bytes);
}

test('a text is signed for the public key that it names, also after a reload', async () => {
  const keys = visit();
  const publicKey = await logIn(keys, 'token');
  const text = `order by ${hexOf(publicKey)}`;
  for (const each of [keys, visit()])
    expect(await signedText(publicKey, await each.signText('token', (key) => `order by ${key}`), text)).toBe(true);
  expect(await keys.signText('other', () => 'order')).toBeNull();
});

test('a key that was kept without its public part signs calls, and no text', async () => {
  const publicKey = await logIn(visit(), 'token');
  const [{ session, secret }] = disk.kept.get('device-keys') as [{ session: string; secret: CryptoKey }];
  disk.kept.set('device-keys', [{ session, secret }]);
  expect(await fits(publicKey, await visit().sign('token', CALL))).toBe(true);
  expect(await visit().signText('token', () => 'order')).toBeNull();
});

test('once warm, a text is signed without the disk', async () => {
  await logIn(visit(), 'token');
  const keys = visit();
  await keys.warm('token');
  disk.kept.clear();
  expect(await keys.signText('token', () => 'order')).not.toBeNull();
});

test('the public keys outlive the session, each once, the newest 200', async () => {
  const keys = visit();
  const first = await logIn(keys, 'first');
  await keys.forget('first');
  const second = await logIn(keys, 'second');
  await vi.waitFor(async () => expect(await visit().everUsed()).toEqual([hexOf(first), hexOf(second)]));
  disk.kept.set(
    'device-public-keys',
    Array.from({ length: 200 }, (_, index) => `key ${index}`),
  );
  const third = await logIn(visit(), 'third');
  await vi.waitFor(async () => expect((await visit().everUsed()).at(-1)).toBe(hexOf(third)));
  expect(await visit().everUsed()).toHaveLength(200);
  disk.kept.set('device-public-keys', { no: 'list' });
  expect(await visit().everUsed()).toEqual([]);
});

test('the key outlives a reload, is the same in every tab, and cannot be read', async () => {
  const publicKey = await logIn(visit(), 'token');
  expect(await fits(publicKey, await visit().sign('token', CALL))).toBe(true);
  const [{ secret }] = disk.kept.get('device-keys') as [{ secret: CryptoKey }];
  expect(secret.extractable).toBe(false);
});

test('each session has its own key; ending one leaves the others', async () => {
  const keys = visit();
  const first = await logIn(keys, 'first');
  const second = await logIn(keys, 'second');
  await vi.waitFor(() => expect(keptSessions()).toHaveLength(2));
  expect(second).not.toBe(first);
  await visit().forget('first');
  expect(await visit().sign('first', CALL)).toBeNull();
  expect(await fits(second, await visit().sign('second', CALL))).toBe(true);
});

test('the key stays the same until a login succeeds', async () => {
  const keys = visit();
  const [one, again] = [await keys.offer(), await keys.offer()];
  expect(again).toBe(one);
  keys.keep('token');
  expect(await keys.offer()).not.toBe(one);
});

test('without the key nothing is signed', async () => {
  const keys = visit();
  await logIn(keys, 'token');
  expect(await keys.sign('other', CALL)).toBeNull();
  disk.kept.clear();
  expect(await visit().sign('token', CALL)).toBeNull();
  disk.kept.set('device-keys', 'no list');
  expect(await visit().sign('token', CALL)).toBeNull();
});

test('a disk that is full keeps the key for this visit', async () => {
  disk.isFull = true;
  const keys = visit();
  const publicKey = await keys.offer();
  keys.keep('token');
  expect(await fits(publicKey, await keys.sign('token', CALL))).toBe(true);
  expect(await visit().sign('token', CALL)).toBeNull();
});

test('at most four keys are kept, the newest', async () => {
  const keys = visit();
  for (const token of ['1', '2', '3', '4', '5']) {
    await keys.offer();
    keys.keep(token);
    await keys.sign(token, CALL);
  }
  await vi.waitFor(async () => expect(await visit().sign('5', CALL)).not.toBeNull());
  expect(keptSessions()).toHaveLength(4);
  expect(await visit().sign('1', CALL)).toBeNull();
});

test('the end of a session takes its key from this visit and from the disk, before it resolves', async () => {
  const keys = visit();
  await logIn(keys, 'token');
  await keys.forget('token');
  expect(disk.kept.get('device-keys')).toEqual([]);
  expect(await keys.sign('token', CALL)).toBeNull();
  disk.isFull = true;
  await keys.forget('token');
});

test('a session has one key, the newest', async () => {
  const keys = visit();
  await logIn(keys, 'token');
  const second = await keys.offer();
  keys.keep('token');
  await vi.waitFor(async () => expect(await fits(second, await visit().sign('token', CALL))).toBe(true));
  expect(keptSessions()).toHaveLength(1);
});

test('a login without an offered key keeps none', async () => {
  const keys = visit();
  keys.keep('token');
  expect(await keys.sign('token', CALL)).toBeNull();
});

test('a key that another tab made is found, also by a tab that looked before', async () => {
  const keys = visit();
  expect(await keys.sign('token', CALL)).toBeNull();
  const publicKey = await logIn(visit(), 'token');
  expect(await fits(publicKey, await keys.sign('token', CALL))).toBe(true);
  // Once used, it lasts for the visit.
  disk.kept.clear();
  expect(await fits(publicKey, await keys.sign('token', CALL))).toBe(true);
});

test('broken entries are no keys, and the next login removes them', async () => {
  await logIn(visit(), 'good');
  const [good] = disk.kept.get('device-keys') as [{ session: string; secret: CryptoKey }];
  disk.kept.set('device-keys', ['x', null, 7, {}, { session: 's' }, { secret: good.secret }, { ...good, session: 7 }]);
  expect(await visit().sign('good', CALL)).toBeNull();
  const keys = visit();
  await keys.offer();
  keys.keep('next');
  await vi.waitFor(() => expect(keptSessions()).toHaveLength(1));
  disk.kept.set('device-keys', [{ ...good, secret: 'another kind' }]);
  expect(await visit().sign('good', CALL)).toBeNull();
});

test('what goes into an address or a header is base64url, whatever the bytes', async () => {
  const keys = visit();
  const publicKey = await logIn(keys, 'token');
  expect(publicKey).toMatch(/^[\w-]{87}$/);
  for (let times = 0; times < 20; times += 1) {
    expect(await fits(publicKey, await keys.sign('token', CALL))).toBe(true);
  }
});
