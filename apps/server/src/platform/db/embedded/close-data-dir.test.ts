import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDataDir } from './close-data-dir.ts';
import { canEnter, isRoot } from './os-user.ts';
import { openDataDir } from './placement.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'candor-modes-'));
  chmodSync(base, 0o755);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function folder(mode: number): string {
  const path = join(base, 'data');
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o7777;
}

describe('closeDataDir', () => {
  it.each([0o755, 0o777, 0o750, 0o711, 0o700])('makes a folder of mode %o private to its owner', (mode) => {
    const path = folder(mode);
    expect(closeDataDir(path, null)).toBeUndefined();
    expect(modeOf(path)).toBe(0o700);
  });

  it('never closes a shared folder, and says so', () => {
    const path = folder(0o1777);
    expect(closeDataDir(path, null)).toContain('shared');
    expect(modeOf(path)).toBe(0o1777);
  });

  it('says why it could not close a folder', () => {
    expect(closeDataDir(join(base, 'none'), null)).toContain('ENOENT');
  });

  it.runIf(isRoot())('lets the database user pass, and no other user', () => {
    const database = { uid: 61_001, gid: 61_002 };
    for (const mode of [0o755, 0o711, 0o710]) {
      const path = join(base, `${mode}`);
      mkdirSync(path);
      chmodSync(path, mode);
      expect(closeDataDir(path, database)).toBeUndefined();
      expect(modeOf(path)).toBe(0o710);
      expect(statSync(path)).toMatchObject({ uid: 0, gid: 61_002 });
      expect(canEnter(database, path)).toBe(true);
      expect(canEnter({ uid: 61_003, gid: 61_003 }, path)).toBe(false);
    }
  });

  it.runIf(isRoot())('never opens a closed folder', () => {
    const path = folder(0o700);
    expect(closeDataDir(path, { uid: 61_001, gid: 61_002 })).toBeUndefined();
    expect(modeOf(path)).toBe(0o700);
  });
});

it('a new DATA_DIR is never open to others, even for a moment', () => {
  expect(modeOf(openDataDir(join(base, 'new', 'data'))) & 0o066).toBe(0);
});
