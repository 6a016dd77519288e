import type { Currency } from '@candor/domain/money';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/pool.ts';
import { CATALOGUE, ENTRY_DELAY_SEC, firstTerms } from './catalogue.ts';
import { insertMissingProducts, insertMissingTerms, selectEnteringAtOnce } from './market-store.ts';

/** The products whose orders can be chosen on a price that an exchange has already shown, if the feed is one of exchanges. */
export async function productsSeenFirst(db: Db, feed: Config['feed']): Promise<readonly string[]> {
  return mayBeLive(feed) ? await selectEnteringAtOnce(db) : [];
}

function mayBeLive(feed: Config['feed']): boolean {
  return feed === 'auto' || feed === 'live';
}

/**
 * Inserts the products of the catalogue that are missing, and first terms where a product has none. Changes nothing else.
 * @param feed of the site: if its prices may come from exchanges, its orders enter later.
 */
export async function seedProducts(db: Db, paidIn: Currency, feed: Config['feed'] = 'simulated'): Promise<void> {
  await insertMissingProducts(
    db,
    CATALOGUE.map((product, place) => ({ ...product, position: place + 1 })),
  );
  const entryDelaySec = mayBeLive(feed) ? ENTRY_DELAY_SEC : undefined;
  await insertMissingTerms(
    db,
    CATALOGUE.map((product) => firstTerms(product, paidIn, entryDelaySec)),
  );
}
