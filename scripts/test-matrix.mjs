/** `npm run test:matrix [-- --project=phone]`: every screen on every size, in every language and both themes. */
import { findChromium, findHeadlessShell } from './lib/chromium.mjs';
import { APPS, buildApp, isStale } from './lib/client-build.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { cacheCompiledCode, checkNodeVersion } from './lib/project.mjs';
import { run } from './lib/run.mjs';

checkNodeVersion();
cacheCompiledCode();
await installWhatIsMissing();
const chromium = await findChromium();
if (chromium === null) throw new Error('There is no Chromium. Name one with CHROMIUM_PATH.');
for (const app of APPS.filter(isStale))
  if ((await buildApp(app)).code !== 0) throw new Error(`The ${app} could not be built.`);
const shell = await findHeadlessShell();
const { code } = await run('playwright', ['test', '-c', 'playwright.matrix.config.ts', ...process.argv.slice(2)], {
  env: { CHROMIUM_PATH: chromium, ...(shell === null ? {} : { CHROMIUM_SHELL_PATH: shell }) },
});
process.exitCode = code ?? 1;
