import { randomBytes } from 'node:crypto';
import { rotationText, traceKeys } from '@candor/proof/key-rotation';
import { parseNote, parseVerifierKey, verifyNote } from '@candor/proof/signed-note';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '../../platform/db/transaction.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { nodeCrypto as crypto } from '../receipts/node-crypto.ts';
import { selectKeys, useKey } from './key-store.ts';
import { signerOfSeed } from './signer.ts';
import { recordSigningKey, startSigning } from './signing.ts';

describe('a signer', () => {
  it('signs the same text with the same note, which its public key verifies', async () => {
    const signer = signerOfSeed(Buffer.alloc(32, 7));
    const note = await signer.sign('one line\n');
    expect(await signerOfSeed(Buffer.alloc(32, 7)).sign('one line\n')).toBe(note);
    const key = await parseVerifierKey(signer.vkey, crypto);
    if (!key.ok) throw new Error('the key does not read');
    expect(key.value).toEqual(signer.key);
    expect(await verifyNote(note, [key.value], crypto)).toMatchObject({ ok: true, value: { text: 'one line\n' } });
    expect((await verifyNote(note.replace('one', 'two'), [key.value], crypto)).ok).toBe(false);
  });

  it('has the public key that RFC 8032 gives for its first seed', async () => {
    const signer = signerOfSeed(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'));
    expect(Buffer.from(signer.key.publicKey).toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
    expect(parseNote(await signer.sign('x\n'))).toMatchObject({
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
    await recordSigningKey(db.ownerPool, { tick: first, previousTick: null }, log);
    const one = await startSigning(db.pool, first);
    await Promise.all([
      recordSigningKey(db.ownerPool, { tick: first, previousTick: null }, log),
      recordSigningKey(db.ownerPool, { tick: first, previousTick: null }, log),
    ]);
    expect(await selectKeys(db.pool)).toMatchObject([{ keyHash: one.key.keyHash, retiredAt: null }]);
    await recordSigningKey(db.ownerPool, { tick: second, previousTick: null }, log);
    const two = await startSigning(db.pool, second);
    const keys = await selectKeys(db.pool);
    expect(keys.map(({ keyHash, retiredAt }) => [keyHash, retiredAt === null])).toEqual([
      [two.key.keyHash, true],
      [one.key.keyHash, false],
    ]);
    expect(keys.map(({ publicKey }) => Buffer.from(publicKey))).toEqual(
      [two, one].map(({ key }) => Buffer.from(key.publicKey)),
    );
    await recordSigningKey(db.ownerPool, { tick: randomBytes(32), previousTick: null }, log);
    const retiredAt = (await selectKeys(db.pool)).find(({ keyHash }) => keyHash === one.key.keyHash)?.retiredAt;
    expect(retiredAt).toEqual(keys[1]?.retiredAt);
    await expect(recordSigningKey(db.ownerPool, { tick: first, previousTick: null }, log)).rejects.toThrow(
      'which a newer key has replaced',
    );
    await expect(startSigning(db.pool, first)).rejects.toThrow('not the one this site signs with');
  });

  it('are introduced by the key before them, whose note leads to them', async () => {
    const [old] = (await selectKeys(db.pool)).filter(({ retiredAt }) => retiredAt === null);
    const seeds = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
    await recordSigningKey(db.ownerPool, { tick: seeds[0], previousTick: null }, log);
    await recordSigningKey(db.ownerPool, { tick: seeds[1], previousTick: seeds[0] }, log);
    // At later starts the old seed may still be there.
    await recordSigningKey(db.ownerPool, { tick: seeds[1], previousTick: seeds[0] }, log);
    await recordSigningKey(db.ownerPool, { tick: seeds[2], previousTick: seeds[1] }, log);
    const keys = await selectKeys(db.pool);
    expect(keys.map(({ introduction }) => introduction !== null).slice(0, 4)).toEqual([true, true, false, false]);
    const notes = keys.flatMap(({ introduction }) => introduction ?? []);
    const traced = await traceKeys([{ ...signerOfSeed(seeds[0]).key, retiredAt: null }], notes, crypto);
    expect(traced.map(({ keyHash }) => keyHash)).toEqual(seeds.map((seed) => signerOfSeed(seed).key.keyHash));
    expect(traced[0]?.retiredAt).toBe(keys[2]?.retiredAt);
    if (old === undefined) throw new Error('a key was in use');
    expect(await traceKeys([{ ...old, retiredAt: null }], notes, crypto)).toHaveLength(1);
  });

  it('are not introduced by a key that is not in use, and such a start changes nothing', async () => {
    const before = await selectKeys(db.pool);
    const start = recordSigningKey(db.ownerPool, { tick: randomBytes(32), previousTick: randomBytes(32) }, log);
    await expect(start).rejects.toThrow('a key that this site does not sign with');
    expect(await selectKeys(db.pool)).toEqual(before);
  });

  it.each([
    ['no note at all', () => 'candor-key-rotation-v1'],
    ['a note with another new key', (note: string) => note.replace(/^((?:.*\n){2}.{20})./, '$1!')],
    [
      'a note by a key that is not in use',
      async (_: string, text: string) => await signerOfSeed(randomBytes(32)).sign(text),
    ],
    ['a note of an old moment', (note: string) => note.replace(/\d{4}(-\d\d-\d\dT)/, '2020$1')],
    ['a note of a moment to come', (note: string) => note.replace(/\d{4}(-\d\d-\d\dT)/, '2099$1')],
    ['a note whose signature is too short', (note: string) => note.replace(/.{8}\n$/, '\n')],
  ])('are refused with %s', async (_what, change) => {
    const [inUse, next] = await usedAndNext();
    const text = rotationText({ from: inUse.vkey, to: next.vkey, at: Date.now() });
    const note = await inUse.sign(text);
    const changed = await change(note, text);
    expect(changed).not.toBe(note);
    const refused = useKey(db.ownerPool, next.key, changed);
    expect(sqlState(await refused.catch((error: unknown) => error))).toMatch(/^(CD004|22007)$/);
    await expect(useKey(db.ownerPool, next.key, note)).resolves.toBe(true);
  });

  /** A signer whose key is in use now, and one that comes after it. */
  async function usedAndNext() {
    const [inUse, next] = [signerOfSeed(randomBytes(32)), signerOfSeed(randomBytes(32))] as const;
    await useKey(db.ownerPool, inUse.key, null);
    return [inUse, next] as const;
  }

  it('are never retired before they were used, whatever the moment of the note', async () => {
    const [inUse, next] = await usedAndNext();
    const text = rotationText({ from: inUse.vkey, to: next.vkey, at: Date.now() - 60_000 });
    await useKey(db.ownerPool, next.key, await inUse.sign(text));
    const old = (await selectKeys(db.pool)).find(({ keyHash }) => keyHash === inUse.key.keyHash);
    expect(old?.retiredAt).toBe(old?.createdAt);
  });

  it('of two starts at once come one after the other', async () => {
    const [first, second] = [signerOfSeed(randomBytes(32)), signerOfSeed(randomBytes(32))];
    const start = await db.ownerPool.connect();
    try {
      await start.query('begin');
      await useKey(start, first.key, null);
      const other = useKey(db.ownerPool, second.key, null).catch((error: unknown) => error);
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.ownerPool.query(waits)).rowCount).toBe(1);
      await start.query('commit');
      expect(await other).toBe(true);
    } finally {
      start.release();
    }
    const inUse = (await selectKeys(db.pool)).filter(({ retiredAt }) => retiredAt === null);
    expect(inUse.map(({ keyHash }) => keyHash)).toEqual([second.key.keyHash]);
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
