import { randomBytes } from 'node:crypto';
import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { makeMember } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createDiskFiles } from './disk-files.ts';
import { keepFiles, releaseFiles } from './file-store.ts';
import { cleanUpFiles, openFile, sealFile } from './sealed-files.ts';
import type { FileDeps } from './sealed-files.ts';

let test: TestDb;
let folder: string;
let deps: FileDeps;
let memberId: bigint;
beforeAll(async () => {
  test = await createTestDb();
  folder = await mkdtemp(join(tmpdir(), 'candor-sealed-'));
  deps = { pool: test.pool, privateFiles: createDiskFiles(folder), sealKey: randomBytes(32) };
});
beforeEach(async () => {
  memberId = await makeMember(test.pool);
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

const PICTURE = Buffer.from('the pixels of a picture');

async function sealed(bytes = PICTURE): Promise<string> {
  const answer = await sealFile(deps, { memberId, purpose: 'identity', bytes });
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
}

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function age(id: string): Promise<void> {
  await test.ownerPool.query(`update file set unused_since = unused_since - interval '25 hours' where id = $1`, [id]);
}

async function cleaned(): Promise<number> {
  return await cleanUpFiles({
    pool: test.pools.worker,
    privateFiles: deps.privateFiles,
    log: createLog('silent'),
  });
}

describe('a sealed file', () => {
  it('is read again with its id and purpose, and nothing on the disk shows it', async () => {
    const id = await sealed();
    expect(await openFile(deps, { id, purpose: 'identity' })).toEqual(PICTURE);
    for (const path of await filesOnDisk()) expect((await readFile(path)).includes('pixels')).toBe(false);
  });

  it('does not open for another purpose, under another id, or with another key', async () => {
    const [id, other] = [await sealed(), await sealed(Buffer.from('another'))];
    await expect(openFile(deps, { id, purpose: 'avatar' })).rejects.toThrow();
    const bytes = await deps.privateFiles.read(`${id.slice(0, 2)}/${id}`);
    await deps.privateFiles.write(`${other.slice(0, 2)}/${other}`, bytes ?? Buffer.alloc(0));
    await expect(openFile(deps, { id: other, purpose: 'identity' })).rejects.toThrow();
    await expect(openFile({ ...deps, sealKey: randomBytes(32) }, { id, purpose: 'identity' })).rejects.toThrow();
  });

  it('that is gone is null', async () => {
    expect(await openFile(deps, { id: '00000000-0000-4000-8000-000000000000', purpose: 'avatar' })).toBeNull();
  });
});

describe('a member', () => {
  it('stores a bounded number of files a day, however many come at once', async () => {
    const limit = { filesMax: 5, bytesMax: 1_000 };
    const answers = await Promise.all(
      Array.from(
        { length: 12 },
        async () => await sealFile(deps, { memberId, purpose: 'depositProof', bytes: PICTURE }, limit),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    const other = await makeMember(test.pool);
    expect((await sealFile(deps, { memberId: other, purpose: 'avatar', bytes: PICTURE }, limit)).ok).toBe(true);
    await test.ownerPool.query(`update file set created_at = created_at - interval '25 hours'`);
    expect((await sealFile(deps, { memberId, purpose: 'avatar', bytes: PICTURE }, limit)).ok).toBe(true);
  });

  it('stores a bounded number of bytes a day', async () => {
    const limit = { filesMax: 5, bytesMax: PICTURE.length * 2 };
    const results: boolean[] = [];
    for (let i = 0; i < 3; i += 1)
      results.push((await sealFile(deps, { memberId, purpose: 'avatar', bytes: PICTURE }, limit)).ok);
    expect(results).toEqual([true, true, false]);
  });
});

describe('the cleaning', () => {
  it('deletes row and bytes of what nothing refers to for a day, and nothing else', async () => {
    const [old, used, young, released] = [await sealed(), await sealed(), await sealed(), await sealed()];
    await keepFiles(test.pool, [used, released]);
    await releaseFiles(test.pool, [released]);
    for (const id of [old, used, released]) await age(id);
    await deps.privateFiles.remove(`${released.slice(0, 2)}/${released}`);
    expect(await cleaned()).toBe(2);
    expect(await cleaned()).toBe(0);
    const opened = await Promise.all(
      [old, used, young].map(async (id) => await openFile(deps, { id, purpose: 'identity' })),
    );
    expect(opened).toEqual([null, PICTURE, PICTURE]);
    const { rows } = await test.pool.query('select id from file where member_id = $1 order by id', [
      memberId.toString(),
    ]);
    expect(rows.map(({ id }: { id?: string }) => id)).toEqual([used, young].toSorted());
  });

  it('goes on when one file cannot be deleted', async () => {
    const [stuck, free] = [await sealed(), await sealed()];
    await age(stuck);
    await age(free);
    await test.ownerPool.query(
      `create table refers (file_id uuid references file (id)); insert into refers values ('${stuck}')`,
    );
    expect(await cleaned()).toBe(1);
    expect(await openFile(deps, { id: free, purpose: 'identity' })).toBeNull();
    expect(await openFile(deps, { id: stuck, purpose: 'identity' })).toEqual(PICTURE);
    await test.ownerPool.query('drop table refers');
  });
});
