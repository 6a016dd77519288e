import type { Currency } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import { CATALOGUE, firstTerms } from './catalogue.ts';
import { insertMissingProducts, insertMissingTerms } from './market-store.ts';

/** Inserts the products of the catalogue that are missing, and first terms where a product has none. Changes nothing else. */
export async function seedProducts(db: Db, paidIn: Currency): Promise<void> {
  await insertMissingProducts(
    db,
    CATALOGUE.map((product, place) => ({ ...product, position: place + 1 })),
  );
  await insertMissingTerms(
    db,
    CATALOGUE.map((product) => firstTerms(product, paidIn)),
  );
}
