/** The terms of a product as one document. An acceptance contains its hash, so the agreed terms cannot change later. */
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Terms } from '@candor/domain/trading/terms';

export const TERMS_FORMAT = 'candor-terms-v1';

/** The rules of packages/domain/trading that settle an order. A different way of settling needs a new number. */
export const RULE_VERSION = 1;

export type DurationDocument = {
  readonly maxStake: string;
  readonly minStake: string;
  readonly payoutRate: string;
  readonly seconds: number;
};

/** Amounts with the currency's decimals, rates with four. */
export type TermsDocument = {
  readonly currency: string;
  readonly currencyDecimals: number;
  readonly decimals: number;
  readonly durations: readonly DurationDocument[];
  readonly feeRate: string;
  readonly format: typeof TERMS_FORMAT;
  readonly product: string;
  readonly ruleVersion: typeof RULE_VERSION;
  readonly version: number;
};

/** The document of `terms`, durations ascending. Its hash is the SHA-256 of its canonicalJson. */
export function termsDocument(terms: Terms, currency: Currency): TermsDocument {
  return {
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
    feeRate: formatRate(terms.feeRate),
    format: TERMS_FORMAT,
    product: terms.product,
    ruleVersion: RULE_VERSION,
    version: terms.version,
  };
}
