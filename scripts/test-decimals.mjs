/**
 * `npm run test:decimals [paths]`: runs the unit and server tests once with a currency without decimals and once with
 * four decimals. `npm test` uses two, the usual number. Paths select test files, as with vitest.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

for (const decimals of ['0', '4']) {
  console.log(`\nWith ${decimals} decimals`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'server', ...process.argv.slice(2)],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TEST_CURRENCY_DECIMALS: decimals } },
  );
  if (status !== 0) process.exit(status ?? 1);
}
