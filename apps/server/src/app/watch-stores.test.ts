import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import type { Role } from '../platform/db/roles.ts';
import { openFiles } from '../services/files/open-files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { openFile, sealFile } from '../services/files/sealed-files.ts';
import { startS3Server } from '../testing/s3-server.ts';
import type { S3Server } from '../testing/s3-server.ts';
import { makeMember } from '../testing/factories.ts';
import { createPool } from '../platform/db/pool.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { moveFiles } from './move-files.ts';
import { watchStores } from './watch-stores.ts';

let s3: S3Server;
let folder: string;
let test: TestDb;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => await s3.stop());
beforeEach(async () => {
  s3.fault = () => undefined;
  folder = await mkdtemp(join(tmpdir(), 'candor-stores-'));
  test = await createTestDb();
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A process of this role on a machine with this folder. */
async function start(role: Role, machine: string, bucket?: S3Login) {
  const pool = createPool({ url: test.roleUrls[role], max: 2, name: 'test' });
  onTestFinished(async () => await pool.end());
  const stores = await openFiles(join(folder, machine), bucket);
  const deps = { role, pool, log: createLog('silent'), files: stores.archive, privateFiles: stores.files };
  onTestFinished(await watchStores(deps, bucket));
  return deps;
}

const SEAL = Buffer.alloc(32, 7);

it('processes that see one folder start; one that sees another is refused in words', async () => {
  await start('http', 'one');
  await start('worker', 'one');
  await start('worker', 'one');
  await start('http', 'one');
  await start('feed', 'one');
  await start('console', 'one');
  for (const role of ['http', 'worker', 'feed', 'console'] as const)
    await expect(start(role, 'two'), role).rejects.toThrow('sees another store of archive');
  expect(await readdir(join(folder, 'one', 'files'))).toEqual(['store-id']);
  await expect(readdir(join(folder, 'two', 'files'))).rejects.toThrow('ENOENT');
});

it('a picture that one node took is seen by the other; a bucket of another site, or none that answers, is told', async () => {
  const first = await start('http', 'one', { ...s3.login, prefix: 'pictures/' });
  const worker = await start('worker', 'one', { ...s3.login, prefix: 'pictures/' });
  const second = await start('http', 'two', { ...s3.login, prefix: 'pictures/' });
  const memberId = await makeMember(test.ownerPool);
  const saved = await sealFile({ ...first, sealKey: SEAL }, { memberId, purpose: 'avatar', bytes: Buffer.from('me') });
  if (!saved.ok) throw new Error(saved.error);
  expect((await openFile({ ...second, sealKey: SEAL }, { id: saved.value, purpose: 'avatar' }))?.toString()).toBe('me');
  expect(worker.role).toBe('worker');
  await expect(start('http', 'two', { ...s3.login, prefix: 'other/' })).rejects.toThrow('sees another store');
  await expect(start('http', 'two', { ...s3.login, secretAccessKey: 'x' })).rejects.toThrow('SignatureDoesNotMatch');
  s3.fault = () => 'lost';
  await expect(start('worker', 'two', { ...s3.login, prefix: 'pictures/' })).rejects.toThrow('Anyone can read');
}, 30_000);

it('files move from the folder to the bucket, each read back, and the folder is refused from then on', async () => {
  const worker = await start('worker', 'one');
  const node = await start('http', 'one');
  const memberId = await makeMember(test.ownerPool);
  const save = async () => {
    const saved = await sealFile({ ...node, sealKey: SEAL }, { memberId, purpose: 'avatar', bytes: Buffer.from('me') });
    if (!saved.ok) throw new Error(saved.error);
    return saved.value;
  };
  const [kept, erased] = [await save(), await save()];
  await worker.files.write('ticks/2026-08-01/BTCUSDT.ticks', Buffer.from('ticks'));
  await test.ownerPool.query('update file set erased_at = clock_timestamp(), unused_since = null where id = $1', [
    erased,
  ]);
  const bucket = { ...s3.login, prefix: 'moved/' };
  const dataDir = join(folder, 'one');
  // A store that loses what it took moves nothing, and the site stays with its folder.
  s3.fault = ({ method }) => (method === 'PUT' ? 'lost' : undefined);
  await expect(moveFiles(test.ownerPool, dataDir, bucket)).rejects.toThrow('does not keep');
  await start('http', 'one');
  s3.fault = () => undefined;
  expect(await moveFiles(test.ownerPool, dataDir, bucket)).toEqual({
    copied: 2,
    alreadyThere: 0,
    bytes: expect.any(Number),
  });
  await expect(start('worker', 'one')).rejects.toThrow('sees another store');
  const late = await save();
  expect(await moveFiles(test.ownerPool, dataDir, bucket)).toMatchObject({ copied: 1, alreadyThere: 2 });
  const moved = await start('http', 'two', bucket);
  for (const id of [kept, late])
    expect((await openFile({ ...moved, sealKey: SEAL }, { id, purpose: 'avatar' }))?.toString()).toBe('me');
  expect(await openFile({ ...moved, sealKey: SEAL }, { id: erased, purpose: 'avatar' })).toBeNull();
  expect((await moved.files.read('ticks/2026-08-01/BTCUSDT.ticks'))?.length).toBe(5);
}, 60_000);
