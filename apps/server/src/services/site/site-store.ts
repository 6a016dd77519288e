import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { onlyRow } from '../../platform/db/statement.ts';

const siteRow = z.object({
  mode: z.enum(['practice', 'live']),
  name: z.string(),
  currency: z.string(),
  currencySymbol: z.string(),
  currencyDecimals: int4,
  timeZone: z.string(),
  domain: z.nullable(z.string()),
  webLogo: z.string(),
  registrationOpen: z.boolean(),
  inviteRequired: z.boolean(),
  identityRequired: z.boolean(),
  practiceGrant: int8,
  primaryColour: z.nullable(z.string()),
  languages: z.array(z.enum(['zh-Hans', 'zh-Hant', 'en'])),
  contact: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
  footer: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  maintenance: z.array(z.object({ from: z.string(), until: z.string() })),
  settingsNo: int8,
  basisAt: z.nullable(moment),
  openedAt: z.nullable(moment),
  preparedAt: z.nullable(moment),
});
export type SiteRow = z.infer<typeof siteRow>;

export type NewSite = Pick<
  SiteRow,
  'mode' | 'timeZone' | 'domain' | 'currency' | 'currencySymbol' | 'currencyDecimals' | 'practiceGrant'
> & {
  /** Whether it is ready for members at once; otherwise operators set it up in the console. */
  readonly isOpen: boolean;
};

const INSERT_OPEN = `insert into site (mode, time_zone, domain, currency, currency_symbol, currency_decimals, practice_grant)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`;
const INSERT_CLOSED = `insert into site (mode, time_zone, domain, currency, currency_symbol, currency_decimals, practice_grant, opened_at,
  prepared_at) values ($1, $2, $3, $4, $5, $6, $7, null, null) on conflict do nothing`;

export async function insertSite(db: Db, site: NewSite): Promise<void> {
  const { currency, currencySymbol, currencyDecimals } = site;
  const practiceGrant = site.practiceGrant.toString();
  const values = [site.mode, site.timeZone, site.domain, currency, currencySymbol, currencyDecimals, practiceGrant];
  await db.query(site.isOpen ? INSERT_OPEN : INSERT_CLOSED, values);
  // The currency may be corrected until an amount in it is stored; its symbol may always be corrected.
  await db.query(
    `update site set currency = $1, currency_decimals = $2, practice_grant = $3
     where (currency, currency_decimals) is distinct from ($1, $2::smallint) and basis_at is null
       and not exists (select from transfer) and not exists (select from terms)`,
    [currency, currencyDecimals, practiceGrant],
  );
  await db.query(
    'update site set currency_symbol = $2 where currency = $1 and currency_symbol <> $2 and basis_at is null',
    [currency, currencySymbol],
  );
  // The time zone may be corrected until money has moved; the domain may always be corrected.
  await db.query(
    `update site set domain = $2, time_zone = case when basis_at is not null or exists (select from transfer) then time_zone else $1 end
     where domain is distinct from $2 or time_zone <> $1`,
    [site.timeZone, site.domain],
  );
}

/** Every process hears of it, and begins again. */
export async function markPrepared(db: Db): Promise<void> {
  await db.query('update site set prepared_at = clock_timestamp(), settings_no = settings_no + 1');
  await db.query(`select pg_notify('candor_everyone', '[]')`);
}

export const selectSite = onlyRow(
  siteRow,
  `select mode, name, currency, currency_symbol, currency_decimals,
     time_zone, domain, web_logo,
     registration_open and opened_at is not null as registration_open, invite_required,
     identity_required, practice_grant,
     primary_colour, languages, contact, footer, maintenance, settings_no, basis_at, opened_at, prepared_at
   from site`,
  () => [],
  { missing: 'the site row is missing' },
);
