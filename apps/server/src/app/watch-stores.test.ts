import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import type { Role } from '../platform/db/roles.ts';
import { JOBS } from '../platform/jobs/watch-jobs.ts';
import { openFiles } from '../services/files/open-files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { openFile, sealFile } from '../services/files/sealed-files.ts';
import { recordKeyIds } from '../services/secrets/key-id-store.ts';
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
  s3.isPublic = false;
  s3.strangerFault = () => undefined;
  folder = await mkdtemp(join(tmpdir(), 'candor-stores-'));
  test = await createTestDb();
  await recordKeyIds(test.ownerPool, KEYS);
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A process of this role on a machine with this folder. */
async function start(
  role: Role,
  machine: string,
  bucket?: S3Login,
  { of = test, log = createLog('silent'), isQuick = false } = {},
) {
  const pool = createPool({ url: of.roleUrls[role], max: 2, name: 'test' });
  onTestFinished(async () => await pool.end());
  const stores = await openFiles(join(folder, machine), bucket);
  const deps = { role, pool, log, files: stores.archive, privateFiles: stores.files };
  onTestFinished(await watchStores(deps, bucket, isQuick ? { againMs: 20, soonMs: 20 } : undefined));
  return deps;
}

const SEAL = Buffer.alloc(32, 7);
const KEYS = { fingerprint: Buffer.alloc(32, 6), seal: SEAL };

/** Another database, of a site with these keys. */
async function otherSite(keys = KEYS): Promise<TestDb> {
  const other = await createTestDb();
  onTestFinished(async () => await other.drop());
  await recordKeyIds(other.ownerPool, keys);
  return other;
}

/** What is logged as an error. */
function listen() {
  const log = createLog('silent');
  const told: string[] = [];
  vi.spyOn(log, 'error').mockImplementation((_: unknown, text?: string) => void told.push(text ?? ''));
  return { log, told };
}

async function standing(store: string): Promise<unknown> {
  return (await test.ownerPool.query(`select id from site_key where id like $1 || ':%'`, [store])).rows[0]?.id;
}

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
  s3.isPublic = true;
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
    removed: 0,
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

it.each(['a folder', 'a bucket'])('two sites never share %s, even with the same keys', async (where) => {
  const bucket = where === 'a bucket' ? { ...s3.login, prefix: 'shared/' } : undefined;
  const first = await start('worker', 'one', bucket);
  await first.files.write('ticks/one', Buffer.from('of the first'));
  const mark = await first.files.read('store-id');
  for (const keys of [KEYS, { ...KEYS, seal: Buffer.alloc(32, 9) }]) {
    const other = await otherSite(keys);
    await expect(start('worker', 'one', bucket, { of: other })).rejects.toThrow('belongs to another site');
    expect((await other.ownerPool.query(`select from site_key where id like 'archive:%'`)).rowCount).toBe(0);
    // It may still choose another.
    await start('worker', 'two', bucket && { ...bucket, prefix: `free-${keys.seal[0]}/` }, { of: other });
    await rm(join(folder, 'two'), { recursive: true, force: true });
  }
  expect(await first.files.read('store-id')).toEqual(mark);
});

it('a worker that ended between the mark and the database finds its own mark again; a mark of old that stands goes on', async () => {
  await start('worker', 'one');
  const mark = await standing('archive');
  await test.ownerPool.query(`delete from site_key where id like 'archive:%'`);
  await start('worker', 'one');
  expect(await standing('archive')).toBe(mark);
  await test.ownerPool.query(`delete from site_key where id like 'archive:%'`);
  await test.ownerPool.query(`insert into site_key values ('archive:0123456789abcdef')`);
  await writeFile(join(folder, 'one', 'archive', 'store-id'), 'archive:0123456789abcdef\n');
  await start('worker', 'one');
  expect(await standing('archive')).toBe('archive:0123456789abcdef');
});

