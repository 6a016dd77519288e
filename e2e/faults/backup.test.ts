import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/start-embedded-postgres.ts';
import { checkConservation } from '../../apps/server/src/testing/conservation.ts';
import { waitUntilSettled } from './check-book.ts';
import { createSite, until } from './server-process.ts';
import type { Site } from './server-process.ts';
import { createTrader } from './trader.ts';

/**
 * Follows the runbooks of docs/operations.md: back up a site while members trade, lose the machine, restore the backup
 * on an empty machine, and go on. Then move a stopped site, and check by its digest that nothing changed.
 */
const OPERATE = fileURLToPath(new URL('../../apps/server/src/operate.ts', import.meta.url));
const run = promisify(execFile);

let sites: Site[] = [];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-backup-'));
});
afterAll(async () => {
  for (const site of sites) await site.remove();
  rmSync(folder, { recursive: true, force: true });
});

function newSite(): Site {
  const site = createSite();
  sites = [...sites, site];
  return site;
}

async function operate(site: Site, ...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: site.dataDir };
  const { stdout } = await run(process.execPath, [OPERATE, ...words], { env });
  return stdout;
}

/** Secrets are kept separate from backups and restored by hand. */
function copySecrets(from: Site, to: Site): void {
  cpSync(join(from.dataDir, 'secrets'), join(to.dataDir, 'secrets'), { recursive: true });
}

it('a site that was backed up while members traded continues on another machine', async () => {
  const lost = newSite();
  await lost.start();
  const trader = await createTrader(lost, 6);
  const accepted = () => trader.book.map(({ answers }) => answers[0]?.told).filter((told) => typeof told === 'object');
  trader.start();
  await until(() => accepted().length > 15);
  const before = accepted().map(({ id }) => id);
  const picture = join('files', 'ab', 'picture');
  mkdirSync(join(lost.dataDir, 'files', 'ab'), { recursive: true });
  writeFileSync(join(lost.dataDir, picture), 'sealed');
  const backup = join(folder, 'online');
  const said = await operate(lost, 'backup', backup);
  expect(said).toContain('while the server ran');
  await until(() => accepted().length > before.length + 3);
  await trader.stop();
  await lost.killServer();
  await lost.killPostgres();

  const next = newSite();
  await operate(next, 'restore', backup);
  copySecrets(lost, next);
  expect(readFileSync(join(next.dataDir, picture), 'utf8')).toBe('sealed');
  await next.start();
  const owner = next.openOwner();
  try {
    await waitUntilSettled(owner);
    const { rows } = await owner.query<{ id: string }>('select order_id as id from settlement');
    const settled = new Set(rows.map(({ id }) => id));
    expect(before.filter((id) => !settled.has(id))).toEqual([]);
    await checkConservation(owner);
  } finally {
    await owner.end();
  }

  // A planned move: the site is stopped, so that the two databases can be compared to the last row.
  expect(await next.stop()).toBe(0);
  const still = join(folder, 'stopped');
  expect(await operate(next, 'backup', still)).toContain('of a stopped server');
  const moved = newSite();
  await operate(moved, 'restore', still);
  const digests: string[] = [];
  for (const site of [next, moved]) digests.push(await digestOf(site));
  expect(digests[1]).toBe(digests[0]);
  expect(digests[0]).toMatch(/^trade_order \d{2,} /m);

  // Test the checks too: one changed row is seen, and no backup overwrites existing files.
  expect(await digestOf(moved, `update member set nickname = 'x' where id = 1`)).not.toBe(digests[0]);
  await expect(operate(moved, 'restore', still)).rejects.toThrow('is not empty');
  await expect(operate(next, 'backup', still)).rejects.toThrow('exists already');
  for (const mark of ['last-backup-failed', 'last-backup-begun'])
    expect(existsSync(join(next.dataDir, mark)), mark).toBe(false);
  // What cannot be written is no mistake of whoever typed it.
  await expect(operate(next, 'backup', join(still, 'MANIFEST.json', 'in-a-file'))).rejects.toThrow('ENOTDIR');
  expect(readFileSync(join(next.dataDir, 'last-backup-failed'), 'utf8')).toMatch(/^2/);
  const empty = newSite();
  await expect(operate(empty, 'backup', join(folder, 'nothing'))).rejects.toThrow('no database');
  appendFileSync(join(still, 'postgres', 'PG_VERSION'), '\n');
  await expect(operate(empty, 'restore', still)).rejects.toThrow('PG_VERSION is missing or damaged');
  expect(statSync(still).mode & 0o077).toBe(0);
}, 300_000);

/** Runs the database of a stopped site alone, so that nothing writes while it is read. */
async function digestOf(site: Site, change?: string): Promise<string> {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: site.dataDir, log: quiet });
  try {
    if (change !== undefined) {
      const owner = site.openOwner();
      await owner.query(change).finally(() => void owner.end());
    }
    return await operate(site, 'digest');
  } finally {
    await postgres.stop();
  }
}
