import { archiveOrders } from '../features/trading/archive/archive-orders.ts';
import { dropOrderMonth } from '../features/trading/archive/drop-month.ts';
import type { OrderArchiveDeps } from '../features/trading/archive/archive-orders.ts';
import type { HeldMonth } from '../features/trading/archive/order-archive-store.ts';
import { readArchivedOrder } from '../services/order-archive/read-archived-order.ts';
import type { Config } from '../platform/config/config.ts';
import { createPool, WITHOUT_HURRY } from '../platform/db/pool.ts';
import { openFiles } from '../services/files/open-files.ts';
import { checkStore } from '../services/files/same-store.ts';
import { checkKeyIds } from '../services/secrets/key-id-store.ts';
import { loadSecrets } from '../services/secrets/secrets.ts';
import { readBucket } from './read-bucket.ts';

const WHY: Readonly<Record<HeldMonth, string>> = {
  NO_MONTH: 'has no table of its own. The oldest table is named by its last month.',
  NOT_OLD: 'is not over for as long as ORDER_MONTHS_KEPT says, three months at least.',
  ORDER_OPEN: 'has an order that is still open.',
  NOT_SETTLED: 'has an order without a settlement.',
  NOT_LOGGED: 'has an order or a settlement that the order log does not have.',
  NOT_SIGNED:
    'has an order after whose close the chain of its product was never signed, so that its receipt is not final.',
  NO_ORDERS: 'has no orders.',
  BUSY: 'waits: another run archives now.',
  NOT_ARCHIVED: 'is not in files, or not in all of them: archive it first (archive-month).',
  NOT_OLDEST: 'is not the oldest one. Months leave one after the other.',
  NOT_COUNTED:
    'has orders that the public figures of its months have not counted. The worker counts a month soon after its last day.',
};

/**
 * `operate archive-month 2026-01`: writes the orders of a closed month into files, as the owner of the database.
 * @returns what was done, for the operator
 * @throws Error, for the operator, with why the month stays as it is
 */
export async function archiveMonth(config: Config, ownerUrl: string, month: string): Promise<string> {
  requireMonth(month);
  return await withArchive(config, ownerUrl, async (deps) => {
    const archived = await archiveOrders(deps, `${month}-01`, { keptMonths: config.orderMonthsKept });
    if (!archived.ok) throw new Error(`${month} ${WHY[archived.error]}`);
    const { orders, files, written, sha256 } = archived.value;
    return `${month}: ${orders} orders with their settlements in ${files} files, ${written} of them written now, each read back and compared. SHA-256 ${sha256}. They are in the database as before.\n`;
  });
}

/**
 * `operate drop-archived-month 2026-01`: takes a month away that its files answer for, as the owner of the database.
 * @returns what was done, for the operator
 * @throws Error, for the operator, with why the month stays as it is
 */
export async function dropArchivedMonth(config: Config, ownerUrl: string, month: string): Promise<string> {
  requireMonth(month);
  return await withArchive(config, ownerUrl, async (deps) => {
    const dropped = await dropOrderMonth(deps, `${month}-01`, config.orderMonthsKept);
    if (!dropped.ok) throw new Error(`${month} ${WHY[dropped.error]}`);
    const { orders, files, bytes } = dropped.value;
    return `${month}: ${orders} orders are in ${files} files alone now, each read back and compared before. ${bytes} bytes of the database are free.\n`;
  });
}

function requireMonth(month: string): void {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Error(`${month} is no month: write it as 2026-01.`);
}

/**
 * `operate archived-order ID`: what the files say of an order.
 * @returns its line, for the operator
 * @throws Error, for the operator, when there is none, or the files are not what was recorded
 */
export async function archivedOrder(config: Config, ownerUrl: string, orderId: string): Promise<string> {
  if (!UUID.test(orderId)) throw new Error(`${orderId} is no id of an order.`);
  return await withArchive(config, ownerUrl, async ({ pool, ...files }) => {
    const read = await readArchivedOrder({ ...files, db: pool }, orderId.toLowerCase());
    if (!read.ok) throw new Error(`${read.error.file}: ${read.error.problem}. Restore it from a backup.`);
    if (read.value === null) throw new Error(`No archived month has the order ${orderId}.`);
    return `${read.value}\n`;
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function withArchive(
  config: Config,
  ownerUrl: string,
  work: (deps: OrderArchiveDeps) => Promise<string>,
): Promise<string> {
  const secrets = await loadSecrets(config.secretsDir, config.signing !== undefined);
  const { archive: files } = await openFiles(config.dataDir, await readBucket(config));
  const pool = createPool({ url: ownerUrl, max: 1, name: 'candor-operate', ...WITHOUT_HURRY });
  try {
    // Sealed under another key, or in another store, nobody would ever read them.
    await checkKeyIds(pool, secrets);
    if (!(await checkStore(pool, 'archive', files)))
      throw new Error('No worker has marked the store of archive yet. Start the site.');
    return await work({ pool, files, sealKey: secrets.seal });
  } finally {
    await pool.end();
  }
}
