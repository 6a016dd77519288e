import type { ReactNode } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { readDifference } from '@candor/domain/trading/terms-draft';
import { formatPercent } from '@candor/ui/figures';
import { CATEGORIES } from '@candor/contract/market';
import type { AuditEntryView } from '@candor/contract/console';
import { keysOf } from '../../lib/keys-of.ts';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { Copied } from '../../services/cashier/copied.tsx';
import { isReviewState } from '../../services/cashier/state-badge.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { detailLines } from './detail-lines.ts';
import type { DetailLine } from './detail-lines.ts';

const STATES = new Set(['from', 'to', 'status', 'payout']);
const OTHER_STATES = ['proposed', 'withdrawn', 'waiting', 'stopped', 'released'] as const;
const KINDS = ['add', 'deduct'] as const;
/** Details whose values are words of the code, one or more. */
const WORDED: ReadonlySet<string> = new Set(['kind', 'what', 'secondFactor', 'wrong']);

export type Shown = {
  /** The word of the entry itself. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly isId: boolean;
  readonly isMoney: boolean;
};

/** The details of an entry in words. */
export function useDetails(): (detail: AuditEntryView['detail']) => Shown[] {
  const t = useTranslations('audit');
  const states = useTranslations('cashier.stateOf');
  const adjustments = useTranslations('adjustments');
  const proposals = useTranslations('proposals.stateOf');
  const currency = useSiteCurrency();
  const moneyText = useMoneyText();
  const reasonText = useReasonWords();
  const bankName = useBankName();
  const { nameOf, valueOf, productDifferenceOf } = useMessages().audit;
  const productNames = keysOf(productDifferenceOf);
  const names = keysOf(nameOf);
  const values = keysOf(valueOf);
  /** What a stop is of: `product/BTCUSDT`. */
  const scopeText = (value: string): string => {
    const [kind, of = ''] = value.split('/', 2);
    const category = CATEGORIES.find((one) => one === of);
    if (kind === 'all') return t('everything');
    return kind === 'category' && category !== undefined ? t(`categoryOf.${category}`) : of;
  };
  /** What differs between two versions of a product: "Closed days: – → 2027-01-19". */
  const productChangeText = (part: string): string => {
    const [, what = '', before, after] = /^(\S+): (.+) > (.+)$/s.exec(part) ?? [];
    const known = productNames.find((name) => name === what.replace('.', '-'));
    if (known === undefined || before === undefined || after === undefined) return part;
    const side = (text: string): string => {
      if (text === '-') return '–';
      return known === 'active' ? t(text === 'true' ? 'yes' : 'no') : text;
    };
    return `${t(`productDifferenceOf.${known}`)}: ${side(before)} → ${side(after)}`;
  };
  /** What differs between two versions of terms: "Payout of 60 s: 85.00% → 82.00%". */
  const changeText = (value: string): string =>
    value
      .split('; ')
      .map((part) => {
        const found = readDifference(part);
        if (found === null) return productChangeText(part);
        const { what, seconds, before, after } = found;
        const side = (text: string | null): string => {
          if (text === null) return t('notOffered');
          if (what === 'payoutRate' || what === 'feeRate') return formatPercent(text);
          if (what === 'entryDelaySec') return text;
          return text
            .split(' ')
            .map((amount) => moneyText(amount))
            .join(' · ');
        };
        return `${t(`differenceOf.${what}`, { seconds: seconds ?? 0 })}: ${side(before)} → ${side(after)}`;
      })
      .join(' · ');
  const wordsOf = (value: string): string =>
    (value.match(/[A-Za-z]+/g) ?? [value])
      .map((word) => {
        const known = values.find((one) => one === word);
        return known === undefined ? word : t(`valueOf.${known}`);
      })
      .join(' · ');
  const textOf = ({ name, kind, value }: DetailLine): string => {
    if (kind === 'money') return moneyText(value);
    if (name === 'bank') return bankName(value);
    if (kind === 'yes' || kind === 'no') return t(kind);
    if (name === 'reason' || name === 'because') return reasonText(value);
    if (name === 'scope') return scopeText(value);
    if (name === 'change') return changeText(value);
    const otherState = OTHER_STATES.find((state) => state === value);
    if (STATES.has(name) && otherState !== undefined) return proposals(otherState);
    if (STATES.has(name) && isReviewState(value)) return states(value);
    const known = KINDS.find((one) => one === value);
    if (name === 'kind' && known !== undefined) return adjustments(`kindOf.${known}`);
    return WORDED.has(name) ? wordsOf(value) : value;
  };
  return (detail) =>
    detailLines(detail, currency).map((line) => {
      const known = names.find((name) => name === line.name);
      return {
        key: line.name,
        name: known === undefined ? line.name : t(`nameOf.${known}`),
        text: textOf(line),
        isId: line.kind === 'id',
        isMoney: line.kind === 'money',
      };
    });
}

/** As a name and a value of a panel; an id stands whole, with a button that copies it. */
export function factOf({ name, text, isId }: Pick<Shown, 'name' | 'text' | 'isId'>): readonly [string, ReactNode] {
  return [name, isId ? <Copied key={name} value={text} name={name} /> : text];
}
