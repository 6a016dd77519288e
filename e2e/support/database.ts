import { OWNER_ROLE, urlOf } from '../../apps/server/src/platform/db/embedded/endpoint.ts';
import { createPool } from '../../apps/server/src/platform/db/pool.ts';

/** Stops a product or allows it again, as an operator does. The server notices within a second. */
export async function forbidProduct(dataDir: string, product: string, forbidden: boolean): Promise<void> {
  const url = urlOf({ kind: 'socket', socketDir: `${dataDir}/socket` }, OWNER_ROLE);
  const pool = createPool({ url, max: 1, name: 'e2e' });
  try {
    const { rowCount } = await pool.query('update product set forbidden = $2 where code = $1', [product, forbidden]);
    if (rowCount !== 1) throw new Error(`There is no product ${product}.`);
  } finally {
    await pool.end();
  }
}
