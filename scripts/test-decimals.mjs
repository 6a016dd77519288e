/**
 * `npm run test:decimals [paths]`: runs the unit and server tests once with a currency without decimals and once with
 * four decimals. Paths select test files, as with vitest. `npm run test:decimals -- e2e [files]` runs the browser
 * journeys so. `npm test` uses two decimals, the usual number, and runs a few files with the others.
 */
import { findChromium } from './lib/chromium.mjs';
import { DECIMALS_ARGS, OTHER_DECIMALS } from './lib/decimals.mjs';
import { cacheCompiledCode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

cacheCompiledCode();
const [first, ...more] = process.argv.slice(2);
const isBrowser = first === 'e2e';
const chromium = isBrowser ? await findChromium() : null;
const [command, args] = isBrowser
  ? ['playwright', ['test', ...more]]
  : ['vitest', [...DECIMALS_ARGS, ...process.argv.slice(2)]];

for (const decimals of OTHER_DECIMALS) {
  console.log(`\nWith ${decimals} decimals`);
  const { code } = await run(command, args, {
    env: { TEST_CURRENCY_DECIMALS: decimals, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) },
  });
  // The other decimals run too: they may fail in other places.
  if (code !== 0) process.exitCode = code;
}
