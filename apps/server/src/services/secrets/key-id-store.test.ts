import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { checkKeyIds, recordKeyIds } from './key-id-store.ts';

let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

function secrets(seed: number) {
  return { fingerprint: Buffer.alloc(32, seed), seal: Buffer.alloc(32, seed + 1) };
}

test('the first keys are remembered, and no others are accepted later', async () => {
  await expect(checkKeyIds(db.pool, secrets(1))).rejects.toThrow('SECRETS_DIR');
  await recordKeyIds(db.ownerPool, secrets(1));
  await recordKeyIds(db.ownerPool, secrets(1));
  await checkKeyIds(db.pool, secrets(1));
  await expect(recordKeyIds(db.ownerPool, secrets(5))).rejects.toThrow('SECRETS_DIR');
  await expect(checkKeyIds(db.pool, secrets(5))).rejects.toThrow('SECRETS_DIR');
  await expect(checkKeyIds(db.pool, { ...secrets(1), seal: Buffer.alloc(32, 9) })).rejects.toThrow('SECRETS_DIR');
});
