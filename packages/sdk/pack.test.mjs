import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const SDK = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'candor-sdk-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** As programs of others do it. */
const PROGRAM = `
import { createCandorClient, dataOf } from '@candor/sdk';
const candor = createCandorClient({ baseUrl: 'https://candor.example', token: () => null, language: 'en' });
export async function stakes(): Promise<string[]> {
  const { items } = await dataOf(candor.GET('/api/trade/orders', { params: { query: { status: 'open' } } }));
  return items.map(({ stake }) => stake);
}
// @ts-expect-error -- there is no such path
void candor.GET('/api/nowhere');
`;

/** @param {string[]} args @param {string} cwd */
function tsc(args, cwd) {
  execFileSync(process.execPath, [join(SDK, 'node_modules/typescript/bin/tsc'), ...args], { cwd, stdio: 'pipe' });
}

test('what is packed can be installed, imported and type-checked by another project', async () => {
  // Built in a copy, so that a test leaves nothing beside the sources.
  const source = join(folder, 'sdk');
  for (const name of ['src', 'openapi', 'package.json', 'README.md', 'tsconfig.build.json'])
    cpSync(join(SDK, name), join(source, name), { recursive: true });
  const shared = join(SDK, '..', '..', 'node_modules');
  mkdirSync(join(source, 'node_modules'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(shared, name), join(source, 'node_modules', name));
  tsc(['-p', 'tsconfig.build.json'], source);
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: source });

  const home = join(folder, 'program');
  const installed = join(home, 'node_modules', '@candor', 'sdk');
  mkdirSync(installed, { recursive: true });
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', join(folder, packed), '--strip-components=1', '-C', installed]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(shared, name), join(home, 'node_modules', name));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(home, 'program.ts'), PROGRAM);
  for (const name of ['README.md', 'openapi/members.json', 'dist/candor-client.js', 'dist/candor-client.d.ts'])
    expect(existsSync(join(installed, name)), name).toBe(true);
  tsc(['--strict', '--noEmit', '--module', 'nodenext', '--skipLibCheck', '--lib', 'es2023,dom', 'program.ts'], home);
  const { createCandorClient } = await import(join(installed, 'dist', 'candor-client.js'));
  expect(createCandorClient({ baseUrl: 'https://candor.example', token: () => null, language: 'en' }).GET).toBeTypeOf(
    'function',
  );
}, 120_000);
