import type { Wallet } from '@candor/domain/ledger/account';
import { currency, wholeUnits } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertSite, selectSite } from './site-store.ts';
import type { SiteRow } from './site-store.ts';

/**
 * What one site is. Mode, currency and business time zone are fixed at the start. What operators change in the console is kept as
 * the database has it (follow-site.ts): read it where it is used, and keep no copy.
 */
export interface Site extends Omit<SiteRow, 'currency' | 'currencyDecimals'> {
  currency: Currency;
  /** The wallet of a call that names none. */
  defaultWallet: Wallet;
}

/** What a new member gets as practice money, in whole units of the site's currency. */
const PRACTICE_GRANT = 100_000n;

type SiteSettings = Pick<Config, 'mode' | 'siteTimeZone' | 'siteDomain' | 'siteCurrency' | 'isSetUp'>;

/** Writes the site's row at the very first start, as the owner of the database. Throws like readSite. */
export async function recordSite(db: Db, config: SiteSettings): Promise<Site> {
  const { code, symbol, decimals } = config.siteCurrency;
  await insertSite(db, {
    mode: config.mode,
    timeZone: config.siteTimeZone,
    domain: config.siteDomain ?? null,
    currency: code,
    currencySymbol: symbol,
    currencyDecimals: decimals,
    practiceGrant: wholeUnits(PRACTICE_GRANT, currency(code, decimals)),
    isOpen: !config.isSetUp,
  });
  return await readSite(db, config);
}

/**
 * @throws Error when the database belongs to the other mode, to another time zone after money moved, or to another
 * currency after an amount was stored.
 */
export async function readSite(db: Db, config: SiteSettings): Promise<Site> {
  const { code, decimals } = config.siteCurrency;
  const row = await selectSite(db);
  if (row.mode !== config.mode) {
    throw new Error(`This database belongs to a site in MODE=${row.mode} and refuses to run in MODE=${config.mode}.`);
  }
  // What an operator chose in the console holds; the settings of the start were a proposal.
  if (row.basisAt !== null) return siteOf(row);
  // recordSite has already corrected the zone if that was possible. No role needs to read the transfers here, and some
  // may not.
  if (row.timeZone !== config.siteTimeZone) {
    throw new Error(
      `Money has moved in business time zone ${row.timeZone}; SITE_TIME_ZONE=${config.siteTimeZone} would rewrite its dates.`,
    );
  }
  if (row.currency !== code || row.currencyDecimals !== decimals) {
    throw new Error(
      `The amounts of this database are ${row.currency} with ${row.currencyDecimals} decimals; ${code} with ${decimals} ` +
        `would change every one of them. Set SITE_CURRENCY=${row.currency} and SITE_CURRENCY_DECIMALS=${row.currencyDecimals}.`,
    );
  }
  return siteOf(row);
}

function siteOf(row: SiteRow): Site {
  return {
    ...row,
    currency: currency(row.currency, row.currencyDecimals),
    defaultWallet: row.mode === 'practice' ? 'practice' : 'cash',
  };
}

/** Reads again what operators may change, into the same object. @returns whether something was changed */
export async function readSiteAgain(db: Db, site: Site): Promise<'same' | 'changed' | 'another'> {
  const row = await selectSite(db);
  if (row.settingsNo === site.settingsNo) return 'same';
  const isAnother =
    row.currency !== site.currency.code ||
    row.currencyDecimals !== site.currency.decimals ||
    row.timeZone !== site.timeZone ||
    (row.preparedAt !== null && site.preparedAt === null);
  // Everything that a process has begun with would be wrong.
  if (isAnother) return 'another';
  const { name, webLogo, registrationOpen, inviteRequired, identityRequired } = row;
  const { primaryColour, languages, contact, footer, maintenance, settingsNo, basisAt, openedAt } = row;
  Object.assign(site, {
    name,
    webLogo,
    registrationOpen,
    inviteRequired,
    identityRequired,
    currencySymbol: row.currencySymbol,
  });
  Object.assign(site, { primaryColour, languages, contact, footer, maintenance, settingsNo, basisAt, openedAt });
  return 'changed';
}
