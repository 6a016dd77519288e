import { randomBytes, randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSimplePin } from '@candor/contract/password-rules';
import { writePaymentKeys } from '../features/cashier/payment-key-store.ts';
import { employOwner } from '../features/identity/operators/employ-owner.ts';
import { seedCashier } from '../features/cashier/seed-channels.ts';
import { seedInvest } from '../features/invest/seed-projects.ts';
import { seedTexts } from '../features/content/seed-texts.ts';
import { seedNotices } from '../features/notices/seed-notices.ts';
import { prepareTickDays } from '../features/market/feed/tick-day-store.ts';
import { prepareOrderMonths } from '../features/trading/order-month-store.ts';
import { productsSeenFirst, seedProducts } from '../features/market/seed-products.ts';
import type { Config } from '../platform/config/config.ts';
import type { Pool } from '../platform/db/pool.ts';
import type { Log } from '../platform/log/log.ts';
import { recordSigningKey, recordTokenKey } from '../services/proof/signing.ts';
import { linkToSigner } from '../services/token/call-signer.ts';
import { recordKeyIds } from '../services/secrets/key-id-store.ts';
import { createPasswords } from '../services/secrets/passwords.ts';
import { loadSecrets, requireSeed } from '../services/secrets/secrets.ts';
import type { Secrets } from '../services/secrets/secrets.ts';
import { DEMO_USERNAME, seedAccounts } from '../services/seed/seed-accounts.ts';
import { hasOperators } from '../services/seed/operator-store.ts';
import { markNames } from '../services/verification/mark-names.ts';
import { recordSite } from '../services/site/site.ts';
import { markPrepared } from '../services/site/site-store.ts';
import type { Site } from '../services/site/site.ts';

/** The member account of a new site, with what logs it in. */
export interface SeededDemo {
  readonly username: string;
  readonly password: string;
  readonly withdrawPassword: string;
}

/**
 * Writes what a role needs in the database before it can start, and may not write itself: the site, its keys, its
 * products with their terms, and the seeded accounts. Runs as the owner of the database. Running it twice is safe. A site that is set up
 * in the console begins with one owner and nothing else.
 * @returns the member account, if it was created now
 */
export async function prepareSite(ownerPool: Pool, config: Config, log: Log): Promise<SeededDemo | undefined> {
  const site = await recordIdentity(ownerPool, config, log);
  const isSetUp = site.openedAt === null || site.basisAt !== null;
  if (isSetUp) await employFirst(ownerPool, config, log);
  if (site.openedAt === null && site.basisAt === null) return undefined;
  await prepareContents(ownerPool, config, log, site);
  return isSetUp ? undefined : await seedDemoAccounts(ownerPool, config, log, site);
}

/** What depends on the currency and the time zone of the site. */
export async function prepareContents(ownerPool: Pool, config: Config, log: Log, site: Site): Promise<void> {
  await seedProducts(ownerPool, site.currency, config.feed);
  const seenFirst = await productsSeenFirst(ownerPool, config.feed);
  if (seenFirst.length > 0)
    log.warn({ products: seenFirst }, 'orders enter at once: who sees an exchange first can use it');
  await seedCashier(ownerPool, site);
  const secrets = await loadSecrets(config.secretsDir, config.signing !== undefined);
  await writePaymentKeys(ownerPool, secrets.fingerprint);
  await markNames(ownerPool, secrets);
  await seedInvest(ownerPool, site);
  await seedTexts(ownerPool, site);
  await seedNotices(ownerPool, site, Date.now());
  await prepareTickDays(ownerPool);
  await prepareOrderMonths(ownerPool);
  if (site.preparedAt === null) await markPrepared(ownerPool);
}

/** The first operator of a site that is set up in the console. */
const FIRST_OWNER = 'owner';

async function employFirst(ownerPool: Pool, config: Config, log: Log): Promise<void> {
  if (await hasOperators(ownerPool)) return;
  const employed = await employOwner(ownerPool, createPasswords(), FIRST_OWNER, config.seedPassword);
  if (!employed.ok) throw new Error(`${FIRST_OWNER} is no name`);
  const path = join(config.dataDir, 'credentials.txt');
  await writeFile(path, `${FIRST_OWNER}\t${employed.value}\n`, { mode: 0o600 });
  log.info({ accounts: [FIRST_OWNER], file: path }, 'the first owner was created');
  if (config.seedPassword === undefined)
    process.stdout.write(`\n  Set the site up in the console as ${FIRST_OWNER} with the password ${employed.value}\n`);
}

async function seedDemoAccounts(
  ownerPool: Pool,
  config: Config,
  log: Log,
  site: Site,
): Promise<SeededDemo | undefined> {
  const password = config.seedPassword ?? randomBytes(12).toString('base64url');
  const withdrawPassword = newWithdrawPassword();
  const created = await seedAccounts(ownerPool, { password, withdrawPassword, site });
  if (created.length === 0) return undefined;
  const path = join(config.dataDir, 'credentials.txt');
  const lines = created.map((username) => `${username}\t${password}\twithdraw password ${withdrawPassword}`);
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  log.info({ accounts: created, file: path }, 'seeded accounts were created');
  if (config.seedPassword === undefined)
    process.stdout.write(`\n  Seeded accounts (${created.join(', ')}) have the password ${password}\n`);
  return created.includes(DEMO_USERNAME) ? { username: DEMO_USERNAME, password, withdrawPassword } : undefined;
}

/** The row of the site and the ids of its keys; refuses a database that belongs to another site. */
export async function recordIdentity(ownerPool: Pool, config: Config, log: Log): Promise<Site> {
  const secrets = await loadSecrets(config.secretsDir, config.signing !== undefined);
  await recordKeyIds(ownerPool, secrets);
  await recordKey(ownerPool, config, secrets, log);
  return await recordSite(ownerPool, config);
}

async function recordKey(ownerPool: Pool, { signing }: Config, secrets: Secrets, log: Log): Promise<void> {
  if (signing === undefined) {
    await recordSigningKey(ownerPool, { ...secrets, tick: requireSeed(secrets) }, log);
    return;
  }
  if (!('socket' in signing)) throw new Error('nobody opened the token that signs');
  const link = linkToSigner(signing.socket);
  try {
    const files = [secrets.tick, secrets.previousTick].filter((seed) => seed !== null);
    await recordTokenKey(ownerPool, link, files, log);
  } finally {
    await link.close();
  }
}

/** Six random digits, in the form's format. */
function newWithdrawPassword(): string {
  for (;;) {
    const digits = randomInt(1_000_000).toString().padStart(6, '0');
    if (!isSimplePin(digits)) return digits;
  }
}
