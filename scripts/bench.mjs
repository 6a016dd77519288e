/** `npm run bench [-- name …]`: runs the programs bench/*.ts one after the other; names select some of them. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findChromium } from './lib/chromium.mjs';
import { buildApp, isStale } from './lib/client-build.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, nodePath, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';

checkNodeVersion();
await installWhatIsMissing();

const NEED_CLIENT = new Set(['first-paint.ts']);
const NEED_BROWSER = new Set(['chart.ts', 'first-paint.ts']);
const folder = join(ROOT, 'bench');
const chosen = process.argv.slice(2);
const programs = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .filter((name) => chosen.length === 0 || chosen.includes(basename(name, '.ts')))
  .sort();

if (programs.length === 0) {
  console.error(chosen.length === 0 ? 'There is nothing in bench/.' : `There is no bench called ${chosen.join(', ')}.`);
  process.exitCode = 1;
}
for (const name of programs) {
  console.log(`\n== ${basename(name, '.ts')} ==`);
  // Without a current build, the server would serve an old client or none, and the figures would look splendid.
  if (NEED_CLIENT.has(name) && isStale('client') && (await buildApp('client')).code !== 0)
    throw new Error('The build failed.');
  const chromium = NEED_BROWSER.has(name) ? await findChromium() : null;
  const { code } = await run(nodePath(), [join(folder, name)], {
    env: chromium === null ? {} : { CHROMIUM_PATH: chromium },
  });
  if (code !== 0) process.exitCode = 1;
}
