import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { parseNote, parseVerifierKey, verifyNote } from '@candor/proof/signed-note';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '../../platform/db/transaction.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { selectKeys } from './key-store.ts';
import { createSigner } from './signer.ts';
import { recordSigningKey, startSigning } from './signing.ts';

/** Node's own Ed25519, with the public half alone. */
const crypto = {
  sha256: (bytes: Uint8Array) => Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest())),
  verifyEd25519: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
      format: 'jwk',
    });
    return Promise.resolve(verify(null, message, key, signature));
  },
};

describe('a signer', () => {
  it('signs the same text with the same note, which its public key verifies', async () => {
    const signer = createSigner(Buffer.alloc(32, 7));
    const note = signer.sign('one line\n');
    expect(createSigner(Buffer.alloc(32, 7)).sign('one line\n')).toBe(note);
    const key = await parseVerifierKey(signer.vkey, crypto);
    if (!key.ok) throw new Error('the key does not read');
    expect(key.value).toEqual(signer.key);
    expect(await verifyNote(note, [key.value], crypto)).toMatchObject({ ok: true, value: { text: 'one line\n' } });
    expect((await verifyNote(note.replace('one', 'two'), [key.value], crypto)).ok).toBe(false);
  });

  it('has the public key that RFC 8032 gives for its first seed', () => {
    const signer = createSigner(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'));
    expect(Buffer.from(signer.key.publicKey).toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
    expect(parseNote(signer.sign('x\n'))).toMatchObject({
      ok: true,
      value: { signatures: [{ name: 'candor', keyHash: signer.key.keyHash }] },
    });
  });
});

describe('keys of a site', () => {
  const log = pino({ level: 'silent' });
  let db: TestDb;
  beforeAll(async () => {
    db = await createTestDb();
  });
  afterAll(async () => await db.drop());

  it('are used one at a time: a new key retires the old one, which stays known and never returns', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    await expect(startSigning(db.pool, first)).rejects.toThrow('not the one this site signs with');
    await recordSigningKey(db.ownerPool, first, log);
    const one = await startSigning(db.pool, first);
    await Promise.all([recordSigningKey(db.ownerPool, first, log), recordSigningKey(db.ownerPool, first, log)]);
    expect(await selectKeys(db.pool)).toMatchObject([{ keyHash: one.key.keyHash, retiredAt: null }]);
    await recordSigningKey(db.ownerPool, second, log);
    const two = await startSigning(db.pool, second);
    const keys = await selectKeys(db.pool);
    expect(keys.map(({ keyHash, retiredAt }) => [keyHash, retiredAt === null])).toEqual([
      [two.key.keyHash, true],
      [one.key.keyHash, false],
    ]);
    expect(keys.map(({ publicKey }) => Buffer.from(publicKey))).toEqual(
      [two, one].map(({ key }) => Buffer.from(key.publicKey)),
    );
    await recordSigningKey(db.ownerPool, randomBytes(32), log);
    const retiredAt = (await selectKeys(db.pool)).find(({ keyHash }) => keyHash === one.key.keyHash)?.retiredAt;
    expect(retiredAt).toEqual(keys[1]?.retiredAt);
    await expect(recordSigningKey(db.ownerPool, first, log)).rejects.toThrow('which a newer key has replaced');
    await expect(startSigning(db.pool, first)).rejects.toThrow('not the one this site signs with');
  });

  it.each([
    ['another key by hand', `insert into proof_key (id, name, public_key) values ('00000000', 'candor', sha256('x'))`],
    ['a retired key in use again', 'update proof_key set retired_at = null'],
    ['a deleted key', 'delete from proof_key'],
  ])('cannot be written by the application: %s', async (_what, sql) => {
    const error: unknown = await db.pool.query(sql).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('42501');
  });
});
