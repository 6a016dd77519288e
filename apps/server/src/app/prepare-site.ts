import { randomBytes, randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedProducts } from '../features/market/seed-products.ts';
import { seedAccounts } from '../services/seed/seed-accounts.ts';
import type { Context } from './context.ts';

/** What a site needs before its first member: products with terms, and the seeded accounts. Does nothing twice. */
export async function prepareSite(context: Context): Promise<void> {
  const { pool, config, log, site } = context;
  await seedProducts(pool);
  const password = config.seedPassword ?? randomBytes(12).toString('base64url');
  const withdrawPassword = randomInt(1_000_000).toString().padStart(6, '0');
  const created = await seedAccounts(pool, { password, withdrawPassword, site });
  if (created.length === 0) return;
  const path = join(config.dataDir, 'credentials.txt');
  const lines = created.map((username) => `${username}\t${password}\twithdraw password ${withdrawPassword}`);
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  log.info({ accounts: created, file: path }, 'seeded accounts were created');
  if (config.seedPassword === undefined)
    process.stdout.write(`\n  Seeded accounts (${created.join(', ')}) have the password ${password}\n`);
}
