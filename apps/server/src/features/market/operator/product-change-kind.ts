import { productChangeView } from '@candor/contract/console-product-changes';
import type { ProductChangeBody, ProductChangeView } from '@candor/contract/console-product-changes';
import {
  productDifferences,
  productProblem,
  writeProductDifference,
  type CalendarDraft,
  type ProductDraft,
  type ProductStart,
} from '@candor/domain/market/product-draft';
import { EXCHANGES } from '@candor/contract/market';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import type { Currency } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { termsDifferences, writeDifference } from '@candor/domain/trading/terms-draft';
import type { TermsDraft, TermsTexts } from '@candor/domain/trading/terms-draft';
import { selectSiteRoom } from '../../../services/house/house-store.ts';
import { siteLimitsObstacle } from '../../../services/house/site-limits.ts';
import type { SiteRoom } from '../../../services/house/site-limits.ts';
import type { Site } from '../../../services/site/site.ts';
import { currentDraft } from './product-terms-store.ts';
import { termsDraftOf, textsOf } from './product-terms-kind.ts';
import { completed, draftView } from './product-terms-view.ts';
import {
  proposalView,
  type ProposalForm,
  type ProposalKind,
  type Refusal,
} from '../../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../../services/proposals/proposal-store.ts';
import { draftJson, PRODUCT_CHANGES, selectState, startJson } from './product-change-store.ts';
import type { ProductChangeRow } from './product-change-store.ts';
import { selectTried } from '../trials/trial-store.ts';
import type { TriedRow } from '../trials/trial-store.ts';

/** A product that comes, or another version of one. The database makes what is approved, if the maker saw the newest version. */
export function productChangeKind({
  currency,
}: Pick<Site, 'currency'>): ProposalKind<ProductChangeRow, ProductChangeView> {
  return {
    name: 'product-changes',
    table: PRODUCT_CHANGES,
    states: PROPOSAL_TABLE,
    viewOf: (row) => changeOf(row, currency),
    view: productChangeView,
    refusals: { notFound: 'PRODUCT_CHANGE_NOT_FOUND', decided: 'PRODUCT_CHANGE_DECIDED' },
    subjectType: 'productChange',
    detailOf: ({ product, base, before, draft, start }) => ({
      product,
      base,
      change: changeText(before, draft, start?.terms, currency),
    }),
    turnOf: ({ product }) => turnOf(product),
    obstacleTo: async (db, { product, base, draft, start }) => {
      const current = await selectState(db, product);
      if ((current?.version ?? 0) !== base) return { key: 'PRODUCT_CHANGE_OLD' };
      if (!draft.active || current?.active === true) return null;
      const held = (await currentDraft(db, start?.like ?? product))?.terms.lossLimits;
      return siteLimitsObstacle(start?.terms?.lossLimits ?? held, await selectSiteRoom(db, product));
    },
  };
}

interface Facts {
  readonly current: Awaited<ReturnType<typeof selectState>>;
  readonly isOpen: boolean;
  /** The terms of the product that a new one begins with; null if it has none. */
  readonly like: TermsDraft | null;
  /** The terms of a product that may come back, and what the limits of the site leave to it. */
  readonly own: TermsDraft | null;
  readonly room: SiteRoom;
  /** Null on a site that asks no exchange for prices: there nothing can be tried. */
  readonly tried: readonly TriedRow[] | null;
}

/** @param mustTry whether the exchanges of new sources have to know them first. */
export function productChangeForm(
  { currency }: Pick<Site, 'currency'>,
  mustTry: boolean,
): ProposalForm<ProductChangeBody, Facts> {
  return {
    name: 'propose',
    readFacts: async (db, { input: { product, start } }) => {
      await takeTurn(db, turnOf(product));
      return {
        current: await selectState(db, product),
        isOpen: await isProposed(db, PRODUCT_CHANGES, { product }),
        like: start === undefined ? null : ((await currentDraft(db, start.like))?.terms ?? null),
        own: (await currentDraft(db, product))?.terms ?? null,
        room: await selectSiteRoom(db, product),
        tried: mustTry ? await selectTried(db) : null,
      };
    },
    plan: ({ product, base, draft: given, start: begun, reason }, { current, isOpen, like, own, room, tried }) => {
      const isNew = base === 0;
      if (isNew && current !== undefined) return err({ key: 'PRODUCT_EXISTS', field: 'product' });
      if (!isNew && current === undefined) return err({ key: 'PRODUCT_NOT_FOUND' });
      if (isOpen) return err({ key: 'PRODUCT_CHANGE_OPEN' });
      if (current !== undefined && current.version !== base) return err({ key: 'PRODUCT_CHANGE_OLD' });
      // What a product keeps for ever is said once.
      if (isNew !== (begun !== undefined)) return err({ key: 'PRODUCT_BOUNDS', field: 'start' });
      if (begun !== undefined && like === null) return err({ key: 'PRODUCT_NOT_FOUND', field: 'start.like' });
      const read = startOf(begun, like, currency);
      if (!read.ok) return read;
      const start = read.value;
      const draft = draftOf(given);
      const problem = productProblem(draft, start);
      if (problem !== null)
        return err({
          key: 'PRODUCT_BOUNDS',
          field: start !== null && (problem.split('.')[0] ?? '') in start ? `start.${problem}` : `draft.${problem}`,
        });
      if (current !== undefined && loses(current, draft))
        return err({ key: 'PRODUCT_SOURCES_FEW', field: 'draft.sources' });
      if (draft.active && current?.active !== true) {
        const found = siteLimitsObstacle(start?.terms?.lossLimits ?? (like ?? own)?.lossLimits, room);
        if (found !== null) return err({ ...found, field: 'draft' });
      }
      const before = current ?? null;
      const change = changeText(before, draft, start?.terms, currency);
      if (change === '') return err({ key: 'PRODUCT_UNCHANGED' });
      if (tried !== null && !areTried(before?.sources ?? {}, draft.sources, tried))
        return err({ key: 'PRODUCT_SOURCES_UNTRIED', field: 'draft.sources' });
      return ok({
        values: {
          product,
          base,
          draft: draftJson(draft),
          ...(start === null ? {} : { start: startJson(start) }),
        },
        reason,
        detail: { product, base, change },
      });
    },
  };
}

