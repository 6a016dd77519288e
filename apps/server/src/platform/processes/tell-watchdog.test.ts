import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellWatchdog } from './tell-watchdog.ts';

let folder: string;
let stop = (): void => undefined;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'watchdog-'))));
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true });
});

function start(env: NodeJS.ProcessEnv, exitCode = 0) {
  const program = join(folder, 'notify');
  writeFileSync(program, `#!/bin/sh\necho "$1 $NOTIFY_SOCKET $SECRET" >> ${join(folder, 'told')}\nexit ${exitCode}\n`);
  chmodSync(program, 0o700);
  const warn = vi.fn<() => void>();
  stop = tellWatchdog({ env: { PATH: process.env['PATH'], SECRET: 'x', ...env }, log: { warn }, program });
  return { warn, told: () => (existsSync(join(folder, 'told')) ? readFileSync(join(folder, 'told'), 'utf8') : '') };
}

it('tells systemd three times within the time of the watchdog, and stops', async () => {
  const { told } = start({ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '300000' });
  await expect.poll(() => told().split('\n').length).toBeGreaterThan(3);
  expect(
    new Set(
      told()
        .split('\n')
        .filter((line) => line !== ''),
    ),
  ).toEqual(new Set(['WATCHDOG=1 /run/x ']));
  stop();
});

it.each([
  ['no systemd', {}],
  ['a unit without a watchdog', { NOTIFY_SOCKET: '/run/x' }],
  ['a time that is none', { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: 'soon' }],
])('with %s does nothing', async (_name, env) => {
  const { told, warn } = start(env);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([told(), warn.mock.calls]).toEqual(['', []]);
});

it('says once that systemd cannot be told', async () => {
  const { told, warn } = start({ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '150000' }, 1);
  await expect.poll(() => told().split('\n').length).toBeGreaterThan(3);
  expect(warn).toHaveBeenCalledTimes(1);
});
