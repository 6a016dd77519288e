import { createHash } from 'node:crypto';
import { productTermsChangeView } from '@candor/contract/console-product-terms';
import type { ProductTermsBody, ProductTermsChangeView } from '@candor/contract/console-product-terms';
import { parseMoney, parseRate } from '@candor/domain/money';
import type { Currency, Money, Rate } from '@candor/domain/money';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { termsDifferences, termsProblem, writeDifference } from '@candor/domain/trading/terms-draft';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { TermsDraft, TermsTexts } from '@candor/domain/trading/terms-draft';
import type { ProposalForm, ProposalKind, Refusal } from '../../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../../services/proposals/proposal-store.ts';
import { selectSiteRoom } from '../../../services/house/house-store.ts';
import { siteLimitsObstacle } from '../../../services/house/site-limits.ts';
import type { SiteRoom } from '../../../services/house/site-limits.ts';
import type { Site } from '../../../services/site/site.ts';
import { currentDraft, draftText, PRODUCT_TERMS } from './product-terms-store.ts';
import type { ProductTermsRow } from './product-terms-store.ts';
import { completed, draftView, productTermsChangeOf } from './product-terms-view.ts';

/** Other terms of a product. The database publishes what is approved as the next version, if the maker saw the newest one. */
export function productTermsKind({
  currency,
}: Pick<Site, 'currency'>): ProposalKind<ProductTermsRow, ProductTermsChangeView> {
  return {
    name: 'product-terms',
    table: PRODUCT_TERMS,
    states: PROPOSAL_TABLE,
    viewOf: (row) => productTermsChangeOf(row, currency),
    view: productTermsChangeView,
    refusals: { notFound: 'TERMS_CHANGE_NOT_FOUND', decided: 'TERMS_CHANGE_DECIDED' },
    subjectType: 'productTerms',
    detailOf: ({ product: { code }, base, before, terms }) => ({
      product: code,
      base,
      change: changeText(before, terms, currency),
      // So that the chain says which terms were decided on, and not only what differed.
      sha256: createHash('sha256').update(draftText(terms)).digest('hex'),
    }),
    turnOf: ({ product }) => turnOf(product.code),
    obstacleTo: async (db, { product, base, terms }) => {
      const current = await currentDraft(db, product.code);
      if (current?.version !== base) return { key: 'TERMS_CHANGE_OLD' };
      return siteLimitsObstacle(completed(current.terms, terms).lossLimits, await selectSiteRoom(db, product.code));
    },
  };
}

interface Facts {
  readonly current: Awaited<ReturnType<typeof currentDraft>>;
  readonly isOpen: boolean;
  readonly room: SiteRoom;
}

export function productTermsForm({ currency }: Pick<Site, 'currency'>): ProposalForm<ProductTermsBody, Facts> {
  return {
    name: 'propose',
    readFacts: async (db, { input: { product } }) => {
      await takeTurn(db, turnOf(product));
      return {
        current: await currentDraft(db, product),
        isOpen: await isProposed(db, PRODUCT_TERMS, { product }),
        room: await selectSiteRoom(db, product),
      };
    },
    plan: ({ product, base, terms, reason }, { current, isOpen, room }) => {
      if (current === null) return err({ key: 'PRODUCT_NOT_FOUND' });
      if (isOpen) return err({ key: 'TERMS_CHANGE_OPEN' });
      if (current.version !== base) return err({ key: 'TERMS_CHANGE_OLD' });
      const draft = termsDraftOf(terms, currency, current.terms.entryDelaySec);
      if (!draft.ok) return draft;
      const problem = termsProblem(draft.value);
      if (problem !== null) return err({ key: 'TERMS_BOUNDS', field: `terms.${problem}` });
      // In the order of their length: in which they were typed says nothing.
      const next = { ...draft.value, durations: draft.value.durations.toSorted((a, b) => a.seconds - b.seconds) };
      const found = siteLimitsObstacle(completed(current.terms, next).lossLimits, room);
      if (found !== null) return err({ ...found, field: 'terms.lossLimits' });
      const change = changeText(current.terms, next, currency);
      if (change === '') return err({ key: 'TERMS_UNCHANGED' });
      return ok({
        values: { product, base, terms: draftText(next) },
        reason,
        detail: { product, base, change },
      });
    },
  };
}

