import type { Wallet } from '@candor/domain/ledger/account';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertSite, selectSite } from './site-store.ts';
import type { SiteRow } from './site-store.ts';

/** What one site is, fixed at start: its mode, its currency, its business time zone. */
export interface Site extends SiteRow {
  /** The wallet meant by a call that names none. */
  defaultWallet: Wallet;
}

type SiteSettings = Pick<Config, 'mode' | 'siteTimeZone' | 'siteDomain'>;

/** Writes the site's row at the very first start, as the owner of the database. Throws as readSite does. */
export async function recordSite(db: Db, config: SiteSettings): Promise<Site> {
  await insertSite(db, { mode: config.mode, timeZone: config.siteTimeZone, domain: config.siteDomain ?? null });
  return await readSite(db, config);
}

/** @throws Error when the database belongs to the other mode, or to another time zone after money moved. */
export async function readSite(db: Db, config: SiteSettings): Promise<Site> {
  const row = await selectSite(db);
  if (row.mode !== config.mode) {
    throw new Error(`This database belongs to a site in MODE=${row.mode} and refuses to run in MODE=${config.mode}.`);
  }
  if (row.timeZone !== config.siteTimeZone && row.moneyMoved) {
    throw new Error(
      `Money has moved in business time zone ${row.timeZone}; SITE_TIME_ZONE=${config.siteTimeZone} would rewrite its dates.`,
    );
  }
  return { ...row, defaultWallet: row.mode === 'practice' ? 'practice' : 'cash' };
}
