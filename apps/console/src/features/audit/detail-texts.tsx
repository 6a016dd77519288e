import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { AuditEntryView } from '@candor/contract/console';
import { Copied } from '../../services/cashier/copied.tsx';
import { isReviewState } from '../../services/cashier/state-badge.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { detailLines } from './detail-lines.ts';
import type { DetailLine } from './detail-lines.ts';

const NAMES = [
  'amount',
  'bank',
  'base',
  'category',
  'change',
  'changed',
  'count',
  'credited',
  'days',
  'file',
  'from',
  'important',
  'keep',
  'kind',
  'member',
  'missing',
  'note',
  'payout',
  'pinned',
  'project',
  'publishedFrom',
  'rate',
  'reason',
  'reference',
  'release',
  'status',
  'terms',
  'text',
  'title',
  'to',
  'version',
  'wrong',
] as const;
const STATES = new Set(['from', 'to', 'status', 'payout']);
const OTHER_STATES = ['proposed', 'withdrawn'] as const;
const KINDS = ['add', 'deduct'] as const;

type Shown = { readonly name: string; readonly text: string; readonly isId: boolean };

/** The details of an entry in words. */
export function useDetails(): (detail: AuditEntryView['detail']) => Shown[] {
  const t = useTranslations('audit');
  const states = useTranslations('cashier.stateOf');
  const adjustments = useTranslations('adjustments');
  const proposals = useTranslations('proposals.stateOf');
  const currency = useSiteCurrency();
  const moneyText = useMoneyText();
  const reasonText = useReasonWords();
  const textOf = ({ name, kind, value }: DetailLine): string => {
    if (kind === 'money') return `${moneyText(value)} ${currency.code}`;
    if (kind === 'yes' || kind === 'no') return t(kind);
    if (name === 'reason') return reasonText(value);
    const otherState = OTHER_STATES.find((state) => state === value);
    if (STATES.has(name) && otherState !== undefined) return proposals(otherState);
    if (STATES.has(name) && isReviewState(value)) return states(value);
    const known = KINDS.find((one) => one === value);
    return name === 'kind' && known !== undefined ? adjustments(`kindOf.${known}`) : value;
  };
  return (detail) =>
    detailLines(detail, currency).map((line) => {
      const known = NAMES.find((name) => name === line.name);
      return {
        name: known === undefined ? line.name : t(`nameOf.${known}`),
        text: textOf(line),
        isId: line.kind === 'id',
      };
    });
}

/** As a name and a value of a panel; an id stands whole, with a button that copies it. */
export function factOf({ name, text, isId }: Shown): readonly [string, ReactNode] {
  return [name, isId ? <Copied key={name} value={text} name={name} /> : text];
}