/** What the amounts and rates of a body say, or the field that cannot be read. */
export function termsDraftOf(
  { durations, presets, feeRate, entryDelaySec, lossLimits }: ProductTermsBody['terms'],
  paidIn: Currency,
  delayNow: number | undefined,
): Result<TermsDraft, Refusal> {
  const fee = rateOf(feeRate);
  if (fee === undefined) return wrong('feeRate');
  const offers: TermsDraft['durations'][number][] = [];
  for (const [index, { seconds, ...texts }] of durations.entries()) {
    const payoutRate = rateOf(texts.payoutRate);
    if (payoutRate === undefined) return wrong(`durations.${index}.payoutRate`);
    const [minStake, maxStake] = [moneyOf(texts.minStake, paidIn), moneyOf(texts.maxStake, paidIn)];
    if (minStake === undefined) return wrong(`durations.${index}.minStake`);
    if (maxStake === undefined) return wrong(`durations.${index}.maxStake`);
    offers.push({ seconds, payoutRate, minStake, maxStake });
  }
  const stakes = presets.map((preset) => moneyOf(preset, paidIn));
  if (stakes.includes(undefined)) return wrong('presets');
  const limits = lossLimits === undefined ? undefined : limitsOf(lossLimits, paidIn);
  if (typeof limits === 'string') return wrong(`lossLimits.${limits}`);
  // None is no change where there is none.
  const delay = entryDelaySec === 0 ? delayNow && 0 : entryDelaySec;
  return ok({
    durations: offers,
    presets: stakes.flatMap((stake) => (stake === undefined ? [] : [stake])),
    feeRate: fee,
    ...(delay === undefined ? {} : { entryDelaySec: delay }),
    ...(limits === undefined ? {} : { lossLimits: limits }),
  });
}

/** The limits, or the one that cannot be read. */
function limitsOf(
  texts: NonNullable<ProductTermsBody['terms']['lossLimits']>,
  paidIn: Currency,
): LossLimits | keyof LossLimits {
  const [second, product, day] = [
    moneyOf(texts.second, paidIn),
    moneyOf(texts.product, paidIn),
    moneyOf(texts.day, paidIn),
  ];
  if (second === undefined) return 'second';
  if (product === undefined) return 'product';
  return day === undefined ? 'day' : { second, product, day };
}

function wrong(field: string): Result<never, Refusal> {
  return err({ key: 'AMOUNT_INVALID', field: `terms.${field}` });
}

function moneyOf(text: string, paidIn: Currency): Money | undefined {
  const parsed = parseMoney(text, paidIn);
  return parsed.ok ? parsed.value : undefined;
}

function rateOf(text: string): Rate | undefined {
  const parsed = parseRate(text);
  return parsed.ok ? parsed.value : undefined;
}

/** An entry of the audit holds no more. */
const CHANGE_CHARS_MAX = 2_000;

function changeText(before: TermsDraft, after: TermsDraft, paidIn: Currency): string {
  const lines = termsDifferences(textsOf(before, paidIn), textsOf(completed(before, after), paidIn)).map(
    writeDifference,
  );
  const kept = lines.filter((_, index) => lines.slice(0, index + 1).join('; ').length <= CHANGE_CHARS_MAX);
  return kept.join('; ');
}

export function textsOf(draft: TermsDraft, paidIn: Currency): TermsTexts {
  const { lossLimits, ...texts } = draftView(draft, paidIn);
  return lossLimits === null ? texts : { ...texts, lossLimits };
}

function turnOf(product: string): string {
  return `terms/product/${product}`;
}
