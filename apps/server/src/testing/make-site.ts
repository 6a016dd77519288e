import { wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { seedCashier } from '../features/cashier/seed-channels.ts';
import { seedTexts } from '../features/content/seed-texts.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertSite } from '../services/site/site-store.ts';

/** The site of a test: practice money in the test currency, and its ways in and out. Does nothing if there is one. */
export async function makeSite(db: Db): Promise<void> {
  await insertSite(db, {
    mode: 'practice',
    timeZone: 'Asia/Shanghai',
    domain: null,
    currency: TEST_CURRENCY.code,
    currencySymbol: '¥',
    currencyDecimals: TEST_CURRENCY.decimals,
    practiceGrant: wholeUnits(100_000n, TEST_CURRENCY),
    isOpen: true,
  });
  await fillSite(db);
}

/** What every site has beside its row. */
export async function fillSite(db: Db): Promise<void> {
  await seedCashier(db, { mode: 'practice', currency: TEST_CURRENCY });
  await seedTexts(db, { mode: 'practice' });
}