it('a look at a store holds neither a transaction nor a lock while the store is silent', async () => {
  const bucket = { ...s3.login, prefix: 'silent/' };
  await start('worker', 'one', bucket, { isQuick: true });
  let asked = 0;
  s3.fault = () => ((asked += 1) > 0 ? 'silent' : undefined);
  await expect.poll(() => asked).toBeGreaterThan(0);
  const { rows } = await test.ownerPool.query(
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in%') as open,
       (select count(*)::int from pg_locks where locktype = 'advisory' and classid = 727
        and database = (select oid from pg_database where datname = current_database())) as locks`,
  );
  expect(rows).toEqual([{ open: 0, locks: 0 }]);
  s3.fault = () => undefined;
}, 60_000);

it('a bucket that strangers can read is refused from the first start on, and another may be chosen', async () => {
  s3.isPublic = true;
  await expect(start('worker', 'one', { ...s3.login, prefix: 'open/' })).rejects.toThrow('Anyone can read');
  expect([await standing('archive'), await standing('files')]).toEqual([undefined, undefined]);
  s3.isPublic = false;
  await start('worker', 'one', { ...s3.login, prefix: 'closed/' });
});

it('a bucket that does not say whether strangers can read it is not taken before it does', async () => {
  const bucket = { ...s3.login, prefix: 'unclear/' };
  let asked = 0;
  s3.strangerFault = () => ((asked += 1) > 0 ? 'reset' : undefined);
  const { log, told } = listen();
  await start('worker', 'one', bucket, { log, isQuick: true });
  expect(asked).toBeGreaterThan(0);
  expect(told).toContain('the store of files does not answer');
  expect(await standing('archive')).toBeUndefined();
  s3.strangerFault = () => undefined;
  await expect.poll(async () => await standing('files')).toMatch(/^files:/);
}, 60_000);

it('files move into no bucket that is open, or of another site, or that has files of its own', async () => {
  const worker = await start('worker', 'one');
  await worker.files.write('ticks/one', Buffer.from('ticks'));
  const dataDir = join(folder, 'one');
  const before = await standing('archive');
  s3.isPublic = true;
  const open = { ...s3.login, prefix: 'move-open/' };
  await expect(moveFiles(test.ownerPool, dataDir, open)).rejects.toThrow('Anyone can read');
  s3.isPublic = false;
  expect(await (await openFiles('', open)).archive.read('ticks/one')).toBeNull();
  const others = { ...s3.login, prefix: 'move-others/' };
  await start('worker', 'two', others, { of: await otherSite() });
  await expect(moveFiles(test.ownerPool, dataDir, others)).rejects.toThrow('belongs to another site');
  const full = { ...s3.login, prefix: 'move-full/' };
  await (await openFiles('', full)).files.write('some/thing', Buffer.from('1'));
  await expect(moveFiles(test.ownerPool, dataDir, full)).rejects.toThrow('without a mark');
  expect(await standing('archive')).toBe(before);
});

it('files move only from the folders of the site, all of them, or not at all', async () => {
  const bucket = { ...s3.login, prefix: 'right-folder/' };
  const dataDir = join(folder, 'one');
  await expect(moveFiles(test.ownerPool, dataDir, bucket)).rejects.toThrow('No worker has marked');
  const worker = await start('worker', 'one');
  await worker.files.write('ticks/one', Buffer.from('ticks'));
  const before = await standing('archive');
  await expect(moveFiles(test.ownerPool, join(folder, 'wrong'), bucket)).rejects.toThrow('it has no mark');
  await cp(dataDir, join(folder, 'other'), { recursive: true });
  await writeFile(join(folder, 'other', 'archive', 'store-id'), 'archive:0123456789abcdef\n');
  await expect(moveFiles(test.ownerPool, join(folder, 'other'), bucket)).rejects.toThrow('sees another store');
  expect(await standing('archive')).toBe(before);
  expect(await moveFiles(test.ownerPool, dataDir, bucket)).toMatchObject({ copied: 1 });
  expect(await moveFiles(test.ownerPool, dataDir, bucket)).toMatchObject({ copied: 0, alreadyThere: 1 });
  // What may not be read is not empty. Root reads everything.
  await chmod(folder, 0o755);
  await chmod(join(dataDir, 'archive', 'ticks'), 0o000);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await expect(moveFiles(test.ownerPool, dataDir, bucket)).rejects.toThrow('EACCES');
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(join(dataDir, 'archive', 'ticks'), 0o755);
  }
  // The site works with the bucket now: a second one would miss what came there.
  await expect(moveFiles(test.ownerPool, dataDir, { ...bucket, prefix: 'second/' })).rejects.toThrow('it has no mark');
  await expect(moveFiles(test.ownerPool, join(folder, 'other'), bucket)).rejects.toThrow('sees another store');
}, 60_000);

it('a picture that was erased after the first copy leaves the bucket with the next run, and nothing else does', async () => {
  const node = await start('http', 'one');
  await start('worker', 'one');
  const bucket = { ...s3.login, prefix: 'erased/' };
  const inBucket = await openFiles('', bucket);
  const memberId = await makeMember(test.ownerPool);
  const ids: string[] = [];
  for (const text of ['kept', 'erased', 'forgotten']) {
    const picture = { memberId, purpose: 'avatar', bytes: Buffer.from(text) } as const;
    const saved = await sealFile({ ...node, sealKey: SEAL }, picture);
    if (!saved.ok) throw new Error(saved.error);
    ids.push(saved.value);
  }
  const names = ids.map((id) => `${id.slice(0, 2)}/${id}`);
  expect(await moveFiles(test.ownerPool, join(folder, 'one'), bucket)).toMatchObject({ copied: 3, removed: 0 });
  const elsewhere = [
    (await openFiles('', { ...bucket, prefix: 'erased/files-2/' })).files,
    (await openFiles('', { ...bucket, prefix: '' })).files,
    inBucket.archive,
  ];
  for (const files of elsewhere) await files.write(names[1] ?? '', Buffer.from('not ours'));
  await test.ownerPool.query('update file set erased_at = clock_timestamp(), unused_since = null where id = $1', [
    ids[1],
  ]);
  await test.ownerPool.query('delete from file where id = $1', [ids[2]]);
  expect(await moveFiles(test.ownerPool, join(folder, 'one'), bucket)).toMatchObject({ copied: 0, removed: 2 });
  const left = await Promise.all(names.map(async (name) => (await inBucket.files.read(name)) !== null));
  expect(left).toEqual([true, false, false]);
  for (const files of elsewhere) expect(await files.read(names[1] ?? '')).not.toBeNull();
  await start('worker', 'two', bucket);
}, 60_000);

it('what goes wrong after the start is logged as what it is; only another mark ends the process', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  const bucket = { ...s3.login, prefix: 'later/' };
  const { log, told } = listen();
  const { files, pool } = await start('worker', 'one', bucket, { log, isQuick: true });
  const mark = await files.read('store-id');
  expect(told).toEqual([]);
  const next = async (text: string): Promise<void> => {
    await expect.poll(() => told).toContain(text);
    told.length = 0;
    await expect.poll(() => told).toContain(text);
    expect(new Set(told)).toEqual(new Set([text]));
  };
  s3.fault = () => 'refused';
  await next('the store of files refuses this process');
  s3.fault = () => undefined;
  const query = vi.spyOn(pool, 'query').mockRejectedValue(new Error('the database is away'));
  await next('the database does not tell which store of files is right');
  query.mockRestore();
  const failed: unknown[] = [];
  const heard = (run: unknown): void => void failed.push(run);
  JOBS.error.subscribe(heard);
  onTestFinished(() => {
    JOBS.error.unsubscribe(heard);
  });
  await files.remove('store-id');
  await next('THE STORE OF FILES HAS LOST ITS MARK');
  expect(failed[0]).toMatchObject({ job: 'store of archive' });
  expect(await files.read('store-id')).toBeNull();
  expect(exit).not.toHaveBeenCalled();
  await files.write('store-id', Buffer.from('archive:0123456789abcdef\n'));
  await expect.poll(() => told).toContain('THE SITE DOES NOT WORK WITH THESE FILES: the process ends');
  expect(exit).toHaveBeenCalled();
  if (mark !== null) await files.write('store-id', mark);
}, 60_000);

it('a folder whose disk is away while a process runs is an alarm; a start without it is refused', async () => {
  await start('worker', 'one');
  const { log, told } = listen();
  await start('http', 'one', undefined, { log, isQuick: true });
  await rename(join(folder, 'one', 'files'), join(folder, 'away'));
  await expect.poll(() => told).toContain('THE STORE OF FILES HAS LOST ITS MARK');
  await expect(start('http', 'one')).rejects.toThrow('it has no mark');
  await rename(join(folder, 'away'), join(folder, 'one', 'files'));
  expect(await readFile(join(folder, 'one', 'files', 'store-id'), 'utf8')).toContain(await standing('files'));
});
