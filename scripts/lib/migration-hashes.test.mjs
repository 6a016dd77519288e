import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareMigrations, MIGRATIONS, recordFresh } from './migration-hashes.mjs';

const NOTHING = { changed: [], gone: [], fresh: [], misplaced: [] };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('no migration changed since it was recorded, and none is missing (npm run schema records a new one)', () => {
  expect(compareMigrations()).toEqual(NOTHING);
});

it('a recorded migration that is changed or removed is found', () => {
  writeFileSync(join(folder, '0001_site.sql'), '-- another text\n');
  rmSync(join(folder, '0002_members.sql'));
  expect(compareMigrations(folder)).toEqual({ ...NOTHING, changed: ['0001_site.sql'], gone: ['0002_members.sql'] });
});

it('a new migration comes after all others, and recording it changes no line of the others', () => {
  writeFileSync(join(folder, '0001_site.sql'), '-- another text\n');
  writeFileSync(join(folder, '9999_new.sql'), 'select 1;\n');
  writeFileSync(join(folder, '0001_between.sql'), 'select 1;\n');
  expect(compareMigrations(folder)).toEqual({
    changed: ['0001_site.sql'],
    gone: [],
    fresh: ['0001_between.sql', '9999_new.sql'],
    misplaced: ['0001_between.sql'],
  });
  expect(recordFresh(folder)).toEqual(['0001_between.sql', '9999_new.sql']);
  expect(compareMigrations(folder)).toEqual({ ...NOTHING, changed: ['0001_site.sql'] });
});
