/** The terms of a product as one document. An acceptance contains its hash, so the agreed terms cannot change later. */
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { assert } from '@candor/domain/assert';
import type { Terms, TermsPriceRule } from '@candor/domain/trading/terms';

/**
 * The second one also says how long an order may wait, and how the price of a second follows from the reports. The third one says besides
 * how many seconds later an order enters, and the fourth one what the house can lose at most.
 */
export const TERMS_FORMATS = ['candor-terms-v1', 'candor-terms-v2', 'candor-terms-v3', 'candor-terms-v4'] as const;

/** The rules of packages/domain/trading that settle an order. A different way of settling needs a new number. */
export const RULE_VERSION = 1;

export type DurationDocument = {
  readonly maxStake: string;
  readonly minStake: string;
  readonly payoutRate: string;
  readonly seconds: number;
};

export type LossLimitsDocument = { readonly day: string; readonly product: string; readonly second: string };

/** Amounts with the currency's decimals, rates with four. `acceptWithinMs` and `priceRule` are in the second format on, `entryDelaySec` in the third on, `lossLimits` in the fourth. */
export type TermsDocument = {
  readonly acceptWithinMs?: number;
  readonly currency: string;
  readonly currencyDecimals: number;
  readonly decimals: number;
  readonly durations: readonly DurationDocument[];
  readonly entryDelaySec?: number;
  readonly feeRate: string;
  readonly lossLimits?: LossLimitsDocument;
  readonly format: (typeof TERMS_FORMATS)[number];
  readonly priceRule?: TermsPriceRule;
  readonly product: string;
  readonly ruleVersion: typeof RULE_VERSION;
  readonly version: number;
};

/** The document of `terms`, durations ascending. Its hash is the SHA-256 of its canonicalJson. */
export function termsDocument(terms: Terms, currency: Currency): TermsDocument {
  const { acceptWithinMs, priceRule, lossLimits } = terms;
  const entryDelaySec = terms.entryDelaySec ?? (lossLimits === undefined ? undefined : 0);
  assert((acceptWithinMs === undefined) === (priceRule === undefined), 'both are terms, or neither is');
  assert(
    entryDelaySec === undefined || priceRule !== undefined,
    'terms that delay the entry or limit losses have a price rule',
  );
  return {
    ...(acceptWithinMs === undefined ? {} : { acceptWithinMs }),
    currency: currency.code,
    currencyDecimals: currency.decimals,
    decimals: terms.decimals,
    durations: terms.durations
      .map((offer) => ({
        maxStake: formatMoney(offer.maxStake, currency),
        minStake: formatMoney(offer.minStake, currency),
        payoutRate: formatRate(offer.payoutRate),
        seconds: offer.seconds,
      }))
      .sort((a, b) => a.seconds - b.seconds),
    ...(entryDelaySec === undefined ? {} : { entryDelaySec }),
    feeRate: formatRate(terms.feeRate),
    format: formatOf(terms),
    ...(lossLimits === undefined
      ? {}
      : {
          lossLimits: {
            day: formatMoney(lossLimits.day, currency),
            product: formatMoney(lossLimits.product, currency),
            second: formatMoney(lossLimits.second, currency),
          },
        }),
    ...(priceRule === undefined ? {} : { priceRule: ruleOf(priceRule) }),
    product: terms.product,
    ruleVersion: RULE_VERSION,
    version: terms.version,
  };
}

function formatOf({ priceRule, entryDelaySec, lossLimits }: Terms): TermsDocument['format'] {
  if (priceRule === undefined) return 'candor-terms-v1';
  if (lossLimits !== undefined) return 'candor-terms-v4';
  return entryDelaySec === undefined ? 'candor-terms-v2' : 'candor-terms-v3';
}

/** Nothing else gets into the document. */
function ruleOf({ freshMs, minSources, nearPpm }: TermsPriceRule): TermsPriceRule {
  return { freshMs, minSources, nearPpm };
}
