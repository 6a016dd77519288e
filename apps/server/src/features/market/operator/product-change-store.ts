import { CATEGORIES } from '@candor/contract/market';
import type { CalendarDraft, ProductDraft, ProductStart } from '@candor/domain/market/product-draft';
import * as z from 'zod/mini';
import { int4, moment } from '../../../platform/db/rows.ts';
import { firstRow, manyRows } from '../../../platform/db/statement.ts';
import { listing } from '../../../services/columns/columns.ts';
import { proposalColumns } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { draftText, storedTerms } from './product-terms-store.ts';
import { parseCalendar } from '../../../services/quotes/terms-json.ts';

/** SQL of proposals to add and change products. The database makes the next version of what is approved. */

const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
const calendar = z.pipe(
  z.unknown(),
  z.transform((json): CalendarDraft => parseCalendar(json)),
);

const state = z.object({ names, sources: listing, calendar, active: z.boolean() });
const start = z.object({
  category: z.enum(CATEGORIES),
  decimals: z.int(),
  like: z.string(),
  terms: z.optional(storedTerms),
  simulated: z.nullable(z.object({ level: z.int(), volatility: z.int() })),
});

const changeRow = z.object({
  ...proposalColumns,
  product: z.string(),
  base: int4,
  before: z.nullable(state),
  draft: state,
  start: z.nullable(start),
});
export type ProductChangeRow = z.infer<typeof changeRow>;

export const PRODUCT_CHANGES: ProposalTable<ProductChangeRow> = {
  name: 'product_change',
  idType: 'uuid',
  isOfMember: false,
  columns: 'x.product, x.base, x.before, x.draft, x.start',
  joins: '',
  row: changeRow,
};

/** A product as it is now; undefined if there is none. `minSources` is null without terms. */
export const selectState = firstRow(
  z.object({ ...state.shape, version: int4, minSources: z.nullable(int4) }),
  `select p.version, v.names, v.sources, v.calendar, v.active,
     (select t.min_sources from terms t where t.product = p.code order by t.version desc limit 1) as min_sources
   from product p join product_version v on v.product = p.code and v.version = p.version where p.code = $1`,
  (product: string) => [product],
);

/** As they are stored. */
export function draftJson({ names: named, sources, calendar: hours, active }: ProductDraft): string {
  return JSON.stringify({ names: named, sources, calendar: hours, active });
}

export function startJson({ category, decimals, like, terms, simulated }: ProductStart): string {
  const own: unknown = terms === undefined ? undefined : JSON.parse(draftText(terms));
  return JSON.stringify({ category, decimals, like, terms: own, simulated });
}

export const selectVersions = manyRows(
  z.object({ ...state.shape, version: int4, holdsFrom: moment, publishedAt: moment }),
  `select v.version, v.names, v.sources, v.calendar, v.active, v.holds_from, v.published_at
   from product_version v where v.product = $1 order by v.version desc limit $2`,
  (product: string, limit: number) => [product, limit],
);
