import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeTestDataDir, removeTestDataDir } from '../../testing/postgres-setup.ts';
import { ROLES } from '../db/roles.ts';
import type { Role } from '../db/roles.ts';
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import type { EmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { makePlaces, permissionFlags } from './role-permissions.ts';

/** What code in a role's process can do beyond its task, tried from inside a process with the flags of that role. */
const ATTEMPTS = fileURLToPath(new URL('../../testing/escape-attempts.ts', import.meta.url));
const report = z.object({
  writes: z.object({ picture: z.string(), statement: z.string() }),
  answers: z.record(z.string(), z.string()),
  reads: z.boolean(),
});

let dataDir: string;
let outside: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = makeTestDataDir();
  outside = mkdtempSync(join(tmpdir(), 'candor-outside-'));
  makePlaces({ dataDir });
  mkdirSync(join(dataDir, 'secrets'));
  writeFileSync(join(dataDir, 'secrets', 'tick.key'), 'x');
  writeFileSync(join(dataDir, 'credentials.txt'), 'x');
  const settings = { shared_buffers: '16MB', fsync: 'off' };
  postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), settings });
}, 120_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(outside, { recursive: true });
  removeTestDataDir(dataDir);
});

function forkAs(role: Role, flags = permissionFlags(role, placesOf())): ChildProcess {
  return fork(ATTEMPTS, { execArgv: flags, env: { PATH: process.env['PATH'] }, stdio: 'inherit' });
}

function placesOf() {
  return {
    dataDir,
    secretsDir: join(dataDir, 'secrets'),
    marketdataDir: '/nowhere',
    rootsFile: undefined,
    link: undefined,
  };
}

/** Every attempt with its answer. */
async function tryAll(role: Role, flags?: string[]): Promise<z.infer<typeof report>> {
  rmSync(join(dataDir, 'files'), { recursive: true });
  makePlaces({ dataDir });
  const sibling = forkAs('feed', flags);
  const child = forkAs(role, flags);
  try {
    const answer = new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    child.send({
      dataDir,
      outside,
      program: ATTEMPTS,
      addon: createRequire(import.meta.url).resolve(`@node-rs/argon2-${process.platform}-${process.arch}-gnu`),
      sibling: sibling.pid ?? 0,
      url: postgres.roleUrls[role],
    });
    return report.parse(await answer);
  } finally {
    child.kill('SIGKILL');
    sibling.kill('SIGKILL');
  }
}

it.each(ROLES)(
  'code in the process of %s gets out by no way we know',
  async (role) => {
    const { answers, reads, writes } = await tryAll(role);
    expect(reads).toBe(true);
    // And its task is possible: pictures are written by http and removed by the worker, the console writes statements of banks alone.
    const may = (roles: readonly Role[]) => (roles.includes(role) ? 'x' : 'ERR_ACCESS_DENIED');
    expect(writes).toEqual({ picture: may(['http', 'worker']), statement: may(['http', 'worker', 'console']) });
    expect(Object.keys(answers).length).toBeGreaterThan(25);
    expect(Object.entries(answers).filter(([, answer]) => answer === 'out')).toEqual([]);
  },
  60_000,
);

it('the ways are open to a process without the flags', async () => {
  const { answers } = await tryAll('http', []);
  const doors = ['the owner', 'another role', 'the database postgres'];
  // The database refuses by itself.
  const shut = Object.keys(answers).filter((name) => answers[name] !== 'out');
  expect(shut.filter((name) => !doors.some((door) => name.includes(door)))).toEqual([]);
}, 60_000);
