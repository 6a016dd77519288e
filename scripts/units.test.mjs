/* The units of deploy/, read by systemd itself where it is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './lib/project.mjs';

const DEPLOY = join(ROOT, 'deploy');
const UNITS = readdirSync(DEPLOY).filter((name) => name.endsWith('.service'));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
/** As systemd counts it: 0 is closed, 10 is open. */
const EXPOSURE_MAX = 2;

it.each(UNITS)('%s has bounds, no rights to gain, and a system that it cannot write', (name) => {
  const text = readFileSync(join(DEPLOY, name), 'utf8');
  for (const line of ['NoNewPrivileges=true', 'CapabilityBoundingSet=', 'ProtectSystem=strict'])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^MemoryMax=\d+[MG]$/m);
  expect(text).toMatch(/^TasksMax=\d+$/m);
});

it('a role that leaves slowly is not killed before it is done', () => {
  const [, drain = ''] =
    /DRAIN_SEC: z\._default\(wholeNumber\(0, (\d+)\)/.exec(
      readFileSync(join(ROOT, 'apps', 'server', 'src', 'platform', 'config', 'config.ts'), 'utf8'),
    ) ?? [];
  const [, stop = ''] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(DEPLOY, 'candor@.service'), 'utf8')) ?? [];
  expect(Number(drain)).toBeGreaterThan(0);
  // It stops within nine seconds once it has drained.
  expect(Number(stop)).toBeGreaterThanOrEqual(Number(drain) + 15);
});

describe.skipIf(!hasSystemd)('systemd (skipped where systemd-analyze is not installed)', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'units-'));
    // The program of the units is elsewhere than here; one that depends on another finds it beside itself.
    for (const name of UNITS)
      writeFileSync(
        join(folder, name),
        readFileSync(join(DEPLOY, name), 'utf8').replaceAll('/opt/candor/node_modules/node/bin/node', process.execPath),
      );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(UNITS)('reads %s without a complaint', (name) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)], {
      encoding: 'utf8',
    });
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('candor'));
    expect(ours).toEqual([]);
  });

  it.each(UNITS)('finds little that %s exposes', (name) => {
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE_MAX * 10}`, join(folder, name)],
      { encoding: 'utf8' },
    );
    expect([status, `${stdout}${stderr}`.trim().split('\n').at(-1)]).toEqual([0, expect.any(String)]);
  });
});
