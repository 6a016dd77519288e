import { SITE_PARTS, siteValues } from '@candor/contract/console-site';
import type { SitePartName } from '@candor/contract/console-site';
import type { SiteParts } from '@candor/domain/site/site-settings';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, moment } from '../../platform/db/rows.ts';
import { manyRows, onlyRow } from '../../platform/db/statement.ts';
import { proposalColumns } from '../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../services/proposals/proposal-store.ts';

/** SQL of the settings of the site: proposals, and what holds. The database makes the next version of what is approved. */

function changeOf<const P extends SitePartName>(part: P) {
  return z.object({
    ...proposalColumns,
    part: z.literal(part),
    base: int4,
    before: siteValues[part],
    value: siteValues[part],
    alone: z.boolean(),
  });
}

const changeRow = z.discriminatedUnion('part', [
  changeOf('look'),
  changeOf('identity'),
  changeOf('access'),
  changeOf('maintenance'),
  changeOf('limits'),
  changeOf('basis'),
  changeOf('opening'),
]);
export type SiteChangeRow = z.infer<typeof changeRow>;

export const SITE_CHANGES: ProposalTable<SiteChangeRow> = {
  name: 'site_change',
  idType: 'uuid',
  isOfMember: false,
  columns: 'x.part, x.base, x.before, x.value, x.alone',
  row: changeRow,
};

const partRow = z.object({
  part: z.enum(SITE_PARTS),
  version: int4,
  value: z.unknown(),
  open: z.nullable(z.string()),
});

const selectPartRows = manyRows(
  partRow,
  `select p.part, (select coalesce(max(v.version), 0) from site_version v where v.part = p.part) as version, site_part(p.part) as value,
     (select c.id::text from site_change c where c.part = p.part and c.status = 'proposed') as open
   from unnest($1::text[]) p (part)`,
  (parts: readonly SitePartName[]) => [[...parts]],
);

export interface HeldPart<P extends SitePartName> {
  readonly version: number;
  readonly value: SiteParts[P];
  readonly open: string | null;
}
export type HeldParts = { readonly [P in SitePartName]: HeldPart<P> };

/** Every part as it holds now. */
export async function selectParts(db: Db): Promise<HeldParts> {
  const rows = await selectPartRows(db, SITE_PARTS);
  const heldPart = <P extends SitePartName>(part: P, schema: z.ZodMiniType<SiteParts[P]>): HeldPart<P> => {
    const row = rows.find((one) => one.part === part);
    if (row === undefined) throw new Error(`the site has no ${part}`);
    return { version: row.version, value: schema.parse(row.value), open: row.open };
  };
  return {
    look: heldPart('look', siteValues.look),
    identity: heldPart('identity', siteValues.identity),
    access: heldPart('access', siteValues.access),
    maintenance: heldPart('maintenance', siteValues.maintenance),
    limits: heldPart('limits', siteValues.limits),
    basis: heldPart('basis', siteValues.basis),
    opening: heldPart('opening', siteValues.opening),
  };
}

const stateRow = z.object({
  isOpen: z.boolean(),
  isBasisFree: z.boolean(),
  channels: int4,
  products: int4,
  operators: int4,
});

/** How far a new site is. */
export const selectSiteState = onlyRow(
  stateRow,
  `select s.opened_at is not null as is_open, s.opened_at is null and s.basis_at is null as is_basis_free,
     (select count(*)::integer from deposit_channel where active) as channels,
     (select count(*)::integer from product where active) as products,
     (select count(*)::integer from operator o where o.left_at is null and o.roles <> '{}') as operators
   from site s`,
  () => [],
  { missing: 'the site row is missing' },
);

const versionRow = z.object({ part: z.enum(SITE_PARTS), version: int4, value: z.unknown(), at: moment });
export type SiteVersionRow = z.infer<typeof versionRow>;

/** What bound members and when, newest first. */
export const selectHistory = manyRows(
  versionRow,
  `select v.part, v.version, v.value, v.at from site_version v where v.part in ('identity', 'access', 'maintenance', 'limits')
   order by v.at desc, v.part limit $1`,
  (limit: number) => [limit],
);
