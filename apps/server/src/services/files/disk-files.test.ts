import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFiles } from './disk-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-files-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString();
}

describe('files on a disk', () => {
  it('are read as written, complete, by any process that opens the folder', async () => {
    const root = join(folder, 'made', 'when-needed');
    await createDiskFiles(root).write('ticks/2026-08-01/BTCUSDT.ticks', Buffer.from('one'));
    await createDiskFiles(root).write('ticks/2026-08-01/BTCUSDT.ticks', Buffer.from('two'));
    expect(text(await createDiskFiles(root).read('ticks/2026-08-01/BTCUSDT.ticks'))).toBe('two');
    expect(await createDiskFiles(root).read('ticks/2026-08-01/ETHUSDT.ticks')).toBeNull();
    expect(await readdir(join(root, 'ticks', '2026-08-01'))).toEqual(['BTCUSDT.ticks']);
  });

  it('keep the old content, and leave nothing beside it, when a write fails', async () => {
    const root = join(folder, 'kept');
    const files = createDiskFiles(root);
    await files.write('a/one', Buffer.from('old'));
    const unwritable: unknown = { length: 'x' };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the disk refuses, without filling one
    await expect(files.write('a/one', unwritable as Uint8Array)).rejects.toThrow();
    expect(text(await files.read('a/one'))).toBe('old');
    expect(await readdir(join(root, 'a'))).toEqual(['one']);
  });

  it('are never outside their folder', async () => {
    const files = createDiskFiles(folder);
    for (const name of ['../one', 'a/../../one', '/etc/passwd', 'a//b', '', '.', 'a/.', 'a\0b', 'a b']) {
      await expect(files.read(name), name).rejects.toThrow('plain parts');
      await expect(files.write(name, Buffer.from('')), name).rejects.toThrow('plain parts');
    }
  });

  it('that cannot be read are not reported as missing', async () => {
    await writeFile(join(folder, 'file'), 'no folder');
    await expect(createDiskFiles(folder).read('file/within')).rejects.toThrow('ENOTDIR');
  });
});