/** How a product begins, with all its first terms: what is left out is that of another now, and the second operator sees it. */
function startOf(
  begun: ProductChangeBody['start'],
  like: TermsDraft | null,
  paidIn: Currency,
): Result<ProductStart | null, Refusal> {
  if (begun === undefined || like === null) return ok(null);
  const { terms, ...kept } = begun;
  if (terms === undefined) return ok(kept);
  const own = termsDraftOf(terms, paidIn, 0);
  if (!own.ok) return err({ ...own.error, field: `start.${own.error.field}` });
  const durations = own.value.durations.toSorted((a, b) => a.seconds - b.seconds);
  return ok({ ...kept, terms: completed(like, { ...own.value, durations }) });
}

/** Whether each exchange that comes, or comes with another symbol, was asked for it and knows it. */
function areTried(had: ProductDraft['sources'], has: ProductDraft['sources'], trials: readonly TriedRow[]): boolean {
  return EXCHANGES.every((exchange) => {
    const symbol = has[exchange];
    if (symbol === undefined || had[exchange] === symbol) return true;
    return trials.some(({ sources, answers }) => {
      const outcome = answers?.[exchange]?.outcome;
      return sources[exchange] === symbol && (outcome === 'PRICED' || outcome === 'QUIET');
    });
  });
}

/** Whether fewer sources would be left than must agree, or none. */
function loses(current: NonNullable<Facts['current']>, { sources }: ProductDraft): boolean {
  const [had, has] = [Object.keys(current.sources), Object.keys(sources)];
  const isSame = had.length === has.length && had.every((name) => name in sources);
  return !isSame && has.length < Math.max(current.minSources ?? 1, had.length > 0 ? 1 : 0);
}

/** Without what is left out, in one order: which fields were sent says nothing. */
function draftOf({ names, sources, calendar, active }: ProductChangeBody['draft']): ProductDraft {
  const { binance, okx, coinbase, kraken } = sources;
  const symbols = Object.entries({ binance, okx, coinbase, kraken }).filter(([, symbol]) => symbol !== undefined);
  return { names, sources: Object.fromEntries(symbols), calendar: calendarOf(calendar), active };
}

function calendarOf(calendar: ProductChangeBody['draft']['calendar']): CalendarDraft {
  if (calendar === null) return null;
  const { timeZone, weekly, follows, holidays, earlyCloses, tradesOn, listedUntil } = calendar;
  return {
    timeZone,
    weekly: Object.fromEntries(Object.entries(weekly).filter(([, segments]) => segments.length > 0)),
    ...(follows === undefined ? {} : { follows }),
    holidays: holidays.toSorted(),
    ...(earlyCloses === undefined || Object.keys(earlyCloses).length === 0 ? {} : { earlyCloses }),
    ...(tradesOn === undefined || tradesOn.length === 0 ? {} : { tradesOn: tradesOn.toSorted() }),
    ...(listedUntil === undefined ? {} : { listedUntil }),
  };
}

/** An entry of the audit holds no more. */
const CHANGE_CHARS_MAX = 2_000;

/** @param terms those that a new product begins with, if they are its own. */
function changeText(
  before: ProductDraft | null,
  after: ProductDraft,
  terms: TermsDraft | undefined,
  paidIn: Currency,
): string {
  const lines = productDifferences(before, after).map(writeProductDifference);
  const first =
    terms === undefined ? [] : termsDifferences(NO_TERMS, textsOf(terms, paidIn)).map((one) => writeDifference(one));
  return [...lines, ...first].join('; ').slice(0, CHANGE_CHARS_MAX);
}

const NO_TERMS: TermsTexts = { durations: [], feeRate: '-' };

function turnOf(product: string): string {
  return `product/${product}`;
}

function changeOf(row: ProductChangeRow, paidIn: Currency): ProductChangeView {
  const { id, product, base, before, draft, start } = row;
  return {
    id,
    product,
    base,
    before: before === null ? null : stateView(before),
    draft: stateView(draft),
    start: startView(start, paidIn),
    ...proposalView(row),
  };
}

function startView(start: ProductChangeRow['start'], paidIn: Currency): ProductChangeView['start'] {
  if (start === null) return null;
  const { category, decimals, like, terms, simulated } = start;
  return { category, decimals, like, terms: terms === undefined ? null : draftView(terms, paidIn), simulated };
}

/** In the order of the contract. */
export function stateView({ names, sources, calendar, active }: ProductChangeRow['draft']): ProductChangeView['draft'] {
  return { names, sources, calendar: calendarView(calendar), active };
}

export function calendarView(calendar: CalendarDraft): ProductChangeView['draft']['calendar'] {
  if (calendar === null) return null;
  const { timeZone, weekly, follows, holidays, earlyCloses, tradesOn, listedUntil } = calendar;
  return {
    timeZone,
    weekly: Object.fromEntries(Object.entries(weekly).map(([day, segments]) => [day, [...segments]])),
    ...(follows === undefined ? {} : { follows }),
    holidays: [...holidays],
    ...(earlyCloses === undefined ? {} : { earlyCloses: { ...earlyCloses } }),
    ...(tradesOn === undefined ? {} : { tradesOn: [...tradesOn] }),
    ...(listedUntil === undefined ? {} : { listedUntil }),
  };
}
