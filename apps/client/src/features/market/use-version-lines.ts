import { useTranslations } from 'use-intl';
import type { ProductDraftView } from '@candor/contract/console-product-changes';
import { productDifferences } from '@candor/domain/market/product-draft';
import type { ProductDraft } from '@candor/domain/market/product-draft';
import { useLanguage } from '../../lib/language.ts';
import { calendarOf, weekdayName } from './product-versions.ts';

const NAMED = [
  'active',
  'names.zh-Hans',
  'names.zh-Hant',
  'names.en',
  'sources',
  'timeZone',
  'weekly',
  'follows',
  'listedUntil',
  'holidays',
  'earlyCloses',
  'tradesOn',
] as const;
const RULES = ['forex', 'us-metals', 'us-index-futures', 'us-stocks', 'frankfurt'] as const;
const EXCHANGE_NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  okx: 'OKX',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
};

export type VersionLine = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** It holds later than it was published: sources and hours do, names and whether it is offered do not. */
  readonly isLater: boolean;
};

/** What differs between two versions of a product, in words. */
export function useVersionLines(): (before: ProductDraftView, after: ProductDraftView) => VersionLine[] {
  const t = useTranslations('market.versions');
  const language = useLanguage();
  const textOf = (what: (typeof NAMED)[number], value: string | null): string | null => {
    if (value === null) return null;
    if (what === 'active') return t(value === 'true' ? 'offered' : 'notOffered');
    if (what === 'follows') {
      const rule = RULES.find((one) => one === value);
      return rule === undefined ? value : t(`ruleOf.${rule}`);
    }
    if (what === 'sources') return value.replace(/\b[a-z]+(?= )/g, (name) => EXCHANGE_NAMES[name] ?? name);
    if (what === 'weekly')
      return value
        .split(', ')
        .map((day) => `${weekdayName(Number(day.slice(0, 1)), language)}${day.slice(1)}`)
        .join('; ');
    return what === 'earlyCloses' ? value.replaceAll('@', ' ') : value;
  };
  return (before, after) =>
    productDifferences(draftOf(before), draftOf(after)).map((one) => {
      const what = NAMED.find((name) => name === one.what);
      if (what === undefined) return { name: one.what, before: one.before, after: one.after, isLater: true };
      const key = what.startsWith('names.') ? 'name' : what;
      return {
        name: nameOfField(key),
        before: textOf(what, one.before),
        after: textOf(what, one.after),
        isLater: what !== 'active' && key !== 'name',
      };
    });

  function nameOfField(key: string): string {
    const known = FIELDS.find((field) => field === key);
    return known === undefined ? key : t(`of.${known}`);
  }
}

const FIELDS = [
  'active',
  'name',
  'sources',
  'timeZone',
  'weekly',
  'follows',
  'listedUntil',
  'holidays',
  'earlyCloses',
  'tradesOn',
] as const;

function draftOf({ names, sources, calendar, active }: ProductDraftView): ProductDraft {
  return { names, sources, calendar: calendar === null ? null : calendarOf(calendar), active };
}
