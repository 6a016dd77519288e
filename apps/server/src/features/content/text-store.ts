import { AGREED_SLUGS, TEXT_SLUGS, textOf } from '@candor/contract/content';
import type { TextSlug } from '@candor/contract/content';
import type { Language } from '@candor/contract/languages';
import { textsByLanguage } from '@candor/contract/console-texts';
import type { TextsByLanguage } from '@candor/contract/console-texts';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { proposalColumns } from '../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../services/proposals/proposal-store.ts';
import { anyRow, firstRow, manyRows, write } from '../../platform/db/statement.ts';

/** SQL about the site's own texts, and about who agreed to which version. */

const newestRow = z.object({ version: int4, shipped: z.nullable(z.string()), texts: textsByLanguage });

export const selectNewest = firstRow(
  newestRow,
  'select version, shipped, texts from text_version where slug = $1 order by version desc limit 1',
  (slug: TextSlug) => [slug],
);

export interface NewShipped {
  slug: TextSlug;
  version: number;
  shipped: string;
  texts: TextsByLanguage;
}

/** As the owner of the database. A second process that prepares the site at the same time changes nothing. */
export const insertShipped = write(
  'insert into text_version (slug, version, shipped, texts) values ($1, $2, $3, $4) on conflict do nothing',
  ({ slug, version, shipped, texts }: NewShipped) => [slug, version, shipped, JSON.stringify(texts)],
);

/** As the owner of the database: every member agreed to the first version when they registered. */
export const insertAcceptancesOfAll = write(
  `insert into text_acceptance (member_id, slug, version, accepted_at)
   select id, $1, 1, created_at from member where $1 = any($2) on conflict do nothing`,
  (slug: TextSlug) => [slug, AGREED_SLUGS],
);

const pageRow = z.object({ version: int4, latest: int4, text: textOf, publishedAt: moment });
export type PageRow = z.infer<typeof pageRow>;

/** One version of a text in one language; without a version, the newest. */
export const selectPage = firstRow(
  pageRow,
  `select v.version, v.texts -> $2 as text, v.published_at,
     (select max(n.version) from text_version n where n.slug = v.slug) as latest
   from text_version v where v.slug = $1 and ($3::integer is null or v.version = $3) order by v.version desc limit 1`,
  ({ slug, language, version }: { slug: string; language: Language; version: number | null }) => [
    slug,
    language,
    version,
  ],
);

const versionRow = z.object({
  version: int4,
  title: z.string(),
  change: z.nullable(z.string()),
  publishedAt: moment,
});

export interface VersionsFilter {
  slug: string;
  /** Versions older than this one. */
  before: number | null;
  limit: number;
}

/** Newest first. */
export const selectVersions = manyRows(
  versionRow,
  `select version, texts -> $2 ->> 'title' as title, texts -> $2 ->> 'change' as change, published_at
   from text_version where slug = $1 and ($3::integer is null or version < $3) order by version desc limit $4`,
  (language: Language, { slug, before, limit }: VersionsFilter) => [slug, language, before, limit],
);

const agreedRow = z.object({
  slug: z.enum(AGREED_SLUGS),
  version: int4,
  accepted: z.nullable(int4),
  acceptedAt: z.nullable(moment),
});
export type AgreedRow = z.infer<typeof agreedRow>;

/** For each text that members agree to: the version that holds, and the newest one that this member agreed to. */
export const selectAgreed = manyRows(
  agreedRow,
  `select t.slug, max(t.version) as version, a.version as accepted, a.accepted_at
   from text_version t
   left join lateral (select x.version, x.accepted_at from text_acceptance x
     where x.member_id = $1 and x.slug = t.slug order by x.version desc limit 1) a on true
   where t.slug = any($2) group by t.slug, a.version, a.accepted_at order by array_position($2, t.slug)`,
  (memberId: bigint) => [memberId, AGREED_SLUGS],
);

/** False if another version holds now. To agree twice changes nothing. */
export const insertAcceptance = anyRow(
  `with held as (select max(version) as version from text_version where slug = $2),
     added as (insert into text_acceptance (member_id, slug, version)
       select $1, $2, version from held where version = $3 on conflict do nothing)
   select from held where version = $3`,
  ({ memberId, slug, version }: { memberId: bigint; slug: string; version: number }) => [memberId, slug, version],
);

const slug = z.enum(TEXT_SLUGS);
const heldRow = z.object({
  slug,
  version: int4,
  shipped: z.nullable(z.string()),
  texts: textsByLanguage,
  publishedAt: moment,
  open: z.nullable(z.string()),
  /** Every text of a release that was published here. */
  taken: z.array(z.string()),
});
export type HeldRow = z.infer<typeof heldRow>;

/** The newest version of every text. */
export const selectHeld = manyRows(
  heldRow,
  `select distinct on (v.slug) v.slug, v.version, v.shipped, v.texts, v.published_at,
     (select c.id from text_change c where c.slug = v.slug and c.status = 'proposed') as open,
     (select coalesce(array_agg(s.shipped) filter (where s.shipped is not null), '{}') from text_version s
       where s.slug = v.slug) as taken
   from text_version v order by v.slug, v.version desc`,
);

const operatorVersionRow = z.object({
  version: int4,
  shipped: z.nullable(z.string()),
  texts: textsByLanguage,
  publishedAt: moment,
  maker: z.nullable(z.string()),
  checker: z.nullable(z.string()),
  accepted: int8,
});
export type OperatorVersionRow = z.infer<typeof operatorVersionRow>;

/** Versions as operators see them, newest first. */
export const selectOperatorVersions = manyRows(
  operatorVersionRow,
  `select v.version, v.shipped, v.texts, v.published_at, m.username as maker, k.username as checker,
     (select count(*) from text_acceptance a where a.slug = v.slug and a.version = v.version) as accepted
   from text_version v left join text_change c on c.id = v.change_id left join operator m on m.id = c.maker
     left join operator k on k.id = c.checker
   where v.slug = $1 and ($2::integer is null or v.version < $2) order by v.version desc limit $3`,
  ({ slug: wanted, before, limit }: VersionsFilter) => [wanted, before, limit],
);

const changeRow = z.object({
  ...proposalColumns,
  slug,
  base: int4,
  before: z.nullable(textsByLanguage),
  texts: textsByLanguage,
});
export type ChangeRow = z.infer<typeof changeRow>;

export const TEXT_CHANGES: ProposalTable<ChangeRow> = {
  name: 'text_change',
  idType: 'uuid',
  isOfMember: false,
  columns: 'x.slug, x.base, v.texts as before, x.texts',
  joins: 'left join text_version v on v.slug = x.slug and v.version = x.base',
  row: changeRow,
};
